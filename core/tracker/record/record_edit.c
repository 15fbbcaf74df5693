/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/record_edit.h"

#include "core/chess/movegen.h"
#include "core/tracker/tracker_state.h"

void
record_touch(struct tracker *tracker, uint32_t index)
{
	if (tracker->untold > index)
		tracker->untold = index;
}

void
record_doubt(struct tracker *tracker, uint32_t index)
{
	uint8_t *doubtful = &tracker->plies[index].doubtful;

	if (*doubtful == DOUBT_RIVAL || *doubtful == DOUBT_UNSEEN)
		return;
	*doubtful = DOUBT_RIVAL;
	record_touch(tracker, index);
}

void
record_believe(struct tracker *tracker, uint32_t index)
{
	bool behind = tracker->trust.shaken && index >= tracker->trust.from;

	tracker->plies[index].doubtful = behind ? DOUBT_BEHIND : 0;
	record_touch(tracker, index);
}

void
record_release_press(struct tracker *tracker, uint32_t index)
{
	struct game_ply *ply = &tracker->plies[index];

	ply->completed_us = TIME_UNKNOWN;
	ply->clock_s = CLOCK_UNKNOWN;
	ply->state = PLY_MADE;
	record_touch(tracker, index);
}

void
record_cut(struct tracker *tracker, uint32_t n_plies)
{
	game_truncate(&tracker->game, n_plies);
	record_touch(tracker, n_plies);
	if (tracker->n_fixed > n_plies)
		tracker->n_fixed = n_plies;
	if (tracker->answered > n_plies)
		tracker->answered = n_plies;
	/* What was kept of the positions before that has been written over. */
	if (tracker->recent_from > n_plies)
		tracker->recent_from = n_plies;
}

void
record_return(struct tracker *tracker, uint32_t n_plies, bool unbreak)
{
	record_cut(tracker, n_plies);
	if (!unbreak)
		return;
	/* It is gone already where plies before it go, too. */
	game_unbreak(&tracker->game);
	tracker->recent_from = n_plies;
}

void
record_forget_break(struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	uint32_t index = gap->ply;

	if (game_forget_break(&tracker->game))
		record_exchange(tracker, index, NULL, 0);
}

void
record_exchange(struct tracker *tracker, uint32_t index, const uint16_t *moves, uint32_t n_moves)
{
	struct game *game = &tracker->game;
	struct position position;

	game_exchange(game, index, moves, n_moves);
	game_position(game, index, &position);
	for (uint32_t i = index; i < game->n_plies; i++) {
		tracker->recent[i % RECENT_POSITIONS] = position;
		if (!movegen_is_legal(&position, game->plies[i].move))
			break;
		position_after(&position, game->plies[i].move, &position);
	}
	record_touch(tracker, index);
}
