/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fixed point. Let any series of legal moves be played from the position. Claim: at every
 * moment, each man stands on a square of its set, a captured man is marked as one that may be lost,
 * and an empty square is in may_be_empty. By induction on the moves: the claim holds at the start,
 * and each rule below adds to the sets whatever one more move can do, given that the claim holds
 * before it. The rules only ever ask that something be in a set (or not be held for ever), so they
 * are monotone and the least fixed point exists; it is reached by applying them until nothing
 * changes.
 *
 *  empty     The man that starts on t is there until it leaves (its set has another square) or is
 *            taken there. So t can be empty only if it is at the start or one of these may happen.
 *  walk      A line man that slides passes over empty squares, where it might have stopped: single
 *            steps cover slides. A man arrives on t only if t is empty, or holds an enemy man other
 *            than the king; if that is the man that starts on t, it is taken there.
 *  king      A king cannot step next to, or onto a square attacked by, a man that can neither leave
 *            its square nor be taken: that man attacks it still. Of line men only the neighbouring
 *            squares count, since a man may stand between elsewhere.
 *  push      A pawn steps forward to an empty square. While two pawns that have captured nothing
 *            are on one file, their order does not change. So a pawn that has captured nothing gets to
 *            the home of an enemy pawn ahead of it, or beyond, only if that pawn may be lost or may
 *            capture; and gets to the home of an own pawn ahead, or beyond, only if that one may in
 *            addition be further up the file.
 *  take      A pawn takes on t only if an enemy man other than the king may stand on t; en passant
 *            only a pawn that may make a double step beside it (or has just made it).
 *  promote   A promoted pawn walks as queen and knight together: more than any choice allows.
 *  castle    King and rook may arrive where castling puts them if the squares between may be empty.
 *  lost      A man may be lost if an enemy may arrive by capture on a square where it may stand.
 *
 * Cases. When a mate is given, a man has either been taken on its home square without ever having
 * left it, or not. If it has, it never moved and is off the board: it walks nowhere and has no part
 * in the mate. If it has not, its home is empty only after it has left, and until then nobody
 * arrives there. Each case has its own, smaller, fixed point.
 *
 * Frozen men. Take a series of moves only as far as every man of a set is still at home. Up to
 * there these men walk nowhere, are not taken, and nobody arrives on their squares: the same induction,
 * with fewer moves in it.
 *
 * In both a man to whom nothing can happen stands on its square all the same: it may be taken
 * nowhere, but it holds a square next to its king.
 */
#include "core/verdict/reach.h"

#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"

/* Squares next to those of a set, by files and ranks, and by diagonals. */
static uint64_t
reach_step_lines(uint64_t set)
{
	return set << 8 | set >> 8 | (set & ~BITS_FILE_H) << 1 | (set & ~BITS_FILE_A) >> 1;
}

static uint64_t
reach_step_diagonals(uint64_t set)
{
	const uint64_t right = (set & ~BITS_FILE_H) << 1, left = (set & ~BITS_FILE_A) >> 1;

	return right << 8 | right >> 8 | left << 8 | left >> 8;
}

uint64_t
reach_step(enum piece_type type, uint64_t set)
{
	switch (type) {
	case KNIGHT:
		return bits_knights(set);
	case BISHOP:
		return reach_step_diagonals(set);
	case ROOK:
		return reach_step_lines(set);
	case QUEEN:
	case KING:
		return reach_step_lines(set) | reach_step_diagonals(set);
	case PAWN: /* promoted: whatever it has become */
		return reach_step_lines(set) | reach_step_diagonals(set) | bits_knights(set);
	case NO_PIECE_TYPE:
	default:
		return 0;
	}
}

bool
reach_may_leave(const struct reach_man *man)
{
	return (man->may_stand & ~sq_bit(man->home)) != 0;
}

/* Squares attacked for ever by a man that never leaves and is never taken. */
static uint64_t
reach_held_by(const struct reach_man *man)
{
	const uint64_t home = sq_bit(man->home);

	if (man->type == PAWN)
		return attacks_pawn[man->side][man->home];
	return reach_step((enum piece_type)man->type, home);
}

/* Frozen; or assumed never to be taken at home, and it may not leave: nothing happens there. */
static bool
reach_is_safe(const struct reach *reach, const struct reach_man *man)
{
	return (reach->frozen & sq_bit(man->home)) != 0 ||
	       (reach->assumed == REACH_LIVES && man->home == reach->about &&
	        !reach_may_leave(man));
}

static void
reach_summarize(struct reach *reach)
{
	reach->may_hold[WHITE] = reach->may_hold[BLACK] = 0;
	reach->safe = 0;
	for (int i = 0; i < reach->n_men; i++) {
		struct reach_man *man = &reach->men[i];
		const uint64_t taken = reach->may_capture_on[color_other((enum color)man->side)];

		man->may_stand |= man->may_step | man->may_pawn | man->may_officer;
		if (man->type != KING)
			reach->may_hold[man->side] |= man->may_stand;
		if (reach_is_safe(reach, man)) {
			reach->safe |= sq_bit(man->home);
			continue;
		}
		if (man->type != KING)
			man->may_be_lost |= (man->may_stand & taken) != 0;
		if (reach_may_leave(man) || (man->type != KING && (sq_bit(man->home) & taken) != 0))
			reach->may_be_empty |= sq_bit(man->home);
	}
}

