/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/lapse.h"

#include "core/tracker/tracker_state.h"

#define LAPSE_US 3000000

/* A square may begin to read wrongly at any time, and a man be in the air; a ply changes as many as this at least. */
#define PLY_SQUARES_MIN 2

/* Has the link been said to be lost, and not to be back? Then nobody expects to hear anything. */
static bool
is_known_lost(const struct tracker *tracker)
{
	return tracker->was_away && !tracker->link_up;
}

/* Not of what is heard again: of readings of the clock only the lever's are kept, and what came of it is kept as well. */
void
lapse_note(struct tracker *tracker)
{
	if (tracker->past.frozen)
		return;
	if (tracker->word_us > 0 && tracker->now_us - tracker->word_us >= LAPSE_US &&
	    lever_runs(&tracker->lever) && !is_known_lost(tracker))
		tracker->was_mute = true;
	tracker->word_us = tracker->now_us;
}

static bool
has_news(const struct tracker *tracker, const struct board_event *event)
{
	int n_squares = 0;

	for (int sq = 0; sq < 64; sq++)
		n_squares += tracker->raw[sq] != event->scan[sq];
	return n_squares >= PLY_SQUARES_MIN;
}

bool
lapse_ends(struct tracker *tracker, const struct board_event *event)
{
	if (!tracker->was_mute || event->kind != BOARD_SCAN)
		return false;
	tracker->was_mute = false;
	return has_news(tracker, event);
}
