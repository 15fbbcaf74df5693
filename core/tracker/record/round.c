/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/round.h"

#include <string.h>

#include "core/tracker/record/record.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/record/repeated.h"
#include "core/tracker/tracker_state.h"

/* A hand needs so long for a ply that answers one, and both players' have to go to the clock meanwhile. */
#define ANSWERED_US 200000

/* How many of the four plies before `index` nobody pressed for, counted from the last one. */
static uint32_t
count_unpressed(const struct tracker *tracker, uint32_t index)
{
	uint32_t n = 0;

	while (n < REPEATED_PLIES && !record_is_pressed(tracker, index - 1 - n))
		n++;
	return n;
}

/* Was the only press for one of the four, the second one, rather for his player's ply before them? Nobody saw the man of the
 * first one, who would have been played in between. */
static bool
has_press_of_ply_before(const struct tracker *tracker, uint32_t index)
{
	return index > record_first_open(tracker) + REPEATED_PLIES &&
	       !record_is_pressed(tracker, index - 5) && !record_is_pressed(tracker, index - 4) &&
	       record_is_pressed(tracker, index - 3) && count_unpressed(tracker, index) == 2 &&
	       tracker_may_change(tracker, index - 4) &&
	       tracker->plies[index - 5].made_us <= tracker->plies[index - 3].completed_us;
}

/* May the two plies before `index` have been pressed for all the same, unheard? */
static bool
may_be_pressed(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = tracker->plies + index;

	return ply[-1].made_us >= ply[-2].made_us + ANSWERED_US &&
	       clock_pace_hides(&tracker->lever.pace, ply[-2].made_us, ply[-1].made_us);
}

/* Was the link lost between the first of the four and ply `index`? Then nobody heard who pressed meanwhile. */
static bool
was_out_of_hearing(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index - REPEATED_PLIES].made_us < tracker->back_us &&
	       tracker->back_us <= record_over_us(tracker, index);
}

/* Does the clock say that the four before ply `index` were no plies? Of players who pressed before that, and again behind it. */
static bool
is_by_clock(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = tracker->plies + index;
	uint32_t unpressed = count_unpressed(tracker, index);

	if (!record_is_pressed(tracker, index) || was_out_of_hearing(tracker, index))
		return false;
	if (has_press_of_ply_before(tracker, index))
		return true;
	if (index > REPEATED_PLIES && !record_is_pressed(tracker, index - REPEATED_PLIES - 1))
		return false;
	if (unpressed < 2 || may_be_pressed(tracker, index))
		return false;
	return unpressed == REPEATED_PLIES || ply[-1].made_us <= ply[-2].made_us + REPEATED_BACK_US;
}

static void
give_press_back(struct tracker *tracker, uint32_t index)
{
	const struct lever_press press = record_press_of(&tracker->plies[index - 3]);

	record_complete(tracker, index - 5, &press);
}

/* Take out the four plies before `index`. What the board showed behind them it still does: nobody looks for plies in what was
 * told before that (afresh.h). */
static void
take_out(struct tracker *tracker, uint32_t index)
{
	uint32_t n_behind = tracker->game.n_plies - index;
	struct explanation line = { .n_plies = (int)n_behind };
	struct game_ply plies[EXPLAIN_PLIES_MAX];
	uint64_t shown[EXPLAIN_PLIES_MAX + 1];
	struct position settled;

	if (has_press_of_ply_before(tracker, index))
		give_press_back(tracker, index);
	memcpy(plies, tracker->plies + index, n_behind * sizeof(plies[0]));
	for (uint32_t i = 0; i < n_behind; i++)
		line.moves[i] = plies[i].move;
	for (uint32_t i = 0; i <= n_behind; i++)
		shown[i] = tracker->shown[(index + i) % RECENT_POSITIONS];
	record_rewrite(tracker, REPEATED_PLIES + n_behind, &line, NULL, false);
	memcpy(tracker->plies + index - REPEATED_PLIES, plies,
	       (tracker->game.n_plies + REPEATED_PLIES - index) * sizeof(plies[0]));
	for (uint32_t i = 0; i <= n_behind; i++)
		tracker->shown[(index - REPEATED_PLIES + i) % RECENT_POSITIONS] = shown[i];
	record_position_back(tracker, n_behind, &settled);
	tracker->settled_afresh = (struct settled){ index - REPEATED_PLIES, settled.key };
	tracker->reopened = 0;
}

bool
round_drop(struct tracker *tracker, uint32_t n_plies)
{
	uint32_t first = record_first_open(tracker) + REPEATED_PLIES;

	if (tracker->image.occupancy_only || tracker->game.result != RESULT_NONE)
		return false;
	for (uint32_t i = n_plies; i > first && i > tracker->n_fixed; i--) {
		if (tracker->game.n_plies - (i - 1) > OPEN_MAX + CORRECTION_MAX - REPEATED_PLIES)
			return false;
		if (is_by_clock(tracker, i - 1) && repeated_is_round(tracker, i - 1)) {
			take_out(tracker, i - 1);
			return true;
		}
	}
	return false;
}
