/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_hand.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/movegen.h"

#define MS UINT64_C(1000)
#define S  UINT64_C(1000000)

#define HASTE_US         (3 * S)   /* a player this quick may begin before the other has pressed */
#define MIN_APART_US     (20 * MS) /* between two events whose order matters */
#define BEGIN_MIN_US     (30 * MS) /* an early reply comes so long after the last touch, at least */
#define FLAG_SPARE_US    (1 * S) /* the arbiter steps in when less would be left after the press */
#define RESCUE_S         60      /* and gives so much */
#define THOUGHT_SPARE_US (2 * S) /* nobody thinks his clock down to less */
#define PAUSE_MIN_US     (1 * S) /* pauses between games shrink with the pace no further */
#define OPENING_PLIES    12
#define MOVES_A_GAME     50 /* what a player reckons with when he plans his time */

enum stage { STAGE_OVER, STAGE_PLAYING, STAGE_ENDING };

/* Drawing */

static uint64_t
draw(struct sim_hand *hand, struct sim_span span)
{
	return sim_random_between(&hand->random, span.min_ms, span.max_ms) * MS;
}

static bool
chance(struct sim_hand *hand, uint16_t per_mille)
{
	return sim_random_chance(&hand->random, per_mille);
}

static uint32_t
below(struct sim_hand *hand, uint32_t n)
{
	return sim_random_below(&hand->random, n);
}

static uint64_t
paced(const struct sim_hand *hand, uint64_t us)
{
	return us * SIM_HAND_PACE_ONE / hand->setup.pace;
}

static uint64_t
pause_us(struct sim_hand *hand, struct sim_span span)
{
	uint64_t us = paced(hand, draw(hand, span));

	return us < PAUSE_MIN_US ? PAUSE_MIN_US : us;
}

/* Queue and plan */

/* Stable: of two actions at one moment the one pushed first comes first. */
static void
insert(struct sim_action *actions, size_t *n, const struct sim_action *action)
{
	size_t i = *n;

	INVARIANT(*n < SIM_HAND_QUEUE);
	while (i > 0 && actions[i - 1].t_us > action->t_us) {
		actions[i] = actions[i - 1];
		i--;
	}
	actions[i] = *action;
	(*n)++;
}

static void
push(struct sim_hand *hand, const struct sim_action *action)
{
	insert(hand->queue, &hand->n_queue, action);
}

static void
push_clock(struct sim_hand *hand, enum sim_action_kind kind, uint64_t t_us)
{
	struct sim_action action = { .kind = kind, .t_us = t_us };

	if (hand->setup.clock)
		push(hand, &action);
}

static void
plan_begin(struct sim_hand *hand)
{
	hand->n_plan = 0;
	hand->at_us = 0;
}

static void
plan_put_at(struct sim_hand *hand, uint64_t t_us, int sq, uint8_t piece)
{
	struct sim_action action = {
		.kind = SIM_PUT, .t_us = t_us, .sq = (uint8_t)sq, .piece = piece
	};

	insert(hand->plan, &hand->n_plan, &action);
}

static void
plan_put(struct sim_hand *hand, int sq, uint8_t piece)
{
	plan_put_at(hand, hand->at_us, sq, piece);
}

static void
plan_wait(struct sim_hand *hand, struct sim_span span)
{
	hand->at_us += draw(hand, span);
}

/* Put the plan into the timeline at start_us. Touches of one plan never reach into the next, so
 * that hand->squares follows in the order of time. */
static void
plan_commit(struct sim_hand *hand, uint64_t start_us)
{
	for (size_t i = 0; i < hand->n_plan; i++) {
		struct sim_action *action = &hand->plan[i];

		action->t_us += start_us;
		hand->squares[action->sq] = action->piece;
		push(hand, action);
	}
	hand->touched_us = start_us + hand->at_us;
}

/* Moves */

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

/* The empty squares a hand passes from one square to another: the straight way, or the two corners
 * of a knight's. Returns how many, at most 6. */
