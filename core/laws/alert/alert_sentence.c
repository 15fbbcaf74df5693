/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an alert says, in a sentence of a language: the words of words.h with their places filled.
 */
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/bits.h"
#include "core/chess/san.h"
#include "core/laws/alert/alert.h"
#include "core/laws/alert/words.h"

void
alert_squares(struct text *text, const struct alert *alert)
{
	bool first = true;

	for (int sq = 0; sq < 64; sq++) {
		if (!(alert->squares & sq_bit(sq)))
			continue;
		text_string(text, first ? "" : ", ");
		text_string(text, sq_name(sq).text);
		first = false;
	}
}

/* "0:05" minutes and seconds, "1:00:05" from an hour on. */
static void
put_time(struct text *text, int64_t seconds)
{
	if (seconds == ALERT_NO_TIME) {
		text_char(text, '?');
		return;
	}
	if (seconds < 0) {
		text_char(text, '-');
		seconds = -seconds;
	}
	if (seconds >= 3600) {
		text_unsigned(text, (uint64_t)seconds / 3600, 1);
		text_char(text, ':');
	}
	text_unsigned(text, (uint64_t)seconds / 60 % 60, seconds >= 3600 ? 2 : 1);
	text_char(text, ':');
	text_unsigned(text, (uint64_t)seconds % 60, 2);
}

/* A time of day, "0:30" also in its first hour. */
static void
put_time_of_day(struct text *text, int64_t seconds)
{
	text_unsigned(text, (uint64_t)seconds / 3600 % 24, 1);
	text_char(text, ':');
	text_unsigned(text, (uint64_t)seconds / 60 % 60, 2);
}

/* R is the king's in French. A letter may have more than one byte. */
void
text_san(struct text *text, const char *san, int language)
{
	static const char english[] = "NBRQK";

	for (; *san; san++) {
		const char *found = strchr(english, *san), *letter = alert_words[language].letters;

		for (ptrdiff_t i = found ? found - english : 0; i > 0; i--)
			letter += strcspn(letter, " ") + 1;
		if (found)
			text_bytes(text, letter, strcspn(letter, " "));
		else
			text_char(text, *san);
	}
}

static void
put_moves(struct text *text, const struct alert *alert, int language, uint32_t first,
          uint32_t until)
{
	char san[SAN_SIZE];

	for (uint32_t i = first; i < until && i < alert->n_moves; i++) {
		san_format(alert->before, alert->moves[i], san);
		text_string(text, i > first ? ", " : "");
		text_san(text, san, language);
	}
	if (alert->n_moves <= first)
		text_char(text, '-');
}

static void
put_plies(struct text *text, const struct alert *alert)
{
	for (uint32_t i = 0; i < alert->n_plies; i++) {
		text_string(text, i > 0 ? ", " : "");
		text_unsigned(text, alert->plies[i], 1);
	}
	if (alert->n_plies == 0)
		text_char(text, '-');
}

/* A recording need not say of which table it is. */
static void
put_table(struct text *text, const struct alert *alert)
{
	if (alert->table > 0)
		text_unsigned(text, alert->table, 1);
	else
		text_char(text, '?');
}

/* What stands in a clause for a place of it: its first letter says which. */
typedef void put_in_clause(struct text *text, const struct alert *alert,
                           const struct alert_words *words, char place);

/* A part of a sentence that is there only where there is something to say. */
static void
put_clause(struct text *text, const char *clause, put_in_clause *put, const struct alert *alert,
           const struct alert_words *words)
{
	const char *p = clause;

	while (*p) {
		size_t len = strcspn(p, "{");

		text_bytes(text, p, len);
		p += len;
		if (*p == '\0')
			break;
		put(text, alert, words, p[1]);
		p += strcspn(p, "}") + 1;
	}
}

static void
put_right_clock(struct text *text, const struct alert *alert, const struct alert_words *words,
                char place)
{
	(void)words;
	put_time(text, alert->clock_right_s[place == 'w' ? WHITE : BLACK]);
}

/* What both clocks are to be set to, where it is known. */
static void
put_right_clocks(struct text *text, const struct alert *alert, const struct alert_words *words)
{
	if (alert->clock_right_s[WHITE] != CLOCK_UNKNOWN &&
	    alert->clock_right_s[BLACK] != CLOCK_UNKNOWN)
		put_clause(text, words->right, put_right_clock, alert, words);
}

/* "/40": so many are required. Where all moves are to be made in the time, no number is. */
static void
put_need(struct text *text, const struct alert *alert)
{
	if (alert->m == 0)
		return;
	text_char(text, '/');
	text_signed(text, alert->m);
}

static void
put_of_due(struct text *text, const struct alert *alert, const struct alert_words *words,
           char place)
{
	if (place == 't')
		put_time(text, alert->t_s);
	else
		text_string(text, words->player[color_other(alert->side)]);
}

/* The time the opponent gets, where he gets some. */
static void
put_due(struct text *text, const struct alert *alert, const struct alert_words *words)
{
	if (alert->t_s != ALERT_NO_TIME && alert->t_s != 0)
		put_clause(text, words->due, put_of_due, alert, words);
}

/* {a|b|c}: the words of choice `n`, or the last ones where there are fewer. */
static void
put_choice(struct text *text, const char *words, size_t len, int n)
{
	const char *end = words + len, *p = words;
	size_t word = strcspn(p, "|}");

	while (n-- > 0 && p + word < end) {
		p += word + 1;
		word = strcspn(p, "|}");
	}
	text_bytes(text, p, word);
}

