/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is what the board shows the game yet?
 */
#include "core/tracker/ends/kings.h"
#include "core/tracker/reading.h"
#include "core/tracker/tracker_state.h"

/* Did board and record agree until the clock had stood for more than a scan? Then the hand whose work the board shows began behind
 * that. */
static bool
began_after_stop(const struct tracker *tracker)
{
	return !tracker->in_step &&
	       lever_stands(&tracker->lever, tracker->left_us, tracker_scan_lag(tracker));
}

static bool
is_over_at(const struct tracker *tracker, uint64_t t_us)
{
	return began_after_stop(tracker) ||
	       lever_stands(&tracker->lever, t_us,
	                    tracker->hand_at_stop ? LEVER_STOP_GRACE_US : LEVER_LAG_US);
}

bool
reading_is_over(const struct tracker *tracker)
{
	return is_over_at(tracker, tracker->now_us);
}

bool
reading_is_of_press(const struct tracker *tracker)
{
	return tracker->lever.n_waiting > 0 && !is_over_at(tracker, tracker->last_change_us);
}

uint64_t
reading_unless_over(const struct tracker *tracker, uint64_t due_us)
{
	uint64_t at_us = due_us < tracker->now_us ? tracker->now_us : due_us;

	/* What may be a sign of the result is not explained by plies before it is known not to be one. */
	if (kings_due(tracker) != TRACKER_NO_DEADLINE || kings_begin(tracker))
		return TRACKER_NO_DEADLINE;
	return is_over_at(tracker, at_us) ? TRACKER_NO_DEADLINE : due_us;
}
