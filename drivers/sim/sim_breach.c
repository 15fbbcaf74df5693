/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_breach.h"

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "drivers/sim/sim_plan.h"

#define CANDIDATES_MAX 256
#define FALLEN_LEAST   3
#define FALLEN_MOST    5

static const struct sim_span notice = { 2500,
	                                10000 }; /* until somebody sees it and stops the clock */
static const struct sim_span lie = { 2000, 5000 };
static const struct sim_span soon = { 10, 120 };

/* A man carried where he may not go. */
struct breach {
	int from, to;
};

struct candidates {
	struct breach all[CANDIDATES_MAX];
	uint32_t n;
};

static void
add(struct candidates *candidates, int from, int to)
{
	if (candidates->n < CANDIDATES_MAX)
		candidates->all[candidates->n++] = (struct breach){ from, to };
}

static bool
pick(struct sim_hand *hand, const struct candidates *candidates, struct breach *ret_breach)
{
	if (candidates->n == 0)
		return false;
	*ret_breach = candidates->all[sim_plan_below(hand, candidates->n)];
	return true;
}

static bool
is_last_rank(int sq)
{
	return sq_rank(sq) == 0 || sq_rank(sq) == 7;
}

/* Is there a legal ply of the man on `from`, or one that takes him? */
static bool
has_ply(const struct position *position, int from, int to)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		if ((from == SQ_NONE || move_from(legal.moves[i]) == from) &&
		    (to == SQ_NONE ||
		     (move_to(legal.moves[i]) == to && move_kind(legal.moves[i]) != MOVE_CASTLING)))
			return true;
	return false;
}

/* Does `move` do what a man moved illegally must, if he can do anything (4.3.1)? */
static bool
keeps_duty(const struct sim_hand *hand, int from, uint16_t move)
{
	return move_from(move) == from || !has_ply(&hand->position, from, SQ_NONE);
}

/* --- the kinds: what is carried ---------------------------------------------------------------- */

static bool
pick_illegal(struct sim_hand *hand, uint16_t move, struct breach *ret_breach)
{
	int from = move_from(move);
	bool pawn = piece_type(hand->squares[from]) == PAWN;
	struct candidates candidates = { .n = 0 };

	if (move_kind(move) != MOVE_NORMAL)
		return false;
	for (int sq = 0; sq < 64; sq++)
		if (hand->squares[sq] == EMPTY && !(pawn && is_last_rank(sq)) &&
		    !movegen_is_legal(&hand->position, move_make(from, sq, MOVE_NORMAL)))
			add(&candidates, from, sq);
	return pick(hand, &candidates, ret_breach);
}

/* The own men that could go to the empty square sq but for their king. */
static uint64_t
comers(const struct position *position, int sq)
{
	enum color side = (enum color)position->side;
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t men = position_attackers(position, sq, side, occupied) & ~position->by_type[PAWN];
	int behind = side == WHITE ? sq - 8 : sq + 8;

	if (!is_last_rank(sq) && behind >= 0 && behind < 64)
		men |= sq_bit(behind) & position->by_type[PAWN] & position->by_color[side];
	return men;
}

static bool
pick_king_left(struct sim_hand *hand, uint16_t move, struct breach *ret_breach)
{
	struct candidates candidates = { .n = 0 };

	for (int to = 0; to < 64; to++) {
		uint64_t men = hand->squares[to] == EMPTY ? comers(&hand->position, to) : 0;

		for (; men != 0; men &= men - 1) {
			int from = __builtin_ctzll(men);

			if (!movegen_is_legal(&hand->position, move_make(from, to, MOVE_NORMAL)) &&
			    keeps_duty(hand, from, move))
				add(&candidates, from, to);
		}
	}
	return pick(hand, &candidates, ret_breach);
}