static int
squares_between(const struct sim_hand *hand, int from, int to, int ret_squares[6])
{
	int files = sq_file(to) - sq_file(from);
	int ranks = sq_rank(to) - sq_rank(from);
	bool straight = files == 0 || ranks == 0 || files == ranks || files == -ranks;
	int n = 0;

	if (!straight) {
		/* A knight: first along its long leg, then also along the short one. */
		bool tall = ranks == 2 || ranks == -2;
		int file = sq_file(from) + (tall ? 0 : sign(files));
		int rank = sq_rank(from) + (tall ? sign(ranks) : 0);
		int corner = sq_make(file, rank);
		int aside =
			sq_make(file + (tall ? sign(files) : 0), rank + (tall ? 0 : sign(ranks)));

		if (hand->squares[corner] == EMPTY)
			ret_squares[n++] = corner;
		if (hand->squares[aside] == EMPTY)
			ret_squares[n++] = aside;
		return n;
	}
	for (int sq = from + sign(files) + 8 * sign(ranks); sq != to;
	     sq += sign(files) + 8 * sign(ranks))
		if (hand->squares[sq] == EMPTY)
			ret_squares[n++] = sq;
	return n;
}

static void
slide(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_profile *profile = hand->setup.profile;
	int squares[6];
	int n = squares_between(hand, from, to, squares);
	int first = 0, last = n - 1;

	if (!chance(hand, profile->slide_all) && n > 0)
		first = last = (int)below(hand, (uint32_t)n);
	for (int i = first; i <= last; i++) {
		plan_wait(hand, profile->step);
		plan_put(hand, squares[i], piece);
		plan_wait(hand, profile->stand);
		plan_put(hand, squares[i], EMPTY);
	}
	plan_wait(hand, n > 0 ? profile->step : profile->carry);
}

/* One man from here to there, lifted first but for the odd hand that pushes it over. */
static void
carry(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_profile *profile = hand->setup.profile;

	if (chance(hand, profile->place_first)) {
		plan_put(hand, to, piece);
		plan_wait(hand, profile->overlap);
		plan_put(hand, from, EMPTY);
		return;
	}
	plan_put(hand, from, EMPTY);
	if (chance(hand, profile->slide))
		slide(hand, from, to, piece);
	else
		plan_wait(hand, profile->carry);
	plan_put(hand, to, piece);
}

/* A man between thumb and board in one hand, the captured one put down beside for a moment. */
static void
ghost(struct sim_hand *hand, int to, uint8_t captured, uint64_t lifted_us)
{
	static const struct sim_span soon = { 20, 150 };
	const struct sim_profile *profile = hand->setup.profile;
	uint64_t down_us = lifted_us + draw(hand, soon);
	uint64_t up_us = down_us + draw(hand, profile->ghost_stand);
	int beside[8];
	uint32_t n = 0;

	for (int sq = 0; sq < 64; sq++) {
		int files = sq_file(sq) - sq_file(to);
		int ranks = sq_rank(sq) - sq_rank(to);

		if (sq != to && files * files <= 1 && ranks * ranks <= 1 &&
		    hand->squares[sq] == EMPTY)
			beside[n++] = sq;
	}
	if (n == 0)
		return;
	n = below(hand, n);
	plan_put_at(hand, down_us, beside[n], captured);
	plan_put_at(hand, up_us, beside[n], EMPTY);
	if (hand->at_us < up_us)
		hand->at_us = up_us;
}

/* `piece` from here to there, where an enemy stands. Mostly the hand that brings it takes the other
 * man away in passing, so quickly that few scans see the square empty. */
static void
capture(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_profile *profile = hand->setup.profile;
	uint8_t captured = hand->squares[to];
	bool seen_beside = chance(hand, profile->ghost);
	uint64_t lifted_us;

	if (chance(hand, profile->take_first)) {
		plan_put(hand, to, EMPTY);
		plan_wait(hand, profile->taken);
		carry(hand, from, to, piece);
		/* The captured man is off the board long before: no ghost. */
		return;
	}
	plan_put(hand, from, EMPTY);
	if (chance(hand, profile->slide))
		slide(hand, from, to, piece);
	else
		plan_wait(hand, profile->carry);
	lifted_us = hand->at_us;
	plan_put(hand, to, EMPTY);
	plan_wait(hand, profile->swap);
	plan_put(hand, to, piece);
	if (seen_beside)
		ghost(hand, to, captured, lifted_us);
}

static void
move_or_capture(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	if (hand->squares[to] == EMPTY)
		carry(hand, from, to, piece);
	else
		capture(hand, from, to, piece);
}

