/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game begins, and the one before it ends.
 */
#include "core/tracker/ends/stopped.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/round.h"
#include "core/tracker/record/tail.h"
#include "core/tracker/tracker_state.h"

/* Without a clock, a last ply disturbed this soon by men being set up was one of them. A player who
 * has just lost needs longer to shake hands. */
#define TIDYING_US 1500000

/* Was the last ply only the first man put home? No clock vouches for it, and it stood for hardly
 * longer than a hand needs to reach for the next man. */
static bool
is_tidying(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const struct game_ply *last = &game->plies[game->n_plies - 1];

	return game->n_plies > tracker->n_fixed && game->result == RESULT_NONE &&
	       !tracker->lever.seen && !tracker->in_step &&
	       tracker->left_us < last->made_us + TIDYING_US;
}

/* Did the board show nobody of those who are said to have moved? Then men were still missing where it was taken for set up, and the
 * clock was tried. */
static bool
has_shown_nobody(const struct tracker *tracker)
{
	for (uint32_t i = 0; i < tracker->game.n_plies; i++)
		if (!(tracker->plies[i].doubtful & DOUBT_HIDDEN))
			return false;
	return tracker->game.result == RESULT_NONE;
}

static void
end_game(struct tracker *tracker)
{
	if (tracker->game.n_plies > 0 && has_shown_nobody(tracker))
		record_cut(tracker, 0);
	if (tracker->game.n_plies > 0 && is_tidying(tracker))
		record_cut(tracker, tracker->game.n_plies - 1);
	round_drop(tracker, tracker->game.n_plies);
	tail_cut(tracker);
	stopped_doubt_king(tracker);
	takeback_undo(tracker);
	record_tell(tracker);
	if (tracker->listener.game_over)
		tracker->listener.game_over(tracker->listener.ctx, &tracker->game);
}

void
record_begin_game(struct tracker *tracker, const struct position *start, bool turned)
{
	tracker->past.left = tracker->past.frozen;
	if (tracker->games > 0)
		end_game(tracker);
	tracker->turned = turned;
	image_from(&tracker->image, tracker->raw, turned);
	tracker->untold = UINT32_MAX;
	tracker->told_result = RESULT_NONE;
	tracker->told_end = END_OPEN;
	game_init(&tracker->game, start, tracker->plies, GAME_PLIES_MAX);
	tracker->n_fixed = tracker->answered = 0;
	tracker->recent_from = 0;
	tracker->excused = tracker->silent = tracker->spoken = 0;
	tracker->reopened = 0;
	tracker->aside.kind = ASIDE_NONE;
	tracker->by_person = 0;
	tracker->unseen.n = 0;
	tracker->from_image = tracker->began_amiss = tracker->follows = false;
	tracker->turned_us = 0;
	tracker->withdrawn = (struct withdrawn){ 0 };
	tracker->taken.n = 0;
	trust_begin(tracker);
	tracker->games++;
	lever_new_game(&tracker->lever, turned);
	tracker->in_step = true;
	tracker->in_step_us = tracker->now_us;
	tracker->shown[0] = tracker->n_changes;
	record_notify(tracker, TRACKER_GAME_BEGINS);
	record_set_sync(tracker, TRACKER_IN_STEP);
}
