/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What time alone brings. Each duty says when it is due, from the state alone, and is done at
 * that nominal time whenever somebody looks.
 */
#include "core/tracker/anew/afresh.h"
#include "core/tracker/anew/chase.h"
#include "core/tracker/anew/rejoin.h"
#include "core/tracker/anew/rethink.h"
#include "core/tracker/anew/two_wrongs.h"
#include "core/tracker/ends/begin.h"
#include "core/tracker/ends/joined.h"
#include "core/tracker/ends/kings.h"
#include "core/tracker/ends/revive.h"
#include "core/tracker/ends/stopped.h"
#include "core/tracker/ends/turn.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/mend/amiss.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/mend/pooled.h"
#include "core/tracker/mend/put_home.h"
#include "core/tracker/mend/relief.h"
#include "core/tracker/mend/slid.h"
#include "core/tracker/mend/sooner.h"
#include "core/tracker/mend/trouble.h"
#include "core/tracker/occupancy/final.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/hidden.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/round.h"
#include "core/tracker/record/tail.h"
#include "core/tracker/record/withdrawn.h"
#include "core/tracker/seen/silent.h"
#include "core/tracker/tracker_state.h"

/* A piece that stands still this long was released (4.7). Two scans of a wired board: a slide stops
 * on a square for one scan at most (dgt.md 7.1). */
#define RELEASE_US 470000

/* A picture that nothing explains is looked at more deeply once it has stood still this long. */
#define RECOVER_US 1000000

/* Still unexplained after standing this long, it is no hand in the air but trouble somebody
 * should know of (laws.md 4.2, restore_s). */
#define PUZZLED_US 20000000

/* Where the link was lost before that, nobody knows whether it stood: what the board says when it is back tells. */
static uint64_t
release_due(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (!tracker->in_step || game->n_plies == 0 ||
	    game->plies[game->n_plies - 1].state != PLY_CANDIDATE)
		return TRACKER_NO_DEADLINE;
	return tracker_later(tracker->last_change_us + RELEASE_US, gap_over_us(tracker));
}

/* The first open ply that its press can put beyond change. Two plies in a row without a press
 * are strange enough to wait for the press after the next. */
static uint32_t
next_to_fix(const struct tracker *tracker)
{
	uint32_t index = tracker->n_fixed;

	while (index < tracker->game.n_plies &&
	       !(record_is_pressed(tracker, index) &&
	         (index <= tracker->n_fixed + 1 || record_is_pressed(tracker, index - 1))))
		index++;
	return index;
}

/* The board has had its time to show what was pressed, and shows it; a reply may be on its way. */
static uint64_t
fix_due(const struct tracker *tracker)
{
	uint32_t index = next_to_fix(tracker);

	if (index == tracker->game.n_plies || index + 1 == tracker->reopened ||
	    gap_is_open(tracker, index) || hidden_is_open(tracker, index) ||
	    !(tracker->in_step || tracker_men_stand(tracker, game_ply_side(&tracker->game, index))))
		return TRACKER_NO_DEADLINE;
	return tracker_later(tracker->plies[index].completed_us, tracker->rewritten_us) +
	       LEVER_LAG_US;
}

/* With nobody moved before, in between and since, the last two presses that wait may be one lever that swung back. A board tells of
 * the man for whom the first of them was, if there is one, within a scan: until then they wait. */
static uint64_t
swing_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;
	const struct lever_press *first;

	if (!lever_may_have_swung(lever))
		return TRACKER_NO_DEADLINE;
	first = lever->waiting + lever->n_waiting - 2;
	return !first->still || tracker->last_change_us > first->t_us
	               ? TRACKER_NO_DEADLINE
	               : first->t_us + tracker_scan_lag(tracker);
}

static void
forget_swing(struct tracker *tracker)
{
	lever_forget_swing(&tracker->lever);
}

