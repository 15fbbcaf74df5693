/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/doublestep.h"

#include "core/chess/movegen.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* The same pawn's other step: one square for two, or two for one. MOVE_NONE: there is none. */
static uint16_t
other_step(const struct position *before, uint16_t step)
{
	int from = move_from(step), to = move_to(step), up = to > from ? 8 : -8;
	uint16_t other = move_make(from, to == from + up ? to + up : from + up, MOVE_NORMAL);

	if (piece_type(position_piece_at(before, from)) != PAWN || sq_file(from) != sq_file(to) ||
	    move_kind(step) != MOVE_NORMAL || !movegen_is_legal(before, other))
		return MOVE_NONE;
	return other;
}

/* And the same taking of him. */
static uint16_t
other_taking(uint16_t taking)
{
	return move_make(move_from(taking), move_to(taking),
	                 move_kind(taking) == MOVE_EN_PASSANT ? MOVE_NORMAL : MOVE_EN_PASSANT);
}

/* Has sq read the pawn of ply `index`, since the position before it? */
static bool
was_read(const struct tracker *tracker, uint32_t index, int sq)
{
	enum color side = game_ply_side(&tracker->game, index);
	uint8_t pawn = image_reading(&tracker->image, piece_make(side, PAWN));

	return tracker->evidence.placed[sq][pawn] > tracker->shown[index % RECENT_POSITIONS];
}

/* Did it tell that he stood where two squares take him, and was he there when his clock was pressed, as far as that is known? Where
 * one square does he may be read later who takes back. */
static bool
was_seen(const struct tracker *tracker, uint32_t index)
{
	int from = move_from(tracker->plies[index].move);
	int two = game_ply_side(&tracker->game, index) == WHITE ? from + 16 : from - 16;

	return was_read(tracker, index, two) &&
	       (record_ply_target(tracker, index) != two || !stood_has_passed(tracker, index));
}

/* Was he read where `step` takes him when he had left the square on which ply `index` has him, before he was taken? There his
 * player let go of him. Who left it only after that player's clock had been pressed was taken up by his taker: a hand that clears
 * him away may pass over the other square. */
static bool
was_put_there(const struct tracker *tracker, uint32_t index, uint16_t step)
{
	const struct evidence *evidence = &tracker->evidence;
	uint8_t pawn = piece_make(game_ply_side(&tracker->game, index), PAWN);
	int sq = record_ply_target(tracker, index), other = move_to(step);
	uint64_t left_us = evidence->placed_us[sq][EMPTY];

	return !tracker->image.occupancy_only && was_read(tracker, index, sq) &&
	       was_read(tracker, index, other) &&
	       evidence->placed[sq][EMPTY] > evidence->placed[sq][pawn] &&
	       evidence->placed[other][pawn] > evidence->placed[sq][EMPTY] &&
	       evidence->placed_us[other][pawn] < tracker->plies[index + 1].made_us &&
	       (!record_is_pressed(tracker, index) || left_us < tracker->plies[index].completed_us);
}

/* By the record he went one square. Has the next one told of him, too? Then he may as well have gone two: he did, where the first one
 * did not tell of him, or where he was read there when who took him came, and yet for longer than a scan. Who is read there only behind
 * his taker is rather carried over it by the hand that clears him away. */
static bool
may_have_gone_two(const struct tracker *tracker, uint32_t index, uint16_t step, bool *ret_went)
{
	const struct evidence *evidence = &tracker->evidence;
	uint8_t pawn = image_reading(&tracker->image,
	                             piece_make(game_ply_side(&tracker->game, index), PAWN));
	int sq = record_ply_target(tracker, index), two = move_to(step);
	uint64_t came_us = evidence->placed_us[two][pawn],
		 taken_us = tracker->plies[index + 1].made_us;
	uint64_t until_us = image_at(&tracker->image, two) == pawn
	                            ? tracker->now_us
	                            : evidence->placed_us[two][EMPTY];

	/* Later a hand that clears him away may pass over it; and he may have been put back from there. */
	if (tracker->image.occupancy_only || two - sq != sq - move_from(step) ||
	    !was_read(tracker, index, two) ||
	    came_us > record_over_us(tracker, index) + tracker_scan_lag(tracker) ||
	    evidence->placed_us[sq][pawn] >= until_us ||
	    until_us + tracker_scan_lag(tracker) < taken_us)
		return false;
	*ret_went = !was_read(tracker, index, sq) ||
	            (came_us <= taken_us && until_us > taken_us + tracker_scan_lag(tracker));
	return true;
}

void
doublestep_look(struct tracker *tracker, uint32_t index)
{
	struct position before, between;
	uint16_t moves[2];
	bool went = false, two;

	if (index == 0)
		return;
	moves[1] = tracker->plies[index].move;
	if (move_kind(moves[1]) != MOVE_NORMAL && move_kind(moves[1]) != MOVE_EN_PASSANT)
		return;
	record_position_back(tracker, tracker->game.n_plies - index + 1, &before);
	moves[0] = other_step(&before, tracker->plies[index - 1].move);
	if (moves[0] == MOVE_NONE)
		return;
	moves[1] = other_taking(moves[1]);
	position_after(&before, moves[0], &between);
	if (!movegen_is_legal(&between, moves[1]))
		return;
	two = may_have_gone_two(tracker, index - 1, moves[0], &went);
	if (went || was_put_there(tracker, index - 1, moves[0]))
		record_exchange(tracker, index - 1, moves, 2);
	else if (!two && ((!tracker_is_in_doubt(tracker, index - 1) &&
	                   !stood_has_passed(tracker, index - 1)) ||
	                  was_seen(tracker, index - 1)))
		return;
	record_doubt(tracker, index - 1);
	record_doubt(tracker, index);
}
