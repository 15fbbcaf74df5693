/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Let F be a set of the loser's men. An exit is a move that makes a man of F leave its square or
 * takes it there. Take any series of legal moves. Up to its first exit, or to its end if there is
 * none, every man of F is at home, so the fixed point computed with F frozen (reach.h) holds. So if
 *
 *  1. that fixed point leaves no mate to the winner, and
 *  2. after every exit that it allows, the winner never mates,
 *
 * the winner never mates: a mate before the first exit is excluded by 1; one given by the first
 * exit or after it, by 2. Only first exits need be looked at, and these have all men of F at home
 * before them and all other men where the fixed point says.
 *
 * Found by starting with all the loser's men and dropping those with an exit that is not known to
 * end the winner's hopes, until nothing is dropped. A smaller F leaves larger sets to the others,
 * so no man comes back; but the proof rests on the last F alone, not on how it was found. Castling
 * and en passant at the start are left to others.
 *
 * Below, "steady" are the squares that the fixed point never leaves empty: the man there now stands
 * there before the exit. "Void" are those where no man may ever stand. "Single" is a winner who has
 * one man beside the king: once that is taken, he never mates.
 *
 * A man of the loser's leaves. One of these must hold:
 *  - Taking is all that the move can be, and the winner is single.
 *  - It mates the winner, whose king is on a steady square w:
 *     - a king on w is attacked after it, surely: by the man that has moved, or by a steady one, as
 *       pawn, knight or king, or as a line man over squares that are void, or left by this move;
 *     - each square next to w holds a steady man of the winner's, or is surely attacked in the same
 *       way, w being left. A king that takes there, too, is attacked. An attacker need not be safe:
 *       the king's step is the winner's whole move;
 *     - either two men surely give check, or one does, and no man of the winner's may arrive on its
 *       square or between. Where men arrive is told by the fixed point, with the square that has
 *       been left opened to lines.
 *    A double step is not called mate, for en passant; a promotion mates as whatever it is.
 *
 * A man of the loser's, not his king, is taken. By the king: must not be possible, as a steady man
 * of the loser's attacks the square. By another man: the winner is single, the taker is no pawn,
 * the loser's king is of F and attacked by the taker, from the next square or by a knight. All
 * squares next to the king, but that of the taker, hold steady men of his own. So he must take the
 * taker, or has no move. He has one: his king takes, and the winner's is never near; or a steady
 * man takes, from where nothing can be in between. It is not pinned, the taker being the only man
 * that could pin. So it is not mate, and no man is left to mate with.
 */
#include "core/verdict/freeze.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/verdict/reach.h"

/* The set under test and what its fixed point says. */
struct freeze {
	struct reach reach;
	const struct position *position;
	enum color winner, loser;
	uint64_t frozen, steady, empty_for_ever;
	int w;       /* the winner's king, SQ_NONE if it may leave */
	bool single; /* the winner has one man beside his king */
};

/* A man of the loser's that goes from `from` to `to`, where it is of `type`. */
struct freeze_exit {
	int from, to;
	enum piece_type type;
};

/* What a man attacks from sq, over squares that are clear. */
static uint64_t
freeze_attacks(enum piece_type type, enum color side, int sq, uint64_t clear)
{
	switch (type) {
	case PAWN:
		return attacks_pawn[side][sq];
	case KNIGHT:
		return attacks_knight[sq];
	case BISHOP:
		return attacks_bishop(sq, ~clear);
	case ROOK:
		return attacks_rook(sq, ~clear);
	case QUEEN:
		return attacks_bishop(sq, ~clear) | attacks_rook(sq, ~clear);
	case KING:
		return attacks_king[sq];
	case NO_PIECE_TYPE:
	default:
		return 0;
	}
}

/* Squares surely attacked by steady men of `side`, but not by the one on `except` (or SQ_NONE). */
static uint64_t
freeze_held(const struct freeze *freeze, enum color side, int except, uint64_t clear)
{
	uint64_t held = 0;

	for (int i = 0; i < freeze->reach.n_men; i++) {
		const struct reach_man *man = &freeze->reach.men[i];

		if (man->side == (uint8_t)side && man->home != except &&
		    (freeze->steady & sq_bit(man->home)) != 0)
			held |= freeze_attacks((enum piece_type)man->type, side, man->home, clear);
	}
	return held;
}

/* Where men of the winner's other than the king may arrive, with `left` open to lines. */
static uint64_t
freeze_arrivals(const struct freeze *freeze, uint64_t left)
{
	const uint64_t through = freeze->reach.may_be_empty | left;
	uint64_t arrive = 0;

	for (int i = 0; i < freeze->reach.n_men; i++) {
		const struct reach_man *man = &freeze->reach.men[i];
		uint64_t steps = bits_forward(freeze->winner, man->may_step | man->may_pawn);

		if (man->side != (uint8_t)freeze->winner)
			continue;
		steps |= bits_forward(freeze->winner, steps & bits_rank(freeze->winner, 3));
		arrive |= reach_attacks(man, through) | steps;
	}
	return arrive;
}