enum place {
	PLACE_SIDE,
	PLACE_OPPONENT,
	PLACE_OF,
	PLACE_N,
	PLACE_M,
	PLACE_NEED,
	PLACE_TIME,
	PLACE_OTHER_TIME,
	PLACE_TIME_OF_DAY,
	PLACE_SQUARES,
	PLACE_MAN,
	PLACE_MOVE,
	PLACE_MOVES,
	PLACE_OTHER_MOVES,
	PLACE_PLIES,
	PLACE_TABLE,
	PLACE_RIGHT_CLOCKS,
	PLACE_DUE,
	PLACES
};

/* As words.h explains them. */
static const char *const place_names[PLACES] = {
	[PLACE_SIDE] = "side",    [PLACE_OPPONENT] = "opp", [PLACE_OF] = "of",
	[PLACE_N] = "n",          [PLACE_M] = "m",          [PLACE_TIME] = "t",
	[PLACE_OTHER_TIME] = "u", [PLACE_SQUARES] = "sq",   [PLACE_MAN] = "p",
	[PLACE_MOVE] = "san",     [PLACE_MOVES] = "list",   [PLACE_OTHER_MOVES] = "rest",
	[PLACE_PLIES] = "plies",  [PLACE_TABLE] = "board",  [PLACE_RIGHT_CLOCKS] = "right",
	[PLACE_DUE] = "due",      [PLACE_NEED] = "need",    [PLACE_TIME_OF_DAY] = "hour",
};

static enum place
find_place(const char *name, size_t len)
{
	int place = 0;

	while (place < PLACES &&
	       !(strlen(place_names[place]) == len && memcmp(place_names[place], name, len) == 0))
		place++;
	return (enum place)place;
}

static void
put_place(struct text *text, const struct alert *alert, int language, enum place place)
{
	const struct alert_words *words = &alert_words[language];

	switch (place) {
	case PLACE_SIDE:
		text_string(text, words->player[alert->side]);
		return;
	case PLACE_OPPONENT:
		text_string(text, words->player[color_other(alert->side)]);
		return;
	case PLACE_OF:
		text_string(text, words->of[alert->side]);
		return;
	case PLACE_N:
		text_signed(text, alert->n);
		return;
	case PLACE_M:
		text_signed(text, alert->m);
		return;
	case PLACE_NEED:
		put_need(text, alert);
		return;
	case PLACE_TIME:
		put_time(text, alert->t_s);
		return;
	case PLACE_OTHER_TIME:
		put_time(text, alert->u_s);
		return;
	case PLACE_TIME_OF_DAY:
		put_time_of_day(text, alert->t_s);
		return;
	case PLACE_SQUARES:
		alert_squares(text, alert);
		return;
	case PLACE_MAN:
		text_string(text, words->man[piece_type(alert->piece)]);
		return;
	case PLACE_MOVE:
		put_moves(text, alert, language, 0, 1);
		return;
	case PLACE_MOVES:
		put_moves(text, alert, language, 0, ALERT_MOVES_MAX);
		return;
	case PLACE_OTHER_MOVES:
		put_moves(text, alert, language, 1, ALERT_MOVES_MAX);
		return;
	case PLACE_PLIES:
		put_plies(text, alert);
		return;
	case PLACE_TABLE:
		put_table(text, alert);
		return;
	case PLACE_RIGHT_CLOCKS:
		put_right_clocks(text, alert, words);
		return;
	case PLACE_DUE:
		put_due(text, alert, words);
		return;
	case PLACES:
		break;
	}
	INVARIANT(place < PLACES);
}

/* What is counted at such a place. */
static int64_t
count_at(const struct alert *alert, enum place place)
{
	if (place == PLACE_N)
		return alert->n;
	if (place == PLACE_M || (place == PLACE_NEED && alert->m != 0))
		return alert->m;
	if (place == PLACE_NEED)
		return alert->n;
	if (place == PLACE_SQUARES)
		return bits_count(alert->squares);
	if (place == PLACE_MOVES)
		return alert->n_moves;
	INVARIANT(place == PLACE_PLIES);
	return alert->n_plies;
}

const char *
alert_text(enum alert_id id, int language)
{
	INVARIANT(id < ALERTS && language >= 0 && language < n_languages);
	return alert_words[language].sentence[id];
}

void
alert_sentence(struct text *text, const struct alert *alert, int language)
{
	const char *p = alert_text(alert->id, language);
	struct text_place place;
	size_t begin = text->len;
	int choices = 0;

	while (text_next_place(text, &p, &place)) {
		if (place.forms) {
			plural_put(text, language,
			           count_at(alert, find_place(place.name, place.name_len)), &place);
		} else if (memchr(place.name, '|', place.name_len)) {
			INVARIANT(choices < ALERT_CHOICES_MAX);
			put_choice(text, place.name, place.name_len, alert->choice[choices++]);
		} else {
			put_place(text, alert, language, find_place(place.name, place.name_len));
		}
	}
	/* "les Blancs" may come first. */
	if (text->len > begin && text->p[begin] >= 'a' && text->p[begin] <= 'z')
		text->p[begin] = (char)(text->p[begin] - 'a' + 'A');
}
