/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters as words: from the event file and back.
 */
#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/fen.h"
#include "core/laws/rules/rules_table.h"

/* Keys of [time] in [rules]. */
#define TIME_PREFIX "tc."

#define POINTS_MAX 99 /* half points */

void
rules_stated_init(struct rules_stated *stated)
{
	memset(stated, 0, sizeof(*stated));
	for (int rule = 0; rule < RULES_STATED; rule++)
		stated->value[rule] = RULE_UNSTATED;
}

enum rule
rules_find(enum rule_section section, const char *key)
{
	if (section == RULE_IN_RULES && strncmp(key, TIME_PREFIX, strlen(TIME_PREFIX)) == 0) {
		section = RULE_IN_TIME;
		key += strlen(TIME_PREFIX);
	}
	for (int rule = 0; rule < RULES_STATED; rule++)
		if (rule_rows[rule].section == section && strcmp(rule_rows[rule].key, key) == 0)
			return (enum rule)rule;
	return RULES;
}

const char *
rules_key(enum rule rule)
{
	return rule_rows[rule].key;
}

enum rule_section
rules_section(enum rule rule)
{
	return rule_rows[rule].section;
}

/* Which of `words` is word[len]? -1: none. */
static int
find_word(const char *words, const char *word, size_t len)
{
	int index = 0;

	if (len == 0)
		return -1;
	for (const char *p = words; *p; index++) {
		size_t n = strcspn(p, "|");

		if (n == len && memcmp(p, word, len) == 0)
			return index;
		p += n + (p[n] == '|');
	}
	return -1;
}

/* The n-th of `words`. */
static void
format_word(struct text *text, const char *words, int n)
{
	const char *p = words;

	while (n-- > 0)
		p += strcspn(p, "|") + 1;
	text_bytes(text, p, strcspn(p, "|"));
}

int
rules_word(enum rule rule, const char *word)
{
	return find_word(rule_rows[rule].words, word, strlen(word));
}

/* Digits only, min..max; -1 otherwise. max is small. */
static int32_t
read_number(const char *p, size_t len, int32_t min, int32_t max)
{
	int32_t number = 0;

	if (len == 0 || len > TIME_DIGITS_MAX)
		return -1;
	for (size_t i = 0; i < len; i++) {
		if (p[i] < '0' || p[i] > '9')
			return -1;
		number = number * 10 + (p[i] - '0');
	}
	return number < min || number > max ? -1 : number;
}

static bool
parse_switch(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	(void)row;
	*ret_value = find_word("off|on", value, strlen(value));
	return *ret_value >= 0;
}

static bool
parse_word(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	*ret_value = find_word(row->words, value, strlen(value));
	return *ret_value >= 0;
}

static bool
parse_set(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	uint32_t set = 0;

	if (strcmp(value, "none") == 0) {
		*ret_value = 0;
		return true;
	}
	for (const char *p = value + strspn(value, " ,"); *p; p += strspn(p, " ,")) {
		size_t n = strcspn(p, " ,");
		int index = find_word(row->words, p, n);

		if (index < 0)
			return false;
		set |= 1u << (unsigned int)index;
		p += n;
	}
	*ret_value = (int32_t)set;
	return set != 0;
}

/* The words beside a number stand for RULE_NONE, or for START_SP_RANDOM and START_SP_BOARD. */
static int32_t
special_value(const struct rule_row *row, int word)
{
	return strchr(row->words, '|') ? START_SP_RANDOM - word : RULE_NONE;
}

static bool
parse_number(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	int word = find_word(row->words, value, strlen(value));

	if (word >= 0) {
		*ret_value = special_value(row, word);
		return true;
	}
	*ret_value = read_number(value, strlen(value), row->min, row->max);
	return *ret_value >= 0;
}

static bool
parse_wall(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	int32_t hours, minutes;

	*ret_value = RULE_NONE;
	if (find_word(row->words, value, strlen(value)) == 0)
		return true;
	if (strlen(value) != 5 || value[2] != ':')
		return false;
	hours = read_number(value, 2, 0, 23);
	minutes = read_number(value + 3, 2, 0, 59);
	*ret_value = hours * 60 + minutes;
	return hours >= 0 && minutes >= 0;
}

/* A score in half points: "1", "1/2", "2.5". Returns what follows it, NULL when it is none. */
static const char *
read_points(const char *p, int32_t *ret_points)
{
	size_t digits = strspn(p, "0123456789");

	if (strncmp(p, "1/2", 3) == 0) {
		*ret_points = 1;
		return p + 3;
	}
	*ret_points = 2 * read_number(p, digits, 0, POINTS_MAX / 2);
	if (*ret_points < 0)
		return NULL;
	p += digits;
	if (strncmp(p, ".5", 2) == 0) {
		*ret_points += 1;
		p += 2;
	}
	return *ret_points <= POINTS_MAX ? p : NULL;
}

