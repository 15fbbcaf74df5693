/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/behind.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/deed.h"

/* Two squares at least: one that fails is likelier than an illegal move. */
#define BLAMED_LEAST 2

/* Behind more plies than these nobody knows any more what was answered. */
#define PLIES_MOST 2

/* A man whom the line takes to a square beside that on which he is read stands between the two. */
static bool
is_beside(const struct deed *deed, const struct change *found)
{
	uint16_t last;

	if (found->line.n_plies == 0)
		return false;
	last = found->line.moves[found->line.n_plies - 1];
	return move_from(last) == deed->from &&
	       (attacks_king[move_target(last)] & sq_bit(deed->to)) != 0;
}

static bool
is_deed(const struct tracker *tracker, const struct change *change, const struct change *found)
{
	struct position position, after;
	struct deed deed;

	record_position_back(tracker, 0, &position);
	for (int i = 0; i < change->line.n_plies; i++) {
		position_after(&position, change->line.moves[i], &after);
		position = after;
	}
	return deed_find_carried(&position, &tracker->image, tracker->excused, &deed) &&
	       deed_is_illegal(&deed) && !deed.begun &&
	       deed_side(&deed) == (enum color)position.side && !is_beside(&deed, found) &&
	       (deed.captured == EMPTY || piece_color(deed.captured) != deed_side(&deed));
}

/* What is left is the deed: it says nothing against the plies. */
static void
forget_residue(struct change *change)
{
	change->line.residue = change->line.absent = 0;
	change->line.cost = change->cost = change->line.n_plies * COST_PLY;
	change->line.rival = change->rival = COST_NEVER;
}

bool
behind_find(struct tracker *tracker, const struct change *found, const struct tolerance *tolerance,
            struct change *ret_change)
{
	if (found->cost == COST_NEVER || tracker->image.occupancy_only ||
	    bits_count(found->line.residue) < BLAMED_LEAST)
		return false;
	for (int n = 1; n <= PLIES_MOST && n < tracker->lever.n_waiting; n++) {
		struct change change = { .cost = COST_NEVER, .rival = COST_NEVER };

		change_consider(tracker, 0, n, tolerance, &change);
		if (change.cost < COST_NEVER &&
		    change.line.unseen + change.line.hidden + change.line.misread == 0 &&
		    is_deed(tracker, &change, found)) {
			*ret_change = change;
			forget_residue(ret_change);
			return true;
		}
	}
	return false;
}
