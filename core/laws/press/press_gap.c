/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be known of a turn through which the link was lost?
 *
 * The board tells what it shows when it is back, the clock whose time runs and what both have left. One man stands where he may not
 * go, and the lever has fallen once: if nobody else has pressed meanwhile, he was brought there in that turn. The clock tells how
 * many presses there were: the time of who was not to move is as it was where there was none; and where each press gives time
 * (6.3.1), all that both have used and have left says how often it was given.
 */
#include "core/laws/laws_state.h"

/* Displays show whole seconds, and are read late. */
#define READ_S 3

void
presses_link_lost(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	const struct tracker_view *view = &laws->view;

	presses->gap = (struct laws_gap){
		.open = view->clock_seen && view->clock_running && presses->turn_us != 0,
		.turn = presses->turn,
		.turn_us = presses->turn_us,
		.before_us = presses->before_us,
		.clock_us = view->clock_us,
		.turn_side = presses->turn_side,
		.unheard = presses->turn_unheard,
		.clock_turn = view->clock_turn,
		.clock_s = { view->clock_s[WHITE], view->clock_s[BLACK] },
	};
	presses->spans = false;
}

/* The time that every press gives; 0: none, or not always the same. */
static int64_t
increment_s(const struct laws *laws)
{
	const struct time_control *control = &laws->rules->control;

	if (control->kind != TIME_PERIODS || control->n_periods != 1 ||
	    control->increment_from > 1 || control->periods[0].mode != TIME_MODE_FISCHER)
		return 0;
	return control->periods[0].increment_s;
}

/* Has the lever fallen just once, for who was to move? */
static bool
was_pressed_once(const struct laws *laws, const struct laws_gap *gap)
{
	const struct tracker_view *view = &laws->view;
	int64_t each_s = increment_s(laws);
	int64_t passed_s = (int64_t)(view->clock_us - gap->clock_us + 500000) / 1000000;
	int64_t given_s = passed_s - ((int64_t)gap->clock_s[WHITE] + gap->clock_s[BLACK] -
	                              view->clock_s[WHITE] - view->clock_s[BLACK]);

	return each_s > 0 && view->clock_turn != gap->clock_turn && given_s >= each_s - READ_S &&
	       given_s <= each_s + READ_S && given_s < 3 * each_s - READ_S;
}

/* Has nobody pressed? */
static bool
was_not_pressed(const struct laws *laws, const struct laws_gap *gap)
{
	enum color other = color_other(gap->clock_turn);

	return laws->view.clock_turn == gap->clock_turn &&
	       laws->view.clock_s[other] == gap->clock_s[other];
}

/* Has a man of who was not to move come anywhere? Then he has played, however quickly. */
static bool
has_other_moved(const struct laws *laws, const struct laws_gap *gap)
{
	enum color other = color_other(gap->clock_turn);

	return (laws->image.by_color[other] & ~gap->turn.by_color[other]) != 0;
}

bool
presses_spans_gap(const struct laws *laws)
{
	return laws->presses.spans && !has_other_moved(laws, &laws->presses.gap);
}

void
presses_close_gap(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	struct laws_gap *gap = &presses->gap;

	if (!gap->open || laws->link_lost || laws->view.clock_us <= laws->link_us)
		return;
	gap->open = 0;
	if (!laws->view.clock_running || gap->turn_us < laws->conduct.begun_us ||
	    has_other_moved(laws, gap) ||
	    (!was_not_pressed(laws, gap) && !was_pressed_once(laws, gap)))
		return;
	presses->turn = gap->turn;
	presses->turn_us = gap->turn_us;
	presses->turn_side = gap->turn_side;
	presses->turn_unheard = gap->unheard != 0;
	presses->before_us = gap->before_us;
	presses->spans = true;
}
