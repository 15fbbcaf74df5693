/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pgn/pgn_parse.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/chess/san.h"

#define PGN_HOURS_MAX 99999 /* of a [%clk]: far above any clock, far below overflow */
#define PGN_TOKEN_MAX 256   /* one more than the longest token allowed (PGN standard, 7) */

/* pgn_sixtieth: the value 0..59 of one or two digits at *at; -1 when there is none. */
static int
pgn_sixtieth(const char *text, size_t len, size_t *at)
{
	int value = 0, n = 0;

	for (; n < 2 && *at < len && pgn_is_digit(text[*at]); n++)
		value = value * 10 + (text[(*at)++] - '0');
	return n > 0 && value < 60 ? value : -1;
}

/* pgn_clock_value: the time in text[len], which begins behind "[%clk": H:MM:SS, whose fraction is
 * dropped as a clock would. Anything else is CLOCK_UNKNOWN, "1:30" too: some programs mean minutes
 * and seconds by it, others hours and minutes, and a time is never guessed. */
static int32_t
pgn_clock_value(const char *text, size_t len)
{
	int32_t hours = 0;
	int minutes, seconds;
	size_t at = 0, begin;

	while (at < len && (pgn_is_blank(text[at]) || pgn_is_newline(text[at])))
		at++;
	for (begin = at; at < len && pgn_is_digit(text[at]) && hours <= PGN_HOURS_MAX; at++)
		hours = hours * 10 + (text[at] - '0');
	if (at == begin || hours > PGN_HOURS_MAX || at >= len || text[at++] != ':')
		return CLOCK_UNKNOWN;
	minutes = pgn_sixtieth(text, len, &at);
	if (minutes < 0 || at >= len || text[at++] != ':')
		return CLOCK_UNKNOWN;
	seconds = pgn_sixtieth(text, len, &at);
	if (seconds < 0)
		return CLOCK_UNKNOWN;
	if (at < len && text[at] == '.') {
		for (at++; at < len && pgn_is_digit(text[at]); at++)
			;
	}
	while (at < len && (pgn_is_blank(text[at]) || pgn_is_newline(text[at])))
		at++;
	if (at >= len || text[at] != ']')
		return CLOCK_UNKNOWN;
	return hours * 3600 + minutes * 60 + seconds;
}

/* pgn_time_ply: let the last [%clk] of a comment time the ply before it. */
static void
pgn_time_ply(struct game *game, const char *comment, size_t len)
{
	static const char command[] = "[%clk";
	const size_t command_len = sizeof(command) - 1;
	const char *end = comment + len, *p = comment;

	if (game->n_plies == 0)
		return;
	while ((size_t)(end - p) > command_len &&
	       (p = memchr(p, '[', (size_t)(end - p) - command_len)) != NULL) {
		if (memcmp(p, command, command_len) == 0) {
			int32_t clock_s;

			p += command_len;
			clock_s = pgn_clock_value(p, (size_t)(end - p));
			if (clock_s >= 0)
				game->plies[game->n_plies - 1].clock_s = clock_s;
		} else {
			p++;
		}
	}
}

enum pgn_step
pgn_brace(struct pgn_parse *parse, bool in_mainline)
{
	struct pgn_reader *reader = parse->reader;
	struct pgn_reader end = *reader;
	bool after_empty_line = false;
	size_t line = end.line;

	do {
		pgn_advance(&end, 1);
		if (end.line != line) {
			if (pgn_begins_game(&end, after_empty_line))
				break;
			after_empty_line = pgn_is_empty_line(&end);
			line = end.line;
		}
	} while (!pgn_at_end(&end) && pgn_char(&end, 0) != '}');
	if (pgn_char(&end, 0) != '}')
		return pgn_fail(parse, reader,
		                "unterminated comment: there is no '}' for this '{'");

	if (in_mainline)
		pgn_time_ply(&parse->game->game, reader->text + reader->at, end.at - reader->at);
	*reader = end;
	pgn_advance(reader, 1);
	return PGN_STEP_ON;
}

