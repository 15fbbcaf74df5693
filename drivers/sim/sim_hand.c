/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_hand.h"

#include <string.h>

#include "core/base/invariant.h"
#include "drivers/sim/sim_breach.h"
#include "drivers/sim/sim_conduct.h"
#include "drivers/sim/sim_plan.h"

#define HASTE_US         (3 * S)   /* a player this quick may begin before the other has pressed */
#define MIN_APART_US     (20 * MS) /* between two events whose order matters */
#define BEGIN_MIN_US     (30 * MS) /* an early reply comes so long after the last touch, at least */
#define EN_PASSANT_US    (300 * MS) /* from a double step to the reply that takes it, at least */
#define FLAG_SPARE_US    (1 * S) /* the arbiter steps in when less would be left after the press */
#define RESCUE_S         60      /* and gives so much */
#define THOUGHT_SPARE_US (2 * S) /* nobody thinks his clock down to less */
#define PAUSE_MIN_US     (1 * S) /* pauses between games shrink with the pace no further */
#define OPENING_PLIES    12
#define MOVES_A_GAME     50 /* what a player reckons with when he plans his time */

enum stage { STAGE_OVER, STAGE_PLAYING, STAGE_ENDING };

static uint64_t
paced(const struct sim_hand *hand, uint64_t us)
{
	return us * SIM_HAND_PACE_ONE / hand->setup.pace;
}

static uint64_t
pause_us(struct sim_hand *hand, struct sim_span span)
{
	uint64_t us = paced(hand, sim_plan_draw(hand, span));

	return us < PAUSE_MIN_US ? PAUSE_MIN_US : us;
}

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
	uint32_t mood = sim_plan_below(hand, 1000);
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

/* In a scramble the times of the game do not count. */
static struct timing
timing_from_haste(struct sim_hand *hand)
{
	return (struct timing){ .thought_us = sim_plan_draw(
					hand, hand->setup.profile->manners->thought) };
}

/* Only where the game's own clock says so may a player come close to his flag. */
static struct timing
timing_of(struct sim_hand *hand, enum color side)
{
	struct timing timing = hand->setup.profile->manners->thought.max_ms > 0
	                               ? timing_from_haste(hand)
	                               : timing_from_game(hand, side);
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

	sim_hand_push_clock(hand, SIM_CLOCK_STOP, stop_us);
	sim_hand_push(hand, &action);
	sim_hand_push_clock(hand, SIM_CLOCK_START, start_us);
	sim_clock_stop(&hand->clock, stop_us);
	sim_clock_set(&hand->clock, side, RESCUE_S, action.t_us);
	sim_clock_start(&hand->clock, start_us);
	hand->pressed_us = start_us;
}

/* When the first touch of the plan comes. made_at_us: the ply's own last touch in it; lag_us: from
 * the plan's last touch to the press. */
static uint64_t
first_touch(struct sim_hand *hand, const struct timing *timing, uint64_t made_at_us,
            uint64_t lag_us, bool may_hurry)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint64_t work_us = hand->at_us + lag_us;
	uint64_t start_us = hand->pressed_us + sim_plan_draw(hand, manners->react);
	uint64_t hurry_us = hand->touched_us + BEGIN_MIN_US;

	if (hand->pressed_us + timing->thought_us > start_us + work_us)
		start_us = hand->pressed_us + timing->thought_us - work_us;
	if (sim_plan_chance(hand, manners->early_reply) && may_hurry &&
	    hurry_us < hand->pressed_us && start_us < hand->pressed_us + HASTE_US) {
		start_us = hurry_us + sim_plan_below(hand, (uint32_t)(hand->pressed_us - hurry_us));
		/* The opponent presses while the man is in the air, not after it stands. */
		if (start_us + made_at_us < hand->pressed_us + MIN_APART_US)
			start_us = hand->pressed_us + MIN_APART_US - made_at_us;
	}
	return start_us;
}

static void
push_ply(struct sim_hand *hand, const struct timing *timing, uint64_t made_us, uint64_t press_us)
{
	enum color side = (enum color)hand->position.side;
	struct sim_action action = {
		.kind = SIM_MADE, .t_us = made_us, .ply = hand->ply, .side = (uint8_t)side
	};

	sim_hand_push(hand, &action);
	action.kind = SIM_PRESS;
	action.t_us = press_us;
	action.gift_us = timing->gift_us;
	if (timing->before_us > 0)
		action.gift_us =
			timing->before_us - sim_clock_left_us(&hand->clock, side, press_us);
	if (hand->setup.clock)
		sim_hand_push(hand, &action);
	sim_clock_press(&hand->clock, side, action.gift_us, press_us);
	/* Who pressed first may still be putting up men. */
	hand->pressed_us = press_us > hand->touched_us ? press_us : hand->touched_us;
}

