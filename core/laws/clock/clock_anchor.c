/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model begins again from the displays as they are.
 */
#include "core/laws/clock/clock_watch_state.h"

/* Where the turn was not seen from its beginning. */
#define LONG_US (9 * 3600 * CLOCK_SECOND_US)

void
watch_turn_began(struct clock_watch *watch)
{
	watch->still_us = watch->now_us;
	watch->standing_steps = 0;
	watch->at_turn = watch->sight;
	watch->turn_us = watch->now_us;
	watch->stuck_told = false;
}

/* The model stands as the clock is seen, at the beginning of a turn. */
static void
set_model(struct clock_watch *watch)
{
	struct clock_model *model = &watch->model;

	watch_pulse_lose(watch);
	clock_model_stop(model, watch->now_us);
	clock_model_turn(model, (enum color)watch->sight.turn, watch->now_us);
	for (int side = WHITE; side <= BLACK; side++)
		clock_model_set(model, (enum color)side, watch->sight.seconds[side], watch->now_us);
}

void
watch_anchor(struct clock_watch *watch)
{
	struct clock_model *model = &watch->model;

	set_model(watch);
	if (watch->sight.running) {
		/* Nobody saw the turn begin. */
		clock_model_start(model, watch->now_us);
		model->used.hi_us = LONG_US;
		model->begun.hi_us = LONG_US;
		model->begun.lo_us = 0;
	}
	watch_turn_began(watch);
	watch_sum_begin(watch);
}

void
watch_run(struct clock_watch *watch)
{
	set_model(watch);
	clock_model_start(&watch->model, watch->now_us);
	watch_turn_began(watch);
	watch_sum_begin(watch);
}
