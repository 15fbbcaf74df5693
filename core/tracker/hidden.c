/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/hidden.h"

#include "core/chess/movegen.h"
#include "core/tracker/sense.h"
#include "core/tracker/tracker_state.h"

void
hidden_note(struct tracker *tracker, uint32_t index, bool hidden)
{
	uint64_t *word = &tracker->hidden_plies[index / 64 % WAYS_WORDS];
	uint64_t bit = UINT64_C(1) << index % 64;

	*word = hidden ? *word | bit : *word & ~bit;
}

/* Is ply `index` hidden, and does `taker`, the reply, take its man? */
static bool
is_taken_at_once(const struct tracker *tracker, uint32_t index, uint16_t taker)
{
	return tracker->plies[index].doubtful == DOUBT_HIDDEN &&
	       move_victim(taker) == record_ply_target(tracker, index);
}

bool
hidden_is_open(const struct tracker *tracker, uint32_t index)
{
	return index + 1 < tracker->game.n_plies &&
	       tracker->plies[index + 1].state == PLY_CANDIDATE &&
	       is_taken_at_once(tracker, index, tracker->plies[index + 1].move);
}

/* Is the reply legal, too, behind another move of the man who makes `move`? */
static bool
may_have_gone_elsewhere(const struct position *before, uint16_t move, uint16_t reply)
{
	struct position after;
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		if (list.moves[i] == move || move_from(list.moves[i]) != move_from(move))
			continue;
		position_after(before, list.moves[i], &after);
		if (movegen_is_legal(&after, reply))
			return true;
	}
	return false;
}

bool
hidden_is_given_away(const struct tracker *tracker, uint32_t index)
{
	uint16_t move = tracker->plies[index].move, reply;
	struct position before;

	if (tracker->image.occupancy_only || index + 1 >= tracker->game.n_plies)
		return false;
	reply = tracker->plies[index + 1].move;
	if (!is_taken_at_once(tracker, index, reply))
		return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	return sense_loss(&before, move) > 0 && may_have_gone_elsewhere(&before, move, reply);
}

void
hidden_drop(struct tracker *tracker, uint16_t taker)
{
	uint32_t last = tracker->game.n_plies - 1;

	/* What was told when an earlier press came is not known any more. */
	if (tracker->image.occupancy_only || tracker->game.n_plies <= tracker->n_fixed ||
	    !is_taken_at_once(tracker, last, taker) || !record_is_pressed(tracker, last) ||
	    tracker->plies[last].completed_us != tracker->press.t_us ||
	    tracker->lever.n_waiting > 0)
		return;
	lever_wait(&tracker->lever, &tracker->press);
	record_cut(tracker, last);
}
