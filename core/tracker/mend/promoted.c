/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/promoted.h"

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* May the last ply still have been another? */
static bool
is_open(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies > tracker->n_fixed && !tracker->image.occupancy_only &&
	       move_kind(tracker->plies[n_plies - 1].move) == MOVE_PROMOTION &&
	       record_may_be_shown(tracker, n_plies - 1);
}

/* Has one of the opponent's men been read on sq since then? He has taken who stood there, and who is read now has taken him. */
static bool
was_taken(const struct tracker *tracker, int sq, enum color side, uint64_t since_us)
{
	for (uint8_t man = 1; man < PIECES; man++)
		if (piece_color(man) != side && tracker->evidence.placed_us[sq][man] > since_us)
			return true;
	return false;
}

void
promoted_look(struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	const uint64_t *placed_us;
	uint16_t move;
	uint8_t first, man;

	if (!is_open(tracker))
		return;
	move = tracker->plies[last].move;
	placed_us = tracker->evidence.placed_us[move_to(move)];
	first = position_piece_at(&tracker->game.now, move_to(move));
	man = image_at(&tracker->image, move_to(move));
	if (man == EMPTY || man == first || piece_color(man) != piece_color(first) ||
	    piece_type(man) == PAWN || piece_type(man) == KING ||
	    was_taken(tracker, move_to(move), piece_color(first), placed_us[first]))
		return;
	move = move_make_promotion(move_from(move), move_to(move), piece_type(man));
	record_exchange(tracker, last, &move, 1);
}
