/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/behind.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/record/record_read.h"

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

/* Does the side to move behind the plies of the line press for what it did, be it with a man of the other side? */
static bool
is_pressed_for(const struct tracker *tracker, const struct change *change, enum color side)
{
	return tracker->lever.waiting[change->line.n_plies].side == side;
}

/* When a man was played to sq, and the clock pressed for him then: was he read there before, or not later than such a man is, or
 * later? */
static int
lateness(const struct tracker *tracker, int sq, uint64_t pressed_us)
{
	uint64_t came_us = tracker->evidence.placed_us[sq][image_at(&tracker->image, sq)];

	if (came_us <= pressed_us)
		return 0;
	return came_us <= pressed_us + tracker_scan_lag(tracker) ? 1 : 2;
}

/* A man of him who made the last ply was carried as well, by his opponent: whichever of the two stood where he is when it was
 * pressed for was played, or, if both may have, whoever left his square first; and the other one was carried. */
static bool
is_the_other_way_round(const struct tracker *tracker, const struct change *change,
                       const struct deed *deed)
{
	const struct evidence *evidence = &tracker->evidence;
	int n = change->line.n_plies, carried, played;
	uint16_t last = change->line.moves[n - 1];
	uint64_t pressed_us = tracker->lever.waiting[n - 1].t_us;

	if (deed->kind != DEED_WRONG_SIDE)
		return false;
	carried = lateness(tracker, deed->to, pressed_us);
	played = lateness(tracker, move_target(last), pressed_us);
	return carried == played ? evidence->placed_us[deed->from][EMPTY] <
	                                   evidence->placed_us[move_from(last)][EMPTY]
	                         : carried < played;
}

/* Does one man's being carried behind the plies of *change explain all? *ret_deed: by whom. */
static bool
find_deed(const struct tracker *tracker, const struct change *change, const struct change *found,
          struct deed *ret_deed)
{
	struct position position, after;

	record_position_back(tracker, 0, &position);
	for (int i = 0; i < change->line.n_plies; i++) {
		position_after(&position, change->line.moves[i], &after);
		position = after;
	}
	return deed_find_carried(&position, &tracker->image, tracker->excused, ret_deed) &&
	       deed_is_illegal(ret_deed) && !ret_deed->begun &&
	       is_pressed_for(tracker, change, (enum color)position.side) &&
	       !is_beside(ret_deed, found) &&
	       (ret_deed->captured == EMPTY ||
	        piece_color(ret_deed->captured) != deed_side(ret_deed));
}

/* The cheapest n plies, all seen but for who was taken at once, behind which there is a deed. */
static bool
find_plies(struct tracker *tracker, int n, const struct change *found,
           const struct tolerance *tolerance, struct change *ret_change, struct deed *ret_deed)
{
	*ret_change = (struct change){ .cost = COST_NEVER, .rival = COST_NEVER };
	change_consider(tracker, 0, n, tolerance, ret_change);
	return ret_change->cost < COST_NEVER && ret_change->line.n_plies == n &&
	       ret_change->line.unseen + ret_change->line.misread == 0 &&
	       find_deed(tracker, ret_change, found, ret_deed);
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
		const struct barred barred = tracker->barred;
		struct deed deed;
		bool right = find_plies(tracker, n, found, tolerance, ret_change, &deed);

		if (right && is_the_other_way_round(tracker, ret_change, &deed)) {
			tracker->barred = (struct barred){
				tracker->game.n_plies + (uint32_t)n - 1,
				ret_change->line.moves[n - 1],
			};
			right = find_plies(tracker, n, found, tolerance, ret_change, &deed);
			tracker->barred = barred;
		}
		if (right) {
			forget_residue(ret_change);
			return true;
		}
	}
	return false;
}