/* pgn_rest_of_line: read the ';' comment at the reading place. */
static enum pgn_step
pgn_rest_of_line(struct pgn_parse *parse, bool in_mainline)
{
	struct pgn_reader *reader = parse->reader;
	const char *begin = reader->text + reader->at;

	pgn_skip_line(reader);
	if (in_mainline)
		pgn_time_ply(&parse->game->game, begin,
		             (size_t)(reader->text + reader->at - begin));
	return PGN_STEP_ON;
}

/* pgn_variation: skip the variation whose '(' is at the reading place, and all within it. */
static enum pgn_step
pgn_variation(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	const struct pgn_reader begin = *reader;
	size_t depth = 0;
	const char *name;

	while (!pgn_at_end(reader)) {
		char c = pgn_char(reader, 0);

		if (c == '{') {
			if (pgn_brace(parse, false) == PGN_STEP_FAILED)
				return PGN_STEP_FAILED;
			continue;
		}
		if (c == ';' || pgn_is_escape(reader)) {
			pgn_skip_line(reader);
			continue;
		}
		if (c == '[' && pgn_name_at(reader, &name) > 0)
			break;
		pgn_advance(reader, 1);
		if (c == '(')
			depth++;
		else if (c == ')' && --depth == 0)
			return PGN_STEP_ON;
	}
	*reader = begin;
	return pgn_fail(parse, &begin, "unterminated variation: there is no ')' for this '('");
}

/* pgn_ends_token: can c not be part of a move or a result? */
static bool
pgn_ends_token(char c)
{
	return pgn_is_blank(c) || pgn_is_newline(c) || strchr("{}()[];$*", c) != NULL;
}

/* pgn_fail_move: `what 'e4' (ply 12) after`. */
static enum pgn_step
pgn_fail_move(struct pgn_parse *parse, const struct pgn_reader *place, const char *what, size_t len,
              const char *after)
{
	struct text cause = pgn_fail_begin(parse, place);

	text_string(&cause, what);
	text_char(&cause, ' ');
	pgn_quote(&cause, place->text + place->at, len);
	text_string(&cause, " (ply ");
	text_unsigned(&cause, (uint64_t)parse->game->game.n_plies + 1, 1);
	text_char(&cause, ')');
	text_string(&cause, after);
	return PGN_STEP_FAILED;
}

/* pgn_set_result: what the movetext or the Result tag says. "*" does not undo a mate, and where the
 * board agrees it is the better witness of how the game ended. */
static void
pgn_set_result(struct game *game, enum game_result result)
{
	if (result != RESULT_NONE && result != (enum game_result)game->result)
		game_set_result(game, result, END_OPEN);
}

static const struct pgn_result {
	const char *token;
	enum game_result result;
} pgn_results[] = {
	{ "1-0", RESULT_WHITE_WINS },
	{ "0-1", RESULT_BLACK_WINS },
	{ "1/2-1/2", RESULT_DRAW },
	{ "1/2", RESULT_DRAW },
};

/* pgn_result_of: the result that text[len] is, or NULL. */
static const struct pgn_result *
pgn_result_of(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(pgn_results) / sizeof(pgn_results[0]); i++) {
		if (strlen(pgn_results[i].token) == len &&
		    memcmp(pgn_results[i].token, text, len) == 0)
			return &pgn_results[i];
	}
	return NULL;
}