/* Another square first, the hand still on the man. Returns where it stands then. */
static int
hesitate(struct sim_hand *hand, uint16_t move)
{
	struct move_list legal;
	int squares[27]; /* a queen's */
	uint32_t n = 0;
	int from = move_from(move);
	int other;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++) {
		int to = move_to(legal.moves[i]);

		if (move_from(legal.moves[i]) == from && move_kind(legal.moves[i]) == MOVE_NORMAL &&
		    to != move_to(move) && hand->squares[to] == EMPTY)
			squares[n++] = to;
	}
	if (n == 0)
		return from;
	other = squares[below(hand, n)];
	carry(hand, from, other, hand->squares[from]);
	plan_wait(hand, hand->setup.profile->hesitate_stand);
	return other;
}

static void
plan_normal(struct sim_hand *hand, uint16_t move)
{
	uint8_t piece = hand->squares[move_from(move)];
	int from = move_from(move);

	if (chance(hand, hand->setup.profile->hesitate))
		from = hesitate(hand, move);
	move_or_capture(hand, from, move_to(move), piece);
}

static void
plan_promotion(struct sim_hand *hand, uint16_t move)
{
	const struct sim_profile *profile = hand->setup.profile;
	int from = move_from(move), to = move_to(move);
	uint8_t pawn = hand->squares[from];
	uint8_t piece = piece_make(piece_color(pawn), move_promotion(move));

	if (chance(hand, profile->pawn_stands)) {
		move_or_capture(hand, from, to, pawn);
		plan_wait(hand, profile->pawn_stand);
		plan_put(hand, to, EMPTY);
		plan_wait(hand, profile->swap);
		plan_put(hand, to, piece);
		return;
	}
	/* The pawn leaves the board, and the new piece comes in its stead. */
	plan_put(hand, from, EMPTY);
	plan_wait(hand, profile->between);
	if (hand->squares[to] != EMPTY) {
		plan_put(hand, to, EMPTY);
		plan_wait(hand, profile->swap);
	}
	plan_put(hand, to, piece);
}

static void
plan_en_passant(struct sim_hand *hand, uint16_t move)
{
	const struct sim_profile *profile = hand->setup.profile;
	int from = move_from(move), to = move_to(move);
	int captured = sq_make(sq_file(to), sq_rank(from));
	uint8_t pawn = hand->squares[from];

	if (chance(hand, profile->en_passant_first)) {
		plan_put(hand, captured, EMPTY);
		plan_wait(hand, profile->between);
		carry(hand, from, to, pawn);
		return;
	}
	carry(hand, from, to, pawn);
	plan_wait(hand, profile->between);
	plan_put(hand, captured, EMPTY);
}

/* The way of king and rook crosses, so neither stops on it. */
static void
plan_castling(struct sim_hand *hand, uint16_t move)
{
	const struct sim_profile *profile = hand->setup.profile;
	int king = move_from(move), rook = move_to(move);
	bool short_side = rook > king;
	int rank = sq_rank(king);
	int from[2] = { king, rook };
	int to[2] = { sq_make(short_side ? sq_file(SQ_G1) : sq_file(SQ_C1), rank),
		      sq_make(short_side ? sq_file(SQ_F1) : sq_file(SQ_D1), rank) };
	uint32_t style = below(hand, 1000);
	int first = style < profile->rook_first ? 1 : 0;
	bool interleaved = style >= profile->rook_first &&
	                   style < (uint32_t)profile->rook_first + profile->interleaved;

	plan_put(hand, from[first], EMPTY);
	plan_wait(hand, interleaved ? profile->between : profile->carry);
	if (interleaved) {
		plan_put(hand, from[1], EMPTY);
		plan_wait(hand, profile->carry);
		first = (int)below(hand, 2);
	}
	plan_put(hand, to[first], hand->squares[from[first]]);
	plan_wait(hand, profile->between);
	if (!interleaved) {
		plan_put(hand, from[1 - first], EMPTY);
		plan_wait(hand, profile->carry);
	}
	plan_put(hand, to[1 - first], hand->squares[from[1 - first]]);
}

