/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FEN in and out: Forsyth-Edwards with X-FEN and Shredder-FEN castling letters.
 */
#pragma once

#include <stddef.h>

#include "core/chess/position.h"

/* Longest FEN written, with its NUL: 71 men and slashes, side, rights, e.p., two counters. */
#define FEN_SIZE 104

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

struct fen_error {
	int column;        /* from 1: the character that cannot be read */
	const char *cause; /* English, static, e.g. "rank 5 has 9 squares" */
};

/* fen_parse: read the FEN in text[len] (blanks at the ends are skipped).
 *
 * Four fields suffice; counters default to 0 and 1. Castling letters: KQkq (the outermost rook on
 * that side of the king, X-FEN), file letters A-H a-h (Shredder-FEN), or '-'. position->chess960
 * is set when a right cannot be written in orthodox chess (king not on the e-file, rook not on a or h)
 * or file letters were used. An en passant square without a pawn that can capture is dropped.
 *
 * Returns 0, or -EBADMSG with *ret_error (may be NULL) set and *ret_position untouched; a position
 * that fails position_check() is an error too.
 */
int fen_parse(const char *text, size_t len, struct position *ret_position,
              struct fen_error *ret_error);

/* fen_parse_standing: the same, but the side not to move may stand in check: the position that an illegal
 * move has left and that play went on from (A.4.2). */
int fen_parse_standing(const char *text, size_t len, struct position *ret_position,
                       struct fen_error *ret_error);

/* fen_format: write *position to buffer[FEN_SIZE]. Chess960 rights are written as X-FEN: KQkq where
 * the rook is the outermost on its side, else its file letter. */
void fen_format(const struct position *position, char buffer[FEN_SIZE]);

/* Room for the placement alone: 64 men, 7 slashes, NUL. */
#define FEN_PLACEMENT_SIZE 72

/* fen_format_placement: the first field alone, of any men on squares[64], a1 first: they need be no position. */
void fen_format_placement(const uint8_t squares[64], char buffer[FEN_PLACEMENT_SIZE]);

/* fen_format_shredder: the same with every right as the file of its rook, in orthodox chess too:
 * HAha is KQkq at the start. fen_parse() reads such letters as Chess960. */
void fen_format_shredder(const struct position *position, char buffer[FEN_SIZE]);
