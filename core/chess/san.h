/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves as text: Standard Algebraic Notation (Laws, Annex C; PGN standard 8.2.3) and UCI.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"

#define SAN_SIZE 12 /* longest is "Qa1xb2=Q+", castling "O-O-O#"; room for the NUL */
#define UCI_SIZE 6  /* "e7e8q" and the NUL */

/* san_format: write the legal `move` in `position`: minimal disambiguation, 'x', "=Q", '+', '#'. */
void san_format(const struct position *position, uint16_t move, char buffer[SAN_SIZE]);

enum san_result {
	SAN_OK,
	SAN_SYNTAX,    /* not a move in algebraic notation */
	SAN_ILLEGAL,   /* readable, but no legal move is meant */
	SAN_AMBIGUOUS, /* more than one legal move is meant */
};

/* san_parse: find the legal move meant by text[len] (no blanks).
 *
 * Forgiving as importers must be: check and mate marks and suffixes ! ? are optional and not
 * verified, 0-0 is O-O, "e8Q" "e8=Q" "e8(Q)" are one, "e.p." is dropped, more disambiguation than
 * needed is fine, a missing or spurious 'x' too, and long algebraic (e2-e4, Ng1xf3) is read. A
 * promotion without its piece is SAN_AMBIGUOUS. *ret_move is set only for SAN_OK.
 */
enum san_result san_parse(const struct position *position, const char *text, size_t len,
                          uint16_t *ret_move);

/* uci_format: e2e4, e7e8q; castling as the king's target square (e1g1), in Chess960 as the rook's. */
void uci_format(const struct position *position, uint16_t move, char buffer[UCI_SIZE]);

/* uci_parse: the legal move text[len] names; 0, or -EINVAL when there is none. */
int uci_parse(const struct position *position, const char *text, size_t len, uint16_t *ret_move);