/* May the winner answer a check by the man on `sq` without moving the king? */
static bool
freeze_may_parry(const struct freeze *freeze, int sq, uint64_t left)
{
	return (freeze_arrivals(freeze, left) & attacks_path[freeze->w][sq]) != 0;
}

/* Is the winner surely mated by this move? */
static bool
freeze_mates(const struct freeze *freeze, const struct freeze_exit *exit)
{
	const uint64_t left = sq_bit(exit->from), arrived = sq_bit(exit->to);
	const uint64_t clear = (freeze->empty_for_ever | left) & ~arrived;
	const uint64_t own = freeze->position->by_color[freeze->winner] & freeze->steady & ~arrived;
	uint64_t flights, king;
	int n_checks = 0;
	bool parried = true;

	if (freeze->w == SQ_NONE)
		return false;
	king = sq_bit(freeze->w);
	flights = attacks_king[freeze->w] & ~own &
	          ~freeze_held(freeze, freeze->loser, exit->from, clear | king) &
	          ~freeze_attacks(exit->type, freeze->loser, exit->to, clear | king);
	if (flights != 0)
		return false;
	if ((freeze_attacks(exit->type, freeze->loser, exit->to, clear) & king) != 0) {
		n_checks++;
		parried = freeze_may_parry(freeze, exit->to, left);
	}
	for (int i = 0; i < freeze->reach.n_men; i++) {
		const struct reach_man *man = &freeze->reach.men[i];

		if (man->side != (uint8_t)freeze->loser || man->home == exit->from ||
		    (freeze->steady & sq_bit(man->home)) == 0 ||
		    (freeze_attacks((enum piece_type)man->type, freeze->loser, man->home, clear) &
		     king) == 0)
			continue;
		n_checks++;
		parried = parried && freeze_may_parry(freeze, man->home, left);
	}
	return n_checks > 1 || (n_checks == 1 && !parried);
}

/* Does nothing come of the move, whether or not it takes? */
static bool
freeze_is_harmless(const struct freeze *freeze, const struct freeze_exit *exit)
{
	const uint64_t to = sq_bit(exit->to);

	if (freeze->single && (to & freeze->reach.may_be_empty) == 0)
		return true;
	return freeze_mates(freeze, exit);
}

/* Pawns take en passant if a pawn of the winner's may pass them. */
static bool
freeze_may_be_passed(const struct freeze *freeze, int sq)
{
	const enum color us = freeze->loser, them = freeze->winner;
	const uint64_t beside = (sq_bit(sq) & ~BITS_FILE_A) >> 1 | (sq_bit(sq) & ~BITS_FILE_H) << 1;
	const uint64_t from = bits_forward(us, bits_forward(us, beside));

	return (sq_bit(sq) & bits_rank(us, 5)) != 0 &&
	       (from & freeze->position->by_type[PAWN] & freeze->position->by_color[them]) != 0;
}

static bool
freeze_pawn_may_go(const struct freeze *freeze, int from, int to)
{
	struct freeze_exit exit = { .from = from, .to = to, .type = PAWN };

	if ((sq_bit(to) & bits_rank(freeze->loser, 8)) == 0)
		return freeze_is_harmless(freeze, &exit);
	for (int type = KNIGHT; type <= QUEEN; type++) {
		exit.type = (enum piece_type)type;
		if (!freeze_is_harmless(freeze, &exit))
			return false;
	}
	return true;
}

static bool
freeze_pawn_may_leave(const struct freeze *freeze, int from)
{
	const enum color us = freeze->loser;
	const uint64_t step = bits_forward(us, sq_bit(from)) & ~freeze->steady;
	uint64_t takes = attacks_pawn[us][from] & freeze->reach.may_hold[freeze->winner];

	if (freeze_may_be_passed(freeze, from) && !freeze->single)
		return false;
	if (step != 0 && !freeze_pawn_may_go(freeze, from, bits_first(step)))
		return false;
	/* A double step is not called mate. */
	if ((bits_forward(us, step & bits_rank(us, 3)) & ~freeze->steady) != 0)
		return false;
	while (takes != 0) {
		const int to = bits_take(&takes);

		/* A pawn takes, and does nothing else there. */
		if (!freeze->single && !freeze_pawn_may_go(freeze, from, to))
			return false;
	}
	return true;
}