/* pgn_token_len: the length of the token at the reading place. A promotion as "e8(Q)" is one. */
static size_t
pgn_token_len(const struct pgn_reader *reader)
{
	size_t left = reader->len - reader->at, len = 0;

	while (len < left && len < PGN_TOKEN_MAX) {
		char c = pgn_char(reader, len);
		char before = len > 0 ? pgn_char(reader, len - 1) : '\0';

		if (c == '(' && (before == '1' || before == '8') && left - len >= 3 &&
		    pgn_char(reader, len + 1) != '\0' &&
		    strchr("QRBNqrbn", pgn_char(reader, len + 1)) &&
		    pgn_char(reader, len + 2) == ')')
			len += 3;
		else if (pgn_ends_token(c))
			break;
		else
			len++;
	}
	return len;
}

/* pgn_is_one_of: is text[len] one of the words of the NULL-terminated list? */
static bool
pgn_is_one_of(const char *const *words, const char *text, size_t len)
{
	for (; *words; words++) {
		if (strlen(*words) == len && memcmp(*words, text, len) == 0)
			return true;
	}
	return false;
}

static enum pgn_step
pgn_read_move(struct pgn_parse *parse)
{
	static const char *const null_moves[] = { "--",   "<>",   "Z0",   "null", "NULL",
		                                  "pass", "0000", "@@@@", NULL };
	static const char *const en_passant[] = { "e.p.", "e.p", "ep", "ep.", NULL };
	struct pgn_reader *reader = parse->reader;
	struct game *game = &parse->game->game;
	const char *token = reader->text + reader->at;
	size_t len = pgn_token_len(reader);
	enum san_result result;
	uint16_t move;

	if (len == 0)
		return pgn_fail_quote(parse, reader, "a move cannot begin with ", 1, "");
	if (pgn_is_one_of(null_moves, token, len))
		return pgn_fail_move(parse, reader, "null move", len, ": a game has none");
	if (game->n_plies > 0 && pgn_is_one_of(en_passant, token, len)) {
		pgn_advance(reader, len);
		return PGN_STEP_ON;
	}

	result = san_parse(&game->now, token, len, &move);
	/* Engines' files have their own notation where SAN belongs. */
	if (result != SAN_OK && uci_parse(&game->now, token, len, &move) == 0)
		result = SAN_OK;
	switch (result) {
	case SAN_SYNTAX:
		return pgn_fail_move(parse, reader, "not a move:", len, "");
	case SAN_ILLEGAL:
		return pgn_fail_move(parse, reader, "illegal move", len,
		                     movegen_any(&game->now) ? ""
		                     : position_in_check(&game->now)
		                             ? ": checkmate has ended the game"
		                             : ": stalemate has ended the game");
	case SAN_AMBIGUOUS:
		return pgn_fail_move(parse, reader, "ambiguous move", len,
		                     ": it means more than one legal move");
	case SAN_OK:
		break;
	}
	if (game_append(game, move, TIME_UNKNOWN, PLY_COMPLETED) < 0)
		return pgn_fail_move(parse, reader, "no room for", len,
		                     ": the game has too many plies");
	pgn_advance(reader, len);
	return PGN_STEP_ON;
}

/* pgn_read_number: what begins with a digit: a result, castling with zeros, a move number. */
static enum pgn_step
pgn_read_number(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	const char *token = reader->text + reader->at;
	size_t len = pgn_token_len(reader), digits = 0;
	const struct pgn_result *result = pgn_result_of(token, len);

	if (result) {
		pgn_set_result(&parse->game->game, result->result);
		pgn_advance(reader, len);
		return PGN_STEP_RESULT;
	}
	while (digits < len && pgn_is_digit(token[digits]))
		digits++;
	if ((len >= 3 && memcmp(token, "0-0", 3) == 0) ||
	    (len == 4 && memcmp(token, "0000", 4) == 0))
		return pgn_read_move(parse);
	if (digits < len && (token[digits] == '-' || token[digits] == '/' || token[digits] == ':'))
		return pgn_fail_quote(parse, reader, "", len, " is neither a result nor a move");
	pgn_advance(reader, digits);
	return PGN_STEP_ON;
}

/* pgn_read_mark: what begins with + - = / ~ or #: the judgements that old files print for NAGs, or
 * a null move. */
