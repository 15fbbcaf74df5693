/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/excused.h"

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"

void
excused_note(struct tracker *tracker, uint64_t squares, uint64_t t_us)
{
	while (squares != 0) {
		int sq = bits_take(&squares);

		tracker->excused_us[sq] = t_us;
		tracker->excused_change[sq] = tracker->n_changes;
	}
}