/* A ply that would be the opponent's. Where his man could be taken, he would have to be (4.3.2). */
static bool
pick_wrong_colour(struct sim_hand *hand, uint16_t move, struct breach *ret_breach)
{
	struct position other = hand->position;
	struct candidates candidates = { .n = 0 };
	struct move_list moves;

	(void)move;
	if (position_in_check(&hand->position))
		return false;
	other.side = (uint8_t)color_other((enum color)other.side);
	other.ep = SQ_NONE;
	other.key = position_key(&other);
	movegen_legal(&other, &moves);
	for (int i = 0; i < moves.count; i++) {
		uint16_t his = moves.moves[i];

		if (move_kind(his) == MOVE_NORMAL && hand->squares[move_to(his)] == EMPTY &&
		    !has_ply(&hand->position, SQ_NONE, move_from(his)))
			add(&candidates, move_from(his), move_to(his));
	}
	return pick(hand, &candidates, ret_breach);
}

/* --- what the arbiter does --------------------------------------------------------------------- */

static void
note(struct sim_hand *hand, enum sim_trouble what, const struct breach *breach, uint8_t piece,
     uint64_t from_us)
{
	struct sim_action action = { .kind = SIM_NOTE,
		                     .trouble = what,
		                     .sq = (uint8_t)(breach ? breach->to : SQ_NONE),
		                     .squares =
		                             breach ? sq_bit(breach->from) | sq_bit(breach->to) : 0,
		                     .piece = piece,
		                     .ply = hand->ply,
		                     .t_us = from_us,
		                     .until_us = hand->touched_us };

	sim_hand_push(hand, &action);
}

static void
press(struct sim_hand *hand)
{
	hand->pressed_us =
		hand->touched_us + sim_plan_draw(hand, hand->setup.profile->manners->press);
	sim_hand_push_lever(hand, (enum color)hand->position.side, hand->pressed_us);
}

static void
call_arbiter(struct sim_hand *hand)
{
	hand->pressed_us += sim_plan_draw(hand, notice);
	sim_hand_push_clock(hand, SIM_CLOCK_STOP, hand->pressed_us);
	sim_clock_stop(&hand->clock, hand->pressed_us);
	hand->touched_us = hand->pressed_us;
}

static void
carry(struct sim_hand *hand, int from, int to)
{
	sim_plan_begin(hand);
	sim_moves_carry(hand, from, to, hand->squares[from]);
	sim_plan_commit(hand, hand->pressed_us +
	                              sim_plan_draw(hand, hand->setup.profile->manners->react));
}

/* Pressed, seen, put back, punished. */
static void
play_breach(struct sim_hand *hand, enum sim_trouble what, const struct breach *breach)
{
	enum color side = (enum color)hand->position.side;
	uint8_t piece = hand->squares[breach->from];
	uint64_t from_us = hand->pressed_us;

	carry(hand, breach->from, breach->to);
	press(hand);
	call_arbiter(hand);
	carry(hand, breach->to, breach->from);
	note(hand, what, breach, piece, from_us);
	sim_hand_penalise(hand, side, true);
}

static enum sim_breach_done
aside(struct sim_hand *hand, uint16_t move,
      bool (*pick_one)(struct sim_hand *hand, uint16_t move, struct breach *ret_breach))
{
	struct breach breach;

	if (!sim_hand_has_time(hand) || !pick_one(hand, move, &breach))
		return SIM_BREACH_NONE;
	play_breach(hand, hand->setup.wish.what, &breach);
	return SIM_BREACH_ASIDE;
}

static enum sim_breach_done
make_illegal(struct sim_hand *hand, uint16_t move)
{
	return aside(hand, move, pick_illegal);
}

static enum sim_breach_done
make_king_left(struct sim_hand *hand, uint16_t move)
{
	return aside(hand, move, pick_king_left);
}

static enum sim_breach_done
make_wrong_colour(struct sim_hand *hand, uint16_t move)
{
	return aside(hand, move, pick_wrong_colour);
}