static void
plan_ply(struct sim_hand *hand)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint16_t move = hand->game->plies[hand->ply].move;
	enum color side = (enum color)hand->position.side;
	bool hasty = sim_plan_chance(hand, manners->early_press);
	uint64_t lag_us = sim_plan_draw(hand, hasty ? manners->early_press_lag : manners->press);
	enum sim_breach_done breach = sim_breach_ply(hand, move);
	bool may_hurry =
		breach == SIM_BREACH_NONE && !sim_mischief_aside(hand, move) && hand->ply > 0;
	struct timing timing;
	uint64_t start_us, press_us, made_at_us, done_at_us;

	if (breach == SIM_BREACH_PLAYED) {
		position_after(&hand->position, move, &hand->position);
		hand->ply++;
		return;
	}
	sim_plan_begin(hand);
	if (sim_plan_chance(hand, manners->adjust))
		sim_moves_adjust(hand, move);
	sim_mischief_before(hand, move);
	if (!sim_conduct_ply(hand, move))
		sim_moves_plan(hand, move);
	made_at_us = hand->at_us;
	sim_mischief_after(hand, move);
	done_at_us = hand->at_us;
	if (done_at_us > made_at_us && sim_plan_may(hand, manners->press_first))
		done_at_us = made_at_us;
	if (hand->setup.clock &&
	    (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us) <
	            hand->at_us + lag_us + manners->react.max_ms * MS + FLAG_SPARE_US) {
		rescue(hand, side);
		may_hurry = false;
	}
	timing = timing_of(hand, side);
	start_us = first_touch(hand, &timing, made_at_us, lag_us, may_hurry);
	/* A double step must be seen before it can be taken in passing; what no scan saw could as
	 * well have been a single step and a plain capture. */
	if (move_kind(move) == MOVE_EN_PASSANT && start_us < hand->touched_us + EN_PASSANT_US)
		start_us = hand->touched_us + EN_PASSANT_US;
	press_us = start_us + done_at_us + lag_us;
	if (timing.follow && press_us < hand->pressed_us + timing.thought_us)
		press_us = hand->pressed_us + timing.thought_us;
	sim_plan_commit(hand, start_us);
	push_ply(hand, &timing, start_us + made_at_us, press_us);
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
	uint32_t a = sim_plan_below(hand, 2), b = sim_plan_below(hand, 2),
		 c = sim_plan_below(hand, 2);

	INVARIANT(result != RESULT_NONE &&
	          result <= RESULT_DRAW); /* kings have no sign for others */
	if (result == RESULT_WHITE_WINS)
		return (struct centre){ light[a], light[1 - a] };
	if (result == RESULT_BLACK_WINS)
		return (struct centre){ dark[a], dark[1 - a] };
	return c ? (struct centre){ light[a], dark[b] } : (struct centre){ dark[a], light[b] };
}

/* Men in the way are taken off, as nobody needs them any more. */
static void
place_king(struct sim_hand *hand, int to, uint8_t king)
{
	static const struct sim_span carried = { 400, 1200 };
	static const struct sim_span cleared = { 200, 500 };
	uint8_t there = hand->squares[to];

	sim_plan_wait(hand, carried);
	if (there != EMPTY && piece_type(there) != KING) {
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, cleared);
	}
	sim_plan_put(hand, to, king);
}

static void
plan_kings(struct sim_hand *hand)
{
	static const struct sim_span apart = { 200, 800 };
	struct centre centre = draw_centre(hand, (enum game_result)hand->game->result);
	int first = (int)sim_plan_below(hand, 2);
	int from[2] = { position_king(&hand->position, WHITE),
		        position_king(&hand->position, BLACK) };
	int to[2] = { centre.white, centre.black };
	uint8_t kings[2] = { WHITE_KING, BLACK_KING };
	bool together = sim_plan_chance(hand, hand->setup.profile->manners->kings_together) ||
	                to[first] == from[1 - first];

	sim_plan_put(hand, from[first], EMPTY);
	if (together) {
		sim_plan_wait(hand, apart);
		sim_plan_put(hand, from[1 - first], EMPTY);
	}
	place_king(hand, to[first], kings[first]);
	sim_plan_wait(hand, apart);
	if (!together)
		sim_plan_put(hand, from[1 - first], EMPTY);
	place_king(hand, to[1 - first], kings[1 - first]);
}