/* J'adoube: some man that has nothing to do with the move is lifted and put back (4.2). */
static void
plan_adjust(struct sim_hand *hand, uint16_t move)
{
	const struct sim_profile *profile = hand->setup.profile;
	int squares[32];
	uint32_t n = 0;
	int sq;

	for (sq = 0; sq < 64; sq++)
		if (hand->squares[sq] != EMPTY && sq != move_from(move) && sq != move_to(move))
			squares[n++] = sq;
	if (n == 0)
		return;
	sq = squares[below(hand, n)];
	plan_put(hand, sq, EMPTY);
	plan_wait(hand, profile->adjust_hold);
	plan_put(hand, sq, hand->squares[sq]);
	plan_wait(hand, profile->adjust_pause);
}

static void (*const planners[])(struct sim_hand *hand, uint16_t move) = {
	[MOVE_NORMAL] = plan_normal,
	[MOVE_PROMOTION] = plan_promotion,
	[MOVE_EN_PASSANT] = plan_en_passant,
	[MOVE_CASTLING] = plan_castling,
};

/* Time */

/* Thinking time where the game gives none: quick in the opening, mostly short, now and then very
 * long, and never so long that the time runs out. */
static uint64_t
draw_thought(struct sim_hand *hand, uint64_t left_us)
{
	static const struct {
		uint32_t per_mille; /* of the plies after the opening */
		uint32_t min, max;  /* thousandths of the even share of a move */
	} moods[] = { { 550, 50, 400 }, { 330, 400, 1500 }, { 120, 1500, 5000 } };
	uint64_t share_us =
		(uint64_t)hand->initial_s * S / MOVES_A_GAME + (uint64_t)hand->increment_s * S;
	uint64_t most_us = left_us / 8 + (uint64_t)hand->increment_s * S / 2;
	uint32_t mood = below(hand, 1000);
	uint32_t factor = sim_random_between(&hand->random, 20, 250);
	size_t i = 0;
	uint64_t us;

	if (hand->ply >= OPENING_PLIES) {
		while (mood >= moods[i].per_mille)
			mood -= moods[i++].per_mille;
		factor = sim_random_between(&hand->random, moods[i].min, moods[i].max);
	}
	us = share_us * factor / 1000;
	return us < most_us ? us : most_us;
}

/* What the game says about the clock at this ply's press, and what to make of it. */
struct timing {
	uint64_t thought_us; /* from the opponent's press to this one, when hands allow */
	bool follow;         /* the press is to come at exactly that moment */
	int64_t gift_us;     /* given by the clock at the press */
	int64_t before_us;   /* not 0: a gift, so that this is left before the increment */
};

static struct timing
timing_from_game(struct sim_hand *hand, enum color side)
{
	const struct game_ply *ply = &hand->game->plies[hand->ply];
	uint64_t left_us = (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us);
	uint32_t fraction_us = sim_random_between(&hand->random, 50000, 950000);
	int64_t before_us = (int64_t)(ply->clock_s - hand->increment_s) * (int64_t)S - fraction_us;
	int32_t spent_s = hand->shown_s[side] + hand->increment_s - ply->clock_s;
	struct timing timing = { .thought_us = paced(hand, draw_thought(hand, left_us)) };

	if (ply->clock_s == CLOCK_UNKNOWN || ply->clock_s > SIM_CLOCK_MAX_S || before_us <= 0)
		return timing;
	hand->shown_s[side] = ply->clock_s;
	if (hand->setup.pace == SIM_HAND_PACE_ONE && hand->setup.clock) {
		int64_t late_us = before_us - (int64_t)left_us;

		/* A gift hides how long the player thought: that stays drawn. */
		if (late_us > SIM_HAND_GIFT_S * (int64_t)S) {
			timing.before_us = before_us;
			return timing;
		}
		timing.follow = late_us < 0;
		timing.thought_us = late_us < 0 ? (uint64_t)-late_us : 0;
	} else if (-spent_s > SIM_HAND_GIFT_S) {
		timing.gift_us = -spent_s * (int64_t)S;
	} else {
		timing.thought_us = spent_s > 0 ? paced(hand, (uint64_t)spent_s * S) : 0;
	}
	return timing;
}

/* Only where the game's own clock says so may a player come close to his flag. */
static struct timing
timing_of(struct sim_hand *hand, enum color side)
{
	struct timing timing = timing_from_game(hand, side);
	uint64_t left_us = (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us);
	uint64_t most_us = left_us > THOUGHT_SPARE_US ? left_us - THOUGHT_SPARE_US : 0;

	if (hand->setup.clock && !timing.follow && timing.thought_us > most_us)
		timing.thought_us = most_us;
	return timing;
}

