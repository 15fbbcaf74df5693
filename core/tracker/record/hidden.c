/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/hidden.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
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

/* Is the reply legal, too, behind another move of the man who makes `move`; and is nobody given away by it, where that is asked? */
static bool
may_have_gone_elsewhere(const struct position *before, uint16_t move, uint16_t reply, bool sensibly)
{
	struct position after;
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		if (list.moves[i] == move || move_from(list.moves[i]) != move_from(move))
			continue;
		position_after(before, list.moves[i], &after);
		if (movegen_is_legal(&after, reply) && !(sensibly && sense_loss(&after, reply) > 0))
			return true;
	}
	return false;
}

/* Had ply `index` been pressed for, and the man who took him there not been touched yet, for longer than a scan? Then the board
 * would have told of him, had no update been lost; but so it would on another square. */
static bool
stood_untold(const struct tracker *tracker, uint32_t index, uint16_t reply)
{
	int sq = record_ply_target(tracker, index);
	uint64_t left_us = tracker->evidence.placed_us[move_from(reply)][EMPTY];

	return record_is_pressed(tracker, index) && !(tracker->known_bad & sq_bit(sq)) &&
	       left_us > tracker->plies[index].completed_us + tracker_scan_lag(tracker);
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
	if (sense_loss(&before, move) > 0)
		return may_have_gone_elsewhere(&before, move, reply, false);
	return stood_untold(tracker, index, reply) &&
	       may_have_gone_elsewhere(&before, move, reply, true);
}

/* Could he have gone on to where he did from where `other` brings him, too, and the reply have been the same? */
static bool
goes_on_from(const struct position *before, uint16_t other, uint16_t reply, uint16_t next)
{
	struct position after;

	position_after(before, other, &after);
	if (!movegen_is_legal(&after, reply))
		return false;
	position_after(&after, reply, &after);
	return movegen_is_legal(&after, move_make(move_target(other), move_to(next), MOVE_NORMAL));
}

bool
hidden_may_be_elsewhere(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	struct position before;
	struct move_list list;

	if (ply->doubtful != DOUBT_HIDDEN || tracker->image.occupancy_only ||
	    index + 2 >= tracker->game.n_plies || move_from(ply[2].move) != move_target(ply->move))
		return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (list.moves[i] != ply->move &&
		    move_from(list.moves[i]) == move_from(ply->move) &&
		    goes_on_from(&before, list.moves[i], ply[1].move, ply[2].move))
			return true;
	return false;
}

/* Has sq begun to read its man since `since_us`, who could have come there by another ply? */
static bool
tells_of_move(const struct tracker *tracker, const struct position *before, int sq,
              uint64_t since_us)
{
	uint8_t man = image_at(&tracker->image, sq);

	return man != EMPTY && tracker->evidence.changed_us[sq] > since_us &&
	       stood_can_come(before, sq, man);
}

/* Has the man of ply `index`, whom nobody saw where he went, been read since where he came from, and has no other ply brought one
 * there? */
static bool
was_read_at_home(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *plies = tracker->plies;
	int from = move_from(plies[index].move);
	struct position before;

	if (plies[index].doubtful != DOUBT_HIDDEN)
		return false;
	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++)
		if (record_ply_target(tracker, i) == from)
			return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	return tracker->evidence.placed_us[from][position_piece_at(&before, from)] >
	       plies[index].made_us;
}

/* The same of ply `index`, or of the reply, which is said to have taken its man at once. */
static bool
is_either_at_home(const struct tracker *tracker, uint32_t index)
{
	return was_read_at_home(tracker, index) ||
	       (index + 1 < tracker->game.n_plies &&
	        is_taken_at_once(tracker, index, tracker->plies[index + 1].move) &&
	        was_read_at_home(tracker, index + 1));
}

bool
hidden_is_gainsaid(const struct tracker *tracker, uint32_t index)
{
	uint64_t excused = tracker->excused, since_us;
	struct position before;

	if (tracker->plies[index].doubtful != DOUBT_HIDDEN || tracker->image.occupancy_only)
		return false;
	if (is_either_at_home(tracker, index))
		return true;
	if (excused == 0 || index == 0)
		return false;
	since_us = record_over_us(tracker, index - 1);
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	while (excused != 0)
		if (tells_of_move(tracker, &before, bits_take(&excused), since_us))
			return true;
	return false;
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