static uint64_t
give_up_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;
	uint64_t newest;

	/* What was played on a silent line is seen when it speaks again. */
	if (!tracker->in_step || lever->n_waiting == 0 || tracker->silent != 0)
		return TRACKER_NO_DEADLINE;
	newest = tracker_later(lever->waiting[lever->n_waiting - 1].t_us, tracker->spoke_us);
	newest = tracker_later(newest, tracker->in_step_us) + LEVER_LAG_US;
	return gap_hides(tracker, &lever->waiting[0]) ? tracker_later(newest, gap_told_us(tracker))
	                                              : newest;
}

/* When are the presses heard for which it was waited for the board to tell what came before? */
static uint64_t
gap_told_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;

	return tracker->in_step && lever->n_waiting > 0 && gap_hides(tracker, &lever->waiting[0])
	               ? gap_told_us(tracker)
	               : TRACKER_NO_DEADLINE;
}

static bool
is_unsearched(const struct tracker *tracker)
{
	return !tracker->in_step && !tracker->searched && tracker->game.result == RESULT_NONE;
}

static uint64_t
recover_due(const struct tracker *tracker)
{
	if (!is_unsearched(tracker))
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(
		tracker, tracker_later(tracker->last_change_us + RECOVER_US, gap_over_us(tracker)));
}