/* Where a man of `side` other than a pawn may arrive. */
static uint64_t
reach_may_arrive(const struct reach *reach, enum color side)
{
	const enum color them = color_other(side);
	const struct position *position = reach->position;
	uint64_t prey = position->by_color[them] & ~position->by_type[KING] & ~reach->frozen;

	if (reach->assumed == REACH_LIVES)
		prey &= ~sq_bit(reach->about);
	return reach->may_be_empty | prey;
}

static void
reach_walk(struct reach *reach, struct reach_man *man, uint64_t arrive)
{
	const enum piece_type type = (enum piece_type)man->type;
	uint64_t into = reach_step(type, man->may_officer) & arrive;

	while ((into & ~man->may_officer) != 0) {
		man->may_officer |= into;
		into |= reach_step(type, man->may_officer) & arrive;
	}
	reach->may_capture_on[man->side] |= into;
}

static void
reach_king(struct reach *reach, struct reach_man *man)
{
	uint64_t held = 0;

	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *other = &reach->men[i];

		if (other->side != man->side && (reach->may_be_empty & sq_bit(other->home)) == 0)
			held |= reach_held_by(other);
	}
	reach_walk(reach, man, reach_may_arrive(reach, (enum color)man->side) & ~held);
}

static void
reach_castling(struct reach *reach, enum color side)
{
	const struct position *position = reach->position;
	struct reach_man *king = &reach->men[reach->king[side]];

	for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++) {
		const int rook = position->castling_rook[side][i];
		const int rank = side == WHITE ? 0 : 7;
		const int king_to = sq_make(i == CASTLE_KING_SIDE ? 6 : 2, rank);
		const int rook_to = sq_make(i == CASTLE_KING_SIDE ? 5 : 3, rank);
		uint64_t path;

		if (rook == SQ_NONE ||
		    (reach->assumed == REACH_TAKEN && rook == (int)reach->about) ||
		    (reach->frozen & (sq_bit(rook) | sq_bit(king->home))) != 0)
			continue;
		path = attacks_path[king->home][king_to] | attacks_path[rook][rook_to];
		path &= ~sq_bit(king->home) & ~sq_bit(rook);
		if ((path & ~reach->may_be_empty) != 0)
			continue;
		king->may_officer |= sq_bit(king_to);
		for (int n = 0; n < reach->n_men; n++)
			if (reach->men[n].home == rook)
				reach->men[n].may_officer |= sq_bit(rook_to);
	}
}

/* Squares of the pawn's file that it cannot step to because a pawn ahead keeps the order. */
static uint64_t
reach_order(const struct reach *reach, const struct reach_man *man)
{
	const bool white = man->side == WHITE;
	const uint64_t file = BITS_FILE_A << sq_file(man->home);
	uint64_t barred = 0;

	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *other = &reach->men[i];
		uint64_t beyond;

		if (other->type != PAWN || sq_file(other->home) != sq_file(man->home) ||
		    (white ? other->home <= man->home : other->home >= man->home) ||
		    other->may_be_lost || other->may_take)
			continue;
		beyond = white ? file & (BITS_ALL << other->home)
		               : file & (BITS_ALL >> (63 - other->home));
		if (other->side == man->side) {
			/* Not beyond where the own pawn may go; it may have promoted. */
			if (other->may_officer != 0)
				continue;
			if (white)
				beyond = file &
				         (BITS_ALL << (63 - __builtin_clzll(other->may_step)));
			else
				beyond = file & (BITS_ALL >> (63 - bits_first(other->may_step)));
		}
		barred |= beyond;
	}
	return barred;
}

/* En passant: what a pawn on `squares` may take, now or later. */
static void
reach_en_passant(struct reach *reach, struct reach_man *man, uint64_t squares)
{
	const enum color us = (enum color)man->side, them = color_other(us);
	const uint64_t ready = squares & bits_rank(us, 5);

	for (int i = 0; i < reach->n_men && ready != 0; i++) {
		struct reach_man *victim = &reach->men[i];
		const uint64_t home = sq_bit(victim->home);
		const uint64_t over = bits_forward(them, home), stop = bits_forward(them, over);

		if (victim->type != PAWN || victim->side != them ||
		    (home & bits_rank(them, 2) & ~reach->frozen) == 0 ||
		    (victim->may_step & stop) == 0 ||
		    ((bits_left(us, ready) | bits_right(us, ready)) & over) == 0)
			continue;
		man->may_pawn |= over;
		man->may_take = true;
		victim->may_be_lost = true;
	}
	if (reach->position->ep != SQ_NONE && reach->position->side == man->side &&
	    (attacks_pawn[us][man->home] & sq_bit(reach->position->ep)) != 0) {
		man->may_pawn |= sq_bit(reach->position->ep);
		man->may_take = true;
		for (int i = 0; i < reach->n_men; i++)
			if (reach->men[i].home == reach->position->ep + bits_forward_step(them)) {
				reach->men[i].may_be_lost = true;
				reach->may_be_empty |= sq_bit(reach->men[i].home);
			}
	}
}

