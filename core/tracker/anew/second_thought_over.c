/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second thought that a ply was no ply, but a move out of turn that was played over.
 *
 * A man who stands where he went before the opponent had begun his own ply has moved out of turn (1.2). With one ply by each of them the
 * record's order is as good as that, and the man may be meant for his turn, which only the press ends. But where his player then moves
 * another man and presses for that, the first one was moved besides: play went on over it, and it stands like any illegal move.
 */
#include "core/chess/bits.h"
#include "core/tracker/anew/second_thought.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* When did sq last come to read that man, by until_us? 0: not since since_us. */
static uint64_t
read_last(const struct tracker *tracker, int sq, uint8_t man, uint64_t since_us, uint64_t until_us)
{
	const struct past *past = &tracker->past;
	uint64_t found_us = 0;

	for (uint64_t i = past->n; i > past_oldest(past); i--) {
		const struct past_entry *entry = past_at(past, i - 1);

		if (entry->t_us <= since_us || found_us > 0)
			break;
		if (entry->t_us <= until_us && entry->kind <= PAST_SCAN && entry->now == man &&
		    entry->was != man && tracker_square(tracker, entry->sq) == sq)
			found_us = entry->t_us;
	}
	return found_us;
}

/* Has the clock been pressed between the two moments, by whomever? */
static bool
was_pressed(const struct tracker *tracker, uint64_t since_us, uint64_t until_us)
{
	const struct past *past = &tracker->past;

	for (uint64_t i = past->n; i > past_oldest(past); i--) {
		const struct past_entry *entry = past_at(past, i - 1);

		if (entry->t_us <= since_us)
			break;
		if (entry->t_us < until_us && entry->kind == PAST_CLOCK &&
		    ((entry->was ^ entry->now) & PAST_TURN) != 0)
			return true;
	}
	return false;
}

/* Was ply `index` made before its opponent's man of the ply before had left his square, a scan or more, and while his time ran? Fills in
 * when. */
static bool
was_out_of_turn(const struct tracker *tracker, uint32_t index, const struct position *before,
                uint64_t *ret_came_us)
{
	uint16_t move = tracker->plies[index].move, first = tracker->plies[index - 1].move;
	uint64_t since_us = index >= 2 ? record_over_us(tracker, index - 2) : 0;
	uint64_t first_us = tracker->plies[index - 1].made_us, left_us;

	*ret_came_us = read_last(tracker, move_to(move), position_piece_at(before, move_from(move)),
	                         since_us, tracker->plies[index].made_us);
	left_us = read_last(tracker, move_from(first), EMPTY, since_us, first_us);
	return *ret_came_us > 0 && left_us > *ret_came_us + tracker_scan_lag(tracker) &&
	       !was_pressed(tracker, since_us, left_us);
}

/* What a square reads, or does not, that is not believed is no move out of turn. */
static bool
is_by_failing_square(const struct tracker *tracker, uint16_t move)
{
	return (tracker->excused & (sq_bit(move_from(move)) | sq_bit(move_to(move)))) != 0;
}

/* The board behind it, with the opponent to move, who has not moved yet. */
static bool
find_break(const struct tracker *tracker, uint32_t index, struct game_break *ret_gap)
{
	uint16_t move = tracker->plies[index].move;
	struct position before;
	struct deed deed;
	uint64_t came_us;

	game_position(&tracker->game, index - 1, &before);
	if (move_kind(move) != MOVE_NORMAL || is_by_failing_square(tracker, move) ||
	    !was_out_of_turn(tracker, index, &before, &came_us))
		return false;
	deed = (struct deed){ .kind = DEED_WRONG_SIDE,
		              .from = (uint8_t)move_from(move),
		              .to = (uint8_t)move_to(move),
		              .piece = position_piece_at(&before, move_from(move)),
		              .captured = position_piece_at(&before, move_to(move)) };
	*ret_gap = (struct game_break){ .why = BREAK_ILLEGAL,
		                        .made_us = came_us,
		                        .who = (uint8_t)deed_side(&deed),
		                        .piece = deed.piece,
		                        .captured = deed.captured,
		                        .from = deed.from,
		                        .to = deed.to };
	deed_position(&before, &deed, deed_side(&deed), &ret_gap->position);
	return position_check_standing(&ret_gap->position) == POSITION_OK;
}

void
second_thought_over(struct tracker *tracker, uint32_t index, struct second_thought *best)
{
	struct second_thought thought = { 0 };

	if (tracker->image.occupancy_only || index == 0 ||
	    !find_break(tracker, index, &thought.gap))
		return;
	thought.replay = (struct replay){ .from = index - 1,
		                          .t_us = thought.gap.made_us,
		                          .gap = &thought.gap,
		                          .patience_us = SECOND_THOUGHT_PATIENCE_US };
	second_thought_try(tracker, &thought, best);
}
