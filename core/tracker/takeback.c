/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/takeback.h"

#include "core/tracker/change.h"

enum { TAKEN_BACK = 2 };

/* Does a man go back by `move` who came by `played`? */
static bool
goes_back(uint16_t move, uint16_t played)
{
	return move_kind(move) == MOVE_NORMAL && move_kind(played) == MOVE_NORMAL &&
	       move_from(move) == move_to(played) && move_to(move) == move_from(played);
}

/* Was the last press for the last ply? What was taken back once is not taken back further: so men go when the game is
 * over, and play over. */
static bool
is_last_pressed(const struct tracker *tracker)
{
	return lever_runs(&tracker->lever) && tracker->lever.n_waiting == 0 &&
	       tracker->plies[tracker->game.n_plies - 1].completed_us == tracker->press.t_us;
}

static bool
takes_back(const struct tracker *tracker, const struct change *change)
{
	const struct explanation *line = &change->line;
	uint32_t n_plies = tracker->game.n_plies;

	if (change->back > 0 || line->n_plies != TAKEN_BACK || n_plies < TAKEN_BACK ||
	    !is_last_pressed(tracker) || line->unseen > 0 ||
	    line->t_us[1] + tracker_scan_lag(tracker) >= line->t_us[0])
		return false;
	for (uint32_t i = 0; i < TAKEN_BACK; i++)
		if (!goes_back(line->moves[i], tracker->plies[n_plies - TAKEN_BACK + i].move))
			return false;
	return true;
}

bool
takeback_look(struct tracker *tracker, const struct change *change)
{
	const struct explanation nothing = { 0 };

	if (!takes_back(tracker, change))
		return false;
	record_rewrite(tracker, TAKEN_BACK, &nothing, NULL, false);
	return true;
}