static uint64_t
tolerate_due(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;

	if (tracker->in_step || tracker->tolerated > 1 || !reading_is_of_press(tracker) ||
	    tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	return tracker_later(lever->waiting[0].t_us + (tracker->tolerated == 0
	                                                       ? tracker_board_lag(tracker)
	                                                       : DOUBT_US),
	                     gap_over_us(tracker));
}

/* Nothing explains the picture; but what is kept of it may say that the record is wrong. */
static void
keep_aside(struct tracker *tracker, bool pressed)
{
	aside_take(tracker, pressed);
	if (!two_wrongs_put_right(tracker) && pressed && tracker->aside.kind == ASIDE_ILLEGAL)
		rethink_over(tracker, COST_ILLEGAL);
}

static void
fix_pressed(struct tracker *tracker)
{
	uint32_t n_plies = next_to_fix(tracker) + 1;

	if (slid_settle(tracker, n_plies)) {
		record_fix(tracker, tracker->game.n_plies);
		/* The searches do not begin again: one of them may have found what was settled now, and would find it for ever. */
		keep_aside(tracker, true);
		return;
	}
	if (!round_drop(tracker, n_plies) && !afresh_doubt(tracker, n_plies))
		record_fix(tracker, n_plies);
}

/* The clock pressed back by the player who is to move asks his opponent to put something right; unless he may have moved on
 * a line that tells of nobody. */
static void
note_pressed_back(struct tracker *tracker)
{
	if (tracker->lever.n_waiting > 0 && tracker->silent == 0 &&
	    tracker->lever.waiting[0].side == (enum color)tracker->game.now.side)
		record_reopen(tracker, &tracker->lever.waiting[0]);
}

static void
give_up_presses(struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	bool other_side_moved = game->n_plies > 0 && game->plies[last].state != PLY_COMPLETED;

	note_pressed_back(tracker);
	tracker->believed += (uint64_t)tracker->lever.n_waiting * COST_PRESS_ALONE;
	trust_lose_presses(tracker, tracker->lever.n_waiting);
	lever_give_up(&tracker->lever, game->n_plies == 0, other_side_moved);
	trust_review(tracker);
}

/* Is what stands there an earlier position, or who stood elsewhere at home again? */
static bool
is_put_back(struct tracker *tracker)
{
	return takeback_stands(tracker) || put_home_look(tracker);
}

static void
search_deeper(struct tracker *tracker)
{
	tracker->searched = true;
	if (is_put_back(tracker))
		return;
	if (tracker->games > 0 &&
	    (reading_recover(tracker) ||
	     (!gap_awaits_hand(tracker) && trouble_tolerate(tracker, TROUBLE_AT_REST))))
		reading_in_step(tracker);
	else
		keep_aside(tracker, false);
}

static uint64_t
settled_due(const struct tracker *tracker)
{
	if (tracker->games == 0 || tracker->in_step || tracker->settled ||
	    tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(
		tracker, tracker_later(tracker->last_change_us + tracker_scan_lag(tracker),
	                               gap_over_us(tracker)));
}

static void
search_settled(struct tracker *tracker)
{
	tracker->settled = true;
	if (is_put_back(tracker))
		return;
	if (trouble_tolerate(tracker, TROUBLE_SETTLED)) {
		reading_in_step(tracker);
		return;
	}
	aside_take_pressed(tracker);
	aside_take_resumed(tracker);
}

static uint64_t
long_rest_due(const struct tracker *tracker)
{
	if (!tracker->searched || tracker->searched_again || tracker->in_step ||
	    tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(tracker, tracker_later(tracker->last_change_us + LONG_HOLD_US,
	                                                  gap_over_us(tracker)));
}

static void
search_again(struct tracker *tracker)
{
	tracker->searched_again = true;
	if (is_put_back(tracker))
		return;
	if (tracker->games > 0 &&
	    (gap_look_at_rest(tracker) || trouble_tolerate(tracker, TROUBLE_LONG_REST)))
		reading_in_step(tracker);
	else
		keep_aside(tracker, false);
}

static void
tolerate(struct tracker *tracker)
{
	tracker->tolerated++;
	if (is_put_back(tracker))
		return;
	note_pressed_back(tracker);
	if (trouble_tolerate(tracker, TROUBLE_PRESSED))
		reading_in_step(tracker);
	else
		keep_aside(tracker, true);
}

static uint64_t
puzzled_due(const struct tracker *tracker)
{
	if (tracker->in_step || !(tracker->searched || withdrawn_stand(tracker)) ||
	    (tracker->sync != TRACKER_IN_STEP && tracker->sync != TRACKER_ASTRAY))
		return TRACKER_NO_DEADLINE;
	/* A person's word may be younger than the picture that differs from it. */
	return tracker_later(tracker->last_change_us, tracker->left_us) + PUZZLED_US;
}

static void
admit_puzzled(struct tracker *tracker)
{
	record_set_sync(tracker, TRACKER_PUZZLED);
}

struct duty {
	uint64_t (*due)(const struct tracker *tracker);
	void (*act)(struct tracker *tracker);
	bool explains; /* what the board shows, or showed: nothing of that is left to do where a person has judged it */
};

static void
release_last_ply(struct tracker *tracker)
{
	record_make(tracker, tracker->game.n_plies - 1);
	sooner_look(tracker);
	record_hear_presses(tracker);
	if (!tracker->lever.seen)
		round_drop(tracker, tracker->game.n_plies);
}

/* What the board shows when the game is over is none of its plies. */
static uint64_t
behind_gap_due(const struct tracker *tracker)
{
	uint64_t due_us = gap_due(tracker);

	return due_us == TRACKER_NO_DEADLINE ? due_us : reading_unless_over(tracker, due_us);
}

static void
look_behind_gap(struct tracker *tracker)
{
	gap_settle(tracker);
	reading_look(tracker);
}

static void
look_with_other_to_move(struct tracker *tracker)
{
	turn_settle(tracker);
	reading_look(tracker);
}

static void
look_at_spoken_line(struct tracker *tracker)
{
	if (silent_settle(tracker))
		reading_look(tracker);
}

static const struct duty duties[] = {
	{ behind_gap_due, look_behind_gap, true },
	{ gap_count_due, gap_count, true },
	{ gap_told_due, reading_hear_presses, false },
	{ release_due, release_last_ply, false },
	{ fix_due, fix_pressed, false },
	{ swing_due, forget_swing, false },
	{ begin_again_due, begin_again, false },
	{ give_up_due, give_up_presses, false },
	{ tolerate_due, tolerate, true },
	{ recover_due, search_deeper, true },
	{ settled_due, search_settled, true },
	{ long_rest_due, search_again, true },
	{ revive_due, revive_settle, true },
	{ puzzled_due, admit_puzzled, false },
	{ begin_exchanged_due, begin_exchanged, false },
	{ begin_opened_due, begin_opened, false },
	{ begin_set_up_due, begin_set_up, false },
	{ aside_due, aside_settle, false },
	{ begin_from_image_due, begin_from_image, false },
	{ passing_due, passing_settle, false },
	{ relief_due, relief_look, true },
	{ rethink_due, rethink, true },
	{ turn_due, look_with_other_to_move, true },
	{ kings_due, kings_settle, false },
	{ amiss_due, amiss_look, true },
	{ silent_due, look_at_spoken_line, true },
	{ afresh_due, afresh_look, true },
	{ joined_due, joined_note, false },
	{ chase_due, chase_look, true },
	{ rejoin_due, rejoin_look, true },
	{ pooled_due, pooled_look, true },
	{ final_due, final_look, true },
};

#define N_DUTIES (sizeof(duties) / sizeof(duties[0]))

/* The earliest duty, by its nominal time; the first in the table where two fall together. */
static const struct duty *
next_duty(const struct tracker *tracker, uint64_t *ret_due_us)
{
	const struct duty *next = NULL;
	bool judged = withdrawn_stand(tracker);

	*ret_due_us = TRACKER_NO_DEADLINE;
	if (tracker_is_virtual(tracker))
		return NULL;
	for (size_t i = 0; i < N_DUTIES; i++) {
		uint64_t due_us =
			judged && duties[i].explains ? TRACKER_NO_DEADLINE : duties[i].due(tracker);

		if (due_us < tracker->duties.rest_until_us)
			due_us = tracker->duties.rest_until_us;
		if (due_us < *ret_due_us) {
			*ret_due_us = due_us;
			next = &duties[i];
		}
	}
	return next;
}

/* One more duty is done now. */
static void
count_duty(struct tracker *tracker)
{
	if (tracker->duties.at_us != tracker->now_us)
		tracker->duties.n_at_once = 0;
	tracker->duties.at_us = tracker->now_us;
	if (++tracker->duties.n_at_once < DUTIES_AT_ONCE)
		return;
	tracker->duties.n_at_once = 0;
	tracker->duties.rest_until_us = tracker->now_us + DUTIES_REST_US;
}

uint64_t
tracker_advance(struct tracker *tracker, uint64_t now_us)
{
	const struct duty *duty;
	uint64_t due_us;

	/* Strictly before now: an event of the same instant is heard first, however late we
	 * wake. */
	while ((duty = next_duty(tracker, &due_us)) && due_us < now_us && !tracker->past.left) {
		if (tracker->now_us < due_us)
			tracker->now_us = due_us;
		count_duty(tracker);
		duty->act(tracker);
		record_tell(tracker);
	}
	if (tracker->now_us < now_us)
		tracker->now_us = now_us;
	return due_us == TRACKER_NO_DEADLINE ? due_us : due_us + 1;
}

void
tracker_finish(struct tracker *tracker)
{
	struct game *game = &tracker->game;
	bool was_over = game->result != RESULT_NONE;

	if (tracker->games == 0 || tracker->follows)
		return;
	/* Also those who gave a result before, and stand otherwise now. */
	if (kings_due(tracker) != TRACKER_NO_DEADLINE)
		kings_settle(tracker);
	if (was_over) {
		tail_cut(tracker);
		record_tell(tracker);
		return;
	}
	if (final_due(tracker) != TRACKER_NO_DEADLINE)
		final_look(tracker);
	else if (is_unsearched(tracker) && !withdrawn_stand(tracker) && !reading_is_over(tracker))
		search_deeper(tracker);
	if (!tracker->in_step && gap_awaits_hand(tracker) && !reading_is_over(tracker))
		search_again(tracker); /* what he holds nobody will see put down */
	if (game->n_plies > 0 && game->plies[game->n_plies - 1].state == PLY_CANDIDATE)
		record_make(tracker, game->n_plies - 1);
	round_drop(tracker, game->n_plies);
	tail_cut(tracker);
	stopped_doubt_king(tracker);
	takeback_undo(tracker);
	record_tell(tracker);
}
