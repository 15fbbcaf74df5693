/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/sure.h"

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stay.h"
#include "core/tracker/tracker_state.h"

/* Without a clock: who stood for so long before the reply was made had been let go. */
#define SURE_STOOD_US 3000000

/* And so had he who stood for as long before the board ceased to show it, and whose square has not been seen to be left since: he was not
 * taken back. */
static bool
has_stood(const struct tracker *tracker, uint32_t index)
{
	uint64_t made_us = tracker->plies[index].made_us;

	if (!tracker_is_clockless(tracker))
		return false;
	if (index + 1 < tracker->game.n_plies)
		return made_us + SURE_STOOD_US <= tracker->plies[index + 1].made_us;
	return made_us + SURE_STOOD_US <= tracker->left_us &&
	       tracker->evidence.placed_us[record_ply_target(tracker, index)][EMPTY] <= made_us;
}

static bool
is_sure(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index].doubtful == 0 &&
	       (record_is_pressed(tracker, index) ? stay_us(tracker, index) > SCAN_MIN_US
	                                          : has_stood(tracker, index));
}

/* In its word of tracker.contested_plies. */
static uint64_t
bit_of(uint32_t index)
{
	return UINT64_C(1) << index % 64;
}

void
sure_begin(struct tracker *tracker, uint32_t index)
{
	tracker->contested_plies[index / 64 % WAYS_WORDS] &= ~bit_of(index);
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
		uint32_t index = sure->first + i;
		struct game_ply *ply = &tracker->plies[index];

		if (sure->moves[i] == MOVE_NONE || sure->moves[i] == ply->move)
			continue;
		tracker->contested_plies[index / 64 % WAYS_WORDS] |= bit_of(index);
		if (ply->doubtful != 0)
			continue; /* for as long as that lasts: sure_let_stand() */
		ply->doubtful = doubt;
		record_touch(tracker, index);
	}
}

void
sure_let_stand(struct tracker *tracker, uint32_t index)
{
	record_believe(tracker, index);
	if (tracker->contested_plies[index / 64 % WAYS_WORDS] & bit_of(index))
		tracker->plies[index].doubtful = DOUBT_ORDER;
}
