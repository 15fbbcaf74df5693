/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/guess.h"

#include <string.h>

#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* What may have been played behind another way. All ways look the same so far, so a ply more at least. */
static const struct attempt attempts[] = {
	{ 0, 1 }, { 1, 1 }, { 0, 2 }, { 2, 1 }, { 1, 2 }, { 2, 2 }, { 0, 3 }, { 1, 3 },
};

#define N_ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

/* What of the record is another while a way is tried in its place. */
struct own {
	struct position now, recent[RECENT_POSITIONS];
	uint16_t moves[WAYS_PLIES];
	uint32_t untold;
};

/* Whether the way would end the game, in mate, nobody says before it is taken. */
static void
put_in_place(struct tracker *tracker, const struct repair *repair, struct own *ret_own)
{
	uint8_t result = tracker->game.result, end = tracker->game.end;

	ret_own->now = tracker->game.now;
	ret_own->untold = tracker->untold;
	memcpy(ret_own->recent, tracker->recent, sizeof(ret_own->recent));
	for (uint32_t i = 0; i < repair->n_moves; i++)
		ret_own->moves[i] = tracker->plies[repair->index + i].move;
	record_exchange(tracker, repair->index, repair->moves, repair->n_moves);
	tracker->game.result = result;
	tracker->game.end = end;
}

static void
put_back(struct tracker *tracker, const struct repair *repair, const struct own *own)
{
	tracker->game.now = own->now;
	tracker->untold = own->untold;
	memcpy(tracker->recent, own->recent, sizeof(own->recent));
	for (uint32_t i = 0; i < repair->n_moves; i++)
		tracker->plies[repair->index + i].move = own->moves[i];
}

void
guess_try(struct tracker *tracker, const struct repair *tried, int dearer,
          const struct tolerance *tolerance, struct repair *best)
{
	struct repair found = *tried;
	struct own own;

	found.excused = tracker->excused;
	found.change = (struct change){ .cost = COST_NEVER, .rival = COST_NEVER };
	put_in_place(tracker, &found, &own);
	for (size_t i = 0; i < N_ATTEMPTS; i++)
		if (attempts[i].back <= record_n_open(tracker))
			change_consider(tracker, attempts[i].back, attempts[i].n_plies, tolerance,
			                &found.change);
	put_back(tracker, &found, &own);
	found.cost = found.change.cost + dearer;
	found.line = found.change.line;
	if (found.change.cost < COST_NEVER && found.cost < best->cost)
		*best = found;
}
