/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/stay.h"

#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Nobody who does as he should stops for so long on his way with a man. */
#define STOPPED_US 1500000

/* When did the man of ply `index` leave his square? now_us: he has not, as far as was seen. */
static uint64_t
left_us(const struct tracker *tracker, uint32_t index)
{
	int target = record_ply_target(tracker, index);

	return image_at(&tracker->image, target) == EMPTY
	               ? tracker->evidence.placed_us[target][EMPTY]
	               : tracker->now_us;
}

uint64_t
stay_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t pressed_us = tracker->plies[index].completed_us;
	uint64_t at_us = left_us(tracker, index);

	return at_us > pressed_us ? at_us - pressed_us : 0;
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

bool
stay_was_long(const struct tracker *tracker, uint32_t index)
{
	return left_us(tracker, index) > tracker->plies[index].made_us + STOPPED_US;
}
