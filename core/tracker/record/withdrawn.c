/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/withdrawn.h"

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"

void
withdrawn_note(struct tracker *tracker)
{
	struct withdrawn *withdrawn = &tracker->withdrawn;

	withdrawn->squares = tracker_amiss(tracker);
	withdrawn->touched = 0;
	withdrawn->n_plies = tracker->game.n_plies;
	withdrawn->said_us = tracker->now_us;
	for (int sq = 0; sq < 64; sq++)
		withdrawn->read[sq] = image_at(&tracker->image, sq);
}

void
withdrawn_look(struct tracker *tracker)
{
	struct withdrawn *withdrawn = &tracker->withdrawn;
	uint64_t left = withdrawn->squares, as_then = 0;

	while (left != 0) {
		int sq = bits_take(&left);

		if (image_at(&tracker->image, sq) == withdrawn->read[sq])
			as_then |= sq_bit(sq);
	}
	if ((withdrawn->touched & as_then) != 0 || tracker_amiss(tracker) == 0)
		withdrawn->squares = 0;
	withdrawn->touched |= withdrawn->squares & ~as_then;
}

bool
withdrawn_stand(const struct tracker *tracker)
{
	const struct withdrawn *withdrawn = &tracker->withdrawn;

	return withdrawn->squares != 0 && withdrawn->n_plies == tracker->game.n_plies &&
	       (tracker_amiss(tracker) & ~withdrawn->squares) == 0;
}