static enum sim_breach_done
make_empty_press(struct sim_hand *hand, uint16_t move)
{
	static const struct sim_span thought = { 500, 8000 };
	uint64_t from_us = hand->pressed_us;

	(void)move;
	if (!sim_hand_has_time(hand) || hand->ply == 0)
		return SIM_BREACH_NONE;
	hand->touched_us = hand->pressed_us + sim_plan_draw(hand, thought);
	press(hand);
	call_arbiter(hand);
	note(hand, SIM_EMPTY_PRESS, NULL, EMPTY, from_us);
	sim_hand_penalise(hand, (enum color)hand->position.side, true);
	return SIM_BREACH_ASIDE;
}

/* The pawn stays a pawn; the arbiter puts a queen there (7.5.2) and the opponent is to move. */
static enum sim_breach_done
make_unpromoted(struct sim_hand *hand, uint16_t move)
{
	int from = move_from(move), to = move_to(move);
	enum color side = (enum color)hand->position.side;
	struct sim_action action = { .kind = SIM_MADE, .ply = hand->ply, .side = (uint8_t)side };
	uint64_t from_us = hand->pressed_us;
	uint8_t pawn = hand->squares[from];

	if (!sim_hand_has_time(hand) || move_kind(move) != MOVE_PROMOTION ||
	    move_promotion(move) != QUEEN)
		return SIM_BREACH_NONE;
	sim_plan_begin(hand);
	if (hand->squares[to] != EMPTY) {
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, hand->setup.profile->manners->taken);
	}
	sim_moves_carry(hand, from, to, pawn);
	sim_plan_commit(hand, hand->pressed_us +
	                              sim_plan_draw(hand, hand->setup.profile->manners->react));
	action.t_us = hand->touched_us;
	sim_hand_push(hand, &action);
	action.kind = SIM_PRESS;
	action.t_us = hand->pressed_us =
		hand->touched_us + sim_plan_draw(hand, hand->setup.profile->manners->press);
	sim_hand_push(hand, &action);
	sim_clock_press(&hand->clock, side, 0, hand->pressed_us);
	call_arbiter(hand);
	sim_plan_begin(hand);
	sim_plan_put(hand, to, EMPTY);
	sim_plan_wait(hand, hand->setup.profile->manners->carry);
	sim_plan_put(hand, to, piece_make(side, QUEEN));
	sim_plan_commit(hand, hand->pressed_us + 1 * S);
	note(hand, SIM_UNPROMOTED, &(struct breach){ from, to }, pawn, from_us);
	sim_hand_penalise(hand, side, false);
	return SIM_BREACH_PLAYED;
}

/* --- men that fall ----------------------------------------------------------------------------- */

/* The men nearest to sq, up to FALLEN_MOST. */
static uint32_t
men_around(const struct sim_hand *hand, int sq, int ret_men[FALLEN_MOST])
{
	uint32_t n = 0;

	for (int reach = 0; reach <= 2; reach++)
		for (int i = 0; i < 64 && n < FALLEN_MOST; i++)
			if (hand->squares[i] != EMPTY && sim_moves_distance(i, sq) == reach)
				ret_men[n++] = i;
	return n;
}

/* A sleeve sweeps over the board while its owner is to move; every fourth man is first put up on a wrong
 * square. */
static enum sim_breach_done
make_displaced(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	static const struct sim_span up = { 300, 1200 };
	int men[FALLEN_MOST];
	uint32_t n = men_around(hand, (int)sim_plan_below(hand, 64), men);
	uint8_t pieces[FALLEN_MOST];

	(void)move;
	if (!sim_hand_has_time(hand) || n < FALLEN_LEAST)
		return SIM_BREACH_NONE;
	sim_plan_begin(hand);
	for (uint32_t i = 0; i < n; i++) {
		pieces[i] = hand->squares[men[i]];
		sim_plan_wait(hand, soon);
		sim_plan_put(hand, men[i], EMPTY);
	}
	sim_plan_wait(hand, lie);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t other = i + sim_plan_below(hand, n - i);

		if (other > i && sim_plan_chance(hand, 250)) {
			sim_plan_put(hand, men[other], pieces[i]);
			sim_plan_wait(hand, up);
			sim_plan_put(hand, men[other], EMPTY);
			sim_plan_wait(hand, up);
		}
		sim_plan_put(hand, men[i], pieces[i]);
		sim_plan_wait(hand, up);
	}
	sim_plan_note(hand, SIM_DISPLACED, men[0], pieces[0], 0);
	sim_plan_wait(hand, manners->react);
	sim_plan_commit(hand, hand->pressed_us + sim_plan_draw(hand, manners->react));
	hand->pressed_us = hand->touched_us;
	return SIM_BREACH_ASIDE;
}

