/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves as people write them: letters of a language or figurines, long or short (Laws, Annex C).
 *
 * PGN itself is san.h: always English, always short. This is what is shown to and taken from people.
 *
 * Which men are told apart, and how. Annex C (C.10) and the PGN standard (8.2.3.4) ask for the same:
 * the file of departure where it is enough, else the rank, else both. Only men that can legally
 * arrive count: a twin that is pinned is no twin, since C.10 speaks of pieces that can be moved to
 * the square and PGN says so outright. C.10 has no case for three men; there PGN's rule is taken,
 * which names file and rank together only where neither alone will do.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/chess/san.h"

/* The languages the PGN standard gives letters for (section 17), and figurines (C.3). */
enum notation_language {
	NOTATION_ENGLISH,
	NOTATION_FRENCH,
	NOTATION_GERMAN,
	NOTATION_DUTCH,
	NOTATION_SPANISH,
	NOTATION_ITALIAN,
	NOTATION_PORTUGUESE,
	NOTATION_POLISH,
	NOTATION_CZECH,
	NOTATION_HUNGARIAN,
	NOTATION_ROMANIAN,
	NOTATION_DANISH,
	NOTATION_NORWEGIAN,
	NOTATION_SWEDISH,
	NOTATION_FINNISH,
	NOTATION_ESTONIAN,
	NOTATION_ICELANDIC,
	NOTATION_FIGURINE, /* U+2654..2658: the outlined men stand for both sides, as in print */
	NOTATION_LANGUAGES
};

/* notation_letter: a man's letter, UTF-8, at most 3 bytes: "N", "C", a figurine. "" for a pawn, which
 * has none (C.4). Never NULL. */
const char *notation_letter(enum notation_language language, enum piece_type type);

/* notation_code: the name of a language in configurations: ISO 639-1, or "figurine". Never NULL. */
const char *notation_code(enum notation_language language);

/* notation_find: the language whose code is text[len]; 0, or -EINVAL when there is none. */
int notation_find(const char *text, size_t len, enum notation_language *ret_language);

enum notation_form {
	NOTATION_SHORT,  /* Nf3, e4 */
	NOTATION_LONG,   /* Ng1f3, e2e4: as C.8 allows it */
	NOTATION_HYPHEN, /* Ng1-f3, e2-e4: long as in books */
};

enum notation_capture { NOTATION_CAPTURE_X, NOTATION_CAPTURE_COLON, NOTATION_CAPTURE_NONE };

enum notation_promotion {
	NOTATION_PROMOTION_EQUALS,   /* e8=Q */
	NOTATION_PROMOTION_BRACKETS, /* e8(Q) */
	NOTATION_PROMOTION_BARE,     /* e8Q: as C.11 prints it */
};

enum notation_check {
	NOTATION_CHECK_HASH, /* + and # */
	NOTATION_CHECK_PLUS, /* + and ++ */
	NOTATION_CHECK_NONE,
};

/* How moves are written. All zero is PGN: the texts of san_format(). */
struct notation_style {
	enum notation_language language;
	enum notation_form form;
	enum notation_capture capture;
	enum notation_promotion promotion;
	enum notation_check check;
	bool castling_noughts; /* 0-0 and 0-0-0 (C.13) instead of O-O and O-O-O */
	bool en_passant;       /* " e.p." after such a capture (C.9) */
};

/* notation_style_laws: as Annex C prints moves: 0-0, exd6 e.p., e8Q, x, + and #. */
struct notation_style notation_style_laws(enum notation_language language, enum notation_form form);

/* The longest is 12 bytes, as "e5xd6++ e.p." or a figurine's promotion; and the NUL. */
#define NOTATION_SIZE 16

/* What follows a move that was made with an offer of a draw (C.12, 8.1.5). */
#define NOTATION_DRAW_OFFER " (=)"

/* notation_format: write the legal `move` in `position` to buffer[NOTATION_SIZE], UTF-8. */
void notation_format(const struct position *position, uint16_t move,
                     const struct notation_style *style, char buffer[NOTATION_SIZE]);

/* notation_parse: find the legal move meant by text[len].
 *
 * @language          whose letters count; figurines, outlined or filled, are read in every language
 * @ret_move          out, set only for SAN_OK
 * @ret_draw_offer    out, may be NULL, set only for SAN_OK: did "(=)" follow (C.12)?
 *
 * All styles of notation_format() are read in any mixture, and what san_parse() forgives is forgiven
 * here: marks + ++ # ! ? are optional and not verified, nor is "e.p.", nor a sign of capture (x, :
 * or U+00D7), and more disambiguation than needed is fine. P may stand for a pawn where no man of the
 * language has that letter. "e.p." and "(=)" may have blanks before them; elsewhere there are none.
 *
 * SAN_SYNTAX: not notation in this language, a byte that is not the UTF-8 of a sign named here
 * included. SAN_ILLEGAL: readable, but no legal move is meant. SAN_AMBIGUOUS: more than one is, by men
 * that are not told apart or by a promotion without its man.
 */
enum san_result notation_parse(const struct position *position, const char *text, size_t len,
                               enum notation_language language, uint16_t *ret_move,
                               bool *ret_draw_offer);
