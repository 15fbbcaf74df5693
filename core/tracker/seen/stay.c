/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/stay.h"

#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

uint64_t
stay_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t pressed_us = tracker->plies[index].completed_us;
	int target = record_ply_target(tracker, index);
	uint64_t left_us = image_at(&tracker->image, target) == EMPTY
	                           ? tracker->evidence.placed_us[target][EMPTY]
	                           : tracker->now_us;

	return left_us > pressed_us ? left_us - pressed_us : 0;
}

/* Was some man read on sq, who is gone from there, for a scan at most, as far as scans can tell? */
static bool
was_read_once(const struct tracker *tracker, int sq)
{
	const struct evidence *evidence = &tracker->evidence;

	return image_at(&tracker->image, sq) == EMPTY &&
	       evidence->placed_us[sq][EMPTY] <=
	               evidence->placed_us[sq][SOME_MAN] + evidence->scan_us + SCAN_MIN_US;
}

bool
stay_was_on_his_way(const struct tracker *tracker, uint32_t index)
{
	if (tracker->image.occupancy_only)
		return was_read_once(tracker, record_ply_target(tracker, index));
	return stay_us(tracker, index) <= tracker_scan_lag(tracker);
}
