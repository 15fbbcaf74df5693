/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/emerged.h"

#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* The ply that brought the man there whom the last ply took on; none: the last one itself. */
static uint32_t
ply_before_last(const struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	int from = move_from(tracker->plies[last].move);

	for (uint32_t i = last; i > record_look_back_from(tracker); i--)
		if (record_ply_target(tracker, i - 1) == from)
			return i - 1;
	return last;
}

/* Was the man of ply `index`, made in *before, never read where the record has him? */
static bool
is_unread(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint16_t move = tracker->plies[index].move;
	const struct evidence *evidence = &tracker->evidence;
	uint8_t man = position_piece_at(before, move_from(move));

	return tracker_is_in_doubt(tracker, index) &&
	       evidence->placed_us[move_target(move)][man] <
	               evidence->placed_us[move_from(move)][EMPTY];
}

/* May the last ply be none? Nobody pressed for it before what the board shows now. */
static bool
may_be_none(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies > 1 && record_n_open(tracker) > 0 && lever_runs(&tracker->lever) &&
	       record_may_be_shown(tracker, n_plies - 1);
}

bool
emerged_look(struct tracker *tracker)
{
	const struct tolerance exact = tracker_exact(tracker);
	uint8_t doubts[EXPLAIN_PLIES_MAX] = { 0 };
	struct position before, end;
	struct explanation line;
	uint32_t index;
	uint16_t move;

	if (tracker->image.occupancy_only || !may_be_none(tracker))
		return false;
	index = ply_before_last(tracker);
	game_position(&tracker->game, index, &before);
	move = move_join(tracker->plies[index].move,
	                 tracker->plies[tracker->game.n_plies - 1].move);
	if (move == MOVE_NONE || !is_unread(tracker, index, &before) ||
	    !movegen_is_legal(&before, move) ||
	    !record_position_if(tracker, index, tracker->game.n_plies - 1, &before, move, &end))
		return false;
	change_begin_search(tracker, 1, 1);
	if (!tracker_explain(tracker, &end, 1, &exact, &line) || !explain_saw_all(&line))
		return false;
	record_exchange(tracker, index, &move, 1);
	record_rewrite(tracker, 1, &line, doubts, true);
	tracker->believed += (uint64_t)line.cost + COST_EXCHANGED;
	return true;
}
