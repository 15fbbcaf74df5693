/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The coarser game. Some men are made shadows and taken off the board; the others are kept. A
 * position of the coarser game is a real one without its shadows. Claim: what can happen in the
 * real game can happen in the coarser one, move by move, and a real mate is a mate there. So if the
 * coarser game, with all its positions looked at, has no mate, the real game has none. For each
 * real move:
 *
 *  - A shadow moves: in the coarser game its side passes. If it takes a kept man on t, that man
 *    goes; t is a square on which a shadow of that side may stand (reach.h), or en passant the next
 *    one.
 *  - A kept man moves: it does so in the coarser game, where lines are open that shadows may close.
 *    A pawn takes on t when an enemy shadow may stand there, also en passant: the square a pawn
 *    passes is one it might have stopped on.
 *  - A kept pawn promotes: it stays a kept man. A shadow that is a pawn stays one, with its
 *    promotions.
 *  - Not every such move is legal. One that leaves the mover's king attacked by a kept man is left
 *    out only if the attack cannot be closed: no shadow may stand in between.
 *
 * A real mate: the last move gave the check. So the loser's king on k is attacked by one of these:
 *  - a kept man that has just moved, or from whose line to k a kept man has just moved, or a shadow
 *    may;
 *  - a shadow that has just moved, or from whose line to k a kept man has just moved that no kept
 *    man stood before, seen from k;
 *  - after en passant, any man that attacks it: a second square was left.
 * Each neighbouring square of k is attacked by a kept man, or may be by a shadow, or holds a kept
 * man of the loser, or holds no kept man and may hold a shadow of his; he has no more of these than
 * he started with. Where the winner has no shadows, also: a single man that gives check is not
 * taken by a kept man. That taking is legal in the real game if no shadow may stand between, and
 * the taker stands on no line from k to a line man of the winner.
 *
 * What the fixed point proves holds in the coarser game too: men that never leave nor are taken are
 * left alone, kings stay on the squares they may stand on.
 *
 * Castling is not modelled, nor en passant as the very first move: there is no coarser game then.
 */
#include "core/verdict/shadow.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/make.h"
#include "core/verdict/attacked.h"

#define SHADOW_DISTANCE 2

/* The step of the search under way. */
struct shadow_step {
	const struct shadow *shadow;
	struct frontier *frontier;
	const struct position *before;
	uint32_t index;
	bool mate, full;
};

uint64_t
shadow_mobile(const struct position *position, uint64_t set)
{
	const uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t mobile = 0;

	while (set != 0) {
		const int sq = bits_take(&set);
		const enum color side =
			(position->by_color[WHITE] & sq_bit(sq)) != 0 ? WHITE : BLACK;
		uint64_t to = 0;

		if ((position->by_type[KNIGHT] & sq_bit(sq)) != 0)
			to = attacks_knight[sq];
		if (((position->by_type[BISHOP] | position->by_type[QUEEN]) & sq_bit(sq)) != 0)
			to |= attacks_bishop(sq, occupied);
		if (((position->by_type[ROOK] | position->by_type[QUEEN]) & sq_bit(sq)) != 0)
			to |= attacks_rook(sq, occupied);
		if ((to & ~position->by_color[side]) != 0)
			mobile |= sq_bit(sq);
	}
	return mobile;
}

static uint64_t
shadow_men(const struct reach *reach, const struct position *position, enum color winner,
           enum shadow_choice choice)
{
	const uint64_t *t = position->by_type;
	const int king = reach->men[reach->king[color_other(winner)]].home;
	const uint64_t officers = t[KNIGHT] | t[BISHOP] | t[ROOK] | t[QUEEN];
	uint64_t near = sq_bit(king);

	switch (choice) {
	case SHADOW_OFFICERS:
		return officers;
	case SHADOW_MOBILE_OFFICERS:
		return shadow_mobile(position, officers);
	case SHADOW_MOBILE_BISHOPS:
		return shadow_mobile(position, t[BISHOP]);
	case SHADOW_DISTANT:
	case SHADOW_CHOICES:
	default:
		break;
	}
	for (int n = 0; n < SHADOW_DISTANCE; n++)
		for (uint64_t set = near; set != 0;)
			near |= attacks_king[bits_take(&set)];
	return position->by_color[color_other(winner)] & ~near & ~t[KING];
}

static bool
shadow_may_castle(const struct position *position)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int i = 0; i < 2; i++)
			if (position->castling_rook[side][i] != SQ_NONE)
				return true;
	return false;
}

