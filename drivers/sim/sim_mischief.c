/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/movegen.h"
#include "drivers/sim/sim_plan.h"

#define FALLEN_MAX 5

/* --- men that fall and are put up again -------------------------------------------------------- */

struct fallen {
	int sq;    /* where he belongs */
	int lying; /* the square that reads him meanwhile, or SQ_NONE */
	uint8_t piece;
	uint64_t at_us;
};

/* The board as it is when the plan has come this far. */
static void
squares_now(const struct sim_hand *hand, uint8_t ret_squares[64])
{
	for (int sq = 0; sq < 64; sq++)
		ret_squares[sq] = hand->squares[sq];
	for (size_t i = 0; i < hand->n_plan; i++)
		if (hand->plan[i].kind == SIM_PUT)
			ret_squares[hand->plan[i].sq] = hand->plan[i].piece;
}

/* A random empty square, within reach of sq where reach is not 0. SQ_NONE: there is none. */
static int
pick_empty(struct sim_hand *hand, const uint8_t squares[64], int sq, int reach)
{
	int empty[64];
	uint32_t n = 0;

	for (int i = 0; i < 64; i++)
		if (squares[i] == EMPTY && (reach == 0 || sim_moves_distance(i, sq) <= reach))
			empty[n++] = i;
	return n > 0 ? empty[sim_plan_below(hand, n)] : SQ_NONE;
}

/* Up to `most` men near sq fall, nearly at once; every third rolls onto a square that reads him. */
static int
fall(struct sim_hand *hand, int sq, int reach, int most, struct fallen ret_fallen[FALLEN_MAX])
{
	static const struct sim_span soon = { 10, 120 };
	uint8_t before[64], squares[64];
	int n = 0;

	squares_now(hand, before);
	squares_now(hand, squares);
	for (int i = 0; i < 64 && n < most; i++) {
		if (i == sq || before[i] == EMPTY || sim_moves_distance(i, sq) > reach ||
		    sim_plan_below(hand, 2) == 0)
			continue;
		sim_plan_wait(hand, soon);
		ret_fallen[n] = (struct fallen){ i, SQ_NONE, before[i], hand->at_us };
		sim_plan_put(hand, i, EMPTY);
		squares[i] = EMPTY;
		if (sim_plan_below(hand, 3) == 0)
			ret_fallen[n].lying = pick_empty(hand, squares, i, 1);
		if (ret_fallen[n].lying == sq || ret_fallen[n].lying == i)
			ret_fallen[n].lying = SQ_NONE;
		if (ret_fallen[n].lying != SQ_NONE) {
			sim_plan_put(hand, ret_fallen[n].lying, ret_fallen[n].piece);
			squares[ret_fallen[n].lying] = ret_fallen[n].piece;
		}
		n++;
	}
	return n;
}

static void
put_up(struct sim_hand *hand, const struct fallen *fallen, enum sim_trouble what)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint8_t squares[64];
	int wrong;

	squares_now(hand, squares);
	wrong = pick_empty(hand, squares, fallen->sq, 1);
	if (sim_plan_chance(hand, manners->misplace) && wrong != SQ_NONE && wrong != fallen->sq) {
		sim_plan_put(hand, wrong, fallen->piece);
		sim_plan_wait(hand, manners->lie);
		sim_plan_put(hand, wrong, EMPTY);
		sim_plan_wait(hand, manners->carry);
	}
	sim_plan_put(hand, fallen->sq, fallen->piece);
	sim_plan_note(hand, what, fallen->sq, fallen->piece, fallen->at_us);
}

/* Men that lie on the board are taken up first: one may lie where another belongs. */
static void
put_up_all(struct sim_hand *hand, struct fallen *fallen, int n, enum sim_trouble what)
{
	const struct sim_manners *manners = hand->setup.profile->manners;

	for (int i = 0; i < n; i++) {
		if (fallen[i].lying == SQ_NONE)
			continue;
		sim_plan_wait(hand, manners->put_up);
		sim_plan_put(hand, fallen[i].lying, EMPTY);
		fallen[i].lying = SQ_NONE;
	}
	for (int left = n; left > 0; left--) {
		uint32_t i = sim_plan_below(hand, (uint32_t)left);

		sim_plan_wait(hand, manners->put_up);
		put_up(hand, &fallen[i], what);
		fallen[i] = fallen[left - 1];
	}
}

