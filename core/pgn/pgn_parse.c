/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pgn/pgn_parse.h"

#include <string.h>

#define PGN_QUOTE_MAX 32 /* bytes of the input shown in an error */

void
pgn_advance(struct pgn_reader *reader, size_t n)
{
	for (; n > 0 && !pgn_at_end(reader); n--) {
		char c = reader->text[reader->at++];

		if (c == '\n' || (c == '\r' && pgn_char(reader, 0) != '\n')) {
			reader->line++;
			reader->line_start = reader->at;
		}
	}
}

void
pgn_skip_line(struct pgn_reader *reader)
{
	size_t line = reader->line;

	while (!pgn_at_end(reader) && reader->line == line)
		pgn_advance(reader, 1);
}

size_t
pgn_blank_len(const struct pgn_reader *reader)
{
	size_t left = reader->len - reader->at;
	const char *p = reader->text + reader->at;

	if (left >= 1 && (pgn_is_blank(*p) || pgn_is_newline(*p)))
		return 1;
	if (left >= 2 && memcmp(p, "\xc2\xa0", 2) == 0)
		return 2;
	if (left >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
		return 3;
	return 0;
}

void
pgn_skip_blanks_on_line(struct pgn_reader *reader)
{
	while (!pgn_at_end(reader) && pgn_is_blank(pgn_char(reader, 0)))
		pgn_advance(reader, 1);
}

bool
pgn_is_escape(const struct pgn_reader *reader)
{
	return pgn_char(reader, 0) == '%' && reader->at == reader->line_start;
}

size_t
pgn_name_at(const struct pgn_reader *reader, const char **ret_name)
{
	size_t i = 1, begin;

	if (pgn_char(reader, 0) != '[')
		return 0;
	while (i < reader->len - reader->at && pgn_is_blank(pgn_char(reader, i)))
		i++;
	begin = i;
	while (pgn_is_name_char(pgn_char(reader, i)))
		i++;
	*ret_name = reader->text + reader->at + begin;
	begin = i - begin;
	while (i < reader->len - reader->at && pgn_is_blank(pgn_char(reader, i)))
		i++;
	return pgn_char(reader, i) == '"' ? begin : 0;
}

struct pgn_reader
pgn_after_blanks(const struct pgn_reader *reader)
{
	struct pgn_reader place = *reader;
	size_t blank;

	while (!pgn_is_newline(pgn_char(&place, 0)) && (blank = pgn_blank_len(&place)) > 0)
		pgn_advance(&place, blank);
	return place;
}

bool
pgn_is_empty_line(const struct pgn_reader *reader)
{
	struct pgn_reader place = pgn_after_blanks(reader);

	return pgn_at_end(&place) || pgn_is_newline(pgn_char(&place, 0));
}

bool
pgn_begins_game(const struct pgn_reader *reader, bool after_empty_line)
{
	struct pgn_reader place = pgn_after_blanks(reader);
	const char *name = NULL;
	size_t len = pgn_name_at(&place, &name);

	return len > 0 && (after_empty_line || (len == 5 && memcmp(name, "Event", 5) == 0));
}

void
pgn_skip_filling(struct pgn_reader *reader, bool *ret_empty_line)
{
	size_t text_line = reader->line; /* the last line with anything on it */

	*ret_empty_line = false;
	while (!pgn_at_end(reader)) {
		size_t blank = pgn_blank_len(reader);

		if (blank > 0) {
			pgn_advance(reader, blank);
		} else if (pgn_char(reader, 0) == ';' || pgn_is_escape(reader)) {
			text_line = reader->line;
			pgn_skip_line(reader);
		} else {
			break;
		}
		if (reader->line > text_line + 1)
			*ret_empty_line = true;
	}
}

struct text
pgn_fail_begin(struct pgn_parse *parse, const struct pgn_reader *place)
{
	struct text cause;

	parse->error->line = place->line;
	parse->error->column = place->at - place->line_start + 1;
	text_begin(&cause, parse->error->cause, sizeof(parse->error->cause));
	return cause;
}

enum pgn_step
pgn_fail(struct pgn_parse *parse, const struct pgn_reader *place, const char *why)
{
	struct text cause = pgn_fail_begin(parse, place);

	text_string(&cause, why);
	return PGN_STEP_FAILED;
}

void
pgn_quote(struct text *cause, const char *bytes, size_t len)
{
	text_char(cause, '\'');
	for (size_t i = 0; i < len && i < PGN_QUOTE_MAX; i++) {
		uint8_t byte = (uint8_t)bytes[i];

		if (byte >= ' ' && byte < 0x7f) {
			text_char(cause, bytes[i]);
		} else {
			text_string(cause, "\\x");
			text_hex(cause, &byte, 1);
		}
	}
	text_string(cause, len > PGN_QUOTE_MAX ? "...'" : "'");
}

enum pgn_step
pgn_fail_quote(struct pgn_parse *parse, const struct pgn_reader *place, const char *before,
               size_t len, const char *after)
{
	struct text cause = pgn_fail_begin(parse, place);

	text_string(&cause, before);
	pgn_quote(&cause, place->text + place->at, len);
	text_string(&cause, after);
	return PGN_STEP_FAILED;
}
