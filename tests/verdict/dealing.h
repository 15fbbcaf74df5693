/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random positions of the kinds that proofs of "no" are about.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/position.h"

static inline void
put(struct position *position, enum color side, enum piece_type type, int sq)
{
	position->by_type[type] |= sq_bit(sq);
	position->by_color[side] |= sq_bit(sq);
}

static inline void
empty_board(struct position *ret_position)
{
	*ret_position = (struct position){
		.ep = SQ_NONE,
		.castling_rook = { { SQ_NONE, SQ_NONE }, { SQ_NONE, SQ_NONE } },
		.fullmove = 1,
	};
}

struct dealer {
	uint64_t state;
};

static inline int
deal(struct dealer *dealer, int n)
{
	dealer->state ^= dealer->state << 13;
	dealer->state ^= dealer->state >> 7;
	dealer->state ^= dealer->state << 17;
	return (int)((dealer->state >> 20) % (uint64_t)n);
}

static inline bool
put_if_empty(struct position *position, enum color side, enum piece_type type, int sq)
{
	if (((position->by_color[WHITE] | position->by_color[BLACK]) & sq_bit(sq)) != 0)
		return false;
	put(position, side, type, sq);
	return true;
}

/* A ram: two pawns face to face. */
static inline void
put_ram(struct position *position, int sq)
{
	if (((position->by_color[WHITE] | position->by_color[BLACK]) &
	     (sq_bit(sq) | sq_bit(sq + 8))) == 0) {
		put(position, WHITE, PAWN, sq);
		put(position, BLACK, PAWN, sq + 8);
	}
}

static inline enum piece_type
deal_type(struct dealer *dealer)
{
	return deal(dealer, 3) > 0 ? BISHOP : (enum piece_type)(KNIGHT + deal(dealer, 4));
}

/* Now and then a pawn has just made a double step, if one can have. */
static inline void
deal_en_passant(struct dealer *dealer, struct position *position)
{
	const enum color us = (enum color)position->side, them = color_other(us);
	const uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t passed = bits_forward(us, position->by_type[PAWN] & position->by_color[them] &
	                                           bits_rank(them, 4));

	passed &= ~occupied & ~bits_forward(them, occupied);
	while (passed != 0 && position->ep == SQ_NONE) {
		const int sq = bits_take(&passed);

		if ((attacks_pawn[them][sq] & position->by_type[PAWN] & position->by_color[us]) !=
		            0 &&
		    deal(dealer, 2) == 0)
			position->ep = (uint8_t)sq;
	}
}

/* Rams and a few men: a wall of one on nearly each file, or some anywhere with pawns that are free.
 * */
static inline void
deal_position(struct dealer *dealer, struct position *ret_position)
{
	do {
		struct position *position = ret_position;
		const bool wall = deal(dealer, 3) > 0;
		const int rams = deal(dealer, 7), free_pawns = deal(dealer, wall ? 2 : 3);
		const int men = deal(dealer, wall ? 3 : 4), low = 1 + deal(dealer, 4);

		empty_board(position);
		for (int file = 0; file < 8 && wall; file++)
			if (deal(dealer, 24) > 0)
				put_ram(position, sq_make(file, low + (file & 1)));
		for (int n = 0; n < rams && !wall; n++)
			put_ram(position, sq_make(deal(dealer, 8), 1 + deal(dealer, 5)));
		for (int n = 0; n < free_pawns; n++)
			put_if_empty(position, (enum color)deal(dealer, 2), PAWN,
			             sq_make(deal(dealer, 8), 1 + deal(dealer, 6)));
		for (int n = 0; n < men; n++)
			put_if_empty(position, (enum color)deal(dealer, 2), deal_type(dealer),
			             deal(dealer, 64));
		while (!put_if_empty(position, WHITE, KING, deal(dealer, 64)))
			;
		while (!put_if_empty(position, BLACK, KING, deal(dealer, 64)))
			;
		position->side = (uint8_t)deal(dealer, 2);
		deal_en_passant(dealer, position);
		position->key = position_key(position);
	} while (position_check(ret_position) != POSITION_OK);
}
