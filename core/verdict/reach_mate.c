/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the fixed point (reach.c) says of mate.
 *
 * The mate. Suppose the loser is mated on k, the winner's king being on w. The king on k is
 * attacked by a man that may stand so as to attack it, lines passing squares that may be empty or
 * the square on which the king itself stands (it may never have left it: lines through the king
 * count for flights). Each square next to k is attacked by another man of the winner or by the king
 * on w, or holds a man of the loser. If for no k and w all that is possible, there is no mate. Men
 * that hold squares are distinct, which is asked as well.
 */
#include "core/verdict/reach.h"

#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"

/* Lines from the squares of `set`, ending on the first square that is never empty. */
static uint64_t
reach_lines(uint64_t set, uint64_t through, bool lines, bool diagonals)
{
	uint64_t attacked = 0;

	for (int dx = -1; dx <= 1; dx++)
		for (int dy = -1; dy <= 1; dy++) {
			const bool diagonal = dx != 0 && dy != 0;
			uint64_t front = set;

			if ((dx == 0 && dy == 0) || (diagonal ? !diagonals : !lines))
				continue;
			while (front != 0) {
				if (dx > 0)
					front = (front & ~BITS_FILE_H) << 1;
				else if (dx < 0)
					front = (front & ~BITS_FILE_A) >> 1;
				if (dy > 0)
					front <<= 8;
				else if (dy < 0)
					front >>= 8;
				attacked |= front;
				front &= through;
			}
		}
	return attacked;
}

uint64_t
reach_attacks(const struct reach_man *man, uint64_t through)
{
	const enum color side = (enum color)man->side;
	const uint64_t pawns = man->may_step | man->may_pawn;
	uint64_t attacked = bits_left(side, pawns) | bits_right(side, pawns);

	switch ((enum piece_type)man->type) {
	case KNIGHT:
		return bits_knights(man->may_officer);
	case BISHOP:
		return reach_lines(man->may_officer, through, false, true);
	case ROOK:
		return reach_lines(man->may_officer, through, true, false);
	case QUEEN:
		return reach_lines(man->may_officer, through, true, true);
	case PAWN:
		if (man->may_officer != 0)
			attacked |= bits_knights(man->may_officer) |
			            reach_lines(man->may_officer, through, true, true);
		return attacked;
	case KING:
	case NO_PIECE_TYPE:
	default:
		return 0;
	}
}

/* Assumed to be off the board when the mate is given. */
static bool
reach_is_gone(const struct reach *reach, int i)
{
	return reach->assumed == REACH_TAKEN && reach->men[i].home == reach->about;
}

/* Can the loser's men stand on all squares of `flights` at once, as far as their sets say? Men are
 * matched to squares one square after another, along augmenting paths; at most 8 squares. */
static bool
reach_match(const struct reach *reach, enum color loser, uint64_t flights)
{
	uint8_t squares[8];
	int8_t man_of[8];                /* by flight */
	int8_t flight_of[REACH_MEN_MAX]; /* by man */
	int n = 0;

	memset(flight_of, -1, sizeof(flight_of));
	memset(man_of, -1, sizeof(man_of));
	while (flights != 0)
		squares[n++] = (uint8_t)bits_take(&flights);
	for (int f = 0; f < n; f++) {
		int8_t came_from[REACH_MEN_MAX]; /* the flight that asked for this man */
		int8_t queue[8];
		int head = 0, tail = 0, end = -1;
		uint32_t seen = 0;

		queue[tail++] = (int8_t)f;
		while (head < tail && end < 0) {
			const int8_t at = queue[head++];

			for (int i = 0; i < reach->n_men && end < 0; i++) {
				const struct reach_man *man = &reach->men[i];

				if (man->side != (uint8_t)loser || man->type == KING ||
				    reach_is_gone(reach, i) ||
				    (man->may_stand & sq_bit(squares[at])) == 0 ||
				    (seen & 1u << i) != 0)
					continue;
				seen |= 1u << i;
				came_from[i] = at;
				if (flight_of[i] < 0)
					end = i;
				else
					queue[tail++] = flight_of[i];
			}
		}
		if (end < 0)
			return false;
		for (int i = end; i >= 0;) {
			const int8_t at = came_from[i];
			const int8_t released = man_of[at];

			man_of[at] = (int8_t)i;
			flight_of[i] = at;
			i = released;
		}
	}
	return true;
}

bool
reach_may_prove(const struct position *position, enum color winner)
{
	const uint64_t *t = position->by_type;
	const uint64_t own = position->by_color[winner];
	const uint64_t pawns = t[PAWN] & own;
	uint64_t ahead = t[PAWN] & position->by_color[color_other(winner)];

	if (((t[KNIGHT] | t[ROOK] | t[QUEEN]) & own) != 0)
		return false;
	/* Every pawn has an enemy pawn somewhere before it. */
	for (int n = 0; n < 5; n++)
		ahead |= bits_forward(color_other(winner), ahead);
	return (pawns & ~ahead) == 0;
}

bool
reach_never_mates(const struct reach *reach, enum color winner)
{
	const enum color loser = color_other(winner);
	const struct reach_man *king = &reach->men[reach->king[loser]];
	const struct reach_man *helper = &reach->men[reach->king[winner]];
	const uint64_t through = reach->may_be_empty | sq_bit(king->home);
	uint64_t attacked = 0, places;

	for (int i = 0; i < reach->n_men; i++)
		if (reach->men[i].side == (uint8_t)winner && !reach_is_gone(reach, i))
			attacked |= reach_attacks(&reach->men[i], through);
	for (places = king->may_stand & attacked; places != 0;) {
		const int k = bits_take(&places);
		const uint64_t open = attacks_king[k] & ~attacked;
		uint64_t helpers = helper->may_stand & ~attacks_king[k] & ~sq_bit(k);

		if ((open & ~reach->may_hold[loser]) == 0 && reach_match(reach, loser, open))
			return false;
		/* Only a king two squares away takes flights away. */
		helpers &= reach_step(KING, attacks_king[k]);
		while (helpers != 0) {
			const uint64_t left = open & ~attacks_king[bits_take(&helpers)];

			if (left != open && (left & ~reach->may_hold[loser]) == 0 &&
			    reach_match(reach, loser, left))
				return false;
		}
	}
	return true;
}
