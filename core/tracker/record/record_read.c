/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/record_read.h"

#include "core/chess/movegen.h"
#include "core/tracker/tracker_state.h"

uint32_t
record_n_open(const struct tracker *tracker)
{
	uint32_t open = tracker->game.n_plies - tracker->n_fixed;

	return open < OPEN_MAX ? open : OPEN_MAX;
}

uint32_t
record_first_open(const struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	uint32_t first = gap ? gap->ply : 0;

	return first < tracker->by_person ? tracker->by_person : first;
}

uint32_t
record_first_lagging(const struct tracker *tracker, uint32_t n_plies)
{
	if (n_plies > 0)
		n_plies--;
	while (n_plies > 0 && tracker->plies[n_plies - 1].state != PLY_COMPLETED)
		n_plies--;
	return n_plies;
}

/* The position `back` plies before the end of the record. */
void
record_position_back(const struct tracker *tracker, uint32_t back, struct position *ret_position)
{
	uint32_t index = tracker->game.n_plies - back;

	if (back == 0)
		*ret_position = tracker->game.now;
	else if (index >= tracker->recent_from && back < RECENT_POSITIONS)
		*ret_position = tracker->recent[index % RECENT_POSITIONS];
	else
		game_position(&tracker->game, index, ret_position);
}

int
record_ply_target(const struct tracker *tracker, uint32_t index)
{
	return move_target(tracker->game.plies[index].move);
}

int
record_target_back(const struct tracker *tracker, uint32_t back)
{
	uint32_t n_plies = tracker->game.n_plies - back;

	return n_plies > 0 ? record_ply_target(tracker, n_plies - 1) : SQ_NONE;
}

bool
record_is_pressed(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index].completed_us != TIME_UNKNOWN;
}

bool
record_may_be_shown(const struct tracker *tracker, uint32_t index)
{
	return !record_is_pressed(tracker, index) ||
	       tracker->now_us <= tracker->plies[index].completed_us + tracker_scan_lag(tracker);
}

uint64_t
record_over_us(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return record_is_pressed(tracker, index) && ply->made_us < ply->completed_us
	               ? ply->completed_us
	               : ply->made_us;
}

/* Is the ply `back` before the end of the record still waiting for its press? */
bool
record_awaits_press(const struct tracker *tracker, uint32_t back)
{
	const struct game *game = &tracker->game;

	return game->n_plies >= back && !record_is_pressed(tracker, game->n_plies - back);
}

uint32_t
record_count_pressed(const struct tracker *tracker)
{
	uint32_t n = tracker->game.n_plies;

	while (n > 0 && !record_is_pressed(tracker, n - 1))
		n--;
	return n;
}

bool
record_position_if(const struct tracker *tracker, uint32_t index, uint32_t until,
                   const struct position *before, uint16_t move, struct position *ret_position)
{
	struct position position;

	position_after(before, move, &position);
	for (uint32_t i = index + 1; i < until; i++) {
		if (!movegen_is_legal(&position, tracker->plies[i].move))
			return false;
		position_after(&position, tracker->plies[i].move, &position);
	}
	*ret_position = position;
	return true;
}

bool
record_end_if(const struct tracker *tracker, uint32_t index, const struct position *before,
              uint16_t move, struct position *ret_end)
{
	return record_position_if(tracker, index, tracker->game.n_plies, before, move, ret_end);
}

bool
record_stands_yet(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++)
		if (record_ply_target(tracker, i) == sq || move_from(tracker->plies[i].move) == sq)
			return false;
	return true;
}

uint32_t
record_look_back_from(const struct tracker *tracker)
{
	uint32_t first = record_first_open(tracker), n_plies = tracker->game.n_plies;

	return n_plies > first + LOOK_BACK_PLIES ? n_plies - LOOK_BACK_PLIES : first;
}
