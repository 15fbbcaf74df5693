/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From when on what board and clock tell behind a gap counts.
 */
#include "core/tracker/mend/gap.h"
#include "core/tracker/tracker_state.h"

/* A board that has not told of all its squares this long after it first told of one is not going to. */
#define ALL_TOLD_US 3000000

/* A clock that has not been read again this long after the link came back will not say how many plies there were. */
#define CLOCK_TOLD_US 2500000

uint64_t
gap_clock_over_us(const struct tracker *tracker)
{
	uint64_t over_us = tracker->back_us + LEVER_LAG_US;

	if (!lever_runs(&tracker->lever))
		return 0;
	if (tracker->away.read_us == 0)
		return tracker->back_us + CLOCK_TOLD_US;
	return over_us > tracker->away.read_us ? over_us : tracker->away.read_us;
}

uint64_t
gap_over_us(const struct tracker *tracker)
{
	uint64_t over_us = 0;

	if (!tracker->was_away)
		return 0;
	if (!tracker->link_up || tracker->heard_us == 0)
		return UINT64_MAX;
	if (tracker->scanned_us < tracker->back_us)
		over_us = tracker->heard_us + ALL_TOLD_US;
	if (tracker->image.occupancy_only && gap_clock_over_us(tracker) > over_us)
		over_us = gap_clock_over_us(tracker);
	return over_us;
}

bool
gap_is_open(const struct tracker *tracker, uint32_t index)
{
	return tracker->was_away && index >= tracker->away.n_over &&
	       gap_over_us(tracker) > tracker->now_us;
}

uint64_t
gap_told_us(const struct tracker *tracker)
{
	uint64_t over_us = gap_over_us(tracker), last_us = tracker->back_us + ALL_TOLD_US;

	return over_us < last_us ? over_us : last_us;
}

bool
gap_hides(const struct tracker *tracker, const struct lever_press *press)
{
	return tracker->was_away && !press->logged && press->t_us >= tracker->back_us &&
	       tracker->now_us < gap_told_us(tracker);
}