static void
accident(struct sim_hand *hand, int sq, int reach, int most, enum sim_trouble what)
{
	struct fallen fallen[FALLEN_MAX];
	int n = fall(hand, sq, reach, most, fallen);

	if (n == 0)
		return;
	sim_plan_wait(hand, hand->setup.profile->manners->lie);
	put_up_all(hand, fallen, n, what);
}

/* --- before and behind the move ---------------------------------------------------------------- */

/* A man is carried to some square and back, by a player who thinks with his fingers. */
static void
fiddle(struct sim_hand *hand)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint64_t from_us = hand->at_us;
	uint8_t squares[64];
	int men[32], other;
	uint32_t n = 0;
	int sq;

	squares_now(hand, squares);
	for (sq = 0; sq < 64; sq++)
		if (squares[sq] != EMPTY)
			men[n++] = sq;
	other = pick_empty(hand, squares, 0, 0);
	if (n == 0 || other == SQ_NONE)
		return;
	sq = men[sim_plan_below(hand, n)];
	sim_moves_carry(hand, sq, other, squares[sq]);
	sim_plan_wait(hand, manners->fiddle_stand);
	sim_moves_carry(hand, other, sq, squares[sq]);
	sim_plan_note(hand, SIM_FIDDLE, other, squares[sq], from_us);
	sim_plan_wait(hand, manners->adjust_pause);
}

/* Mate and stalemate end the game at once (5.1.1, 5.2.1): nobody can take those back. */
static bool
ends_game(const struct position *before, uint16_t move)
{
	struct position after;

	position_after(before, move, &after);
	return !movegen_any(&after);
}

/* Another legal move without a capture, or MOVE_NONE. */
static uint16_t
pick_other_move(struct sim_hand *hand, uint16_t move)
{
	struct move_list legal;
	uint32_t n = 0;
	uint16_t found;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++) {
		uint16_t other = legal.moves[i];

		if (other != move && move_kind(other) == MOVE_NORMAL &&
		    hand->squares[move_to(other)] == EMPTY)
			legal.moves[n++] = other;
	}
	found = n > 0 ? legal.moves[sim_plan_below(hand, n)] : MOVE_NONE;
	return found != MOVE_NONE && ends_game(&hand->position, found) ? MOVE_NONE : found;
}

static void
retract(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint16_t other = pick_other_move(hand, move);
	uint8_t piece = hand->squares[move_from(other)];
	uint64_t from_us = hand->at_us;

	if (other == MOVE_NONE)
		return;
	sim_moves_carry(hand, move_from(other), move_to(other), piece);
	sim_plan_wait(hand, manners->retract_stand);
	sim_moves_carry(hand, move_to(other), move_from(other), piece);
	sim_plan_note(hand, SIM_RETRACT, move_to(other), piece, from_us);
	sim_plan_wait(hand, manners->adjust_pause);
}

void
sim_mischief_before(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;

	if (sim_plan_may(hand, manners->sweep)) {
		accident(hand, (int)sim_plan_below(hand, 64), 2, FALLEN_MAX, SIM_SWEEP);
		sim_plan_wait(hand, manners->adjust_pause);
	}
	if (sim_plan_may(hand, manners->fiddle))
		fiddle(hand);
	if (sim_plan_may(hand, manners->retract))
		retract(hand, move);
}

/* The captured man is put down on the board, as he is in the way in the hand. */
static void
park(struct sim_hand *hand, uint8_t captured)
{
	static const struct sim_span soon = { 50, 400 };
	uint8_t squares[64];
	uint64_t from_us;
	int sq;

	squares_now(hand, squares);
	sq = pick_empty(hand, squares, 0, 0);
	if (sq == SQ_NONE)
		return;
	sim_plan_wait(hand, soon);
	from_us = hand->at_us;
	sim_plan_put(hand, sq, captured);
	sim_plan_wait(hand, hand->setup.profile->manners->park_stand);
	sim_plan_put(hand, sq, EMPTY);
	sim_plan_note(hand, SIM_PARK, sq, captured, from_us);
}

void
sim_mischief_after(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	bool castling = move_kind(move) == MOVE_CASTLING;
	uint8_t captured = castling ? EMPTY : hand->squares[move_to(move)];

	if (captured != EMPTY && sim_plan_may(hand, manners->park))
		park(hand, captured);
	if (!castling && sim_plan_may(hand, manners->knock))
		accident(hand, move_to(move), 1, 3, SIM_KNOCK);
}

