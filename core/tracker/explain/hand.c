/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/hand.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/tracker_state.h"

/* A man in the air, and one on his way, or one whom he takes. */
#define HAND_SQUARES 2

bool
hand_takes_who_is_gone(const struct position *now, uint64_t gone)
{
	return (gone & ~now->by_color[now->side]) == 0 ||
	       (now->ep != SQ_NONE && (gone & ~now->by_type[PAWN]) == 0) ||
	       image_takes(now, gone, (enum color)now->side);
}

/* Does a pawn take en passant, and the one whom he takes still stand? He is taken off last. */
static bool
takes_in_passing(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t amiss = tracker_amiss(tracker), from;

	if (now->ep == SQ_NONE || !(amiss & sq_bit(now->ep)))
		return false;
	from = amiss & ~sq_bit(now->ep);
	return bits_count(from) == 1 && (from & now->by_color[now->side]) != 0 &&
	       movegen_is_legal(now, move_make(bits_first(from), now->ep, MOVE_EN_PASSANT));
}

bool
hand_is_shown(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;

	return tracker->image.occupancy_only &&
	       ((tracker_is_in_hand(tracker) &&
	         hand_takes_who_is_gone(now, tracker_amiss(tracker))) ||
	        takes_in_passing(tracker));
}

bool
hand_shows_taken_beside(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t amiss = tracker_amiss(tracker), came = amiss & image_men(&tracker->image);
	uint64_t lifted = amiss & ~came, beside;
	struct move_list list;

	if (bits_count(came) != 1 || bits_count(lifted) != 1)
		return false;
	beside = attacks_king[bits_first(came)] & now->by_color[color_other((enum color)now->side)];
	movegen_legal(now, &list);
	for (int i = 0; i < list.count; i++)
		if (sq_bit(move_from(list.moves[i])) == lifted &&
		    (sq_bit(move_victim(list.moves[i])) & beside))
			return true;
	return false;
}

/* What it costs to believe that nothing has been played behind the record, but that a hand is at work. */
static int
hand_cost(struct tracker *tracker)
{
	struct tolerance tolerance = tracker_lenient(tracker, HAND_SQUARES);
	struct change nothing = { .cost = COST_NEVER, .rival = COST_NEVER };

	change_consider(tracker, 0, 0, &tolerance, &nothing);
	return nothing.cost;
}

bool
hand_is_all(struct tracker *tracker, const struct change *change)
{
	return tracker->image.occupancy_only && change->cost < COST_NEVER &&
	       change_takes_back_pressed(tracker, change) && hand_cost(tracker) <= change->cost;
}

bool
hand_is_likelier(struct tracker *tracker, const struct change *change)
{
	return tracker->image.occupancy_only && change->cost > COST_AT_ONCE &&
	       (hand_cost(tracker) <= COST_LIFTED + COST_CAPTURED || hand_is_all(tracker, change));
}
