/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/two_wrongs.h"

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/replay.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Behind a square that does not read, the board is not explained for as long as the opponent thinks. */
#define PATIENCE_US 60000000

/* What one such thought may visit: about a quarter of a second of work (rethink.c), which plies of a minute hardly take. */
#define EFFORT 1000000

/* The last illegal move that stands, if the one beside the record is its player's, too. */
static const struct game_break *
first_wrong(const struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);

	return gap && gap->why == BREAK_ILLEGAL && tracker->aside.kind == ASIDE_ILLEGAL &&
	                       gap->who == tracker->aside.gap.who &&
	                       !tracker->image.occupancy_only && !tracker->past.frozen
	               ? gap
	               : NULL;
}

/* He was put on the square of `move`. Does that lead to the board, by so many plies in all, with him going on from there, and the same
 * replies? */
static bool
is_explained_by(struct tracker *tracker, const struct game_break *gap, uint16_t move,
                uint32_t n_plies)
{
	const struct explanation behind = { .n_plies = 1, .moves = { move } };
	const struct replay replay = { .from = gap->ply,
		                       .t_us = gap->made_us,
		                       .behind = &behind,
		                       .guessed = true,
		                       .unbreak = true,
		                       .patience_us = PATIENCE_US,
		                       .effort = EFFORT };
	struct replayed replayed;

	return replay_try(tracker, &replay, &replayed) && replayed.in_step &&
	       replayed.n_plies == n_plies && replayed.n_breaks < tracker->game.n_breaks &&
	       replay_run(tracker, &replay, &replayed);
}

/* May he who was read on gap->to have been put down beside it instead, on one of `squares`? Then he was. */
static bool
put_beside(struct tracker *tracker, const struct game_break *gap, uint64_t squares,
           uint32_t n_plies)
{
	struct position before;
	struct move_list list;

	aside_position_before_break(&tracker->game, gap->ply, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == gap->from &&
		    (attacks_king[gap->to] & squares & sq_bit(move_target(list.moves[i]))) != 0 &&
		    is_explained_by(tracker, gap, list.moves[i], n_plies))
			return true;
	return false;
}

bool
two_wrongs_look(struct tracker *tracker)
{
	const struct game_break *gap = first_wrong(tracker);
	const struct aside *again = &tracker->aside;

	return gap && gap->piece == again->gap.piece && gap->to == again->gap.from &&
	       put_beside(tracker, gap, ~UINT64_C(0),
	                  tracker->game.n_plies + 2 + (uint32_t)again->line.n_plies);
}

bool
two_wrongs_put_right(struct tracker *tracker)
{
	const struct game_break *gap = first_wrong(tracker);
	const struct lever *lever = &tracker->lever;
	uint32_t n_plies = tracker->game.n_plies;
	uint16_t last;

	if (!gap || n_plies <= gap->ply || lever->n_waiting == 0 ||
	    lever->waiting[0].side != (enum color)gap->who ||
	    record_is_pressed(tracker, n_plies - 1))
		return false;
	last = tracker->plies[n_plies - 1].move;
	return move_from(last) == gap->to &&
	       put_beside(tracker, gap, sq_bit(move_target(last)), n_plies + 1);
}
