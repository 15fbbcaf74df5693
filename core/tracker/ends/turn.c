/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/turn.h"

#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* A man who stands for two scans has been let go. */
#define STOOD_US 500000

static bool
is_open(const struct tracker *tracker)
{
	return tracker->from_image && tracker->game.n_plies == 0 &&
	       tracker->game.result == RESULT_NONE;
}

/* The same men with the other one to move; false: they cannot stand so. */
static bool
other_start(const struct tracker *tracker, struct position *ret_start)
{
	struct position start = tracker->game.start;

	start.side = (uint8_t)color_other((enum color)start.side);
	start.ep = SQ_NONE;
	if (position_check(&start) != POSITION_OK)
		return false;
	start.key = position_key(&start);
	*ret_start = start;
	return true;
}

/* What clock and board have told holds on: nothing but whose move it is has changed. */
static void
begin_with(struct tracker *tracker, const struct position *start)
{
	struct lever lever = tracker->lever;
	uint64_t shown = tracker->shown[0];

	record_begin_game(tracker, start, tracker->turned);
	tracker->lever = lever;
	tracker->shown[0] = shown;
	tracker->from_image = true;
}

bool
turn_heard(struct tracker *tracker)
{
	struct position start;

	/* Who has pressed has moved, though the board has yet to tell. */
	if (!is_open(tracker) || !lever_runs(&tracker->lever) || tracker->lever.n_waiting > 0 ||
	    lever_turn(&tracker->lever) == (enum color)tracker->game.now.side ||
	    !other_start(tracker, &start))
		return false;
	begin_with(tracker, &start);
	return true;
}

static bool
shows_move(const struct tracker *tracker, const struct position *start)
{
	struct move_list list;

	movegen_legal(start, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(start, list.moves[i], &after);
		if (image_shows(&tracker->image, &after, 0))
			return true;
	}
	return false;
}

uint64_t
turn_due(const struct tracker *tracker)
{
	struct position start;

	if (!is_open(tracker) || tracker->in_step || lever_runs(&tracker->lever) ||
	    !other_start(tracker, &start) || !shows_move(tracker, &start))
		return TRACKER_NO_DEADLINE;
	return tracker->last_change_us + STOOD_US;
}

void
turn_settle(struct tracker *tracker)
{
	struct position start;

	if (other_start(tracker, &start))
		begin_with(tracker, &start);
}

/* What the cheapest line costs in which both have moved; COST_NEVER: the board shows none. */
static int
exchange_cost(struct tracker *tracker, const struct position *start)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct explanation line;

	change_begin_search(tracker, 0, 0);
	return tracker_explain(tracker, start, 2, &exact, &line) ? line.cost : COST_NEVER;
}

void
turn_look(struct tracker *tracker)
{
	struct position start;

	if (is_open(tracker) && !lever_runs(&tracker->lever) && other_start(tracker, &start) &&
	    exchange_cost(tracker, &start) < exchange_cost(tracker, &tracker->game.now))
		begin_with(tracker, &start);
}