/* From now on a man is only where it may stand and what it may attack. */
static void
shadow_cast(struct shadow *shadow, const struct reach *reach, const struct reach_man *man,
            uint64_t through)
{
	shadow->may_hold[man->side] |= man->may_stand;
	/* It is gone when the mate is given. */
	if (reach->assumed == REACH_TAKEN && man->home == reach->about)
		return;
	shadow->may_attack[man->side] |= reach_attacks(man, through);
	shadow->may_move[man->side] |= (man->may_stand & ~sq_bit(man->home)) != 0;
	shadow->has_lines[man->side] |= man->type != KNIGHT && man->type != BISHOP;
	shadow->has_diagonals[man->side] |= man->type != KNIGHT && man->type != ROOK;
	shadow->has_pawns[man->side] |= man->type == PAWN;
	shadow->n_men[man->side]++;
}

bool
/* NOLINTNEXTLINE(readability-function-size): what a search needs, each thing once */
shadow_begin(struct shadow *shadow, struct frontier *frontier, const struct reach *reach,
             const struct position *start, enum color winner, enum shadow_choice choice,
             void *memory, size_t size)
{
	const uint64_t men = shadow_men(reach, start, winner, choice) |
	                     (reach->assumed == REACH_TAKEN ? sq_bit(reach->about) : 0);
	const enum color loser = color_other(winner);
	const uint64_t through = reach->may_be_empty | sq_bit(reach->men[reach->king[loser]].home);
	struct position kept = *start;

	if (shadow_may_castle(start) || men == 0 || start->ep != SQ_NONE)
		return false;
	*shadow = (struct shadow){ .winner = winner };
	shadow->fixed = ~reach->may_be_empty & ~men;
	for (int side = WHITE; side <= BLACK; side++)
		shadow->may_king[side] = reach->men[reach->king[side]].may_stand;
	for (int i = 0; i < reach->n_men; i++)
		if ((men & sq_bit(reach->men[i].home)) != 0)
			shadow_cast(shadow, reach, &reach->men[i], through);
	position_take_off(&kept, men);
	frontier_begin(frontier, &kept, winner, memory, size);
	return true;
}

static uint64_t
shadow_occupied(const struct position *position)
{
	return position->by_color[WHITE] | position->by_color[BLACK];
}

/* Is the king of `side` attacked by a kept man on a line that no shadow may close? */
static bool
shadow_is_exposed(const struct shadow *shadow, const struct position *position, enum color side)
{
	const uint64_t shadows = shadow->may_hold[WHITE] | shadow->may_hold[BLACK];
	const int king = bits_first(position->by_type[KING] & position->by_color[side]);
	uint64_t attackers =
		position_attackers(position, king, color_other(side), shadow_occupied(position));

	while (attackers != 0) {
		const int sq = bits_take(&attackers);
		const uint64_t between = attacks_path[king][sq] & ~sq_bit(sq);

		if ((between & shadows) == 0)
			return true;
	}
	return false;
}

/* Can a kept man of the loser surely take the man on `checker`? */
static bool
shadow_is_taken(const struct shadow *shadow, const struct position *position, int k, int checker)
{
	const enum color loser = color_other(shadow->winner);
	const uint64_t shadows = shadow->may_hold[WHITE] | shadow->may_hold[BLACK];
	const uint64_t *t = position->by_type;
	const uint64_t winners = position->by_color[shadow->winner];
	uint64_t takers =
		position_attackers(position, checker, loser, shadow_occupied(position)) & ~t[KING];
	uint64_t lines = ((attacks_rook_rays[k] & (t[ROOK] | t[QUEEN])) |
	                  (attacks_bishop_rays[k] & (t[BISHOP] | t[QUEEN]))) &
	                 winners;

	while (lines != 0)
		takers &= ~attacks_path[k][bits_take(&lines)];
	while (takers != 0) {
		const int sq = bits_take(&takers);

		if ((attacks_path[sq][checker] & ~sq_bit(checker) & shadows) == 0)
			return true;
	}
	return false;
}

/* How the last move was made, as far as checks are concerned. */
enum shadow_last {
	SHADOW_LAST_KEPT,      /* by a kept man */
	SHADOW_LAST_SHADOW,    /* by a shadow */
	SHADOW_LAST_EN_PASSANT /* by a kept pawn, but two squares are left */
};

struct shadow_move {
	enum shadow_last last;
	int from, to; /* of a kept man */
};

