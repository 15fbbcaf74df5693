/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/knocked.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/hand.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* So long he lies who fell, at least, before somebody has seen where he belongs: no hand that plays him holds him in the air for
 * longer, but seldom. */
#define LAY_US 2000000

/* When did the man of ply `index` leave his square? */
static uint64_t
left_us(const struct tracker *tracker, uint32_t index)
{
	return tracker->evidence.placed_us[move_from(tracker->plies[index].move)][EMPTY];
}

/* Did he leave it before the clock was pressed for the ply before his? */
static bool
left_before_press(const struct tracker *tracker, uint32_t index)
{
	return !record_is_pressed(tracker, index - 1) ||
	       left_us(tracker, index) < tracker->plies[index - 1].completed_us;
}

/* Is sq left for good by the man who left his own square then, and passed here? */
static bool
was_passed(const struct evidence *evidence, int sq, uint8_t man, uint64_t left)
{
	uint64_t came_us = evidence->placed_us[sq][man];

	return came_us >= left && evidence->placed_us[sq][EMPTY] > came_us;
}

/* Did another man leave his square together with him, sooner than a hand goes from one to the other, whom neither his ply nor the one
 * before it concerns? */
static bool
left_with_another(const struct tracker *tracker, uint32_t index)
{
	const struct evidence *evidence = &tracker->evidence;
	uint8_t man = image_at(&tracker->image, record_ply_target(tracker, index));
	uint64_t left = left_us(tracker, index);
	uint64_t others = ~(move_squares(tracker->plies[index].move) |
	                    move_squares(tracker->plies[index - 1].move));

	while (others != 0) {
		int sq = bits_take(&others);
		uint64_t gone_us = evidence->placed_us[sq][EMPTY];

		if (gone_us != 0 && gone_us <= left + HAND_BACK_US &&
		    left <= gone_us + HAND_BACK_US && !was_passed(evidence, sq, man, left))
			return true;
	}
	return false;
}

/* Was he off the board for long? */
static bool
lay_about(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);
	uint64_t came_us = tracker->evidence.placed_us[sq][image_at(&tracker->image, sq)];

	return came_us > left_us(tracker, index) + LAY_US;
}

bool
knocked_may_be(const struct tracker *tracker, uint32_t index)
{
	return index > 0 && index + 1 == tracker->game.n_plies && lever_runs(&tracker->lever) &&
	       tracker->game.result == RESULT_NONE && !record_is_pressed(tracker, index) &&
	       (left_before_press(tracker, index) || left_with_another(tracker, index) ||
	        lay_about(tracker, index));
}
