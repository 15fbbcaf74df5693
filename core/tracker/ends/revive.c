/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/revive.h"

#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Does the board show its man? Otherwise it is no better than what the record has. */
static bool
is_read(const struct tracker *tracker, const struct repair *repair)
{
	struct position before;

	game_position(&tracker->game, repair->index, &before);
	return stood_is_read(tracker, &before, repair->move);
}

/* Mate that rests on a doubtful ply is none, if play goes on that another ply in its place explains, or its man is read elsewhere.
 * Behind a dead position players who have not noticed do play on. */
static bool
exchange_doubtful(struct tracker *tracker)
{
	struct repair repair;

	repair_find(tracker, &repair);
	if (repair.cost == COST_NEVER || (repair.line.n_plies == 0 && !is_read(tracker, &repair)))
		return false;
	repair_make(tracker, &repair);
	reading_in_step(tracker);
	return true;
}

/* Is the man of the last ply read where another move would have taken him, since he left? */
static bool
stands_elsewhere(const struct tracker *tracker, const struct position *before, uint16_t last)
{
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(last) &&
		    move_target(list.moves[i]) != move_target(last) &&
		    stood_is_read(tracker, before, list.moves[i]))
			return true;
	return false;
}

static void
take_out_last(struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	struct lever_press press = record_press_of(&tracker->plies[last]);
	bool pressed = record_is_pressed(tracker, last);

	press.side = game_ply_side(&tracker->game, last);
	record_cut(tracker, last);
	if (pressed)
		lever_wait(&tracker->lever, &press);
}

/* Mate by a man whom nobody saw there, and who stands elsewhere, was not given. What was played instead another square may have to
 * show first: the search for it goes on as in any game. */
static bool
refute_mate(struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	struct position before;

	if (tracker->plies[last].doubtful == 0)
		return false;
	record_position_back(tracker, 1, &before);
	if (stood_is_read(tracker, &before, tracker->plies[last].move) ||
	    !stands_elsewhere(tracker, &before, tracker->plies[last].move))
		return false;
	take_out_last(tracker);
	record_set_sync(tracker, TRACKER_IN_STEP);
	return true;
}

/* How many plies gave way to the presser's? Behind mate it is his own last one; what kings or a result piece said ends no
 * ply. -1: it cannot be. */
static int
plies_to_replace(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	bool his_turn = tracker->press.side == (enum color)game->now.side;

	if (game->end == END_SIGNED)
		return his_turn ? 0 : -1;
	if (his_turn || game->n_plies == 0 ||
	    (record_is_pressed(tracker, game->n_plies - 1) &&
	     tracker->plies[game->n_plies - 1].completed_us != tracker->press.t_us))
		return -1;
	return 1;
}

/* Does the board show, without anything to be believed beside it, one ply of the presser's that is not the last one? */
static bool
find_ply(struct tracker *tracker, uint32_t back, struct explanation *ret_line)
{
	const struct tolerance exact = tracker_exact(tracker);

	return change_find_line(tracker, back, 1, &exact, ret_line) && explain_saw_all(ret_line) &&
	       ret_line->untold_set == 0 &&
	       (back == 0 || ret_line->moves[0] != tracker->plies[tracker->game.n_plies - 1].move);
}

/* Was the last press behind the end? One that made it what it is only where the man who gave mate may be on his way yet (passing.h). */
static bool
is_pressed_behind(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return tracker->press.t_us > tracker->sync_since_us ||
	       (tracker->press.t_us == tracker->sync_since_us && n_plies > 0 &&
	        tracker->plies[n_plies - 1].doubtful == DOUBT_PASSING);
}

/* The clock was pressed behind the end. */
static bool
play_on(struct tracker *tracker)
{
	const uint8_t doubts[EXPLAIN_PLIES_MAX] = { 0 };
	struct explanation line;
	int back;

	if (tracker->image.occupancy_only || !is_pressed_behind(tracker) ||
	    tracker->now_us > tracker->press.t_us + LEVER_LAG_US)
		return false;
	back = plies_to_replace(tracker);
	if (back < 0 || !find_ply(tracker, (uint32_t)back, &line))
		return false;
	if (back == 0)
		game_set_result(&tracker->game, RESULT_NONE, END_OPEN);
	if (back == 0 || !record_is_pressed(tracker, tracker->game.n_plies - 1))
		lever_wait(&tracker->lever, &tracker->press);
	record_rewrite(tracker, (uint32_t)back, &line, doubts, true);
	reading_in_step(tracker);
	return true;
}

static bool
may_go_on(const struct tracker *tracker)
{
	return tracker->sync == TRACKER_OVER && lever_runs(&tracker->lever) &&
	       (game_ended_by_board(&tracker->game) || tracker->game.end == END_SIGNED);
}

bool
revive_look(struct tracker *tracker)
{
	if (!may_go_on(tracker))
		return false;
	if (game_has_no_move(&tracker->game) &&
	    (exchange_doubtful(tracker) || refute_mate(tracker)))
		return true;
	return play_on(tracker);
}

bool
revive_pressed(struct tracker *tracker)
{
	return may_go_on(tracker) && play_on(tracker);
}

uint64_t
revive_due(const struct tracker *tracker)
{
	if (!may_go_on(tracker) || tracker->settled || !game_has_no_move(&tracker->game) ||
	    tracker_amiss(tracker) == 0)
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + tracker_scan_lag(tracker);
}

void
revive_settle(struct tracker *tracker)
{
	tracker->settled = true;
	exchange_doubtful(tracker);
}
