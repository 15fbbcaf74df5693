/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/sooner.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* So many plies of the player may each have been taken for the one before, and as many of his opponent's lie between. */
#define SOONER_PLIES 8

/* Did a ply behind ply `index` begin or end on sq once more? Then what is known of that square is of that. */
static bool
is_used_later(const struct tracker *tracker, uint32_t index, int sq)
{
	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++) {
		uint16_t move = tracker->plies[i].move;

		if (move_from(move) == sq || move_target(move) == sq)
			return true;
	}
	return false;
}

/* Was the man of ply `index` lifted, and put down, only after the opponent's clock had been pressed for the ply behind it? Updates must
 * say so: a scan tells of what may have been for long. */
static bool
came_after_reply(const struct tracker *tracker, uint32_t index)
{
	const struct evidence *evidence = &tracker->evidence;
	uint16_t move = tracker->plies[index].move;
	int from = move_from(move), to = move_target(move);
	uint64_t reply_us = tracker->plies[index + 1].completed_us;
	struct position before;

	record_position_back(tracker, tracker->game.n_plies - index, &before);
	return record_is_pressed(tracker, index + 1) &&
	       (tracker->by_scan & (sq_bit(from) | sq_bit(to))) == 0 &&
	       !is_used_later(tracker, index, from) && !is_used_later(tracker, index, to) &&
	       evidence->placed_us[from][EMPTY] > reply_us &&
	       evidence->placed_us[to][position_arriving(&before, move)] >
	               reply_us + tracker_scan_lag(tracker);
}

/* Was nothing told of the last ply's man leaving his square since the opponent pressed for the ply behind ply `index`? */
static bool
had_left(const struct tracker *tracker, uint32_t index)
{
	uint32_t last = tracker->game.n_plies - 1;

	return tracker->evidence.placed_us[move_from(tracker->plies[last].move)][EMPTY] <=
	       tracker->plies[index + 1].completed_us;
}

/* The plies from ply `index` on with the last one made first, and those of its player a move later each. False: that is not legal, or
 * leads elsewhere. */
static bool
play_sooner(const struct tracker *tracker, uint32_t index, uint16_t *ret_moves)
{
	uint32_t n = tracker->game.n_plies - index;
	struct position now;

	record_position_back(tracker, n, &now);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t from = i % 2 != 0 ? i : i == 0 ? n - 1 : i - 2;

		ret_moves[i] = tracker->plies[index + from].move;
		if (!movegen_is_legal(&now, ret_moves[i]))
			return false;
		position_after(&now, ret_moves[i], &now);
	}
	return now.key == tracker->game.now.key;
}

void
sooner_look(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies, first = record_first_open(tracker);
	uint32_t found = n_plies;
	uint16_t moves[SOONER_PLIES + 1], best[SOONER_PLIES + 1];

	if (tracker->image.occupancy_only)
		return;
	for (uint32_t i = n_plies; i >= first + 3 && i + SOONER_PLIES >= n_plies + 2; i -= 2) {
		uint32_t index = i - 3;

		if (!came_after_reply(tracker, index))
			break;
		if (had_left(tracker, index) && play_sooner(tracker, index, moves)) {
			found = index;
			memcpy(best, moves, (n_plies - index) * sizeof(moves[0]));
		}
	}
	if (found == n_plies)
		return;
	record_exchange(tracker, found, best, n_plies - found);
	for (uint32_t i = found; i < n_plies; i += 2)
		record_doubt(tracker, i);
}
