/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both displays together against real time. What one side's press is seen late the other's turn is
 * seen short, so that the sum stays known over a whole game, however old readings are: a clock that
 * is too quick or too slow shows here, and nowhere else (6.10.1).
 */
#include "core/laws/clock/clock_watch_state.h"

static void
sum_forget(struct clock_sum *sum)
{
	sum->lo_us = INT64_MIN;
	sum->hi_us = INT64_MAX;
	sum->slack_us = 0;
	sum->n_gains = sum->n_presses = 0;
}

static int64_t
shown_sum_us(const struct clock_watch *watch)
{
	return ((int64_t)watch->sight.seconds[WHITE] + watch->sight.seconds[BLACK]) *
	       CLOCK_SECOND_US;
}

/* Begin again from what is shown. */
void
watch_sum_begin(struct clock_watch *watch)
{
	struct clock_sum *sum = &watch->sum;

	sum_forget(sum);
	sum->used_us = 0;
	sum->base_us = shown_sum_us(watch);
	watch->sum_lost = false;
}

/* What this turn has cost so far. */
static int64_t
turn_cost_us(const struct clock_watch *watch, uint32_t move)
{
	enum time_mode mode;
	int64_t free_us =
		time_control_increment(watch->model.control, move, &mode) * CLOCK_SECOND_US;
	int64_t used_us = watch->sum.used_us;

	if (mode != TIME_MODE_DELAY)
		return used_us;
	return used_us > free_us ? used_us - free_us : 0;
}

/* mover has pressed, and was given gain_us. */
void
watch_sum_press(struct clock_watch *watch, enum color mover, int64_t gain_us)
{
	struct clock_sum *sum = &watch->sum;
	uint32_t move = watch->model.presses[mover];
	enum time_mode mode;
	int64_t increment_us =
		time_control_increment(watch->model.control, move, &mode) * CLOCK_SECOND_US;

	sum->base_us += gain_us - turn_cost_us(watch, move);
	if (mode == TIME_MODE_BRONSTEIN)
		sum->base_us += sum->used_us < increment_us ? sum->used_us : increment_us;
	/* In Fischer mode what one side's press is seen late, the other's turn is short. Here
	 * not. */
	if (mode == TIME_MODE_BRONSTEIN || mode == TIME_MODE_DELAY)
		sum->slack_us += watch->model.age_us;
	sum->used_us = 0;
	sum->n_gains++;
}

int64_t
watch_sum_departure_us(struct clock_watch *watch)
{
	struct clock_sum *sum = &watch->sum;
	enum color side = (enum color)watch->sight.turn;
	int64_t expected_us = sum->base_us - turn_cost_us(watch, watch->model.presses[side] + 1);
	int64_t off_us = shown_sum_us(watch) - expected_us;
	struct clock_span now = { off_us - CLOCK_SUM_HIDDEN_US - watch->model.age_us -
		                          sum->slack_us,
		                  off_us + sum->slack_us };
	int64_t departure_us = 0;

	if (now.lo_us > sum->hi_us)
		departure_us = now.lo_us - sum->hi_us;
	else if (now.hi_us < sum->lo_us)
		departure_us = now.hi_us - sum->lo_us;
	sum->off_us = off_us;
	if (departure_us == 0) {
		sum->lo_us = sum->lo_us > now.lo_us ? sum->lo_us : now.lo_us;
		sum->hi_us = sum->hi_us < now.hi_us ? sum->hi_us : now.hi_us;
	}
	return departure_us;
}
