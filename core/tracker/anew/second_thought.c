/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/second_thought.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/tracker_state.h"

/* What so much asks to believe, and to go on believing: of two that cost about as much the one by which more squares read right in the
 * end is the likelier. Where men are not known, any man who stands there makes one read right. */
static int64_t
total(const struct tracker *tracker, int64_t cost, uint32_t n_excused)
{
	return tracker->image.occupancy_only ? cost : cost + (int64_t)n_excused * COST_DOUBT;
}

/* No square that fails reads the very man who is missed on another: somebody would have carried him there. */
static int64_t
total_of(const struct tracker *tracker, const struct replayed *replayed)
{
	return total(tracker, replayed->dearer, replayed->n_excused) +
	       (int64_t)replayed->n_carried * COST_ILLEGAL;
}

bool
second_thought_is_better(const struct tracker *tracker, const struct replayed *a,
                         const struct replayed *b)
{
	int64_t total_a = total_of(tracker, a);
	int64_t total_b = total_of(tracker, b);

	return total_a != total_b ? total_a < total_b : a->astray_us < b->astray_us;
}

bool
second_thought_is_cheaper(const struct tracker *tracker, const struct replayed *replayed, int cost)
{
	return total(tracker, replayed->dearer, replayed->n_excused) <
	       total(tracker, cost, (uint32_t)bits_count(tracker->excused));
}

/* Does it lead to the picture? Where a hand is at work in the end it must not take another square that is not believed: a hand
 * and a square that fails would explain the picture without it. Nor is one at work where who is said to have gone has not: he would be
 * in it, and his ply left out. */
static bool
does_explain(const struct tracker *tracker, const struct replay *replay,
             const struct replayed *replayed)
{
	return replayed->in_step || (replayed->in_hand && !replay->barred_man &&
	                             replayed->n_excused <= (uint32_t)bits_count(tracker->excused));
}

void
second_thought_try(struct tracker *tracker, struct second_thought *thought,
                   struct second_thought *best)
{
	if (best->tries >= SECOND_THOUGHT_TRIES || tracker->effort >= best->until)
		return;
	best->tries++;
	thought->replay.effort = best->until - tracker->effort;
	if (!replay_try(tracker, &thought->replay, &thought->replayed) ||
	    !does_explain(tracker, &thought->replay, &thought->replayed) ||
	    thought->replayed.n_excused > best->most_excused ||
	    (thought->replayed.excused & best->kept) != 0 ||
	    (best->in_turn && !thought->replayed.is_his_time) ||
	    (best->found &&
	     !second_thought_is_better(tracker, &thought->replayed, &best->replayed)))
		return;
	thought->tries = best->tries;
	thought->until = best->until;
	thought->most_excused = best->most_excused;
	thought->kept = best->kept;
	thought->in_turn = best->in_turn;
	thought->found = true;
	*best = *thought;
	if (best->replay.behind)
		best->replay.behind = &best->behind;
	if (best->replay.gap)
		best->replay.gap = &best->gap;
}
