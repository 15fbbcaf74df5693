/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/knocked.h"

#include "core/chess/bits.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* So long after each other men fall whom one sleeve knocks over: less than half of what a hand needs from one man to the next
 * (HAND_BACK_US, hand.h). */
#define FALL_US 150000

/* Did another man leave his square together with the one of ply `index`, whom neither it nor the ply before it concerns? */
static bool
left_with_another(const struct tracker *tracker, uint32_t index)
{
	const struct evidence *evidence = &tracker->evidence;
	uint64_t left_us = evidence->placed_us[move_from(tracker->plies[index].move)][EMPTY];
	uint64_t others = ~(move_squares(tracker->plies[index].move) |
	                    move_squares(tracker->plies[index - 1].move));

	while (others != 0) {
		uint64_t gone_us = evidence->placed_us[bits_take(&others)][EMPTY];

		if (gone_us != 0 && gone_us <= left_us + FALL_US && left_us <= gone_us + FALL_US)
			return true;
	}
	return false;
}

bool
knocked_may_be(const struct tracker *tracker, uint32_t index)
{
	return index > 0 && index + 1 == tracker->game.n_plies && lever_runs(&tracker->lever) &&
	       tracker->game.result == RESULT_NONE && !record_is_pressed(tracker, index) &&
	       (!record_is_pressed(tracker, index - 1) || left_with_another(tracker, index));
}
