/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_plan.h"

#include "core/base/invariant.h"

#define ASIDE_LEFT_S 90  /* with less on his clock nobody plays about */
#define PENALTY_S    120 /* for the opponent of who made an illegal move (7.5.5) */

uint64_t
sim_plan_draw(struct sim_hand *hand, struct sim_span span)
{
	return sim_random_between(&hand->random, span.min_ms, span.max_ms) * MS;
}

bool
sim_plan_chance(struct sim_hand *hand, uint16_t per_mille)
{
	return sim_random_chance(&hand->random, per_mille);
}

bool
sim_plan_may(struct sim_hand *hand, uint16_t per_mille)
{
	return per_mille > 0 && sim_random_chance(&hand->random, per_mille);
}

uint32_t
sim_plan_below(struct sim_hand *hand, uint32_t n)
{
	return sim_random_below(&hand->random, n);
}

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

void
sim_hand_push(struct sim_hand *hand, const struct sim_action *action)
{
	insert(hand->queue, &hand->n_queue, action);
}

void
sim_hand_push_clock(struct sim_hand *hand, enum sim_action_kind kind, uint64_t t_us)
{
	struct sim_action action = { .kind = kind, .t_us = t_us };

	if (hand->setup.clock)
		sim_hand_push(hand, &action);
}

void
sim_plan_begin(struct sim_hand *hand)
{
	hand->n_plan = 0;
	hand->at_us = 0;
}

void
sim_plan_put_at(struct sim_hand *hand, uint64_t t_us, int sq, uint8_t piece)
{
	struct sim_action action = {
		.kind = SIM_PUT, .t_us = t_us, .sq = (uint8_t)sq, .piece = piece
	};

	insert(hand->plan, &hand->n_plan, &action);
}

void
sim_plan_put(struct sim_hand *hand, int sq, uint8_t piece)
{
	sim_plan_put_at(hand, hand->at_us, sq, piece);
}

void
sim_plan_wait(struct sim_hand *hand, struct sim_span span)
{
	hand->at_us += sim_plan_draw(hand, span);
}

void
sim_plan_note(struct sim_hand *hand, enum sim_trouble what, int sq, uint8_t piece, uint64_t from_us)
{
	struct sim_action action = { .kind = SIM_NOTE,
		                     .t_us = from_us,
		                     .trouble = what,
		                     .sq = (uint8_t)sq,
		                     .piece = piece,
		                     .ply = hand->ply,
		                     .until_us = hand->at_us };

	insert(hand->plan, &hand->n_plan, &action);
}

/* Touches of one plan never reach into the next, so that hand->squares follows in the order of
 * time. */
void
sim_plan_commit(struct sim_hand *hand, uint64_t start_us)
{
	for (size_t i = 0; i < hand->n_plan; i++) {
		struct sim_action *action = &hand->plan[i];

		action->t_us += start_us;
		action->until_us += start_us;
		if (action->kind == SIM_PUT)
			hand->squares[action->sq] = action->piece;
		sim_hand_push(hand, action);
	}
	hand->touched_us = start_us + hand->at_us;
}

void
sim_hand_push_lever(struct sim_hand *hand, enum color side, uint64_t t_us)
{
	struct sim_action action = { .kind = SIM_LEVER, .t_us = t_us, .side = (uint8_t)side };

	sim_hand_push(hand, &action);
	sim_clock_press(&hand->clock, side, 0, t_us);
}

bool
sim_hand_has_time(const struct sim_hand *hand)
{
	const struct sim_clock *clock = &hand->clock;

	return hand->setup.clock &&
	       sim_clock_left_us(clock, WHITE, hand->pressed_us) > ASIDE_LEFT_S * (int64_t)S &&
	       sim_clock_left_us(clock, BLACK, hand->pressed_us) > ASIDE_LEFT_S * (int64_t)S;
}

void
sim_hand_penalise(struct sim_hand *hand, enum color side, bool replaced)
{
	enum color other = color_other(side);
	struct sim_action set = { .kind = SIM_CLOCK_SET, .side = (uint8_t)other };

	set.t_us = hand->touched_us + 1 * S;
	set.seconds = sim_clock_shown_s(&hand->clock, other, set.t_us) + PENALTY_S;
	if (set.seconds > SIM_CLOCK_MAX_S)
		set.seconds = SIM_CLOCK_MAX_S;
	sim_hand_push(hand, &set);
	sim_clock_set(&hand->clock, other, set.seconds, set.t_us);
	if (replaced)
		sim_hand_push_lever(hand, other, set.t_us + 1 * S);
	hand->pressed_us = set.t_us + 2 * S;
	sim_hand_push_clock(hand, SIM_CLOCK_START, hand->pressed_us);
	sim_clock_start(&hand->clock, hand->pressed_us);
	hand->touched_us = hand->pressed_us;
}
