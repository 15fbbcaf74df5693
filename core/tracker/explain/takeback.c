/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/takeback.h"

#include "core/chess/movegen.h"
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
	if (!lever_is_absent(&tracker->lever) ||
	    !returned_shows(tracker, 1, tracker->game.n_plies - 1))
		return false;
	take_back(tracker, 1);
	return true;
}

/* Did the man who made the last ply of all go back a scan or more before the other one? */
static bool
last_went_first(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const uint64_t *changed_us = tracker->evidence.changed_us;

	return changed_us[move_from(tracker->plies[game->n_plies - 1].move)] +
	               tracker_scan_lag(tracker) <
	       changed_us[move_from(tracker->plies[game->n_plies - TAKEN_BACK].move)];
}

/* Can the men of these two plies, the first at `first`, only have been put back? Where a pawn moved, a man was taken, or they castled, no
 * plies lead back, whoever goes first. But where a clock runs they may have been on their way when it was pressed; and where
 * those were the first plies the men may stand there for another game. */
static bool
was_put_back(const struct tracker *tracker, uint32_t first)
{
	struct position before, behind;

	if (!lever_is_absent(&tracker->lever) || first == 0)
		return false;
	game_position(&tracker->game, first, &before);
	game_position(&tracker->game, first + TAKEN_BACK, &behind);
	return behind.halfmove < before.halfmove + TAKEN_BACK ||
	       move_kind(tracker->plies[first].move) == MOVE_CASTLING ||
	       move_kind(tracker->plies[first + 1].move) == MOVE_CASTLING;
}

/* He who was in turn put his man back first, where he may have played: that was taken for a ply till the other man went back, who may
 * not have played there. */
static bool
shows_third(struct tracker *tracker)
{
	const struct explanation nothing = { 0 };
	uint32_t n_plies = tracker->game.n_plies;

	if (n_plies <= TAKEN_BACK || !returned_shows(tracker, TAKEN_BACK + 1, n_plies - 2) ||
	    !move_goes_back(tracker->plies[n_plies - 1].move, tracker->plies[n_plies - 3].move) ||
	    !was_put_back(tracker, n_plies - 3))
		return false;
	record_rewrite(tracker, 1, &nothing, NULL, false);
	take_back(tracker, TAKEN_BACK);
	return true;
}

bool
takeback_shows(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	if (!returned_shows(tracker, TAKEN_BACK, n_plies - 1) ||
	    (!last_went_first(tracker) && !was_put_back(tracker, n_plies - TAKEN_BACK)))
		return shows_second(tracker) || shows_third(tracker);
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

/* Does a ply lead from *position to what the board shows? */
static bool
leads_there(const struct tracker *tracker, const struct position *position)
{
	struct move_list replies;
	struct position after;

	movegen_legal(position, &replies);
	for (int i = 0; i < replies.count; i++) {
		position_after(position, replies.moves[i], &after);
		if (image_shows(&tracker->image, &after, tracker->excused))
			return true;
	}
	return false;
}

/* Has the man of the last ply gone elsewhere, and he who has pressed since then replied? Who plays on the clock against what repeats itself
 * comes to earlier positions by plies, each pressed for: only the square on which he ended was read too early. */
static bool
is_played(const struct tracker *tracker)
{
	uint32_t last = tracker->game.n_plies - 1;
	struct move_list moves;
	struct position before, after;

	if (tracker->lever.n_waiting != 1 ||
	    tracker->lever.waiting[0].side != (enum color)tracker->game.now.side)
		return false;
	record_position_back(tracker, 1, &before);
	movegen_legal_of(&before, sq_bit(move_from(tracker->plies[last].move)), &moves);
	for (int i = 0; i < moves.count; i++) {
		position_after(&before, moves.moves[i], &after);
		if (leads_there(tracker, &after))
			return true;
	}
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
	    !is_played(tracker) &&
	    (tracker->lever.n_waiting == 0 || aside_put_back(tracker, pressed_us)))
		return true;
	tracker->aside = kept;
	return false;
}
