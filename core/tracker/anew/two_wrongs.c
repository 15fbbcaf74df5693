/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/two_wrongs.h"

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/replay.h"
#include "core/tracker/tracker_state.h"

/* Behind a square that does not read, the board is not explained for as long as the opponent thinks. */
#define PATIENCE_US 60000000

/* What one such thought may visit: about a quarter of a second of work (rethink.c), which plies of a minute hardly take. */
#define EFFORT 1000000

/* The last break, if it is an illegal move by the man of the one beside the record. */
static const struct game_break *
first_wrong(const struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	const struct game_break *again = &tracker->aside.gap;

	if (!gap || gap->why != BREAK_ILLEGAL || tracker->aside.kind != ASIDE_ILLEGAL ||
	    gap->who != again->who || gap->piece != again->piece || gap->to != again->from)
		return NULL;
	return gap;
}

/* He was put on the square of `move`. Does that lead to the board, with him going on from there, and the same replies? */
static bool
is_explained_by(struct tracker *tracker, const struct game_break *gap, uint16_t move)
{
	const struct explanation behind = { .n_plies = 1, .moves = { move } };
	const struct replay replay = { .from = gap->ply,
		                       .t_us = gap->made_us,
		                       .behind = &behind,
		                       .guessed = true,
		                       .unbreak = true,
		                       .patience_us = PATIENCE_US,
		                       .effort = EFFORT };
	uint32_t n_plies = tracker->game.n_plies + 2 + (uint32_t)tracker->aside.line.n_plies;
	struct replayed replayed;

	return replay_try(tracker, &replay, &replayed) && replayed.in_step &&
	       replayed.n_plies == n_plies && replayed.n_breaks < tracker->game.n_breaks &&
	       replay_run(tracker, &replay, &replayed);
}

bool
two_wrongs_look(struct tracker *tracker)
{
	const struct game_break *gap = first_wrong(tracker);
	struct position before;
	struct move_list list;

	if (!gap || tracker->image.occupancy_only || tracker->past.frozen)
		return false;
	aside_position_before_break(&tracker->game, gap->ply, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == gap->from &&
		    (attacks_king[move_target(list.moves[i])] & sq_bit(gap->to)) != 0 &&
		    is_explained_by(tracker, gap, list.moves[i]))
			return true;
	return false;
}
