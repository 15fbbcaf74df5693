/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board's own log of what came while the link was lost.
 */
#include "core/tracker/mend/gap.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* How many of the presses heard since the link is back have found their plies? */
static uint32_t
found_since(const struct tracker *tracker)
{
	uint32_t n = 0;

	for (uint32_t i = tracker->away.n_over; i < tracker->game.n_plies; i++)
		n += record_is_pressed(tracker, i) &&
		     tracker->plies[i].completed_us > tracker->away.last_us;
	return n;
}

void
gap_hear_log(struct tracker *tracker)
{
	struct away *away = &tracker->away;
	uint32_t n_found, n_kept;

	if (!tracker->was_away || !tracker->link_up || away->logged)
		return;
	away->logged = true;
	n_found = found_since(tracker);
	n_kept = n_found + lever_count_since(&tracker->lever, away->last_us);
	/* The log begins with the one for a ply that is made now. More than that are none. */
	if (n_found > 1)
		return;
	lever_forget_between(&tracker->lever, away->last_us, UINT64_MAX);
	for (uint32_t i = n_kept; i < away->n_heard; i++)
		trust_excuse_press(tracker); /* it was lost */
	tracker->lever.now.turn = away->turn ^ (uint8_t)n_found;
}
