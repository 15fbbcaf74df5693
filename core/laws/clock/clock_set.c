/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What hands have set: the clock before the game (6.2), and while it stood.
 */
#include "core/laws/clock/clock_watch_state.h"

/* --- Before the game -------------------------------------------------------------------------- */

/* How far from what the control says, 0 when right. */
static int32_t
setting_error_s(const struct clock_watch *watch, enum color side, int32_t seconds,
                int32_t *ret_expected_s)
{
	uint32_t other_s;
	int32_t start_s = (int32_t)time_control_start_s(&watch->setup.control, side, &other_s);
	int32_t tolerance_s = (int32_t)watch->setup.tolerance_s;
	int32_t wrong_s = seconds - start_s, wrong_other_s = seconds - (int32_t)other_s;

	*ret_expected_s = start_s;
	if ((wrong_s >= -tolerance_s && wrong_s <= tolerance_s) ||
	    (wrong_other_s >= -tolerance_s && wrong_other_s <= tolerance_s))
		return 0;
	return wrong_s;
}

static bool
are_right(const struct clock_watch *watch, const int32_t seconds[2])
{
	int32_t expected_s;

	return watch->has_control &&
	       setting_error_s(watch, WHITE, seconds[WHITE], &expected_s) == 0 &&
	       setting_error_s(watch, BLACK, seconds[BLACK], &expected_s) == 0;
}

bool
watch_is_set(const struct clock_watch *watch)
{
	return are_right(watch, watch->sight.seconds);
}

void
watch_check_setting(struct clock_watch *watch, const struct game *game)
{
	bool began_late =
		!watch->stood_before && watch->has_stood && are_right(watch, watch->stood_s);

	/* Of a game that was found late the clock was seen as it was set; it has run and been pressed since. */
	if (!watch->has_control || watch->arranged || began_late || watch->runs_on)
		return;
	for (int side = WHITE; side <= BLACK; side++) {
		struct clock_finding finding =
			watch_finding(watch, game, ALERT_CLOCK_SETTING_MISMATCH, (enum color)side);
		int32_t wrong_s = setting_error_s(watch, (enum color)side,
		                                  watch->sight.seconds[side], &finding.expected_s);

		/* It may have run before anybody read it. */
		if (wrong_s == 0 || (wrong_s < 0 && !watch->stood_before))
			continue;
		finding.difference_s = wrong_s;
		watch_tell(watch, &finding);
	}
}

/* --- While it stood --------------------------------------------------------------------------- */

/* The most that the last press may have given. */
static int32_t
increment_s(const struct clock_watch *watch, enum color side)
{
	uint32_t move = watch->model.presses[side];

	if (!watch->has_control)
		return CLOCK_PER_MOVE_MAX_S;
	return (int32_t)time_control_increment(watch->model.control, move > 0 ? move : 1, NULL);
}

/* Was this side set back with the position (7.5.1)? Between what it showed before the illegal move and what it shows now, and
 * less by what the press gave its player. The opponent may have been given his time, too (7.5.5). */
static bool
take_set_back(struct clock_watch *watch, enum color side)
{
	const struct clock_put_back *put_back = &watch->put_back;
	int32_t tolerance_s = (int32_t)watch->setup.tolerance_s;
	int32_t set_s = watch->before.seconds[side], low_s = watch->at_stop.seconds[side];
	int32_t before_s = put_back->before_s[side];
	int32_t high_s = low_s > before_s ? low_s : before_s;
	bool is_opponent = side != put_back->side;

	if (!put_back->open)
		return false;
	if (before_s != CLOCK_UNKNOWN && before_s < low_s)
		low_s = before_s;
	low_s -= tolerance_s + (is_opponent ? 0 : increment_s(watch, side));
	high_s += tolerance_s;
	if (set_s >= low_s && set_s <= high_s)
		return true;
	set_s -= put_back->penalty_s;
	if (!is_opponent || set_s < low_s || set_s > high_s)
		return false;
	watch->player[side].penalty_us = TIME_UNKNOWN;
	return true;
}

void
watch_compare_stop(struct clock_watch *watch, const struct game *game)
{
	for (int side = WHITE; side <= BLACK; side++) {
		/* One second may be gone already. */
		int32_t step = watch->before.seconds[side] - watch->at_stop.seconds[side];
		struct clock_span change = { step * CLOCK_SECOND_US, step * CLOCK_SECOND_US };
		struct clock_finding finding;

		if (step >= -(int32_t)watch->setup.tolerance_s &&
		    step <= (int32_t)watch->setup.tolerance_s)
			continue;
		if (watch_take_penalty(watch, (enum color)side, change) ||
		    take_set_back(watch, (enum color)side) || watch->arranged)
			continue;
		finding = watch_finding(watch, game, ALERT_CLOCK_TIME_JUMP, (enum color)side);
		finding.before_s[WHITE] = watch->at_stop.seconds[WHITE];
		finding.before_s[BLACK] = watch->at_stop.seconds[BLACK];
		finding.expected_s = watch->at_stop.seconds[side];
		finding.difference_s = step;
		watch_set_right(&finding, (enum color)side, step);
		watch_tell(watch, &finding);
	}
}
