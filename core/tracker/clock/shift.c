/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/clock/shift.h"

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* Did the press that the last ply has come when the ply before the last two was made, and hardly later than the last was
 * seen? */
static bool
is_press_of_earlier(const struct tracker *tracker)
{
	const struct game_ply *end = tracker->game.plies + tracker->game.n_plies;
	uint64_t lag_us = tracker_scan_lag(tracker);

	return end[-3].made_us <= end[-1].completed_us + lag_us &&
	       end[-1].made_us + lag_us >= end[-1].completed_us;
}

bool
shift_presses(struct tracker *tracker, const struct lever_press *press)
{
	uint32_t n = tracker->game.n_plies;
	struct game_ply *last;
	struct lever_press first;

	if (n < 3 || press->side != (enum color)tracker->game.now.side ||
	    tracker->lever.n_waiting > 0 || game_last_break(&tracker->game, n) ||
	    !tracker->in_step || !tracker_is_untouched(tracker) ||
	    !record_is_pressed(tracker, n - 1) || record_is_pressed(tracker, n - 2) ||
	    record_is_pressed(tracker, n - 3) || !is_press_of_earlier(tracker))
		return false;
	last = &tracker->plies[n - 1];
	if (press->t_us > last->completed_us + LEVER_LAG_US)
		return false;
	first = record_press_of(last);
	record_touch(tracker, n - 3);
	record_release_press(tracker, n - 1);
	if (tracker->n_fixed >= n)
		tracker->n_fixed = n - 1;
	record_complete(tracker, n - 3, &first);
	record_complete(tracker, n - 2, press);
	trust_review(tracker);
	return true;
}
