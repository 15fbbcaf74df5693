/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/takeback.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/record/record.h"

/* Players who take back say so first, and then put man by man back: so soon behind the press for the last ply that is not done. */
#define AGREED_US 1000000

/* Was the last press for the last ply? What was taken back once is not taken back further: so men go when the game is
 * over, and play over. */
static bool
is_last_pressed(const struct tracker *tracker)
{
	return lever_runs(&tracker->lever) && tracker->lever.n_waiting == 0 &&
	       tracker->plies[tracker->game.n_plies - 1].completed_us == tracker->press.t_us;
}

static bool
takes_back(const struct tracker *tracker, const struct change *change)
{
	const struct explanation *line = &change->line;
	uint32_t n_plies = tracker->game.n_plies;

	if (change->back > 0 || line->n_plies != TAKEN_BACK || n_plies < TAKEN_BACK ||
	    !is_last_pressed(tracker) || line->unseen > 0 ||
	    line->t_us[1] + tracker_scan_lag(tracker) >= line->t_us[0])
		return false;
	for (uint32_t i = 0; i < TAKEN_BACK; i++)
		if (!move_goes_back(line->moves[i], tracker->plies[n_plies - TAKEN_BACK + i].move))
			return false;
	return true;
}

static void
take_back(struct tracker *tracker)
{
	const struct explanation nothing = { 0 };

	takeback_keep(tracker, TAKEN_BACK);
	record_rewrite(tracker, TAKEN_BACK, &nothing, NULL, false);
}

bool
takeback_look(struct tracker *tracker, const struct change *change)
{
	if (!takes_back(tracker, change))
		return false;
	take_back(tracker);
	return true;
}

/* The squares that were not believed already when the clock was pressed: those go on reading what they read. */
static uint64_t
old_trouble(const struct tracker *tracker)
{
	uint64_t old = 0;

	for (uint64_t left = tracker->excused; left != 0;) {
		int sq = bits_take(&left);

		if (tracker->excused_us[sq] < tracker->press.t_us)
			old |= sq_bit(sq);
	}
	return old;
}

bool
takeback_shows(struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const uint64_t *changed_us = tracker->evidence.changed_us;
	const struct game_break *gap = game_last_break(game, game->n_plies);
	struct position before;
	int last, other;

	if (tracker->image.occupancy_only || game->n_plies < (gap ? gap->ply : 0) + TAKEN_BACK ||
	    !is_last_pressed(tracker))
		return false;
	last = move_from(tracker->plies[game->n_plies - 1].move);
	other = move_from(tracker->plies[game->n_plies - TAKEN_BACK].move);
	if (changed_us[last] <= tracker->press.t_us ||
	    changed_us[last] + tracker_scan_lag(tracker) >= changed_us[other])
		return false;
	record_position_back(tracker, TAKEN_BACK, &before);
	if (!image_shows(&tracker->image, &before, old_trouble(tracker)))
		return false;
	take_back(tracker);
	return true;
}

/* The last ply alone is put back in other ways, and may be about to be: the picture is on its way then. Nor are plies taken
 * back none of which anybody has pressed for: they may have been no plies, but men knocked over and put up again. */
static bool
is_far(const struct tracker *tracker, uint32_t n_pressed)
{
	const struct aside *aside = &tracker->aside;

	return aside->unbreak ||
	       (aside->n_plies + TAKEN_BACK <= tracker->game.n_plies && aside->n_plies < n_pressed);
}

/* May one of the plies from `from` on have been another? Then that is what does not fit, rather than that they were taken back. */
static bool
is_in_question(const struct tracker *tracker, uint32_t from)
{
	for (uint32_t i = from; i < tracker->game.n_plies; i++)
		if (tracker_may_have_been(tracker, i))
			return true;
	return false;
}

bool
takeback_stands(struct tracker *tracker)
{
	struct aside kept = tracker->aside;
	uint32_t n_pressed = record_count_pressed(tracker);
	uint64_t pressed_us = n_pressed > 0 ? tracker->plies[n_pressed - 1].completed_us : 0;

	if (n_pressed == 0 || tracker->lever.n_waiting > 1 || !lever_runs(&tracker->lever) ||
	    tracker->last_change_us < pressed_us + AGREED_US ||
	    !aside_take_returned(tracker, pressed_us))
		return false;
	if (is_far(tracker, n_pressed) && !is_in_question(tracker, tracker->aside.n_plies) &&
	    (tracker->lever.n_waiting == 0 || aside_put_back(tracker, pressed_us)))
		return true;
	tracker->aside = kept;
	return false;
}