/* Did a kept man's move from `from` uncover a line of a shadow to k? */
static bool
shadow_is_uncovered(const struct shadow *shadow, int k, int from, uint64_t occupied)
{
	const uint64_t bit = sq_bit(from);

	return ((shadow->has_lines[shadow->winner] && (attacks_rook_rays[k] & bit) != 0) ||
	        (shadow->has_diagonals[shadow->winner] && (attacks_bishop_rays[k] & bit) != 0)) &&
	       (attacks_path[k][from] & ~bit & occupied) == 0;
}

/* The kept checkers whose check is new: a king does not stay in check (3.9.2), so the last move
 * gave it. */
static uint64_t
shadow_new_checkers(const struct shadow *shadow, int k, uint64_t checkers,
                    const struct shadow_move *move)
{
	uint64_t new = 0;

	if (move->last == SHADOW_LAST_EN_PASSANT)
		return checkers;
	while (checkers != 0) {
		const int sq = bits_take(&checkers);
		const uint64_t between = attacks_path[k][sq] & ~sq_bit(sq);

		if (move->last == SHADOW_LAST_KEPT
		            ? sq == move->to || (between & sq_bit(move->from)) != 0
		            : (between & shadow->may_hold[shadow->winner]) != 0)
			new |= sq_bit(sq);
	}
	return new;
}

static bool
shadow_is_mate(const struct shadow *shadow, const struct position *position,
               const struct shadow_move *move)
{
	const enum color winner = shadow->winner, loser = color_other(winner);
	const uint64_t king = position->by_type[KING] & position->by_color[loser];
	const int k = bits_first(king);
	const uint64_t occupied = shadow_occupied(position);
	const uint64_t by_shadow = shadow->may_attack[winner];
	const uint64_t checkers = position_attackers(position, k, winner, occupied);
	uint64_t flights = attacks_king[k] & ~position->by_color[loser] & ~by_shadow;

	if (shadow_new_checkers(shadow, k, checkers, move) == 0 &&
	    ((by_shadow & king) == 0 || (move->last == SHADOW_LAST_KEPT &&
	                                 !shadow_is_uncovered(shadow, k, move->from, occupied))))
		return false;
	if (flights != 0)
		flights &= ~attacked_by(position, winner, occupied & ~king);
	if ((flights & (occupied | ~shadow->may_hold[loser])) != 0 ||
	    bits_count(flights) > shadow->n_men[loser])
		return false;
	return shadow->n_men[winner] > 0 || bits_many(checkers) ||
	       !shadow_is_taken(shadow, position, k, bits_first(checkers));
}

/* Take in the position after a move of the coarser game. */
static void
shadow_add(struct shadow_step *step, const struct position *after, enum shadow_last last, int from,
           int to)
{
	const struct shadow_move move = { .last = last, .from = from, .to = to };
	const enum color mover = (enum color)step->before->side;

	step->frontier->n_generated++;
	if (shadow_is_exposed(step->shadow, after, mover))
		return;
	if (mover == step->shadow->winner && shadow_is_mate(step->shadow, after, &move)) {
		step->mate = true;
		return;
	}
	if (!frontier_keep(step->frontier, after, step->index))
		step->full = true;
}

static void
shadow_moves_of_shadows(struct shadow_step *step)
{
	const enum color us = (enum color)step->before->side, them = color_other(us);
	uint64_t prey = step->before->by_color[them] & ~step->before->by_type[KING] &
	                step->shadow->may_hold[us];
	struct position pass = *step->before;

	/* En passant a pawn goes that does not stand where the taker arrives. */
	if (step->shadow->has_pawns[us])
		prey |= step->before->by_type[PAWN] & step->before->by_color[them] &
		        bits_rank(them, 4) & bits_forward(them, step->shadow->may_hold[us]);
	prey &= ~step->shadow->fixed;
	if (!step->shadow->may_move[us])
		return;
	pass.side = (uint8_t)them;
	pass.ep = SQ_NONE;
	shadow_add(step, &pass, SHADOW_LAST_SHADOW, SQ_NONE, SQ_NONE);
	while (prey != 0) {
		struct position after = pass;

		position_take_off(&after, sq_bit(bits_take(&prey)));
		shadow_add(step, &after, SHADOW_LAST_SHADOW, SQ_NONE, SQ_NONE);
	}
}