/* When the clock is stopped after the last ply: before the flag of the side to move falls. */
static uint64_t
stop_time(struct sim_hand *hand)
{
	enum color side = (enum color)hand->position.side;
	uint64_t left_us = (uint64_t)sim_clock_left_us(&hand->clock, side, hand->pressed_us);
	uint64_t wait_us = sim_plan_draw(hand, hand->setup.profile->manners->stop);

	return hand->pressed_us + (wait_us < left_us / 2 ? wait_us : left_us / 2);
}

static void
plan_end(struct sim_hand *hand)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	struct sim_action action = { .kind = SIM_RESULT, .t_us = stop_time(hand) };
	bool signs = sim_plan_chance(hand, manners->kings);

	if (hand->setup.kings != SIM_KINGS_AUTO)
		signs = hand->setup.kings == SIM_KINGS_ON;
	sim_hand_push_clock(hand, SIM_CLOCK_STOP, action.t_us);
	sim_clock_stop(&hand->clock, action.t_us);
	hand->touched_us = action.t_us;
	if (signs && hand->game->result != RESULT_NONE && hand->game->result <= RESULT_DRAW) {
		sim_plan_begin(hand);
		plan_kings(hand);
		sim_plan_commit(hand, action.t_us + sim_plan_draw(hand, manners->kings_after));
		action.sign = true;
		action.t_us = hand->touched_us;
	}
	sim_hand_push(hand, &action);
	hand->stage = STAGE_OVER;
}

/* Setting up */

static void
shuffle(struct sim_hand *hand, int *squares, uint32_t n)
{
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = sim_plan_below(hand, i);
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
	const struct sim_span carried = hand->setup.profile->manners->carry;
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
			sim_plan_put(hand, sq, EMPTY);
			squares[sq] = EMPTY;
			sim_plan_wait(hand, grip);
		}
		if (start[sq] == EMPTY)
			continue;
		stray = find_stray(squares, start, start[sq]);
		if (stray != SQ_NONE) {
			sim_plan_put(hand, stray, EMPTY);
			squares[stray] = EMPTY;
		}
		sim_plan_wait(hand, carried);
		sim_plan_put(hand, sq, start[sq]);
		squares[sq] = start[sq];
		sim_plan_wait(hand, grip);
	}
}

/* Bring the men to where they stand in *position. */
static void
set_up(struct sim_hand *hand, const struct position *position, uint64_t now_us)
{
	static const struct sim_span after = { 3000, 8000 };
	uint8_t placement[64];

	position_placement(position, placement);
	hand->touched_us = hand->pressed_us = now_us;
	if (memcmp(hand->squares, placement, sizeof(placement)) == 0)
		return;
	sim_plan_begin(hand);
	plan_setup(hand, placement);
	sim_plan_commit(hand, now_us + pause_us(hand, after));
	hand->pressed_us = hand->touched_us;
}

void
sim_hand_clear(struct sim_hand *hand, uint64_t now_us)
{
	struct position start;

	position_start(&start);
	set_up(hand, &start, now_us);
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
	set_up(hand, &game->start, now_us);
	hand->game = game;
	hand->initial_s = initial_s;
	hand->increment_s = increment_s;
	hand->shown_s[WHITE] = hand->shown_s[BLACK] = initial_s;
	hand->ply = 0;
	hand->wish_done = false;
	hand->position = game->start;
	sim_breach_setup(hand);
	sim_clock_init(&hand->clock, initial_s, increment_s, hand->setup.white_is_right);
	sim_hand_push_clock(hand, SIM_CLOCK_RESET, hand->touched_us);
	if (game->start.side == BLACK) {
		/* The lever is set for who begins. */
		sim_hand_push_clock(hand, SIM_LEVER, hand->touched_us);
		sim_clock_press(&hand->clock, WHITE, 0, hand->touched_us);
	}
	hand->pressed_us = hand->touched_us + pause_us(hand, first ? first_pause : start_pause);
	sim_hand_push_clock(hand, SIM_CLOCK_START, hand->pressed_us);
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