/* The arbiter stops the clock, gives `side` some time and starts it again. */
static void
rescue(struct sim_hand *hand, enum color side)
{
	struct sim_action action = { .kind = SIM_CLOCK_SET,
		                     .t_us = hand->pressed_us + 2 * S,
		                     .side = (uint8_t)side,
		                     .seconds = RESCUE_S };
	uint64_t stop_us = hand->pressed_us + MIN_APART_US; /* nobody has less than 50 ms */
	uint64_t start_us = action.t_us + 1 * S;

	push_clock(hand, SIM_CLOCK_STOP, stop_us);
	push(hand, &action);
	push_clock(hand, SIM_CLOCK_START, start_us);
	sim_clock_stop(&hand->clock, stop_us);
	sim_clock_set(&hand->clock, side, RESCUE_S, action.t_us);
	sim_clock_start(&hand->clock, start_us);
	hand->pressed_us = start_us;
}

/* When the first touch of the plan comes. lag_us: from its last touch to the press. */
static uint64_t
first_touch(struct sim_hand *hand, const struct timing *timing, uint64_t lag_us, bool may_hurry)
{
	const struct sim_profile *profile = hand->setup.profile;
	uint64_t work_us = hand->at_us + lag_us;
	uint64_t start_us = hand->pressed_us + draw(hand, profile->react);
	uint64_t hurry_us = hand->touched_us + BEGIN_MIN_US;

	if (hand->pressed_us + timing->thought_us > start_us + work_us)
		start_us = hand->pressed_us + timing->thought_us - work_us;
	if (chance(hand, profile->early_reply) && may_hurry && hurry_us < hand->pressed_us &&
	    start_us < hand->pressed_us + HASTE_US) {
		start_us = hurry_us + below(hand, (uint32_t)(hand->pressed_us - hurry_us));
		/* The opponent presses while the man is in the air, not after it stands. */
		if (start_us + hand->at_us < hand->pressed_us + MIN_APART_US)
			start_us = hand->pressed_us + MIN_APART_US - hand->at_us;
	}
	return start_us;
}

static void
push_ply(struct sim_hand *hand, const struct timing *timing, enum color side, uint64_t press_us)
{
	struct sim_action action = {
		.kind = SIM_MADE, .t_us = hand->touched_us, .ply = hand->ply, .side = (uint8_t)side
	};

	push(hand, &action);
	action.kind = SIM_PRESS;
	action.t_us = press_us;
	action.gift_us = timing->gift_us;
	if (timing->before_us > 0)
		action.gift_us =
			timing->before_us - sim_clock_left_us(&hand->clock, side, press_us);
	if (hand->setup.clock)
		push(hand, &action);
	sim_clock_press(&hand->clock, side, action.gift_us, press_us);
	hand->pressed_us = press_us;
}

static void
plan_ply(struct sim_hand *hand)
{
	const struct sim_profile *profile = hand->setup.profile;
	uint16_t move = hand->game->plies[hand->ply].move;
	enum color side = (enum color)hand->position.side;
	bool hasty = chance(hand, profile->early_press);
	uint64_t lag_us = draw(hand, hasty ? profile->early_press_lag : profile->press);
	bool may_hurry = hand->ply > 0;
	struct timing timing;
	uint64_t start_us, press_us;

	plan_begin(hand);
	if (chance(hand, profile->adjust))
		plan_adjust(hand, move);
	planners[move_kind(move)](hand, move);
	if (hand->setup.clock &&
	    (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us) <
	            hand->at_us + lag_us + profile->react.max_ms * MS + FLAG_SPARE_US) {
		rescue(hand, side);
		may_hurry = false;
	}
	timing = timing_of(hand, side);
	start_us = first_touch(hand, &timing, lag_us, may_hurry);
	press_us = start_us + hand->at_us + lag_us;
	if (timing.follow && press_us < hand->pressed_us + timing.thought_us)
		press_us = hand->pressed_us + timing.thought_us;
	plan_commit(hand, start_us);
	push_ply(hand, &timing, side, press_us);
	position_after(&hand->position, move, &hand->position);
	hand->ply++;
}

/* The end of a game */

struct centre {
	int white, black; /* squares the kings go to */
};

