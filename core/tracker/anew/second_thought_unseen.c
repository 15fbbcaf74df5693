/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Second thoughts of plies of which the board has told nothing at all.
 */
#include "core/chess/movegen.h"
#include "core/tracker/anew/second_thought.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Was the clock pressed for a ply behind the record? It may be one of which the board has told nothing; but a scan since would
 * have told, and what it shows is looked for without this work. */
static bool
is_ply_missing(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;

	return tracker->game.n_plies > 0 && !tracker->image.occupancy_only && lever_runs(lever) &&
	       lever->n_waiting > 0 &&
	       lever->waiting[0].side == (enum color)tracker->game.now.side &&
	       tracker->scanned_us < lever->waiting[0].t_us + tracker_scan_lag(tracker);
}

void
second_thought_unseen(struct tracker *tracker, uint32_t index, uint16_t move,
                      struct second_thought *best)
{
	struct second_thought thought = {
		.behind = { .n_plies = 1, .moves = { move }, .cost = COST_UNSEEN_PLY }
	};

	thought.replay = (struct replay){ .from = index,
		                          .t_us = record_over_us(tracker, index - 1),
		                          .behind = &thought.behind,
		                          .guessed = true,
		                          .patience_us = SECOND_THOUGHT_PATIENCE_US };
	second_thought_try(tracker, &thought, best);
}

/* One such ply asks to believe enough: does the board show what follows, and is no more amiss than its own squares? */
static bool
explains_the_rest(const struct tracker *tracker, const struct second_thought *thought)
{
	uint16_t move = thought->behind.moves[0];

	return thought->replayed.in_step &&
	       (thought->replayed.excused & ~tracker->excused & ~move_squares(move)) == 0;
}

static bool
is_by_same_man(const struct second_thought *a, const struct second_thought *b)
{
	return move_from(a->behind.moves[0]) == move_from(b->behind.moves[0]);
}

/* Of plies of which nothing was told: the best one yet, and what the best one by any other man asks to believe. */
struct missing {
	struct second_thought best;
	int64_t rival;
};

static void
weigh_missing(const struct tracker *tracker, struct missing *missing,
              const struct second_thought *thought)
{
	const struct second_thought *best = &missing->best;
	bool better = !best->found ||
	              second_thought_is_better(tracker, &thought->replayed, &best->replayed);
	int64_t other = better ? best->replayed.dearer : thought->replayed.dearer;

	if (best->found && !is_by_same_man(best, thought) && other < missing->rival)
		missing->rival = other;
	if (better)
		missing->best = *thought;
}

void
second_thought_missing(struct tracker *tracker, struct second_thought *best)
{
	struct missing missing = { .rival = INT64_MAX };
	struct second_thought *found = &missing.best;
	uint64_t effort = tracker->effort;
	struct move_list list;

	if (best->found || !is_ply_missing(tracker))
		return;
	movegen_legal(&tracker->game.now, &list);
	for (int i = 0; i < list.count; i++) {
		struct second_thought one = { .most_excused = best->most_excused,
			                      .kept = best->kept,
			                      .until = best->until };

		second_thought_unseen(tracker, tracker->game.n_plies, list.moves[i], &one);
		if (one.found && explains_the_rest(tracker, &one))
			weigh_missing(tracker, &missing, &one);
	}
	tracker->exerted += tracker->effort - effort;
	if (!found->found || missing.rival - found->replayed.dearer <= COST_DOUBT ||
	    tracker->effort >= best->until)
		return; /* none, or not the only one, or not all of them were tried */
	*best = *found;
	best->replay.behind = &best->behind;
}
