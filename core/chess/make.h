/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a move changes on the board: men, rights of castling, the square passed by a double step.
 *
 * Shared by position_after() and the perft tree, which has no use for keys and counters: these are
 * not touched here. Every function changes a copy of the position before the move, in place.
 */
#pragma once

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/position.h"

/* Ends the right with the rook on sq, if there is one of that side. */
static inline void
make_lose_right(struct position *position, enum color side, int sq)
{
	for (int i = 0; i < 2; i++)
		if (position->castling_rook[side][i] == sq)
			position->castling_rook[side][i] = SQ_NONE;
}

static inline void
make_lose_rights(struct position *position, enum color side)
{
	position->castling_rook[side][CASTLE_KING_SIDE] = SQ_NONE;
	position->castling_rook[side][CASTLE_QUEEN_SIDE] = SQ_NONE;
}

/* Take whatever of `them` stands on sq off the board; nothing may. A king is never taken. */
static inline void
make_capture(struct position *position, enum color them, int sq)
{
	const uint64_t rest = ~sq_bit(sq);

	for (int type = PAWN; type <= QUEEN; type++)
		position->by_type[type] &= rest;
	position->by_color[them] &= rest;
	make_lose_right(position, them, sq);
}

/* make_man: a move of any man that is no castling, en passant, promotion or double step. */
static inline void
make_man(struct position *position, enum color us, enum piece_type type, int from, int to)
{
	const uint64_t both = sq_bit(from) | sq_bit(to);

	make_capture(position, color_other(us), to);
	position->by_type[type] ^= both;
	position->by_color[us] ^= both;
	position->ep = SQ_NONE;
	position->side = (uint8_t)color_other(us);
	if (type == KING)
		make_lose_rights(position, us);
	if (type == ROOK)
		make_lose_right(position, us, from);
}

/* make_double_step: a pawn's, with the passed square where an enemy pawn stands beside it. */
static inline void
make_double_step(struct position *position, enum color us, int from, int to)
{
	const enum color them = color_other(us);
	const uint64_t both = sq_bit(from) | sq_bit(to);
	const int passed = to - bits_forward_step(us);
	const uint64_t ready =
		attacks_pawn[us][passed] & position->by_type[PAWN] & position->by_color[them];

	position->by_type[PAWN] ^= both;
	position->by_color[us] ^= both;
	position->ep = ready != 0 ? (uint8_t)passed : SQ_NONE;
	position->side = (uint8_t)them;
}

static inline void
make_promotion(struct position *position, enum color us, int from, int to, enum piece_type type)
{
	make_capture(position, color_other(us), to);
	position->by_type[PAWN] ^= sq_bit(from);
	position->by_type[type] ^= sq_bit(to);
	position->by_color[us] ^= sq_bit(from) | sq_bit(to);
	position->ep = SQ_NONE;
	position->side = (uint8_t)color_other(us);
}

static inline void
make_en_passant(struct position *position, enum color us, int from, int to)
{
	const uint64_t both = sq_bit(from) | sq_bit(to);
	const uint64_t captured = sq_bit(to - bits_forward_step(us));

	position->by_type[PAWN] ^= both | captured;
	position->by_color[us] ^= both;
	position->by_color[color_other(us)] ^= captured;
	position->ep = SQ_NONE;
	position->side = (uint8_t)color_other(us);
}

/* make_castling: king and rook are taken off before they are put down, since in Chess960 one may
 * arrive where the other stood. */
static inline void
make_castling(struct position *position, enum color us, int king, int rook)
{
	const int rank = us == WHITE ? 0 : 7;
	const bool king_side = rook > king;
	const uint64_t king_to = sq_bit(sq_make(king_side ? 6 : 2, rank));
	const uint64_t rook_to = sq_bit(sq_make(king_side ? 5 : 3, rank));

	position->by_type[KING] ^= sq_bit(king) ^ king_to;
	position->by_type[ROOK] ^= sq_bit(rook) ^ rook_to;
	position->by_color[us] =
		(position->by_color[us] & ~sq_bit(king) & ~sq_bit(rook)) | king_to | rook_to;
	position->ep = SQ_NONE;
	position->side = (uint8_t)color_other(us);
	make_lose_rights(position, us);
}
