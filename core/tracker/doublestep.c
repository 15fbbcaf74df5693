/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/doublestep.h"

#include "core/chess/movegen.h"
#include "core/tracker/stood.h"
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

/* Has the board told, since the position before ply `index`, that the pawn stood where two squares take him? Where one does he
 * may be read later who takes back. */
static bool
was_seen(const struct tracker *tracker, uint32_t index)
{
	enum color side = game_ply_side(&tracker->game, index);
	uint8_t pawn = image_reading(&tracker->image, piece_make(side, PAWN));
	int from = move_from(tracker->plies[index].move);

	return tracker->evidence.placed[side == WHITE ? from + 16 : from - 16][pawn] >
	       tracker->shown[index % RECENT_POSITIONS];
}

void
doublestep_look(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;
	struct position before, between;
	uint16_t taking, step;

	if (n_plies < 2 ||
	    (!tracker_is_in_doubt(tracker, n_plies - 2) && !stood_has_passed(tracker, n_plies - 2)))
		return;
	taking = tracker->plies[n_plies - 1].move;
	if (move_kind(taking) != MOVE_NORMAL && move_kind(taking) != MOVE_EN_PASSANT)
		return;
	record_position_back(tracker, 2, &before);
	step = other_step(&before, tracker->plies[n_plies - 2].move);
	if (step == MOVE_NONE || was_seen(tracker, n_plies - 2))
		return;
	position_after(&before, step, &between);
	if (!movegen_is_legal(&between, other_taking(taking)))
		return;
	record_doubt(tracker, n_plies - 2);
	record_doubt(tracker, n_plies - 1);
}