/* --- before the game --------------------------------------------------------------------------- */

/* King and queen, or knight and bishop, as laws.md 2.3 has them; seen after a while. */
static void
make_wrong_start(struct sim_hand *hand)
{
	static const struct sim_span grip = { 300, 900 };
	static const struct sim_span unseen = { 6000, 20000 };
	static const int pairs[][2] = { { SQ_D1, SQ_E1 },           { SQ_D1 + 56, SQ_E1 + 56 },
		                        { SQ_D1 - 2, SQ_D1 - 1 },   { SQ_E1 + 1, SQ_E1 + 2 },
		                        { SQ_D1 + 54, SQ_D1 + 55 }, { SQ_E1 + 57, SQ_E1 + 58 } };
	const int *pair = pairs[sim_plan_below(hand, 6)];
	uint8_t a = hand->squares[pair[0]], b = hand->squares[pair[1]];
	uint64_t from_us;

	sim_plan_begin(hand);
	for (int turn = 0; turn < 2; turn++) {
		sim_plan_put(hand, pair[0], EMPTY);
		sim_plan_wait(hand, grip);
		sim_plan_put(hand, pair[1], EMPTY);
		sim_plan_wait(hand, grip);
		sim_plan_put(hand, pair[1], turn == 0 ? a : b);
		sim_plan_wait(hand, grip);
		sim_plan_put(hand, pair[0], turn == 0 ? b : a);
		if (turn == 0) {
			from_us = hand->at_us;
			sim_plan_wait(hand, unseen);
			sim_plan_note(hand, SIM_WRONG_START, pair[0], b, from_us);
		}
	}
	sim_plan_commit(hand, hand->touched_us + 1 * S);
	hand->pressed_us = hand->touched_us;
	hand->wish_done = true;
}

void
sim_breach_setup(struct sim_hand *hand)
{
	if (hand->setup.wish.wanted && hand->setup.wish.what == SIM_WRONG_START)
		make_wrong_start(hand);
}

/* --- the table --------------------------------------------------------------------------------- */

static const struct {
	enum sim_trouble what;
	enum sim_breach_done (*make)(struct sim_hand *hand,
	                             uint16_t move); /* NULL: at the set-up */
} kinds[] = {
	{ SIM_ILLEGAL, make_illegal },
	{ SIM_KING_LEFT, make_king_left },
	{ SIM_WRONG_COLOUR, make_wrong_colour },
	{ SIM_UNPROMOTED, make_unpromoted },
	{ SIM_EMPTY_PRESS, make_empty_press },
	{ SIM_DISPLACED, make_displaced },
	{ SIM_WRONG_START, NULL },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

bool
sim_breach_is_kind(enum sim_trouble what)
{
	for (size_t i = 0; i < N_KINDS; i++)
		if (kinds[i].what == what)
			return true;
	return false;
}

enum sim_breach_done
sim_breach_ply(struct sim_hand *hand, uint16_t move)
{
	const struct sim_wish *wish = &hand->setup.wish;
	enum sim_breach_done done = SIM_BREACH_NONE;

	if (!wish->wanted || hand->wish_done || hand->ply < wish->ply)
		return done;
	for (size_t i = 0; i < N_KINDS; i++)
		if (kinds[i].what == wish->what && kinds[i].make)
			done = kinds[i].make(hand, move);
	hand->wish_done = done != SIM_BREACH_NONE;
	return done;
}
