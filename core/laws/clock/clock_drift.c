/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a departure of both displays' sum (clock_sum.c) means: a wrong setting, or a clock that is too quick or too slow.
 */
#include "core/laws/clock/clock_watch_state.h"

/* A departure of the sum must last over as many presses (laws.md 6.3.2). */
#define DRIFT_PRESSES 3

/* Presses that have not brought what they should are a wrong setting as soon as the sum is so far from
 * everything possible. */
#define SETTING_MARGIN_US (CLOCK_SECOND_US / 2)

/* Presses that one by one might have brought what they should, and together have not: how the clock is set
 * shows here before a single press gives it away (6.3.1). Time per move is whole seconds, so each of them was wrong by
 * one at least; what is less than that comes with time, not with presses. */
static bool
is_wrong_setting(struct clock_watch *watch, const struct game *game, int64_t departure_us)
{
	struct clock_sum *sum = &watch->sum;
	enum color mover = color_other(watch->sight.turn);
	int64_t most_us = (departure_us < 0 ? -departure_us : departure_us) + CLOCK_SUM_HIDDEN_US +
	                  watch->model.age_us;

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
watch_judge_sum(struct clock_watch *watch, const struct game *game, bool pressed)
{
	struct clock_sum *sum = &watch->sum;
	int64_t departure_us = watch_sum_departure_us(watch);
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