static bool
parse_points(const struct rule_row *row, const char *value, int32_t *ret_value)
{
	int32_t points[3];
	const char *p = value;

	(void)row;
	for (int i = 0; i < 3; i++) {
		p = read_points(p, &points[i]);
		if (!p || (i < 2 && *p != ' ' && *p != '-'))
			return false;
		p += i < 2;
	}
	*ret_value = points[0] * 10000 + points[1] * 100 + points[2];
	return *p == '\0' && points[0] >= points[1] && points[1] >= points[2];
}

static bool (*const parsers[])(const struct rule_row *row, const char *value,
                               int32_t *ret_value) = {
	[RULE_SWITCH] = parse_switch, [RULE_WORD] = parse_word, [RULE_SET] = parse_set,
	[RULE_NUMBER] = parse_number, [RULE_WALL] = parse_wall, [RULE_POINTS] = parse_points,
};

int
rules_parse(struct rules_stated *stated, enum rule rule, const char *value)
{
	const struct rule_row *row = &rule_rows[rule];
	char *place = rule == RULE_START_FEN ? stated->start_fen : stated->start_prefix;
	struct position start;
	int32_t number;

	INVARIANT(rule < RULES_STATED);
	if (row->kind == RULE_TEXT) {
		if (value[0] == '\0' || strlen(value) >= RULES_TEXT_MAX ||
		    (rule == RULE_START_FEN && fen_parse(value, strlen(value), &start, NULL) != 0))
			return -EBADMSG;
		memcpy(place, value, strlen(value) + 1);
		stated->value[rule] = 1;
		return 0;
	}
	if (!parsers[row->kind](row, value, &number))
		return -EBADMSG;
	stated->value[rule] = number;
	return 0;
}

static void
format_words(struct text *text, const char *words)
{
	for (const char *p = words; *p; p++) {
		if (*p == '|')
			text_char(text, ',');
		text_char(text, *p == '|' ? ' ' : *p);
	}
}

void
rules_allowed(struct text *text, enum rule rule)
{
	const struct rule_row *row = &rule_rows[rule];

	switch (row->kind) {
	case RULE_SWITCH:
		text_string(text, "on, off");
		break;
	case RULE_WORD:
		format_words(text, row->words);
		break;
	case RULE_SET:
		text_string(text, "none, or some of ");
		format_words(text, row->words);
		break;
	case RULE_NUMBER:
		text_string(text, "a number ");
		text_signed(text, row->min);
		text_string(text, "..");
		text_signed(text, row->max);
		text_string(text, row->words[0] ? ", " : "");
		format_words(text, row->words);
		break;
	case RULE_WALL:
		text_string(text, "a time of day as HH:MM, none");
		break;
	case RULE_POINTS:
		text_string(text, "points for win, draw and loss, not rising, such as 1-1/2-0 or "
		                  "3-1-0");
		break;
	case RULE_TEXT:
		text_string(text, rule == RULE_START_FEN ? "a FEN" : "moves in SAN");
		break;
	case RULE_DERIVED:
		break;
	}
}

static void
format_set(struct text *text, const struct rule_row *row, int32_t set)
{
	bool first = true;

	if (set == 0)
		text_string(text, "none");
	for (int i = 0; i < 31; i++) {
		if (!((uint32_t)set >> i & 1))
			continue;
		text_string(text, first ? "" : ", ");
		format_word(text, row->words, i);
		first = false;
	}
}

static void
format_points(struct text *text, int32_t points)
{
	if (points == 1) {
		text_string(text, "1/2");
		return;
	}
	text_signed(text, points / 2);
	text_string(text, points % 2 ? ".5" : "");
}

static void
format_number(struct text *text, const struct rule_row *row, int32_t value)
{
	if (value <= START_SP_RANDOM && strchr(row->words, '|'))
		format_word(text, row->words, START_SP_RANDOM - value);
	else if (value == RULE_NONE)
		text_string(text, "none");
	else
		text_signed(text, value);
}

void
rules_format_value(struct text *text, enum rule rule, int32_t value)
{
	const struct rule_row *row = &rule_rows[rule];

	switch (row->kind) {
	case RULE_WORD:
		format_word(text, row->words, value);
		break;
	case RULE_SET:
		format_set(text, row, value);
		break;
	case RULE_SWITCH:
	case RULE_TEXT:
		text_string(text, value ? "on" : "off");
		break;
	case RULE_WALL:
		if (value == RULE_NONE) {
			text_string(text, "none");
			break;
		}
		text_unsigned(text, (uint64_t)(value / 60), 2);
		text_char(text, ':');
		text_unsigned(text, (uint64_t)(value % 60), 2);
		break;
	case RULE_POINTS:
		format_points(text, value / 10000);
		text_char(text, '-');
		format_points(text, value / 100 % 100);
		text_char(text, '-');
		format_points(text, value % 100);
		break;
	case RULE_NUMBER:
	case RULE_DERIVED:
		format_number(text, row, value);
		break;
	}
}
