/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ply was exchanged for its man, who came out elsewhere; and then it was right, and he has been played on.
 */
#include "core/chess/movegen.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* When was the man last put down who stands on sq? */
static uint64_t
arrived_us(const struct tracker *tracker, int sq)
{
	uint8_t man = image_at(&tracker->image, sq);

	return man == EMPTY ? 0 : tracker->evidence.placed_us[sq][man];
}

/* Is this a press for which a man, come out just before it, may have been played on? What is before a break, or a person's word, does
 * not change any more. */
static bool
may_be_undone(const struct tracker *tracker, const struct lever_press *press)
{
	const struct exchanged *exchanged = &tracker->exchanged;
	const struct game *game = &tracker->game;
	uint64_t came_us;

	if (exchanged->n_plies != game->n_plies || exchanged->ply >= game->n_plies ||
	    exchanged->ply < record_first_open(tracker) ||
	    press->side != (enum color)game->now.side ||
	    press->side != game_ply_side(game, exchanged->ply))
		return false;
	came_us = arrived_us(tracker, record_ply_target(tracker, exchanged->ply));
	if (came_us < exchanged->t_us)
		came_us = exchanged->t_us;
	return came_us + LEVER_LAG_US >= press->t_us &&
	       came_us <= press->t_us + tracker_scan_lag(tracker);
}

/* If the man was played to where `first` takes him, the move by which he came from there to where he
 * stands; MOVE_NONE: there is none, or what was exchanged is not legal any more, for plies before it are others now. */
static uint16_t
move_on(const struct tracker *tracker, const struct position *before, uint16_t first)
{
	int target = record_ply_target(tracker, tracker->exchanged.ply);
	uint16_t move = move_make(move_target(first), target, MOVE_NORMAL);
	struct position end;

	if (!movegen_is_legal(before, first) || move_target(first) == target ||
	    image_at(&tracker->image, move_target(first)) != EMPTY ||
	    !record_end_if(tracker, tracker->exchanged.ply, before, first, &end) ||
	    !movegen_is_legal(&end, move))
		return MOVE_NONE;
	return move;
}

bool
repair_undo(struct tracker *tracker, const struct lever_press *press)
{
	struct explanation line = { .n_plies = 1 };
	const uint8_t doubt = DOUBT_RIVAL;
	uint32_t index = tracker->exchanged.ply;
	uint16_t first = tracker->exchanged.move;
	struct position before;
	struct move_list list;

	if (!may_be_undone(tracker, press))
		return false;
	game_position(&tracker->game, index, &before);
	line.moves[0] = move_on(tracker, &before, first);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count && line.moves[0] == MOVE_NONE; i++) {
		first = list.moves[i];
		if (repair_is_rival(tracker, &before, first, tracker->exchanged.move))
			line.moves[0] = move_on(tracker, &before, first);
	}
	if (line.moves[0] == MOVE_NONE)
		return false;
	record_exchange(tracker, index, &first, 1);
	record_rewrite(tracker, 0, &line, &doubt, false);
	tracker->exchanged.n_plies = UINT32_MAX;
	return true;
}
