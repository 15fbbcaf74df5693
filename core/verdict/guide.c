/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/guide.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/verdict/attacked.h"

#define GUIDE_LIGHT UINT64_C(0x55aa55aa55aa55aa)

static int
guide_max(int a, int b)
{
	return a > b ? a : b;
}

static int
guide_min(int a, int b)
{
	return a < b ? a : b;
}

/* Steps the best pawn has to go, more where something stands in its way; 12 without pawns. */
static int
guide_promotion(const struct position *position, enum color side)
{
	const uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t pawns = position->by_type[PAWN] & position->by_color[side];
	int best = 12;

	while (pawns != 0) {
		const int sq = bits_take(&pawns);
		uint64_t ahead = sq_bit(sq);
		int steps = side == WHITE ? 7 - sq_rank(sq) : sq_rank(sq);

		for (int n = steps; n > 0; n--) {
			ahead = bits_forward(side, ahead);
			if ((ahead & occupied) != 0)
				steps += (ahead & occupied & position->by_type[PAWN]) != 0 ? 3 : 1;
		}
		best = guide_min(best, steps);
	}
	return best;
}

/* Steps from sq to the nearest corner whose colour is among `corners`. */
static int
guide_corner(int sq, uint64_t corners)
{
	int best = 8;

	while (corners != 0)
		best = guide_min(best, sq_king_steps(sq, bits_take(&corners)));
	return best;
}

/* Minor men alone mate in a corner that a bishop reaches, mostly against a king hemmed in by his
 * own men, other than queens and rooks: these get in the way, and a pawn must first promote. */
static int
guide_minors(const struct position *position, enum color winner, int k)
{
	const enum color loser = color_other(winner);
	const uint64_t *t = position->by_type;
	const uint64_t enemy = position->by_color[loser];
	const uint64_t bishops = t[BISHOP] & position->by_color[winner];
	const uint64_t dark = sq_bit(SQ_A1) | sq_bit(SQ_H8), light = sq_bit(SQ_H1) | sq_bit(SQ_A8);
	uint64_t corners = 0, helpers = enemy & t[KNIGHT];
	int distance, nearest = 8;

	if ((bishops & GUIDE_LIGHT) != 0 || bishops == 0) {
		corners |= light;
		helpers |= enemy & t[BISHOP] & ~GUIDE_LIGHT;
	}
	if ((bishops & ~GUIDE_LIGHT) != 0 || bishops == 0) {
		corners |= dark;
		helpers |= enemy & t[BISHOP] & GUIDE_LIGHT;
	}
	if (bishops == 0)
		helpers |= enemy & (t[BISHOP] | t[ROOK]);
	distance = 8 * guide_corner(k, corners);
	distance += 4 * bits_count(enemy & t[QUEEN]) + 3 * bits_count(enemy & t[ROOK]);
	if (helpers == 0 && !bits_many(position->by_color[winner] & ~t[KING]))
		distance += 10 + 5 * guide_promotion(position, loser);
	while (helpers != 0)
		nearest = guide_min(nearest, sq_king_steps(k, bits_take(&helpers)));
	return distance + 2 * nearest;
}

uint32_t
guide_distance(const struct position *position, enum color winner)
{
	const enum color loser = color_other(winner);
	const uint64_t *t = position->by_type;
	const uint64_t own = position->by_color[winner];
	const uint64_t king = t[KING] & position->by_color[loser];
	const int k = bits_first(king), w = bits_first(t[KING] & own);
	const int file = guide_min(sq_file(k), 7 - sq_file(k));
	const int rank = guide_min(sq_rank(k), 7 - sq_rank(k));
	const uint64_t others = (own | position->by_color[loser]) & ~king;
	const uint64_t held = attacked_by(position, winner, others) | position->by_color[loser];
	const int flights = bits_count(attacks_king[k] & ~held);
	int distance = 6 * flights + 4 * guide_min(file, rank) + file + rank;

	if (((t[QUEEN] | t[ROOK] | t[PAWN]) & own) == 0)
		distance += guide_minors(position, winner, k);
	else if (((t[QUEEN] | t[ROOK]) & own) == 0)
		distance += 20 + 8 * guide_promotion(position, winner);
	distance += 4 * guide_max(sq_king_steps(k, w) - 2, 0);
	if ((king & held & ~position->by_color[loser]) != 0)
		distance -= 2;
	distance += bits_count(position->by_color[loser]);
	return (uint32_t)guide_min(guide_max(distance, 0), 255);
}