static enum pgn_step
pgn_read_mark(struct pgn_parse *parse)
{
	static const char *const marks[] = { "+",   "++",  "#",   "+-",  "-+", "+/-", "-/+",
		                             "+/=", "=/+", "-/=", "=/-", "+=", "=+",  "-=",
		                             "=-",  "=",   "==",  "~",   "~=", "=~",  NULL };
	struct pgn_reader *reader = parse->reader;
	const char *token = reader->text + reader->at;
	size_t len = pgn_token_len(reader);

	if (!pgn_is_one_of(marks, token, len))
		return pgn_read_move(parse);
	pgn_advance(reader, len);
	return PGN_STEP_ON;
}

static enum pgn_step
pgn_read_nag(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	size_t n = 1;

	while (pgn_is_digit(pgn_char(reader, n)))
		n++;
	if (n == 1)
		return pgn_fail(parse, reader, "expected the number of a NAG after '$'");
	pgn_advance(reader, n);
	return PGN_STEP_ON;
}

/* pgn_read_bracket: a '[' in movetext: the next game, or nothing that belongs there. */
static enum pgn_step
pgn_read_bracket(struct pgn_parse *parse)
{
	const char *name;

	if (pgn_name_at(parse->reader, &name) > 0)
		return PGN_STEP_NEXT;
	return pgn_fail(parse, parse->reader, "'[' in the movetext does not begin a tag");
}

/* pgn_read_token: one token of movetext; the reading place is at its first character. */
static enum pgn_step
pgn_read_token(struct pgn_parse *parse)
{
	struct pgn_reader *reader = parse->reader;
	char c = pgn_char(reader, 0);
	size_t blank = pgn_blank_len(reader);

	if (blank > 0) {
		pgn_advance(reader, blank);
		return PGN_STEP_ON;
	}
	if (pgn_is_digit(c))
		return pgn_read_number(parse);
	if (pgn_is_escape(reader)) {
		pgn_skip_line(reader);
		return PGN_STEP_ON;
	}
	switch (c) {
	case '{':
		return pgn_brace(parse, true);
	case ';':
		return pgn_rest_of_line(parse, true);
	case '(':
		return pgn_variation(parse);
	case '$':
		return pgn_read_nag(parse);
	case '[':
		return pgn_read_bracket(parse);
	case '*':
		pgn_advance(reader, 1);
		return PGN_STEP_RESULT;
	case '.':
	case '!':
	case '?':
		pgn_advance(reader, 1);
		return PGN_STEP_ON;
	case ')':
		return pgn_fail(parse, reader, "')' without a '(' before it");
	case '}':
		return pgn_fail(parse, reader, "'}' without a '{' before it");
	case '+':
	case '-':
	case '=':
	case '/':
	case '~':
	case '#':
		return pgn_read_mark(parse);
	default:
		/* The ellipsis is one character where a word processor has been at the dots. */
		if (reader->len - reader->at >= 3 &&
		    memcmp(reader->text + reader->at, "\xe2\x80\xa6", 3) == 0) {
			pgn_advance(reader, 3);
			return PGN_STEP_ON;
		}
		return pgn_read_move(parse);
	}
}

enum pgn_step
pgn_read_moves(struct pgn_parse *parse)
{
	struct pgn_game *game = parse->game;
	enum pgn_step step = PGN_STEP_ON;

	while (step == PGN_STEP_ON && !pgn_at_end(parse->reader))
		step = pgn_read_token(parse);
	if ((step == PGN_STEP_ON || step == PGN_STEP_NEXT) && game->game.result == RESULT_NONE) {
		const char *tag = pgn_tag_value(game->tags, game->n_tags, "Result");
		const struct pgn_result *result = tag ? pgn_result_of(tag, strlen(tag)) : NULL;

		if (result)
			pgn_set_result(&game->game, result->result);
	}
	return step;
}