/* Two light squares 1-0, two dark ones 0-1, one of each a draw; either king on either (dgt.md 5) */
static struct centre
draw_centre(struct sim_hand *hand, enum game_result result)
{
	static const int light[2] = { SQ_E4, SQ_D5 };
	static const int dark[2] = { SQ_D4, SQ_E5 };
	uint32_t a = below(hand, 2), b = below(hand, 2), c = below(hand, 2);

	switch (result) {
	case RESULT_WHITE_WINS:
		return (struct centre){ light[a], light[1 - a] };
	case RESULT_BLACK_WINS:
		return (struct centre){ dark[a], dark[1 - a] };
	case RESULT_DRAW:
		return c ? (struct centre){ light[a], dark[b] }
		         : (struct centre){ dark[a], light[b] };
	case RESULT_NONE:
		break;
	}
	INVARIANT(result != RESULT_NONE);
	return (struct centre){ SQ_NONE, SQ_NONE };
}

/* Men in the way are taken off, as nobody needs them any more. */
static void
place_king(struct sim_hand *hand, int to, uint8_t king)
{
	static const struct sim_span carried = { 400, 1200 };
	static const struct sim_span cleared = { 200, 500 };
	uint8_t there = hand->squares[to];

	plan_wait(hand, carried);
	if (there != EMPTY && piece_type(there) != KING) {
		plan_put(hand, to, EMPTY);
		plan_wait(hand, cleared);
	}
	plan_put(hand, to, king);
}

static void
plan_kings(struct sim_hand *hand)
{
	static const struct sim_span apart = { 200, 800 };
	struct centre centre = draw_centre(hand, (enum game_result)hand->game->result);
	int first = (int)below(hand, 2);
	int from[2] = { position_king(&hand->position, WHITE),
		        position_king(&hand->position, BLACK) };
	int to[2] = { centre.white, centre.black };
	uint8_t kings[2] = { WHITE_KING, BLACK_KING };
	bool together =
		chance(hand, hand->setup.profile->kings_together) || to[first] == from[1 - first];

	plan_put(hand, from[first], EMPTY);
	if (together) {
		plan_wait(hand, apart);
		plan_put(hand, from[1 - first], EMPTY);
	}
	place_king(hand, to[first], kings[first]);
	plan_wait(hand, apart);
	if (!together)
		plan_put(hand, from[1 - first], EMPTY);
	place_king(hand, to[1 - first], kings[1 - first]);
}

/* When the clock is stopped after the last ply: before the flag of the side to move falls. */
static uint64_t
stop_time(struct sim_hand *hand)
{
	enum color side = (enum color)hand->position.side;
	uint64_t left_us = (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us);
	uint64_t wait_us = draw(hand, hand->setup.profile->stop);

	return hand->pressed_us + (wait_us < left_us / 2 ? wait_us : left_us / 2);
}

static void
plan_end(struct sim_hand *hand)
{
	const struct sim_profile *profile = hand->setup.profile;
	struct sim_action action = { .kind = SIM_RESULT, .t_us = stop_time(hand) };
	bool signs = chance(hand, profile->kings);

	if (hand->setup.kings != SIM_KINGS_AUTO)
		signs = hand->setup.kings == SIM_KINGS_ON;
	push_clock(hand, SIM_CLOCK_STOP, action.t_us);
	sim_clock_stop(&hand->clock, action.t_us);
	hand->touched_us = action.t_us;
	if (signs && hand->game->result != RESULT_NONE) {
		plan_begin(hand);
		plan_kings(hand);
		plan_commit(hand, action.t_us + draw(hand, profile->kings_after));
		action.sign = true;
		action.t_us = hand->touched_us;
	}
	push(hand, &action);
	hand->stage = STAGE_OVER;
}

/* Setting up */

static void
shuffle(struct sim_hand *hand, int *squares, uint32_t n)
{
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = below(hand, i);
		int kept = squares[i - 1];

		squares[i - 1] = squares[j];
		squares[j] = kept;
	}
}

/* Where a man stands that belongs on another square, or SQ_NONE: then it lies beside the board. */
static int
find_stray(const uint8_t squares[64], const uint8_t start[64], uint8_t piece)
{
	for (int sq = 0; sq < 64; sq++)
		if (squares[sq] == piece && start[sq] != piece)
			return sq;
	return SQ_NONE;
}

