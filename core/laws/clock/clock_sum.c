/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both displays together against real time. What one side's press is seen late the other's turn is
 * seen short, so that the sum stays known over a whole game, however old readings are: a clock that
 * is too quick or too slow shows here, and nowhere else (6.10.1).
 */
#include "core/laws/clock/clock_watch_state.h"

/* A departure of the sum must last over as many presses (laws.md 6.3.2). */
#define DRIFT_PRESSES 3

/* Presses that have not brought what they should are a wrong setting as soon as the sum is so far from
 * everything possible. */
#define HIDDEN_US         (2 * CLOCK_SECOND_US) /* by the whole seconds of both displays */
#define SETTING_MARGIN_US (CLOCK_SECOND_US / 2)

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

/* How far the sum is from everything possible; positive where the clock shows too much. */
static int64_t
sum_departure_us(struct clock_watch *watch)
{
	struct clock_sum *sum = &watch->sum;
	enum color side = (enum color)watch->sight.turn;
	int64_t expected_us = sum->base_us - turn_cost_us(watch, watch->model.presses[side] + 1);
	int64_t off_us = shown_sum_us(watch) - expected_us;
	struct clock_span now = { off_us - HIDDEN_US - watch->model.age_us - sum->slack_us,
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

/* Presses that one by one might have brought what they should, and together have not: how the clock is set
 * shows here before a single press gives it away (6.3.1). Time per move is whole seconds, so each of them was wrong by
 * one at least; what is less than that comes with time, not with presses. */
static bool
is_wrong_setting(struct clock_watch *watch, const struct game *game, int64_t departure_us)
{
	struct clock_sum *sum = &watch->sum;
	enum color mover = color_other(watch->sight.turn);
	int64_t most_us =
		(departure_us < 0 ? -departure_us : departure_us) + HIDDEN_US + watch->model.age_us;

	if (most_us < sum->n_gains * CLOCK_SECOND_US)
		return false;
	if (watch->gain_proved || watch->gain_told || sum->n_gains == 0 ||
	    (departure_us <= SETTING_MARGIN_US && departure_us >= -SETTING_MARGIN_US))
		return false;
	watch_tell_setting(watch, game, mover, sum->off_us / sum->n_gains);
	watch_sum_begin(watch);
	return true;
}

/* By whom it was lost or gained is not known: both alike (6.10.1, commentary of 2014). */
static void
share(struct clock_finding *finding)
{
	watch_set_right(finding, WHITE, finding->difference_s / 2);
	if (finding->right_s[BLACK] != CLOCK_UNKNOWN)
		finding->right_s[BLACK] -= finding->difference_s - finding->difference_s / 2;
}

void
watch_sum_note(struct clock_watch *watch)
{
	sum_departure_us(watch);
}

void
watch_judge_sum(struct clock_watch *watch, const struct game *game, bool pressed)
{
	struct clock_sum *sum = &watch->sum;
	int64_t departure_us = sum_departure_us(watch);
	bool departs = departure_us > watch_tolerance_us(watch) ||
	               departure_us < -watch_tolerance_us(watch);
	struct clock_finding finding;

	if (!watch->has_control || watch->both_told)
		return;
	if (pressed && is_wrong_setting(watch, game, departure_us))
		return;
	if (!departs)
		sum->n_presses = 0;
	else if (pressed)
		sum->n_presses++;
	if (sum->n_presses < DRIFT_PRESSES)
		return;
	finding = watch_finding(watch, game, ALERT_CLOCK_DRIFT, color_other(watch->sight.turn));
	finding.difference_s = watch_seconds(departure_us);
	share(&finding);
	if (!watch->drift_told)
		watch_tell(watch, &finding);
	watch->drift_told = true;
	watch_sum_begin(watch);
}
