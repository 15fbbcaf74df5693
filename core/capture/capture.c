/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/capture/capture.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "core/base/invariant.h"

#define CAPTURE_NAME    "adoubed"
#define CAPTURE_VERSION "capture 1"
#define CAPTURE_NOT_ONE "not an adoubed capture: the first line must be '# adoubed capture 1'"

/* No recording waits so long for its next line, ten years of 365 days: whoever lives through that time, duty by duty, does
 * not come to the end of what a digit too many can say. */
#define WAIT_MAX_US (UINT64_C(10) * 365 * 86400 * 1000000)

/* One line being read: where in it we are. */
struct capture_cursor {
	char *line;
	size_t len, at;
	uint64_t number; /* of the line, from 1 */
	struct capture_error *error;
};

static bool
capture_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
capture_is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

static int
capture_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static void
capture_skip_blanks(struct capture_cursor *cursor)
{
	while (cursor->at < cursor->len && capture_is_blank(cursor->line[cursor->at]))
		cursor->at++;
}

/* capture_fail_begin: start the error at byte `at` of the line; the caller writes the cause. */
static struct text
capture_fail_begin(struct capture_cursor *cursor, size_t at)
{
	struct text cause;

	cursor->error->line = cursor->number;
	cursor->error->column = at < INT32_MAX ? (int)at + 1 : INT32_MAX;
	text_begin(&cause, cursor->error->cause, sizeof(cursor->error->cause));
	return cause;
}

static int
capture_fail(struct capture_cursor *cursor, size_t at, const char *why)
{
	struct text cause = capture_fail_begin(cursor, at);

	text_string(&cause, why);
	return -EBADMSG;
}

/* capture_fail_char: `before`, then the character at `at` in a form fit for a log. */
static int
capture_fail_char(struct capture_cursor *cursor, size_t at, const char *before)
{
	struct text cause = capture_fail_begin(cursor, at);
	char c = cursor->line[at];

	text_string(&cause, before);
	if (c > ' ' && c < 0x7f) {
		text_string(&cause, " '");
		text_char(&cause, c);
		text_char(&cause, '\'');
	} else {
		uint8_t byte = (uint8_t)c;

		text_string(&cause, " byte 0x");
		text_hex(&cause, &byte, 1);
	}
	return -EBADMSG;
}

/* capture_parse_fact: the cursor stands on the '#'. */
static void
capture_parse_fact(struct capture_cursor *cursor, struct capture_line *ret_line)
{
	char *key, *value;

	cursor->at++;
	capture_skip_blanks(cursor);
	key = cursor->line + cursor->at;
	while (cursor->at < cursor->len && !capture_is_blank(cursor->line[cursor->at]))
		cursor->at++;
	value = cursor->line + cursor->len;
	if (cursor->at < cursor->len) {
		cursor->line[cursor->at++] = '\0';
		capture_skip_blanks(cursor);
		value = cursor->line + cursor->at;
	}
	/* A '#' alone divides, it says nothing. */
	ret_line->kind = key[0] != '\0' ? CAPTURE_FACT : CAPTURE_NOTHING;
	ret_line->key = key;
	ret_line->value = value;
}

/* capture_check_head: the first line must be the name and version of the format. */
static int
capture_check_head(struct capture_cursor *cursor, const struct capture_line *line)
{
	struct text cause;
	size_t column;

	if (line->kind != CAPTURE_FACT || strcmp(line->key, CAPTURE_NAME) != 0 ||
	    strncmp(line->value, "capture", 7) != 0)
		return capture_fail(cursor, 0, CAPTURE_NOT_ONE);
	if (strcmp(line->value, CAPTURE_VERSION) == 0)
		return 0;

	column = (size_t)(line->value - cursor->line) + 7;
	while (capture_is_blank(cursor->line[column]))
		column++;
	if (strcmp(cursor->line + column, "1") == 0)
		return 0; /* more than one blank before the version */
	cause = capture_fail_begin(cursor, column);
	text_string(&cause, "capture version '");
	for (size_t i = column; i < cursor->len && i < column + 16; i++)
		text_char(&cause, cursor->line[i] == '\t' ? ' ' : cursor->line[i]);
	text_string(&cause, "': only version 1 can be read");
	return -EBADMSG;
}