/* All moves that the man may make, given what stands steadily, are harmless. */
static bool
freeze_may_leave(const struct freeze *freeze, const struct reach_man *man)
{
	const uint64_t *colors = freeze->position->by_color;
	const uint64_t kings = freeze->position->by_type[KING];
	struct freeze_exit exit = { .from = man->home, .type = (enum piece_type)man->type };
	uint64_t targets;

	if (man->type == PAWN)
		return freeze_pawn_may_leave(freeze, man->home);
	targets = freeze_attacks(exit.type, freeze->loser, exit.from, ~freeze->steady);
	targets &= ~(freeze->steady & (colors[freeze->loser] | kings));
	if (man->type == KING) /* not to where a steady man of the winner's attacks him */
		targets &= ~freeze_held(freeze, freeze->winner, SQ_NONE, 0);
	while (targets != 0) {
		exit.to = bits_take(&targets);
		if (!freeze_is_harmless(freeze, &exit))
			return false;
	}
	return true;
}

/* The taker, of `type`, on sq, gives check, and must and can be taken. */
static bool
freeze_is_retaken(const struct freeze *freeze, enum piece_type type, int sq)
{
	const struct reach *reach = &freeze->reach;
	const int k = reach->men[reach->king[freeze->loser]].home;
	const uint64_t own = freeze->steady & freeze->position->by_color[freeze->loser];
	const uint64_t helper = reach->men[reach->king[freeze->winner]].may_stand;

	if (!freeze->single || type == PAWN || (freeze->frozen & sq_bit(k)) == 0 ||
	    (freeze_attacks(type, freeze->winner, sq, 0) & sq_bit(k)) == 0 ||
	    (attacks_king[k] & ~sq_bit(sq) & ~own) != 0)
		return false;
	if ((attacks_king[k] & sq_bit(sq)) != 0 && (attacks_king[sq] & helper) == 0)
		return true;
	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *man = &reach->men[i];

		if (man->type != KING && man->home != sq && (own & sq_bit(man->home)) != 0 &&
		    (freeze_attacks((enum piece_type)man->type, freeze->loser, man->home, 0) &
		     sq_bit(sq)) != 0)
			return true;
	}
	return false;
}

/* Nothing comes of taking the man. */
static bool
freeze_may_be_taken(const struct freeze *freeze, const struct reach_man *man)
{
	const struct reach *reach = &freeze->reach;
	const uint64_t home = sq_bit(man->home);
	const uint64_t kings_way = reach->men[reach->king[freeze->winner]].may_stand;

	if (man->type == KING)
		return true;
	if ((attacks_king[man->home] & kings_way) != 0 &&
	    (freeze_held(freeze, freeze->loser, man->home, 0) & home) == 0)
		return false;
	for (int i = 0; i < reach->n_men; i++) {
		const struct reach_man *taker = &reach->men[i];

		if (taker->side == (uint8_t)freeze->winner &&
		    (reach_attacks(taker, reach->may_be_empty) & home) != 0 &&
		    !freeze_is_retaken(freeze, (enum piece_type)taker->type, man->home))
			return false;
	}
	return true;
}

static void
freeze_look(struct freeze *freeze, uint64_t frozen)
{
	const struct reach_man *king;
	struct reach *reach = &freeze->reach;
	uint64_t may_stand = 0;

	reach_compute_frozen(freeze->position, frozen, reach);
	for (int i = 0; i < reach->n_men; i++)
		may_stand |= reach->men[i].may_stand;
	king = &reach->men[reach->king[freeze->winner]];
	freeze->frozen = frozen;
	freeze->steady = ~reach->may_be_empty;
	freeze->empty_for_ever = ~may_stand;
	freeze->w = reach_may_leave(king) ? SQ_NONE : king->home;
}

/* The men of F with an exit of which something may come. */
static uint64_t
freeze_loose(const struct freeze *freeze)
{
	uint64_t loose = 0;

	for (int i = 0; i < freeze->reach.n_men; i++) {
		const struct reach_man *man = &freeze->reach.men[i];

		if ((freeze->frozen & sq_bit(man->home)) != 0 &&
		    (!freeze_may_leave(freeze, man) || !freeze_may_be_taken(freeze, man)))
			loose |= sq_bit(man->home);
	}
	return loose;
}

bool
freeze_never_mates(const struct position *position, enum color winner)
{
	const uint64_t own = position->by_color[winner] & ~position->by_type[KING];
	struct freeze freeze = {
		.position = position,
		.winner = winner,
		.loser = color_other(winner),
		.single = own != 0 && !bits_many(own),
	};
	uint64_t frozen = position->by_color[freeze.loser], loose;

	if (position->ep != SQ_NONE)
		return false;
	for (int side = WHITE; side <= BLACK; side++)
		for (int i = 0; i < 2; i++)
			if (position->castling_rook[side][i] != SQ_NONE)
				return false;
	do {
		freeze_look(&freeze, frozen);
		loose = freeze_loose(&freeze);
		frozen &= ~loose;
	} while (loose != 0 && frozen != 0);
	return frozen != 0 && reach_never_mates(&freeze.reach, winner);
}
