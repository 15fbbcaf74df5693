/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inside the PGN reader: its characters, its errors, its two halves (tags, movetext).
 *
 * A place in the text, to name in an error or to go back to, is a copy of the reader.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"
#include "core/pgn/pgn.h"

/* One call of pgn_next. */
struct pgn_parse {
	struct pgn_reader *reader;
	struct pgn_game *game;
	struct pgn_error *error;
	size_t tag_used;             /* bytes of game->tag_text */
	struct pgn_reader fen_place; /* where the value of the FEN tag begins */
};

enum pgn_step {
	PGN_STEP_ON,     /* this token is read, go on */
	PGN_STEP_RESULT, /* it was the result: the game is over */
	PGN_STEP_NEXT,   /* here begins the next game: this one is over, without a result token */
	PGN_STEP_FAILED, /* parse->error is set */
};

static inline bool
pgn_at_end(const struct pgn_reader *reader)
{
	return reader->at >= reader->len;
}

/* pgn_char: the character `ahead` of the reading place; NUL behind the end. */
static inline char
pgn_char(const struct pgn_reader *reader, size_t ahead)
{
	return ahead < reader->len - reader->at ? reader->text[reader->at + ahead] : '\0';
}

static inline bool
pgn_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
}

static inline bool
pgn_is_newline(char c)
{
	return c == '\n' || c == '\r';
}

static inline bool
pgn_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
pgn_is_name_char(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || pgn_is_digit(c) || c == '_';
}

/* pgn_advance: step over n characters and keep count of lines. LF, CR LF and CR alone end a
 * line. */
void pgn_advance(struct pgn_reader *reader, size_t n);

/* pgn_skip_line: go to the beginning of the next line. */
void pgn_skip_line(struct pgn_reader *reader);

/* pgn_skip_blanks_on_line: go to the next character of this line that is no blank, or its end. */
void pgn_skip_blanks_on_line(struct pgn_reader *reader);

/* pgn_blank_len: bytes of the blank or newline at the reading place, 0 when there is none. A
 * no-break space and a byte order mark in the middle (joined files) are blanks too. */
size_t pgn_blank_len(const struct pgn_reader *reader);

/* pgn_is_escape: does a line that programs are told to ignore ('%' in column 1) begin here? */
bool pgn_is_escape(const struct pgn_reader *reader);

/* pgn_name_at: the length of the tag name, and the name itself, when what stands at the reading
 * place looks like the beginning of a tag pair, `[Name "`; else 0. */
size_t pgn_name_at(const struct pgn_reader *reader, const char **ret_name);

/* pgn_after_blanks: the first character behind the blanks here, on this line. */
struct pgn_reader pgn_after_blanks(const struct pgn_reader *reader);

/* pgn_is_empty_line: is there nothing on the line that begins here? */
bool pgn_is_empty_line(const struct pgn_reader *reader);

/* pgn_begins_game: does the line that begins here look like the beginning of a game, even to
 * somebody who has lost his way: a tag behind an empty line, or the tag Event? */
bool pgn_begins_game(const struct pgn_reader *reader, bool after_empty_line);

/* pgn_skip_filling: blanks, escaped lines and ';' comments; *ret_empty_line says whether an empty
 * line was among them. */
void pgn_skip_filling(struct pgn_reader *reader, bool *ret_empty_line);

/* pgn_fail_begin: start the error at *place; the caller writes the cause and returns
 * PGN_STEP_FAILED. */
struct text pgn_fail_begin(struct pgn_parse *parse, const struct pgn_reader *place);

/* pgn_fail: an error at *place whose cause needs no more than a sentence. */
enum pgn_step pgn_fail(struct pgn_parse *parse, const struct pgn_reader *place, const char *why);

/* pgn_fail_quote: the cause is `before`, the len bytes at *place in quotes, `after`. */
enum pgn_step pgn_fail_quote(struct pgn_parse *parse, const struct pgn_reader *place,
                             const char *before, size_t len, const char *after);

/* pgn_quote: write a piece of the input, cut, in quotes and fit for a log. */
void pgn_quote(struct text *cause, const char *bytes, size_t len);

/* pgn_read_tags: read all tags of the game at the reading place. */
enum pgn_step pgn_read_tags(struct pgn_parse *parse);

/* pgn_read_start: begin the game from the position that the tags FEN and Variant say. */
enum pgn_step pgn_read_start(struct pgn_parse *parse);

/* pgn_read_moves: read the movetext, the result with it. */
enum pgn_step pgn_read_moves(struct pgn_parse *parse);

/* pgn_brace: read the comment whose '{' is at the reading place; in the mainline, its [%clk] times
 * the last ply. A comment that does not end leaves the reading place where it is; one that would
 * swallow the next game does not end. */
enum pgn_step pgn_brace(struct pgn_parse *parse, bool in_mainline);
