/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/second_thought.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/tracker_state.h"

/* What it asks to believe, and has to go on believing: of two that cost about as much the one by which more squares read right in the
 * end is the likelier. Where men are not known, any man who stands there makes one read right. */
static int64_t
total(const struct tracker *tracker, const struct replayed *replayed)
{
	return tracker->image.occupancy_only
	               ? replayed->dearer
	               : replayed->dearer + (int64_t)replayed->n_excused * COST_DOUBT;
}

bool
second_thought_is_better(const struct tracker *tracker, const struct replayed *a,
                         const struct replayed *b)
{
	if (total(tracker, a) != total(tracker, b))
		return total(tracker, a) < total(tracker, b);
	return a->astray_us < b->astray_us;
}

/* Does it lead to the picture? Where a hand is at work in the end it must not take another square that is not believed: a hand
 * and a square that fails would explain the picture without it. */
static bool
does_explain(const struct tracker *tracker, const struct replayed *replayed)
{
	return replayed->in_step ||
	       (replayed->in_hand && replayed->n_excused <= (uint32_t)bits_count(tracker->excused));
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
	    !does_explain(tracker, &thought->replayed) ||
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
}
