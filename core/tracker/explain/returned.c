/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/returned.h"

#include "core/chess/bits.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Where no clock has run in this game nobody presses: the last ply was let go of, and if it goes alone the reply to it is gone
 * already; nor does it go behind as many as are taken back at most. */
static bool
may_be_unpressed(const struct tracker *tracker, uint32_t n)
{
	uint32_t n_plies = tracker->game.n_plies;

	return (n > 1 || tracker->answered == n_plies) &&
	       tracker->plies[n_plies - 1].state != PLY_CANDIDATE &&
	       !(tracker->taken.n > 0 && tracker->taken.n_left == n_plies &&
	         tracker->taken.n + n > TAKEN_MAX);
}

bool
returned_may_be(const struct tracker *tracker, uint32_t n)
{
	if (lever_is_absent(&tracker->lever))
		return may_be_unpressed(tracker, n);
	return lever_runs(&tracker->lever) && tracker->lever.n_waiting == 0 &&
	       tracker->plies[tracker->game.n_plies - 1].completed_us == tracker->press.t_us;
}

/* The squares that were not believed already when the clock was pressed: those go on reading what they read. */
static uint64_t
old_trouble(const struct tracker *tracker)
{
	uint64_t old = 0;

	for (uint64_t left = tracker->excused; left != 0;) {
		int sq = bits_take(&left);

		if (tracker->excused_us[sq] < tracker->press.t_us)
			old |= sq_bit(sq);
	}
	return old;
}

bool
returned_shows(const struct tracker *tracker, uint32_t n, uint32_t last)
{
	const struct game *game = &tracker->game;
	const struct game_break *gap = game_last_break(game, game->n_plies);
	struct position before;

	if (tracker->image.occupancy_only || game->n_plies < (gap ? gap->ply : 0) + n ||
	    !returned_may_be(tracker, n) ||
	    tracker->evidence.changed_us[move_from(tracker->plies[last].move)] <=
	            record_over_us(tracker, last))
		return false;
	record_position_back(tracker, n, &before);
	return image_shows(&tracker->image, &before, old_trouble(tracker));
}