/* --- plies that are pressed and do not stay ---------------------------------------------------- */

/* An illegal way for the man of move: to an empty square not far from the right one. */
static uint16_t
pick_illegal_move(struct sim_hand *hand, uint16_t move)
{
	bool pawn = piece_type(hand->squares[move_from(move)]) == PAWN;
	uint16_t found[64];
	uint32_t n = 0;

	if (move_kind(move) != MOVE_NORMAL)
		return MOVE_NONE;
	for (int sq = 0; sq < 64; sq++) {
		uint16_t other = move_make(move_from(move), sq, MOVE_NORMAL);

		if (hand->squares[sq] == EMPTY && sim_moves_distance(sq, move_to(move)) <= 2 &&
		    !(pawn && (sq_rank(sq) == 0 || sq_rank(sq) == 7)) &&
		    !movegen_is_legal(&hand->position, other))
			found[n++] = other;
	}
	return n > 0 ? found[sim_plan_below(hand, n)] : MOVE_NONE;
}

static void
play_and_press(struct sim_hand *hand, uint16_t other)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	enum color side = (enum color)hand->position.side;

	sim_plan_begin(hand);
	sim_moves_carry(hand, move_from(other), move_to(other), hand->squares[move_from(other)]);
	sim_plan_commit(hand, hand->pressed_us + sim_plan_draw(hand, manners->react));
	hand->pressed_us = hand->touched_us + sim_plan_draw(hand, manners->press);
	sim_hand_push_lever(hand, side, hand->pressed_us);
}

static void
undo(struct sim_hand *hand, uint16_t other, enum sim_trouble what, uint64_t from_us)
{
	struct sim_action note = { .kind = SIM_NOTE,
		                   .trouble = what,
		                   .sq = (uint8_t)move_to(other),
		                   .piece = hand->squares[move_to(other)],
		                   .ply = hand->ply,
		                   .t_us = from_us };

	sim_plan_begin(hand);
	sim_moves_carry(hand, move_to(other), move_from(other), note.piece);
	sim_plan_commit(hand, hand->pressed_us +
	                              sim_plan_draw(hand, hand->setup.profile->manners->react));
	note.until_us = hand->touched_us;
	sim_hand_push(hand, &note);
}

static void
take_back(struct sim_hand *hand, uint16_t other)
{
	enum color side = (enum color)hand->position.side;
	uint64_t from_us = hand->pressed_us;

	play_and_press(hand, other);
	hand->pressed_us += sim_plan_draw(hand, hand->setup.profile->manners->take_back_after);
	sim_hand_push_lever(hand, color_other(side), hand->pressed_us);
	undo(hand, other, SIM_TAKE_BACK, from_us);
	hand->pressed_us = hand->touched_us;
}

/* The arbiter stops the clock, and the man goes back. */
static void
replace_illegal(struct sim_hand *hand, uint16_t illegal)
{
	enum color side = (enum color)hand->position.side;
	uint64_t from_us = hand->pressed_us;

	play_and_press(hand, illegal);
	hand->pressed_us += sim_plan_draw(hand, hand->setup.profile->manners->illegal_after);
	sim_hand_push_clock(hand, SIM_CLOCK_STOP, hand->pressed_us);
	sim_clock_stop(&hand->clock, hand->pressed_us);
	undo(hand, illegal, SIM_ILLEGAL, from_us);
	sim_hand_penalise(hand, side, true);
}

bool
sim_mischief_aside(struct sim_hand *hand, uint16_t move)
{
	static const struct {
		uint16_t (*pick)(struct sim_hand *hand, uint16_t move);
		void (*play)(struct sim_hand *hand, uint16_t other);
	} kinds[] = { { pick_other_move, take_back }, { pick_illegal_move, replace_illegal } };
	const struct sim_manners *manners = hand->setup.profile->manners;
	const uint16_t chances[] = { manners->take_back, manners->illegal };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint16_t other;

		if (!hand->setup.clock || !sim_plan_may(hand, chances[i]) ||
		    !sim_hand_has_time(hand))
			continue;
		other = kinds[i].pick(hand, move);
		if (other == MOVE_NONE)
			continue;
		kinds[i].play(hand, other);
		return true;
	}
	return false;
}
