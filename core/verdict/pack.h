/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A whole position in 32 bytes: what a search keeps of each position it has seen.
 *
 * Four planes of bits: the code of the man on square n is bit n of the planes together. Codes are
 * enum piece, and three more: a rook with its right of castling (7 white, 15 black), and a pawn
 * that has just made a double step beside an enemy pawn (8). The side to move is kept apart.
 * Nothing else belongs to a position here: the counters of moves play no part in 5.2.2 and 6.9.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct pack {
	uint64_t plane[4];
};

/* pack_position: the men, rights and en passant state of a position that passed position_check().
 * */
void pack_position(const struct position *position, struct pack *ret_pack);

/* pack_restore: the position again, with fresh counters and no key (0); `chess960` as it was. */
void pack_restore(const struct pack *pack, enum color side, bool chess960,
                  struct position *ret_position);

/* pack_hash: a word that depends on everything in the pack and on the side to move. */
static inline uint64_t
pack_hash(const struct pack *pack, enum color side)
{
	uint64_t h = pack->plane[0] * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)side;

	h = (h ^ h >> 29 ^ pack->plane[1]) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ h >> 32 ^ pack->plane[2]) * UINT64_C(0x94d049bb133111eb);
	h = (h ^ h >> 29 ^ pack->plane[3]) * UINT64_C(0xd6e8feb86659fd93);
	return h ^ h >> 32;
}

static inline bool
pack_same(const struct pack *a, const struct pack *b)
{
	return ((a->plane[0] ^ b->plane[0]) | (a->plane[1] ^ b->plane[1]) |
	        (a->plane[2] ^ b->plane[2]) | (a->plane[3] ^ b->plane[3])) == 0;
}
