/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/excused.h"

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"

/* A square that fails does so in each of the scans of a second, or its man stands on its edge. */
#define WORKS_US 1000000

void
excused_note(struct tracker *tracker, uint64_t squares, uint64_t t_us)
{
	while (squares != 0) {
		int sq = bits_take(&squares);

		tracker->excused_us[sq] = t_us;
		tracker->excused_change[sq] = tracker->n_changes;
	}
}

void
excused_forgive(struct tracker *tracker, int sq)
{
	uint8_t piece = position_piece_at(&tracker->game.now, sq);
	uint64_t came_us = tracker->evidence.placed_us[sq][image_reading(&tracker->image, piece)];

	if (piece != EMPTY && !(tracker->excused & sq_bit(sq)) &&
	    tracker->now_us > came_us + WORKS_US)
		tracker->known_bad &= ~sq_bit(sq);
}
