/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/relief.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/repair.h"
#include "core/tracker/tracker_state.h"

/* Other moves played through to the end of the record, at most, some tens of microseconds each. */
#define RELIEF_TRIES 60

struct relief {
	struct repair repair;
	uint64_t amiss; /* squares that differ then */
	int tries;
};

uint64_t
relief_due(const struct tracker *tracker)
{
	if (tracker->games == 0 || !tracker->in_step || tracker->image.occupancy_only ||
	    (tracker->excused & (tracker->excused - 1)) == 0 ||
	    tracker->relieved == tracker->n_changes || tracker->game.result != RESULT_NONE ||
	    reading_is_over(tracker))
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + tracker_scan_lag(tracker);
}

static void
try_move(const struct tracker *tracker, uint32_t index, const struct position *before,
         uint16_t move, struct relief *best)
{
	struct position end;
	uint64_t amiss;

	if (best->tries-- <= 0 || !repair_replay(tracker, index, before, move, &end))
		return;
	amiss = image_difference(&tracker->image, &end);
	if (bits_count(amiss) >= bits_count(best->amiss))
		return;
	best->amiss = amiss;
	best->repair.index = index;
	best->repair.move = move;
	best->repair.cost = 0;
}

/* Moves of men who are missing now from where they stood before ply `index`. */
static void
try_ply(const struct tracker *tracker, uint32_t index, uint64_t missing, struct relief *best)
{
	struct position before;
	struct move_list list;

	game_position(&tracker->game, index, &before);
	if ((missing & before.by_color[before.side]) == 0)
		return;
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if ((missing & sq_bit(move_from(list.moves[i]))) &&
		    move_from(list.moves[i]) != move_from(tracker->plies[index].move))
			try_move(tracker, index, &before, list.moves[i], best);
}

static void
make(struct tracker *tracker, struct relief *best)
{
	best->repair.excused = best->amiss;
	for (uint64_t news = best->amiss & ~tracker->excused; news != 0; news &= news - 1) {
		tracker->excused_us[bits_first(news)] = tracker->now_us;
		tracker->excused_change[bits_first(news)] = tracker->n_changes;
	}
	repair_make(tracker, &best->repair);
	record_doubt(tracker, best->repair.index);
}

void
relief_look(struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	uint64_t amiss = image_difference(&tracker->image, &game->now);
	uint64_t empty = ~(tracker->image.by_color[WHITE] | tracker->image.by_color[BLACK]);
	struct relief best = { .repair.cost = COST_NEVER, .amiss = amiss, .tries = RELIEF_TRIES };

	tracker->relieved = tracker->n_changes;
	for (uint32_t i = game->n_plies; i > repair_first(tracker) && best.tries > 0; i--)
		if (tracker_may_change(tracker, i - 1))
			try_ply(tracker, i - 1, amiss & empty, &best);
	if (best.repair.cost < COST_NEVER)
		make(tracker, &best);
}