static void
shadow_moves_of_men(struct shadow_step *step)
{
	const struct position *before = step->before;
	const enum color us = (enum color)before->side;
	const uint64_t occupied = shadow_occupied(before);

	for (int type = KNIGHT; type <= KING; type++) {
		uint64_t men = before->by_type[type] & before->by_color[us] & ~step->shadow->fixed;

		while (men != 0) {
			const int from = bits_take(&men);
			uint64_t targets = 0;

			if (type == KNIGHT)
				targets = attacks_knight[from];
			if (type == KING)
				targets = attacks_king[from];
			if (type == BISHOP || type == QUEEN)
				targets |= attacks_bishop(from, occupied);
			if (type == ROOK || type == QUEEN)
				targets |= attacks_rook(from, occupied);
			targets &= ~before->by_color[us] & ~before->by_type[KING] &
			           ~step->shadow->fixed;
			if (type == KING)
				targets &= step->shadow->may_king[us];
			while (targets != 0) {
				struct position after = *before;

				const int to = bits_take(&targets);

				make_man(&after, us, (enum piece_type)type, from, to);
				shadow_add(step, &after, SHADOW_LAST_KEPT, from, to);
			}
		}
	}
}

/* A pawn's move to `to` that is no double step and not en passant. */
static void
shadow_pawn_to(struct shadow_step *step, int from, int to)
{
	const enum color us = (enum color)step->before->side;
	struct position after = *step->before;

	if ((sq_bit(to) & bits_rank(us, 8)) == 0) {
		const bool takes = sq_file(from) != sq_file(to);

		/* A shadow that is taken may be a pawn, en passant. */
		make_man(&after, us, PAWN, from, to);
		shadow_add(step, &after, takes ? SHADOW_LAST_EN_PASSANT : SHADOW_LAST_KEPT, from,
		           to);
		return;
	}
	for (int type = KNIGHT; type <= QUEEN; type++) {
		after = *step->before;
		make_promotion(&after, us, from, to, (enum piece_type)type);
		shadow_add(step, &after, SHADOW_LAST_KEPT, from, to);
	}
}

static void
shadow_moves_of_pawn(struct shadow_step *step, int from)
{
	const struct position *before = step->before;
	const enum color us = (enum color)before->side, them = color_other(us);
	const uint64_t empty = ~shadow_occupied(before);
	const uint64_t one = bits_forward(us, sq_bit(from)) & empty;
	const uint64_t two = bits_forward(us, one & bits_rank(us, 3)) & empty;
	uint64_t takes = attacks_pawn[us][from] & ~before->by_type[KING] &
	                 (before->by_color[them] | (step->shadow->may_hold[them] & empty));
	struct position after = *before;

	if (one != 0)
		shadow_pawn_to(step, from, bits_first(one));
	if (two != 0) {
		make_double_step(&after, us, from, bits_first(two));
		shadow_add(step, &after, SHADOW_LAST_KEPT, from, bits_first(two));
	}
	if (before->ep != SQ_NONE && (attacks_pawn[us][from] & sq_bit(before->ep)) != 0) {
		after = *before;
		make_en_passant(&after, us, from, before->ep);
		shadow_add(step, &after, SHADOW_LAST_EN_PASSANT, from, before->ep);
	}
	while (takes != 0)
		shadow_pawn_to(step, from, bits_take(&takes));
}

static enum frontier_result
shadow_expand(const struct shadow *shadow, struct frontier *frontier, uint32_t index)
{
	struct position before;
	struct shadow_step step = {
		.shadow = shadow, .frontier = frontier, .before = &before, .index = index
	};
	uint64_t pawns;

	frontier_open(frontier, index, &before);
	for (pawns = before.by_type[PAWN] & before.by_color[before.side] & ~shadow->fixed;
	     pawns != 0;)
		shadow_moves_of_pawn(&step, bits_take(&pawns));
	shadow_moves_of_men(&step);
	shadow_moves_of_shadows(&step);
	if (step.mate)
		return FRONTIER_MATE;
	return step.full ? FRONTIER_FULL : FRONTIER_MORE;
}

enum frontier_result
shadow_run(const struct shadow *shadow, struct frontier *frontier, uint64_t n_nodes)
{
	const uint64_t until = frontier->n_generated + n_nodes;
	enum frontier_result result = FRONTIER_MORE;

	while (result == FRONTIER_MORE && frontier->n_generated < until) {
		const uint32_t index = frontier_oldest(frontier);

		if (index == FRONTIER_NONE)
			return FRONTIER_EXHAUSTED;
		result = shadow_expand(shadow, frontier, index);
	}
	return result;
}
