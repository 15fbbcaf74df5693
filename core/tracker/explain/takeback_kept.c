/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is kept of plies that were taken back, in case they stand after all.
 */
#include <string.h>

#include "core/tracker/explain/change.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* A hand that has not let go yet puts its man back sooner than that; who has, has played (4.7). */
#define STOOD_US 4000000

/* What was taken back before still is, and nobody has pressed since; or played, where there is no clock. */
static bool
is_still_taken(const struct tracker *tracker, const struct taken_back *taken)
{
	return taken->n > 0 && taken->press_us == tracker->press.t_us &&
	       (lever_is_absent(&tracker->lever) ? taken->n_left == tracker->game.n_plies
	                                         : taken->n_left <= tracker->game.n_plies);
}

void
takeback_keep(struct tracker *tracker, uint32_t n)
{
	struct taken_back before = tracker->taken;
	struct taken_back *taken = &tracker->taken;
	uint32_t n_left = tracker->game.n_plies - n;
	struct position before_them;

	/* What is taken back now was played behind those, and nobody has pressed for it. */
	if (is_still_taken(tracker, &before) && before.n >= TAKEN_BACK && before.n_left <= n_left)
		return;
	*taken = (struct taken_back){ .n = n, .n_left = n_left, .press_us = tracker->press.t_us };
	memcpy(taken->plies, tracker->plies + n_left, n * sizeof(taken->plies[0]));
	if (is_still_taken(tracker, &before) && before.n_left == tracker->game.n_plies &&
	    before.key == tracker->game.now.key && n + before.n <= TAKEN_MAX) {
		memcpy(taken->plies + n, before.plies, before.n * sizeof(before.plies[0]));
		taken->n += before.n;
	}
	record_position_back(tracker, n, &before_them);
	taken->key = before_them.key;
}

/* Does the change take the last ply back, or its king on from where he had stood? He may be wanted elsewhere by then (sign.h). */
static bool
takes_last(const struct tracker *tracker, const struct change *change)
{
	uint16_t move = change->line.moves[0], played;

	if (change->back != 1 || change->line.n_plies > 1)
		return false;
	played = tracker->plies[tracker->game.n_plies - 1].move;
	return change->line.n_plies == 0 ||
	       (move_from(move) == move_from(played) &&
	        piece_type(position_piece_at(&tracker->game.now, move_target(played))) == KING);
}

void
takeback_note(struct tracker *tracker, const struct change *change)
{
	uint32_t last = tracker->game.n_plies - 1;

	if (takes_last(tracker, change) &&
	    (lever_runs(&tracker->lever) || lever_is_absent(&tracker->lever)) &&
	    tracker->lever.n_waiting == 0 && !record_is_pressed(tracker, last) &&
	    tracker->plies[last].state == PLY_MADE &&
	    tracker->left_us >= tracker->plies[last].made_us + STOOD_US)
		takeback_keep(tracker, 1);
}

bool
takeback_is_kept(const struct tracker *tracker, uint32_t n_plies)
{
	return is_still_taken(tracker, &tracker->taken) && tracker->taken.n_left == n_plies;
}

void
takeback_undo(struct tracker *tracker)
{
	struct taken_back taken = tracker->taken;
	struct game *game = &tracker->game;
	struct position left;

	tracker->taken.n = 0;
	if (!is_still_taken(tracker, &taken) || game->result != RESULT_NONE ||
	    (taken.n < TAKEN_BACK && game->n_plies > taken.n_left) ||
	    game_last_break(game, game->n_plies) != NULL)
		return;
	game_position(game, taken.n_left, &left);
	if (left.key != taken.key)
		return;
	record_cut(tracker, taken.n_left);
	for (uint32_t i = 0; i < taken.n; i++) {
		const struct game_ply *ply = &taken.plies[i];

		if (game_append(game, ply->move, ply->made_us, (enum ply_state)ply->state) != 0)
			return;
		game->plies[taken.n_left + i] = *ply;
	}
}