/* capture_parse_time: digits at the cursor into *ret_us. */
static int
capture_parse_time(struct capture_cursor *cursor, uint64_t *ret_us)
{
	size_t begin = cursor->at;
	uint64_t t_us = 0;

	for (; cursor->at < cursor->len; cursor->at++) {
		char c = cursor->line[cursor->at];
		uint64_t digit = (uint64_t)(c - '0');

		if (c < '0' || c > '9')
			break;
		/* UINT64_MAX itself is taken: it stands for "unknown" elsewhere. */
		if (t_us > (UINT64_MAX - 1 - digit) / 10)
			return capture_fail(cursor, begin, "time stamp does not fit in 64 bits");
		t_us = t_us * 10 + digit;
	}
	if (cursor->at == begin)
		return capture_fail_char(cursor, begin,
		                         "expected '#' or a time stamp in microseconds, found");
	*ret_us = t_us;
	return 0;
}

/* capture_parse_hex: decode the hex from the cursor to the end of the line onto its own beginning.
 * Blanks between bytes are skipped. */
static int
capture_parse_hex(struct capture_cursor *cursor, struct capture_line *ret_line)
{
	uint8_t *bytes = (uint8_t *)cursor->line + cursor->at;
	size_t begin = cursor->at, len = 0;

	while (cursor->at < cursor->len) {
		int high, low;

		high = capture_hex_digit(cursor->line[cursor->at]);
		if (high < 0)
			return capture_fail_char(cursor, cursor->at, "expected a hex digit, found");
		if (cursor->at + 1 >= cursor->len)
			return capture_fail(cursor, cursor->at, "odd number of hex digits");
		low = capture_hex_digit(cursor->line[cursor->at + 1]);
		if (low < 0 && capture_is_blank(cursor->line[cursor->at + 1]))
			return capture_fail(cursor, cursor->at, "odd number of hex digits");
		if (low < 0)
			return capture_fail_char(cursor, cursor->at + 1,
			                         "expected a hex digit, found");
		/* Never ahead of the reading place: two characters make one byte. */
		bytes[len++] = (uint8_t)(high << 4 | low);
		cursor->at += 2;
		capture_skip_blanks(cursor);
	}
	if (len == 0)
		return capture_fail(cursor, begin, "no bytes after the direction");
	ret_line->bytes = bytes;
	ret_line->len = len;
	return 0;
}

/* capture_fail_time: a time stamp cannot follow the one before. */
static int
capture_fail_time(struct capture_cursor *cursor, size_t at, uint64_t t_us, uint64_t last_us,
                  const char *why)
{
	struct text cause = capture_fail_begin(cursor, at);

	text_string(&cause, "time stamp ");
	text_unsigned(&cause, t_us, 1);
	text_string(&cause, " after ");
	text_unsigned(&cause, last_us, 1);
	text_string(&cause, why);
	return -EBADMSG;
}

/* capture_check_time: does t_us follow the last time stamp? The first one may be any. */
static int
capture_check_time(struct capture_cursor *cursor, size_t at, const struct capture_reader *reader,
                   uint64_t t_us)
{
	if (t_us < reader->last_us)
		return capture_fail_time(cursor, at, t_us, reader->last_us,
		                         ": time stamps never decrease");
	if (reader->stamped && t_us - reader->last_us > WAIT_MAX_US)
		return capture_fail_time(cursor, at, t_us, reader->last_us,
		                         ": ten years and more lie between them");
	return 0;
}

/* capture_parse_entry: a line that begins with a time stamp. */
static int
capture_parse_entry(struct capture_cursor *cursor, const struct capture_reader *reader,
                    struct capture_line *ret_line)
{
	size_t begin = cursor->at;
	char direction;
	int r;

	r = capture_parse_time(cursor, &ret_line->t_us);
	if (r < 0)
		return r;
	r = capture_check_time(cursor, begin, reader, ret_line->t_us);
	if (r < 0)
		return r;

	capture_skip_blanks(cursor);
	if (cursor->at >= cursor->len)
		return capture_fail(cursor, cursor->at,
		                    "expected '<', '>' or '!', found the end of the line");
	direction = cursor->line[cursor->at];
	if (direction != '<' && direction != '>' && direction != '!')
		return capture_fail_char(cursor, cursor->at, "expected '<', '>' or '!', found");
	cursor->at++;
	capture_skip_blanks(cursor);

