/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/withdrawn.h"

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"

void
withdrawn_note(struct tracker *tracker)
{
	struct withdrawn *withdrawn = &tracker->withdrawn;

	withdrawn->squares = image_difference(&tracker->image, &tracker->game.now);
	withdrawn->n_plies = tracker->game.n_plies;
	for (int sq = 0; sq < 64; sq++)
		withdrawn->read[sq] = image_at(&tracker->image, sq);
}

void
withdrawn_look(struct tracker *tracker)
{
	uint64_t left = tracker->withdrawn.squares;

	while (left != 0) {
		int sq = bits_take(&left);

		if (image_at(&tracker->image, sq) != tracker->withdrawn.read[sq])
			tracker->withdrawn.squares = 0;
	}
}

bool
withdrawn_stand(const struct tracker *tracker)
{
	const struct withdrawn *withdrawn = &tracker->withdrawn;

	return withdrawn->squares != 0 && withdrawn->n_plies == tracker->game.n_plies &&
	       (image_difference(&tracker->image, &tracker->game.now) & ~tracker->excused &
	        ~withdrawn->squares) == 0;
}