static void
reach_pawn(struct reach *reach, struct reach_man *man)
{
	const enum color us = (enum color)man->side;
	const uint64_t last = bits_rank(us, 8), barred = reach_order(reach, man);
	const uint64_t empty = reach->may_be_empty;
	uint64_t steps, takes, squares;

	/* Seven steps at the most: one round of each does, the outer loop comes again. */
	steps = bits_forward(us, man->may_step) & empty & ~barred;
	if ((sq_bit(man->home) & bits_rank(us, 2)) != 0)
		steps |= bits_forward(us, steps & bits_rank(us, 3)) & empty & ~barred;
	man->may_step |= steps & ~last;
	man->may_officer |= steps & last;
	steps = bits_forward(us, man->may_pawn) & empty;
	man->may_pawn |= steps & ~last;
	man->may_officer |= steps & last;
	squares = man->may_step | man->may_pawn;
	takes = (bits_left(us, squares) | bits_right(us, squares)) &
	        reach->may_hold[color_other(us)] & ~reach->safe;
	if (takes != 0)
		man->may_take = true;
	reach->may_capture_on[us] |= takes;
	man->may_pawn |= takes & ~last;
	man->may_officer |= takes & last;
	reach_en_passant(reach, man, squares);
	if (man->may_officer != 0)
		reach_walk(reach, man, reach_may_arrive(reach, us));
}

static void
reach_start(const struct position *position, struct reach *reach)
{
	reach->position = position;
	reach->n_men = 0;
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++) {
			uint64_t set = position->by_type[type] & position->by_color[side];

			while (set != 0) {
				const int sq = bits_take(&set);
				struct reach_man *man = &reach->men[reach->n_men];

				*man = (struct reach_man){ .home = (uint8_t)sq,
					                   .type = (uint8_t)type,
					                   .side = (uint8_t)side };
				if (type == KING)
					reach->king[side] = (uint8_t)reach->n_men;
				if (type == PAWN)
					man->may_step = sq_bit(sq);
				else
					man->may_officer = sq_bit(sq);
				man->may_stand = sq_bit(sq);
				reach->n_men++;
			}
		}
	reach->may_be_empty = ~(position->by_color[WHITE] | position->by_color[BLACK]);
	reach->may_capture_on[WHITE] = reach->may_capture_on[BLACK] = 0;
	reach_summarize(reach);
}

/* Everything that grows, added up: equal sums mean that nothing has changed. */
static int
reach_size(const struct reach *reach)
{
	int n = bits_count(reach->may_be_empty) + bits_count(reach->may_capture_on[WHITE]) +
	        bits_count(reach->may_capture_on[BLACK]);

	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *man = &reach->men[i];

		n += bits_count(man->may_step) + bits_count(man->may_pawn) +
		     bits_count(man->may_officer) + man->may_be_lost + man->may_take;
	}
	return n;
}

/* Does not move, as far as this fixed point goes. */
static bool
reach_stays(const struct reach *reach, const struct reach_man *man)
{
	return (reach->frozen & sq_bit(man->home)) != 0 ||
	       (reach->assumed == REACH_TAKEN && man->home == reach->about);
}

static void
reach_run(const struct position *position, struct reach *reach)
{
	int before, size;

	reach_start(position, reach);
	size = reach_size(reach);
	do {
		before = size;
		for (int i = 0; i < reach->n_men; i++) {
			struct reach_man *man = &reach->men[i];

			if (reach_stays(reach, man))
				continue;
			if (man->type == PAWN)
				reach_pawn(reach, man);
			else if (man->type == KING)
				reach_king(reach, man);
			else
				reach_walk(reach, man,
				           reach_may_arrive(reach, (enum color)man->side));
		}
		reach_castling(reach, WHITE);
		reach_castling(reach, BLACK);
		reach_summarize(reach);
		size = reach_size(reach);
	} while (size != before);
}

void
reach_compute(const struct position *position, struct reach *ret_reach)
{
	reach_compute_case(position, SQ_NONE, REACH_ANY, ret_reach);
}

void
reach_compute_case(const struct position *position, int about, enum reach_case assumed,
                   struct reach *ret_reach)
{
	ret_reach->assumed = assumed;
	ret_reach->about = (uint8_t)about;
	ret_reach->frozen = 0;
	reach_run(position, ret_reach);
}

void
reach_compute_frozen(const struct position *position, uint64_t frozen, struct reach *ret_reach)
{
	ret_reach->assumed = REACH_ANY;
	ret_reach->about = SQ_NONE;
	ret_reach->frozen = frozen;
	reach_run(position, ret_reach);
}
