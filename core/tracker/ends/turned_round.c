/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/turned_round.h"

#include "core/chess/bits.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* So many squares are another man's at least: with fewer men than half a dozen, a few moves may exchange the ends. */
#define TURNED_SQUARES 12

static bool
shows_turned(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;

	return !tracker->image.occupancy_only &&
	       bits_count(image_difference(&tracker->image, now)) >= TURNED_SQUARES &&
	       image_is_start(tracker->raw, !tracker->turned, now);
}

bool
turned_round_look(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (!shows_turned(tracker))
		return false;
	/* What the board said before counts squares from the other side: nothing is explained by that again. */
	record_fix(tracker, n_plies);
	tracker->recent_from = n_plies;
	past_forget(&tracker->past);
	tracker->excused = 0;
	reading_turn_board(tracker);
	tracker->turned_us = tracker->now_us;
	reading_in_step(tracker);
	return true;
}

void
turned_round_heard(struct tracker *tracker, uint64_t stopped_us)
{
	if (tracker->turned_us > stopped_us && lever_runs(&tracker->lever) &&
	    lever_turn(&tracker->lever) != (enum color)tracker->game.now.side)
		tracker->lever.white_side ^= 1;
}
