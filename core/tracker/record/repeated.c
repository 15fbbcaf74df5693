/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/repeated.h"

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Castlings that are lost by going out and coming back are not lost if that was no ply. */
bool
repeated_is_round(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = tracker->plies + index;
	uint32_t back = tracker->game.n_plies - index;
	struct position before, then;

	if (!move_goes_back(ply[-1].move, ply[-3].move) ||
	    !move_goes_back(ply[-2].move, ply[-4].move))
		return false;
	record_position_back(tracker, back, &before);
	record_position_back(tracker, back + REPEATED_PLIES, &then);
	return position_difference(&before, &then) == 0;
}

void
repeated_look(struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = tracker->plies + index;
	uint32_t behind = index + 1;

	if (!tracker_is_clockless(tracker) || tracker->image.occupancy_only ||
	    behind < REPEATED_PLIES ||
	    tracker->game.n_plies - behind + REPEATED_PLIES >= RECENT_POSITIONS ||
	    ply->made_us > ply[-1].made_us + REPEATED_BACK_US ||
	    !repeated_is_round(tracker, behind))
		return;
	for (uint32_t i = behind - REPEATED_PLIES; i < behind; i++) {
		if (tracker_own_doubt(tracker, i) != 0)
			continue;
		tracker->plies[i].doubtful = DOUBT_ORDER;
		record_touch(tracker, i);
	}
}
