/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PGN: tags, the export format out, the mainline in.
 *
 * Source: PGN standard (Edwards 1994) with the [%clk] command of its 2001 supplement.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/offers.h"

struct pgn_tag {
	const char *name;  /* borrowed; [A-Za-z0-9_]+ */
	const char *value; /* borrowed; unescaped; UTF-8, but from old files whatever bytes they
			    * have (Latin-1): the reader keeps them all, only NUL becomes a blank */
};

enum pgn_plies {
	PGN_PLIES_MADE, /* leave out a trailing PLY_CANDIDATE: what may be published */
	PGN_PLIES_ALL,
};

/* pgn_write: append one game in export format: the Seven Tag Roster first, in order ("?" for what
 * tags[] lacks, "????.??.??" for Date), then the other tags in ASCII order of their names (the first
 * where a name is given twice), with Variant where a Chess960 game has none, SetUp and FEN when the
 * game is a Chess960 one or does not start from the initial position, an empty line, movetext in lines of at
 * most 79 columns with [%clk h:mm:ss] after each ply whose clock_s is known, the result, an empty
 * line.
 *
 * PGN cannot say "from here on another position counts", so a record with breaks (game.h) becomes
 * more than one: the legal game up to the first break, then, for each break, what was played from
 * it, with the same tags, [Continuation "1"] (2, 3, ...) and SetUp and FEN of the position that play
 * went on from; move numbers go on. A part without plies is left out unless it is the last. Only the
 * last part has the result, the others end with "*": who counts points counts each game once, and
 * nobody takes a break for the end of the game. Why there was one is for the arbiter only (12.6) and
 * not in it. A FEN tag is what every reader reads; null moves, which could carry the rest in one game,
 * pgn-extract allows in variations only, and moves in comments are moves lost.
 *
 * Result, SetUp and FEN always come from the game, never from tags[]; so does the Continuation
 * behind a break. Tag values have control characters replaced by a blank and are cut (on a character)
 * at 255 bytes. Each '"' and '\' is escaped. Nothing of text->size overflows; look at text_end. Cost:
 * linear in plies, no allocation.
 */
void pgn_write(struct text *text, const struct game *game, const struct pgn_tag *tags,
               size_t n_tags, enum pgn_plies which);

/* pgn_write_offered: the same with the draw offers, (=) in a comment behind their plies; NULL for none. */
void pgn_write_offered(struct text *text, const struct game *game, const struct game_offers *offers,
                       const struct pgn_tag *tags, size_t n_tags, enum pgn_plies which);

/* pgn_size: an upper bound, in bytes, for pgn_write or pgn_write_offered of *game with n_tags tags. */
size_t pgn_size(const struct game *game, size_t n_tags);

#define PGN_TAGS_MAX 64
#define PGN_TAG_TEXT 8192

/* One game read. Large: keep it off the stack. */
struct pgn_game {
	struct pgn_tag tags[PGN_TAGS_MAX]; /* point into tag_text */
	size_t n_tags;
	char tag_text[PGN_TAG_TEXT];
	struct game game; /* plies: state PLY_COMPLETED, clock_s from [%clk] */
	size_t line;      /* where the game begins, from 1 */
};

struct pgn_error {
	size_t line, column; /* from 1; column in bytes */
	char cause[160];     /* English: what cannot be read, and why */
};

struct pgn_reader {
	const char *text; /* borrowed */
	size_t len, at;
	size_t line, line_start;
	bool chess960; /* the caller may set it: every game is Chess960, whatever Variant says */
};

enum pgn_outcome {
	PGN_GAME,  /* *ret_game is a whole game */
	PGN_END,   /* no more games */
	PGN_ERROR, /* *ret_error says where and why; *ret_game holds what was read before it, and the
		    * next call goes on with the next game: at the next line that begins with a tag
		    * behind an empty line, or with [Event */
};

/* pgn_reader_init: read games from text[len], which must stay while the reader is used. A byte
 * order mark is skipped. */
void pgn_reader_init(struct pgn_reader *reader, const char *text, size_t len);

/* pgn_next: read the next game's tags and mainline into *ret_game, whose game.plies/capacity the
 * caller has set (GAME_PLIES_MAX is never too small). Comments (brace, semicolon, % lines), NAGs
 * and variations of any depth are skipped; [%clk] in a comment times the ply before it, when it
 * reads H:MM:SS with or without a fraction (other forms are ambiguous and time nothing). A FEN tag
 * sets the start position, a Variant tag that speaks of 960, Fischer or Freestyle makes it
 * Chess960. With a Continuation tag the side not to move may stand in check in it: pgn_write writes
 * such. Each part of a broken game is a game here.
 *
 * The result token gives game.result; the Result tag does where it is missing. The board itself
 * comes before the Result tag and before "*", and where all agree game.end says mate or stalemate;
 * a result that only text tells leaves game.end END_OPEN. An error keeps what the game had until
 * then.
 *
 * Every call makes progress. Cost: linear in the text read.
 */
enum pgn_outcome pgn_next(struct pgn_reader *reader, struct pgn_game *ret_game,
                          struct pgn_error *ret_error);

/* pgn_join: put *part, just read, behind *whole, which was read before it, as what was played from a
 * break. It must say so with a Continuation tag and be of the same game: all tags alike but Result,
 * Continuation, Variant, SetUp and FEN. The result becomes that of the part.
 *
 * Returns 0; -EINVAL when it is no continuation of *whole; -ENOBUFS when whole->game has no room for
 * its plies or for one more break. *whole is untouched unless 0. */
int pgn_join(struct pgn_game *whole, const struct pgn_game *part);

/* pgn_tag_value: the value of tag `name`, or NULL. */
const char *pgn_tag_value(const struct pgn_tag *tags, size_t n_tags, const char *name);
