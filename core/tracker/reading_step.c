/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Board and record agree; or there is new evidence for why they do not.
 */
#include "core/tracker/explain/undone.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/mend/slid.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/passing.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

void
reading_hear_presses(struct tracker *tracker)
{
	struct lever *lever = &tracker->lever;

	record_hear_presses(tracker);
	if (tracker->in_step && lever->n_waiting == 1 && !gap_hides(tracker, &lever->waiting[0]) &&
	    repair_undo(tracker, &lever->waiting[0]))
		record_hear_presses(tracker);
}

void
reading_out_of_step(struct tracker *tracker)
{
	if (tracker->in_step)
		tracker->left_us = tracker->now_us;
	tracker->in_step = false;
}

void
reading_in_step(struct tracker *tracker)
{
	if (!tracker->in_step) {
		tracker->in_step = true;
		tracker->in_step_us = tracker->now_us;
	}
	tracker->was_blind = tracker->was_deaf = false;
	tracker->aside.kind = ASIDE_NONE;
	slid_look(tracker);
	tracker->shown[tracker->game.n_plies % RECENT_POSITIONS] = tracker->n_changes;
	undone_note(tracker);
	reading_hear_presses(tracker);
	if (gap_over_us(tracker) <= tracker->now_us)
		gap_end(tracker);
	if (tracker->game.result == RESULT_NONE)
		record_set_sync(tracker, TRACKER_IN_STEP);
	passing_castled(tracker);
}

void
reading_begin_searches(struct tracker *tracker)
{
	tracker->settled = tracker->searched = tracker->searched_again = tracker->searched_stop =
		false;
	tracker->tolerated = 0;
}
