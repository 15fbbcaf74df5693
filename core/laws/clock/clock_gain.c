/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a press brings: the time per move, a new period's time (6.3), or something that the time control does not allow.
 */
#include "core/laws/clock/clock_watch_state.h"

/* What a press brings is judged more finely than other steps: both its readings are of one
 * moment. */
#define GAIN_MARGIN_US (CLOCK_SECOND_US * 3 / 10)

/* A press has shown how the clock is set when it can have brought no second more or less. Until
 * then a difference is a wrong setting, afterwards an event of its own. */
#define GAIN_PROOF_US (2 * CLOCK_SECOND_US)

/* A new period given a move or two early or late: the clock's counter is wrong (6.3). */
#define EARLY_MOVES 2

/* The gain that agrees with what was seen, of those that the control allows for completing
 * `move`. */
static bool
find_gain(const struct clock_watch *watch, uint32_t move, struct clock_span seen,
          int64_t *ret_gain_us)
{
	int64_t gains_us[CLOCK_GAINS_MAX];
	int n = clock_model_gains(&watch->model, move, gains_us);

	*ret_gain_us = gains_us[0];
	for (int i = 0; i < n; i++)
		if (watch_is_within(seen, gains_us[i], GAIN_MARGIN_US)) {
			*ret_gain_us = gains_us[i];
			return true;
		}
	return false;
}

/* A new period's time in the gain of completing `move`? */
static bool
brings_period(const struct clock_watch *watch, uint32_t move, int64_t gain_us)
{
	uint32_t period_s;

	return time_control_begins_period(watch->model.control, move, &period_s) && period_s > 0 &&
	       gain_us >= period_s * CLOCK_SECOND_US;
}

/* The counts disagree about a control: the clock gives a period's time too early or too late
 * (6.4). */
static bool
find_period_elsewhere(const struct clock_watch *watch, uint32_t move, struct clock_span seen,
                      int64_t *ret_gain_us)
{
	int64_t gain_us;

	for (uint32_t i = 1; i <= EARLY_MOVES; i++) {
		if (find_gain(watch, move + i, seen, &gain_us) &&
		    brings_period(watch, move + i, gain_us)) {
			*ret_gain_us = gain_us;
			return true;
		}
		if (move > i && find_gain(watch, move - i, seen, &gain_us) &&
		    brings_period(watch, move - i, gain_us)) {
			*ret_gain_us = gain_us;
			return true;
		}
	}
	return false;
}

static void
tell_gain(struct clock_watch *watch, const struct game *game, enum alert_id id, enum color mover,
          int64_t expected_us, struct clock_span seen)
{
	struct clock_finding finding = watch_finding(watch, game, id, mover);

	finding.expected_s = watch_seconds(expected_us);
	finding.difference_s = watch_seconds(watch_middle_us(seen) - expected_us);
	if (id == ALERT_CLOCK_TIME_JUMP) {
		watch_set_right(&finding, mover, finding.difference_s);
		watch_note_jump(watch, mover, finding.difference_s);
	}
	watch_tell(watch, &finding);
}

void
watch_tell_setting(struct clock_watch *watch, const struct game *game, enum color mover,
                   int64_t wrong_us)
{
	int64_t expected_us =
		time_control_increment(watch->model.control, watch->model.presses[mover], NULL) *
		CLOCK_SECOND_US;
	int64_t seen_us = expected_us + wrong_us;

	watch->gain = (struct clock_span){ seen_us - CLOCK_SECOND_US, seen_us + CLOCK_SECOND_US };
	watch->gain_told = watch->gain_again = true;
	tell_gain(watch, game, ALERT_CLOCK_SETTING_MISMATCH, mover, expected_us, watch->gain);
}

/* The clock counts other moves than the record: once is enough. */
static void
tell_counter(struct clock_watch *watch, const struct game *game, enum color mover)
{
	if (!watch->player[mover].counter_told)
		watch_report(watch, game, ALERT_MOVE_COUNTER_MISMATCH, mover);
	watch->player[mover].counter_told = true;
}

/* The clock gives the same wrong time per move as before: that has been told. */
static bool
is_other_gain(const struct clock_watch *watch, struct clock_span seen)
{
	const struct clock_span *gain = &watch->gain;

	return (watch->gain_told || watch->gain_again) &&
	       seen.lo_us <= gain->hi_us + GAIN_MARGIN_US &&
	       seen.hi_us >= gain->lo_us - GAIN_MARGIN_US;
}

/* Nothing that the control allows. */
static void
judge_wrong_gain(struct clock_watch *watch, const struct game *game, enum color mover,
                 uint32_t move, int64_t expected_us, struct clock_span seen)
{
	struct clock_span beside = { seen.lo_us - expected_us, seen.hi_us - expected_us };
	bool is_setting = watch->has_control && !watch->gain_proved;
	int64_t gain_us;

	if (watch_is_jump_back(watch, mover, beside) || watch_take_penalty(watch, mover, beside) ||
	    is_other_gain(watch, seen))
		return;
	if (find_period_elsewhere(watch, move, seen, &gain_us)) {
		watch->player[mover].periods++;
		tell_counter(watch, game, mover);
		return;
	}
	if (brings_period(watch, move, expected_us)) {
		/* It may still come, with one of the next moves or at zero. */
		tell_counter(watch, game, mover);
		return;
	}
	tell_gain(watch, game, is_setting ? ALERT_CLOCK_SETTING_MISMATCH : ALERT_CLOCK_TIME_JUMP,
	          mover, expected_us, seen);
	watch->gain_told = watch->gain_told || is_setting;
	watch->gain_again = true;
	watch->gain = seen;
}

/* A press that brought gain_us and, as far as can be seen, nothing else: the clock is set to it. */
static void
note_right_gain(struct clock_watch *watch, struct clock_span seen, int64_t gain_us)
{
	watch->gain_again = false;
	if (seen.lo_us + GAIN_PROOF_US > gain_us && seen.hi_us - GAIN_PROOF_US < gain_us)
		watch->gain_proved = true;
}

void
watch_judge_gain(struct clock_watch *watch, const struct game *game, enum color mover)
{
	struct clock_model *model = &watch->model;
	struct clock_span left = model->left[mover];
	struct clock_span shown = clock_model_seen(model, mover, watch->sight.seconds[mover]);
	struct clock_span seen = { shown.lo_us - left.hi_us, shown.hi_us - left.lo_us };
	uint32_t move = watch_completed(game, mover);
	int64_t gain_us;

	/* The board may be behind the clock: then the ply is not in the record yet. */
	if (move < model->presses[mover])
		move++;
	/* Without a control it may be anything but less than nothing: a new period's time, too. */
	if (!watch->has_control && seen.hi_us >= -GAIN_MARGIN_US) {
		clock_model_give(model, mover, watch_middle_us(seen));
		watch_pulse_lose(watch);
	} else if (find_gain(watch, move, seen, &gain_us)) {
		watch->player[mover].periods += brings_period(watch, move, gain_us);
		note_right_gain(watch, seen, gain_us);
		clock_model_give(model, mover, gain_us);
		watch_sum_press(watch, mover, gain_us);
		watch_pulse_press(watch, mover, gain_us);
	} else {
		judge_wrong_gain(watch, game, mover, move, gain_us, seen);
		watch_pulse_lose(watch);
		clock_model_give(model, mover, watch_middle_us(seen));
		watch_sum_begin(watch);
	}
}
