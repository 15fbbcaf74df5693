/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/lapse.h"

#include "core/tracker/tracker_state.h"

#define LAPSE_US 3000000

/* So many squares change in one ply at most: castling. That much may be lost without the link. */
#define PLY_SQUARES_MAX 4

/* Who takes only leaves, where men are not known. So many who are gone were never one ply, nor a hand that takes. */
#define LEFT_MAX 2

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
	int n_squares = 0, n_left = 0;

	for (int sq = 0; sq < 64; sq++) {
		n_squares += tracker->raw[sq] != event->scan[sq];
		n_left += tracker->raw[sq] != EMPTY && event->scan[sq] == EMPTY;
	}
	return n_squares > PLY_SQUARES_MAX || (tracker->image.occupancy_only && n_left > LEFT_MAX);
}

bool
lapse_ends(struct tracker *tracker, const struct board_event *event)
{
	if (!tracker->was_mute || event->kind != BOARD_SCAN)
		return false;
	tracker->was_mute = false;
	return has_news(tracker, event);
}
