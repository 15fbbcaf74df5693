/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/undone.h"

#include <string.h>

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

void
undone_note(struct tracker *tracker)
{
	struct shown_picture *shown = &tracker->pictures[tracker->game.n_plies % RECENT_POSITIONS];

	memcpy(shown->reads, tracker->raw, sizeof(shown->reads));
	shown->excused = tracker->excused;
	shown->t_us = tracker->now_us;
	shown->n_plies = tracker->game.n_plies;
}

/* Does the board read what it did when it showed the record without its last `back` plies? */
static bool
shows_before(const struct tracker *tracker, uint32_t back)
{
	uint32_t n_plies = tracker->game.n_plies - back;
	const struct shown_picture *shown = &tracker->pictures[n_plies % RECENT_POSITIONS];
	struct position before;

	/* One that is younger was kept before the past was heard again. */
	if (shown->n_plies != n_plies || shown->t_us > tracker->now_us ||
	    (shown->excused & ~tracker->excused) == 0 ||
	    memcmp(shown->reads, tracker->raw, sizeof(shown->reads)) != 0)
		return false;
	record_position_back(tracker, back, &before);
	return image_shows(&tracker->image, &before, shown->excused);
}

bool
undone_look(struct tracker *tracker)
{
	const struct explanation nothing = { 0 };
	uint32_t n_open = record_n_open(tracker);

	if (tracker->image.occupancy_only || !lever_runs(&tracker->lever) ||
	    tracker->lever.n_waiting > 0)
		return false;
	for (uint32_t back = 1; back <= n_open && record_awaits_press(tracker, back); back++)
		if (shows_before(tracker, back)) {
			tracker->excused =
				tracker->pictures[(tracker->game.n_plies - back) % RECENT_POSITIONS]
					.excused;
			record_rewrite(tracker, back, &nothing, NULL, false);
			return true;
		}
	return false;
}
