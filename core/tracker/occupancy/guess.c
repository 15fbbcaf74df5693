/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/guess.h"

#include "core/tracker/explain/cost.h"
#include "core/tracker/occupancy/beside.h"
#include "core/tracker/occupancy/underpromoted.h"
#include "core/tracker/occupancy/ways.h"

/* The plies of a way from the first one on that is another than the record's. */
static void
note_moves(const struct ways *ways, const struct way *way, uint32_t first, struct repair *repair)
{
	repair->index = first;
	repair->n_moves = ways->end - first;
	for (uint32_t i = 0; i < repair->n_moves; i++)
		repair->moves[i] = way->moves[(first + i) % WAYS_PLIES];
}

/* Does the picture follow from there, at less cost? */
static void
try_way(struct tracker *tracker, const struct ways *ways, const struct way *way,
        const struct tolerance *tolerance, struct repair *best)
{
	int dearer = way->cost - ways->cost + COST_EXCHANGED;
	uint32_t first = ways_first_other(tracker, ways, way);
	struct repair tried = { .relieves = false };

	if (first == ways->end || dearer + COST_PLY >= best->cost)
		return;
	note_moves(ways, way, first, &tried);
	guess_try(tracker, &tried, dearer, tolerance, best);
}

void
guess_find(struct tracker *tracker, const struct tolerance *tolerance, struct repair *ret_repair)
{
	struct ways ways;

	*ret_repair = (struct repair){ .cost = COST_NEVER };
	ways_of(tracker, &ways);
	for (uint32_t i = 0; i < ways.n; i++)
		try_way(tracker, &ways, &ways.ways[i], tolerance, ret_repair);
	if (ret_repair->cost == COST_NEVER)
		beside_find(tracker, tolerance, ret_repair);
	if (ret_repair->cost == COST_NEVER)
		underpromoted_find(tracker, tolerance, ret_repair);
}

bool
guess_shows_hand(struct tracker *tracker)
{
	struct ways ways;

	ways_of(tracker, &ways);
	for (uint32_t i = 0; i < ways.n; i++)
		if (image_is_in_hand(&tracker->image, &ways.ways[i].now,
		                     image_difference(&tracker->image, &ways.ways[i].now) &
		                             ~tracker->excused))
			return true;
	return false;
}
