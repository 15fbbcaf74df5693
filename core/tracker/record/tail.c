/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/tail.h"

#include "core/tracker/explain/takeback.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* So many plies without a press: of two each player forgets one at most. */
#define TAIL_PLIES 4

/* Of so many plies before them, all but one have been pressed for. */
#define HABIT_PLIES 8

/* Did both players forget as long before, up to ply n_plies, and play on? Plies that nobody saw may have been pressed for. */
static bool
is_forgotten_before(const struct tracker *tracker, uint32_t n_plies)
{
	uint32_t forgotten = 0, i = 0;

	while (i < n_plies && !record_is_pressed(tracker, i)) /* the clock was started late */
		i++;
	for (; i < n_plies && forgotten < TAIL_PLIES; i++)
		forgotten = record_is_pressed(tracker, i) ? 0 : forgotten + 1;
	return forgotten == TAIL_PLIES;
}

/* Did both players press as a rule, up to ply n_plies? */
static bool
is_habit(const struct tracker *tracker, uint32_t n_plies)
{
	uint32_t forgotten = 0;

	if (n_plies < HABIT_PLIES)
		return false;
	for (uint32_t i = n_plies - HABIT_PLIES; i < n_plies; i++)
		forgotten += record_is_pressed(tracker, i) ? 0 : 1;
	return forgotten <= 1 && !is_forgotten_before(tracker, n_plies);
}

/* Does it tell that presses could not be heard: of a link that was lost, or of a clock that the board did not see any more? */
static bool
is_deaf(const struct past_entry *entry)
{
	return entry->kind == PAST_LOST ||
	       (entry->kind == PAST_CLOCK && (entry->now & PAST_CONNECTED) == 0);
}

/* Were the link and the clock there from then on until the last ply? */
static bool
is_link_held(const struct tracker *tracker, uint64_t from_us)
{
	uint64_t until_us = tracker->plies[tracker->game.n_plies - 1].made_us;
	const struct past *past = &tracker->past;
	uint64_t i;

	if (!past_after(past, from_us, &i))
		return false;
	while (i < past->n && past_at(past, i)->t_us <= until_us)
		if (is_deaf(past_at(past, i++)))
			return false;
	return true;
}

/* Would a press since that of the last of n_plies have been heard, and was none? A clock whose time is up need not tell. */
static bool
is_press_heard(const struct tracker *tracker, uint32_t n_plies)
{
	uint64_t pressed_us = tracker->plies[n_plies - 1].completed_us;
	const struct lever *lever = &tracker->lever;

	return lever->seen &&
	       (tracker->press.t_us == pressed_us || takeback_is_kept(tracker, n_plies)) &&
	       lever->n_waiting == 0 && is_link_held(tracker, pressed_us) &&
	       !past_hides_presses(&tracker->past) && lever_seconds(lever, lever_turn(lever)) > 0;
}

/* Positions behind that ply to which no plies led: men were put where somebody wanted them. */
static uint32_t
count_breaks(const struct game *game, uint32_t n_plies)
{
	uint32_t n = 0;

	while (n < game->n_breaks && game->breaks[game->n_breaks - 1 - n].ply >= n_plies)
		n++;
	return n;
}

/* Was the first ply behind n_pressed the last one of the game yet? The pause that followed was the longer one then. */
static bool
is_first_played(const struct tracker *tracker, uint32_t n_pressed)
{
	const struct game *game = &tracker->game;
	const struct game_ply *tail = tracker->plies + n_pressed;
	const struct game_break *gap = game_last_break(game, n_pressed);

	return (!gap || gap->ply < n_pressed) && !takeback_is_kept(tracker, n_pressed) &&
	       game->n_plies > n_pressed + 1 &&
	       tail[1].made_us - tail[0].made_us >= tail[0].made_us - tail[-1].completed_us;
}

void
tail_cut(struct tracker *tracker)
{
	struct game *game = &tracker->game;
	uint32_t n_pressed = record_count_pressed(tracker);
	uint32_t n_breaks = count_breaks(game, n_pressed);

	if (game->result != RESULT_NONE || game->n_plies + n_breaks < n_pressed + TAIL_PLIES ||
	    n_pressed < tracker->by_person || !is_habit(tracker, n_pressed) ||
	    !is_press_heard(tracker, n_pressed))
		return;
	if (is_first_played(tracker, n_pressed))
		n_pressed++;
	record_return(tracker, n_pressed, n_breaks > 0);
}