/* Man by man to its first square, in no order; what stood there goes beside the board. */
static void
plan_setup(struct sim_hand *hand, const uint8_t start[64])
{
	static const struct sim_span grip = { 150, 400 };
	const struct sim_span carried = hand->setup.profile->carry;
	uint8_t squares[64];
	int order[64];

	memcpy(squares, hand->squares, sizeof(squares));
	for (int sq = 0; sq < 64; sq++)
		order[sq] = sq;
	shuffle(hand, order, 64);
	for (int i = 0; i < 64; i++) {
		int sq = order[i];
		int stray;

		if (squares[sq] == start[sq])
			continue;
		if (squares[sq] != EMPTY) {
			plan_put(hand, sq, EMPTY);
			squares[sq] = EMPTY;
			plan_wait(hand, grip);
		}
		if (start[sq] == EMPTY)
			continue;
		stray = find_stray(squares, start, start[sq]);
		if (stray != SQ_NONE) {
			plan_put(hand, stray, EMPTY);
			squares[stray] = EMPTY;
		}
		plan_wait(hand, carried);
		plan_put(hand, sq, start[sq]);
		squares[sq] = start[sq];
		plan_wait(hand, grip);
	}
}

void
sim_hand_clear(struct sim_hand *hand, uint64_t now_us)
{
	static const struct sim_span after = { 3000, 8000 };
	struct position position;
	uint8_t start[64];

	position_start(&position);
	position_placement(&position, start);
	hand->touched_us = hand->pressed_us = now_us;
	if (memcmp(hand->squares, start, sizeof(start)) == 0)
		return;
	plan_begin(hand);
	plan_setup(hand, start);
	plan_commit(hand, now_us + pause_us(hand, after));
	hand->pressed_us = hand->touched_us;
}

void
sim_hand_init(struct sim_hand *hand, const struct sim_hand_setup *setup)
{
	INVARIANT(setup->profile && setup->pace > 0 && setup->pace <= SIM_HAND_PACE_MAX);
	memset(hand, 0, sizeof(*hand));
	hand->setup = *setup;
	sim_random_init(&hand->random, setup->seed);
	position_start(&hand->position);
	position_placement(&hand->position, hand->squares);
	hand->stage = STAGE_OVER;
}

void
sim_hand_begin(struct sim_hand *hand, const struct game *game, int32_t initial_s,
               int32_t increment_s, uint64_t now_us)
{
	static const struct sim_span first_pause = { 1500, 4000 };
	static const struct sim_span start_pause = { 5000, 15000 };
	bool first = hand->game == NULL;

	INVARIANT(hand->stage == STAGE_OVER && hand->n_queue == 0);
	sim_hand_clear(hand, now_us);
	hand->game = game;
	hand->initial_s = initial_s;
	hand->increment_s = increment_s;
	hand->shown_s[WHITE] = hand->shown_s[BLACK] = initial_s;
	hand->ply = 0;
	position_start(&hand->position);
	sim_clock_init(&hand->clock, initial_s, increment_s, hand->setup.white_is_right);
	push_clock(hand, SIM_CLOCK_RESET, hand->touched_us);
	hand->pressed_us = hand->touched_us + pause_us(hand, first ? first_pause : start_pause);
	push_clock(hand, SIM_CLOCK_START, hand->pressed_us);
	sim_clock_start(&hand->clock, hand->pressed_us);
	hand->stage = STAGE_PLAYING;
}

static void
plan_more(struct sim_hand *hand)
{
	if (hand->stage == STAGE_PLAYING && hand->ply == hand->game->n_plies)
		hand->stage = STAGE_ENDING;
	if (hand->stage == STAGE_PLAYING)
		plan_ply(hand);
	else
		plan_end(hand);
}

bool
sim_hand_next(struct sim_hand *hand, struct sim_action *ret_action)
{
	/* The first action in the queue is the next one only when nothing still to be planned can
	 * come before it. */
	while (hand->stage != STAGE_OVER &&
	       (hand->n_queue == 0 || hand->queue[0].t_us > hand->touched_us))
		plan_more(hand);
	if (hand->n_queue == 0)
		return false;
	*ret_action = hand->queue[0];
	hand->n_queue--;
	memmove(hand->queue, hand->queue + 1, hand->n_queue * sizeof(hand->queue[0]));
	return true;
}
