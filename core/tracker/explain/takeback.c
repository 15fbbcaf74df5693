/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/takeback.h"

#include "core/tracker/explain/change.h"
#include "core/tracker/explain/returned.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/record/record.h"

/* Players who take back say so first, and then put man by man back: so soon behind the press for the last ply that is not done. */
#define AGREED_US 1000000

static bool
takes_back(const struct tracker *tracker, const struct change *change)
{
	const struct explanation *line = &change->line;
	uint32_t n_plies = tracker->game.n_plies;

	if (change->back > 0 || line->n_plies != TAKEN_BACK || n_plies < TAKEN_BACK ||
	    !returned_may_be(tracker, TAKEN_BACK) || line->unseen > 0 ||
	    line->t_us[1] + tracker_scan_lag(tracker) >= line->t_us[0])
		return false;
	for (uint32_t i = 0; i < TAKEN_BACK; i++)
		if (!move_goes_back(line->moves[i], tracker->plies[n_plies - TAKEN_BACK + i].move))
			return false;
	return true;
}

static void
take_back(struct tracker *tracker, uint32_t n)
{
	const struct explanation nothing = { 0 };

	takeback_keep(tracker, n);
	record_rewrite(tracker, n, &nothing, NULL, false);
}

bool
takeback_look(struct tracker *tracker, const struct change *change)
{
	if (!takes_back(tracker, change))
		return false;
	take_back(tracker, TAKEN_BACK);
	return true;
}

/* Where nobody presses the reply may have gone back by itself: now the ply before it does. */
static bool
shows_second(struct tracker *tracker)
{
	if (!lever_is_absent(&tracker->lever) || !returned_shows(tracker, 1))
		return false;
	take_back(tracker, 1);
	return true;
}

bool
takeback_shows(struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const uint64_t *changed_us = tracker->evidence.changed_us;

	if (!returned_shows(tracker, TAKEN_BACK) ||
	    changed_us[move_from(tracker->plies[game->n_plies - 1].move)] +
	                    tracker_scan_lag(tracker) >=
	            changed_us[move_from(tracker->plies[game->n_plies - TAKEN_BACK].move)])
		return shows_second(tracker);
	take_back(tracker, TAKEN_BACK);
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
