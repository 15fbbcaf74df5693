/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/put_home.h"

#include "core/tracker/reading.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/tracker_state.h"

bool
put_home_look(struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	struct position position;

	if (!gap || gap->why != BREAK_ILLEGAL || tracker->image.occupancy_only ||
	    !game_without_break(&tracker->game, &position) ||
	    !image_shows(&tracker->image, &position, tracker->excused))
		return false;
	record_forget_break(tracker);
	reading_in_step(tracker);
	return true;
}