	if (direction != '!') {
		ret_line->kind = direction == '<' ? CAPTURE_FROM_BOARD : CAPTURE_TO_BOARD;
		return capture_parse_hex(cursor, ret_line);
	}
	if (cursor->at >= cursor->len)
		return capture_fail(cursor, cursor->at, "no event after '!'");
	ret_line->kind = CAPTURE_HOST;
	ret_line->json = cursor->line + cursor->at;
	return 0;
}

/* capture_trim: take off what may end the line. A control character inside it says that this is no
 * text, and the NUL would cut a fact or an event short. */
static int
capture_trim(struct capture_cursor *cursor)
{
	if (cursor->len > 0 && cursor->line[cursor->len - 1] == '\r')
		cursor->len--;
	while (cursor->len > 0 && capture_is_blank(cursor->line[cursor->len - 1]))
		cursor->len--;
	for (size_t i = 0; i < cursor->len; i++) {
		if (capture_is_control(cursor->line[i]) && cursor->line[i] != '\t')
			return capture_fail_char(cursor, i, "control character,");
	}
	cursor->line[cursor->len] = '\0';
	return 0;
}

void
capture_reader_init(struct capture_reader *reader)
{
	reader->line = 0;
	reader->last_us = 0;
	reader->stamped = false;
}

int
capture_parse(struct capture_reader *reader, char *line, size_t len, struct capture_line *ret_line,
              struct capture_error *ret_error)
{
	struct capture_line parsed = { .kind = CAPTURE_NOTHING };
	struct capture_error error;
	struct capture_cursor cursor = { .line = line, .len = len, .error = &error };
	int r;

	cursor.number = ++reader->line;
	r = capture_trim(&cursor);
	if (r < 0 && cursor.number == 1)
		r = capture_fail(&cursor, 0, CAPTURE_NOT_ONE);
	if (r == 0) {
		capture_skip_blanks(&cursor);
		if (line[cursor.at] == '#')
			capture_parse_fact(&cursor, &parsed);
		else if (cursor.at < cursor.len && cursor.number > 1)
			r = capture_parse_entry(&cursor, reader, &parsed);
	}
	if (r == 0 && cursor.number == 1)
		r = capture_check_head(&cursor, &parsed);
	if (r < 0) {
		*ret_error = error;
		return r;
	}
	if (parsed.kind != CAPTURE_FACT && parsed.kind != CAPTURE_NOTHING) {
		reader->last_us = parsed.t_us;
		reader->stamped = true;
	}
	*ret_line = parsed;
	return 0;
}

/* capture_put_clean: string with every control character as `instead`, so that it stays a line. */
static void
capture_put_clean(struct text *text, const char *string, char instead)
{
	for (; *string; string++)
		text_char(text, capture_is_control(*string) ? instead : *string);
}

void
capture_format_head(struct text *text, const char *driver)
{
	text_string(text, "# " CAPTURE_NAME " " CAPTURE_VERSION "\n");
	capture_format_fact(text, "driver", driver);
}

void
capture_format_fact(struct text *text, const char *key, const char *value)
{
	text_string(text, "# ");
	/* A blank would end the key. */
	for (; *key; key++)
		text_char(text, capture_is_control(*key) || *key == ' ' ? '_' : *key);
	if (value[0] != '\0')
		text_char(text, ' ');
	capture_put_clean(text, value, ' ');
	text_char(text, '\n');
}

void
capture_format_bytes(struct text *text, uint64_t t_us, char direction, const uint8_t *bytes,
                     size_t len)
{
	INVARIANT(direction == '<' || direction == '>');
	INVARIANT(len > 0);
	text_unsigned(text, t_us, 1);
	text_char(text, ' ');
	text_char(text, direction);
	text_char(text, ' ');
	text_hex(text, bytes, len);
	text_char(text, '\n');
}

void
capture_format_host(struct text *text, uint64_t t_us, const char *json)
{
	text_unsigned(text, t_us, 1);
	text_string(text, " ! ");
	/* Between the tokens of JSON a blank is as good as a newline, and in a string there is none. */
	capture_put_clean(text, json, ' ');
	text_char(text, '\n');
}
