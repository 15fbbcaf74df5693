/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pgn/pgn_parse.h"

#include <string.h>

#include "core/chess/fen.h"

#define PGN_NAME_MAX 255 /* characters of a tag name (PGN standard, 7) */

/* pgn_value_end: where the tag value that begins at `begin` ends, at its closing quote; 0 when
 * there is none before line_end.
 *
 * The closing quote is the one with ']' behind it, so a quote inside a value does no harm even when
 * it is not escaped. Where only an escaped quote would do, the backslash belongs to the value.
 */
static size_t
pgn_value_end(const char *text, size_t begin, size_t line_end)
{
	size_t escaped = 0;

	for (size_t i = begin; i < line_end; i++) {
		size_t j = i + 1;
		bool is_escaped = false;

		if (text[i] == '\\' && j < line_end && (text[j] == '"' || text[j] == '\\')) {
			is_escaped = true;
			i = j++;
		}
		if (text[i] != '"')
			continue;
		while (j < line_end && pgn_is_blank(text[j]))
			j++;
		if (j >= line_end || text[j] != ']')
			continue;
		if (!is_escaped)
			return i;
		escaped = i;
	}
	return escaped;
}

/* pgn_store: append `bytes` to the tag text, unescaped when `unescape`; NULL when it is full. */
static const char *
pgn_store(struct pgn_parse *parse, const char *bytes, size_t len, bool unescape)
{
	char *text = parse->game->tag_text;
	size_t begin = parse->tag_used, used = begin;

	for (size_t i = 0; i < len; i++) {
		char c = bytes[i];

		if (unescape && c == '\\' && i + 1 < len &&
		    (bytes[i + 1] == '"' || bytes[i + 1] == '\\'))
			c = bytes[++i];
		if (used + 1 >= PGN_TAG_TEXT)
			return NULL;
		text[used++] = c != '\0' ? c : ' ';
	}
	if (used >= PGN_TAG_TEXT)
		return NULL;
	text[used++] = '\0';
	parse->tag_used = used;
	return text + begin;
}

/* pgn_add_tag: keep the tag; place is where it begins. */
static enum pgn_step
pgn_add_tag(struct pgn_parse *parse, const struct pgn_reader *place, const struct pgn_reader *name,
            size_t name_len, const struct pgn_reader *value, size_t value_len)
{
	struct pgn_game *game = parse->game;
	struct pgn_tag tag;

	if (game->n_tags >= PGN_TAGS_MAX)
		return pgn_fail(parse, place, "more tags in one game than can be kept");
	tag.name = pgn_store(parse, name->text + name->at, name_len, false);
	tag.value = tag.name ? pgn_store(parse, value->text + value->at, value_len, true) : NULL;
	if (!tag.value)
		return pgn_fail(parse, place, "more text in the tags of one game than can be kept");
	if (strcmp(tag.name, "FEN") == 0 && !pgn_tag_value(game->tags, game->n_tags, "FEN"))
		parse->fen_place = *value;
	game->tags[game->n_tags++] = tag;
	return PGN_STEP_ON;
}

/* pgn_read_tag: read `[Name "value"]`; the reading place is at its '['. */
static enum pgn_step
pgn_read_tag(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	const struct pgn_reader place = *reader;
	struct pgn_reader name, value;
	size_t name_len, end, line_end;

	pgn_advance(reader, 1);
	pgn_skip_blanks_on_line(reader);
	name = *reader;
	while (pgn_is_name_char(pgn_char(reader, 0)))
		pgn_advance(reader, 1);
	name_len = reader->at - name.at;
	if (name_len == 0)
		return pgn_fail(parse, &name,
		                "expected a tag name (letters, digits, '_') after '['");
	if (name_len > PGN_NAME_MAX)
		return pgn_fail(parse, &name, "tag name longer than 255 characters");
	pgn_skip_blanks_on_line(reader);
	if (pgn_char(reader, 0) != '"') {
		struct text cause = pgn_fail_begin(parse, reader);

		text_string(&cause, "expected '\"' behind the tag name ");
		pgn_quote(&cause, name.text + name.at, name_len);
		return PGN_STEP_FAILED;
	}
	pgn_advance(reader, 1);
	value = *reader;

	line_end = reader->at;
	while (line_end < reader->len && !pgn_is_newline(reader->text[line_end]))
		line_end++;
	end = pgn_value_end(reader->text, reader->at, line_end);
	if (end == 0)
		return pgn_fail_quote(parse, &name, "tag ", name_len,
		                      " does not end with '\"]' on its line");
	pgn_advance(reader, end + 1 - reader->at);
	pgn_skip_blanks_on_line(reader);
	pgn_advance(reader, 1); /* the ']' that pgn_value_end has seen */
	return pgn_add_tag(parse, &place, &name, name_len, &value, end - value.at);
}

/* pgn_has_tag: has this game a tag named name[len] already? */
static bool
pgn_has_tag(const struct pgn_game *game, const char *name, size_t len)
{
	for (size_t i = 0; i < game->n_tags; i++) {
		if (strncmp(game->tags[i].name, name, len) == 0 && game->tags[i].name[len] == '\0')
			return true;
	}
	return false;
}

enum pgn_step
pgn_read_tags(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;

	for (;;) {
		const char *name = NULL;
		bool empty_line;
		size_t len;

		pgn_skip_filling(reader, &empty_line);
		if (pgn_char(reader, 0) != '[')
			return PGN_STEP_ON;
		len = pgn_name_at(reader, &name);
		if (len > 0 && pgn_has_tag(parse->game, name, len) &&
		    (empty_line || (len == 5 && memcmp(name, "Event", 5) == 0)))
			return PGN_STEP_ON;
		if (pgn_read_tag(parse) == PGN_STEP_FAILED)
			return PGN_STEP_FAILED;
	}
}

/* pgn_contains: is word, in lower case, somewhere in string, in any case? */
static bool
pgn_contains(const char *string, const char *word)
{
	for (; *string; string++) {
		size_t i = 0;

		while (word[i] != '\0' &&
		       (string[i] >= 'A' && string[i] <= 'Z' ? string[i] - 'A' + 'a' : string[i]) ==
		               word[i])
			i++;
		if (word[i] == '\0')
			return true;
	}
	return false;
}

enum pgn_step
pgn_read_start(struct pgn_parse *parse)
{
	struct pgn_game *game = parse->game;
	const char *variant = pgn_tag_value(game->tags, game->n_tags, "Variant");
	const char *fen = pgn_tag_value(game->tags, game->n_tags, "FEN");
	bool goes_on = pgn_tag_value(game->tags, game->n_tags, "Continuation") != NULL;
	struct position start;
	struct fen_error fault;

	position_start(&start);
	if (fen &&
	    (goes_on ? fen_parse_standing : fen_parse)(fen, strlen(fen), &start, &fault) < 0) {
		struct pgn_reader place = parse->fen_place;
		struct text cause;

		place.at += fault.column > 0 ? (size_t)fault.column - 1 : 0;
		cause = pgn_fail_begin(parse, &place);
		text_string(&cause, "FEN: ");
		text_string(&cause, fault.cause);
		return PGN_STEP_FAILED;
	}
	if (parse->reader->chess960 ||
	    (variant && (pgn_contains(variant, "960") || pgn_contains(variant, "fischer") ||
	                 pgn_contains(variant, "freestyle"))))
		start.chess960 = true;
	game_init(&game->game, &start, game->game.plies, game->game.capacity);
	return PGN_STEP_ON;
}
