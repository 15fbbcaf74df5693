/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/record_tell.h"

#include "core/tracker/tracker_state.h"

static void
tell(struct tracker *tracker, enum tracker_update what, uint32_t first_ply)
{
	if (tracker->listener.update)
		tracker->listener.update(tracker->listener.ctx, what,
		                         tracker->games ? &tracker->game : NULL, first_ply);
}

static void
tell_plies(struct tracker *tracker)
{
	uint32_t first_ply = tracker->untold;

	if (first_ply == UINT32_MAX)
		return;
	tracker->untold = UINT32_MAX;
	tell(tracker, TRACKER_PLIES, first_ply);
}

void
record_tell(struct tracker *tracker)
{
	tell_plies(tracker);
	record_settle_result(tracker);
}

void
record_notify(struct tracker *tracker, enum tracker_update what)
{
	tell_plies(tracker);
	tell(tracker, what, 0);
}

void
record_set_sync(struct tracker *tracker, enum tracker_sync sync)
{
	if (tracker->sync == sync)
		return;
	tracker->sync = sync;
	tracker->sync_since_us = tracker->now_us;
	record_notify(tracker, TRACKER_BOARD);
}

void
record_settle_result(struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (tracker->games == 0 ||
	    (game->result == tracker->told_result && game->end == tracker->told_end))
		return;
	tell_plies(tracker);
	tracker->told_result = game->result;
	tracker->told_end = game->end;
	tell(tracker, TRACKER_RESULT, 0);
	if (tracker->game.result != RESULT_NONE)
		record_set_sync(tracker, TRACKER_OVER);
}
