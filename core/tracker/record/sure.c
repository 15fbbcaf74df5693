/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/sure.h"

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stay.h"

static bool
is_sure(const struct tracker *tracker, uint32_t index)
{
	return record_is_pressed(tracker, index) && tracker->plies[index].doubtful == 0 &&
	       stay_us(tracker, index) > SCAN_MIN_US;
}

void
sure_note(const struct tracker *tracker, uint32_t first, struct sure *ret_sure)
{
	ret_sure->first = first;
	for (uint32_t i = 0; i < SURE_MAX; i++)
		ret_sure->moves[i] =
			first + i < tracker->game.n_plies && is_sure(tracker, first + i)
				? tracker->plies[first + i].move
				: MOVE_NONE;
}

void
sure_compare(struct tracker *tracker, const struct sure *sure, uint8_t doubt)
{
	for (uint32_t i = 0; i < SURE_MAX && sure->first + i < tracker->game.n_plies; i++) {
		struct game_ply *ply = &tracker->plies[sure->first + i];

		if (sure->moves[i] == MOVE_NONE || sure->moves[i] == ply->move ||
		    ply->doubtful != 0)
			continue;
		ply->doubtful = doubt;
		record_touch(tracker, sure->first + i);
	}
}
