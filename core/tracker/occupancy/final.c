/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/final.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/tracker/ends/sign.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/reading.h"
#include "core/tracker/tracker_state.h"

/* The man who is gone took somebody: whom is what costs least to believe. */
static bool
write_capture(struct tracker *tracker)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct change change = { .rival_first = tracker->game.n_plies, .rival_plies = 1 };

	if (!change_find_line(tracker, 0, 1, &exact, &change.line) ||
	    change.line.cost > COST_AT_ONCE)
		return false;
	change.cost = change.line.cost;
	change.rival = change.line.rival;
	memcpy(change.rival_moves, change.line.rival_moves, sizeof(change.rival_moves));
	change_make(tracker, &change);
	return true;
}

/* Had he left before the clock was stopped, and is nothing else amiss? */
static bool
was_gone_at_stop(const struct tracker *tracker)
{
	uint64_t amiss = tracker_amiss(tracker);

	return tracker->hand_at_stop && bits_count(amiss) == 1 && tracker_is_in_hand(tracker) &&
	       tracker->evidence.changed_us[bits_first(amiss)] < tracker->lever.stopped_us;
}

/* For a press that came just before the clock was stopped the board has had its time then, too. */
uint64_t
final_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;

	if (tracker->games == 0 || tracker->in_step || tracker->searched_stop ||
	    tracker->game.result != RESULT_NONE || !tracker->image.occupancy_only ||
	    lever->n_waiting > 0 || !lever_stands(lever, UINT64_MAX, 0) ||
	    !was_gone_at_stop(tracker))
		return TRACKER_NO_DEADLINE;
	return lever->stopped_us + LEVER_LAG_US;
}

void
final_look(struct tracker *tracker)
{
	tracker->searched_stop = true;
	if (write_capture(tracker))
		reading_in_step(tracker);
}

int
final_taker(const struct tracker *tracker, uint64_t gone)
{
	const struct position *now = &tracker->game.now;
	const uint64_t *changed_us = tracker->evidence.changed_us;
	uint64_t kings = now->by_type[KING];
	int taker;

	if (bits_count(gone) != 1 || (gone & now->by_color[now->side]) == 0)
		return SQ_NONE;
	taker = bits_first(gone);
	while (kings != 0) {
		int king = bits_take(&kings);

		if (image_at(&tracker->image, king) == EMPTY &&
		    changed_us[king] <= changed_us[taker])
			return SQ_NONE;
	}
	return taker;
}

/* The picture as it was before the kings, and who was in their way, left their squares. */
static struct image
without_sign(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t men = now->by_color[WHITE] | now->by_color[BLACK];
	uint64_t of_sign = SIGN_CENTRE | now->by_type[KING];
	struct image image = tracker->image;

	image.by_color[WHITE] = (image.by_color[WHITE] & ~of_sign) | (men & of_sign);
	return image;
}

void
final_before_sign(struct tracker *tracker)
{
	const struct image seen = tracker->image;

	if (!seen.occupancy_only)
		return;
	tracker->image = without_sign(tracker);
	if (final_taker(tracker, tracker_amiss(tracker)) != SQ_NONE)
		write_capture(tracker);
	tracker->image = seen;
}
