/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of a case file, shared by the files that write it: case_text.c the page and what the alert says, case_board.c the
 * positions, case_said.c what was said around it, case_words.c that in words, case_moves.c the moves until then; case_put.c how each of
 * them is put.
 */
#pragma once

#include "core/game/game.h"
#include "daemon/case_file.h"
#include "daemon/texts.h"

/* What is being put on a page. */
enum case_block { CASE_NOTHING, CASE_LIST, CASE_LOG, CASE_COLUMNS };

struct case_writing {
	const struct case_file *file;
	int language;
	bool html;
	FILE *out;
	enum case_block *block; /* open on the page */
	bool *section;          /* one is open there */
};

/* case_word: in its language. case_side_word: White or Black. */
const char *case_word(const struct case_writing *to, enum text_key which);
const char *case_side_word(const struct case_writing *to, enum color side);

/* case_put: as it stands, on a page with its signs escaped; what steers a terminal or turns the direction of a line is not
 * put. case_put_heading: another part begins. case_put_line: a line of it; case_put_filled: one whose places are filled from
 * values[n]; case_put_columns: one whose blanks count; case_put_at: what happened at a time, what[n] one behind the other, `time`
 * being that of the day or "". case_put_close: what comes next is put by itself. case_put_end: the last part ends. */
void case_put(const struct case_writing *to, const char *text);
void case_put_heading(const struct case_writing *to, enum text_key which);
void case_put_line(const struct case_writing *to, const char *text);
void case_put_columns(const struct case_writing *to, const char *text);
void case_put_at(const struct case_writing *to, uint64_t t_us, const char *time,
                 const char *const what[], size_t n);
void case_put_close(const struct case_writing *to);
void case_put_end(const struct case_writing *to);
void case_put_filled(const struct case_writing *to, enum text_key which,
                     const struct text_value *values, size_t n);

/* case_format_clock: "1:23:45", "-" where it is not known. */
void case_format_clock(int32_t seconds, char *buffer, size_t size);

/* case_say: a host event in words; "" where we have none for it. */
#define CASE_SAID_SIZE 512
void case_say(const struct case_writing *to, const char *json, char buffer[CASE_SAID_SIZE]);

/* case_put_squares: a diagram, White below. case_put_position: with its FEN. case_put_changes: a line of those `words` for each
 * square on which somebody else stands. */
void case_put_squares(const struct case_writing *to, const uint8_t squares[64]);
void case_put_position(const struct case_writing *to, const struct position *position);
void case_put_changes(const struct case_writing *to, enum text_key words,
                      const struct position *before, const uint8_t after[64]);

/* case_has_moves: is it an alert that the moves until then decide? case_take_moves: they are those of *game; 0, or -1 when
 * memory is out. case_put_moves: with a heading, where it has them. */
bool case_has_moves(enum alert_id id);
int case_take_moves(const struct game *game, struct case_file *file);
void case_put_moves(const struct case_writing *to);

/* case_put_related: with a heading, where anything is (case_related.c). case_is_counted_once: is one of them about the same
 * move, and both are illegal moves? */
void case_put_related(const struct case_writing *to);
bool case_is_counted_once(const struct case_file *file);

/* The parts of case_said.c, each with its heading; that about hands only where there is evidence of them. */
void case_put_hands(const struct case_writing *to);
void case_put_decisions(const struct case_writing *to);
void case_put_around(const struct case_writing *to);
