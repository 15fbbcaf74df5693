/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Play that goes on from what stands beside the record: when it has, and what the record is then.
 */
#include <string.h>

#include "core/tracker/anew/rethink.h"
#include "core/tracker/anew/two_wrongs.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/mend/trouble.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* What was played aside is believed once it has stood so long, or the clock was pressed for it. */
#define SETTLE_US 1000000

/* Plies that must be legal, one after the other, before play is believed to go on from there.
 * Behind an illegal move the opponent's reply is enough: by that it stands. A position put back is the arbiter's doing; players do
 * the same when they look at their game afterwards, and do not press. */
static int
plies_needed(const struct tracker *tracker)
{
	static const int needed[] = {
		[ASIDE_NONE] = EXPLAIN_PLIES_MAX + 1,
		[ASIDE_ILLEGAL] = 1,
		[ASIDE_RETURNED] = EXPLAIN_PLIES_MAX + 1, /* but one that is pressed for */
		[ASIDE_NEW_GAME] = 2,
		[ASIDE_UNKNOWN] = 3,
		[ASIDE_RESUMED] = 3, /* or one, and the clock pressed for it */
	};

	return needed[tracker->aside.kind];
}

/* And before all that was played from there for the illegal move, and for nothing before? A man who lies beside his square nobody has
 * pressed for; and if more plies were pressed for than that, what looks illegal is what they led to. */
static bool
is_pressed_for(const struct aside *aside, const struct lever *lever)
{
	return lever->n_waiting == aside->line.n_plies + 1 &&
	       lever->waiting[0].side == (enum color)aside->gap.who;
}

/* Does the record lead to where it was made, for sure? Else what looks illegal may follow from a ply that was another, or that
 * a square which does not read hides, and the pictures to come tell. */
static bool
is_record_sure(const struct tracker *tracker)
{
	return tracker->excused == 0 && !tracker->trust.shaken && !rethink_is_open(tracker);
}

/* Has the clock been pressed for the last ply played from there? */
static bool
is_pressed_aside(const struct tracker *tracker)
{
	const struct aside *aside = &tracker->aside;
	const struct lever *lever = &tracker->lever;
	enum color mover = (enum color)aside->gap.position.side;
	const struct lever_press *press;

	if (aside->line.n_plies == 0 || lever->n_waiting == 0)
		return false;
	if (aside->line.n_plies % 2 == 0)
		mover = color_other(mover);
	press = &lever->waiting[lever->n_waiting - 1];
	return press->side == mover && press->t_us > aside->gap.made_us &&
	       (aside->kind != ASIDE_ILLEGAL ||
	        (is_pressed_for(aside, lever) && is_record_sure(tracker)));
}

/* Behind a game men are put up to be looked at. While a clock runs for which nobody presses, they are not played with. */
static bool
is_looked_at(const struct tracker *tracker)
{
	const struct aside *aside = &tracker->aside;

	return aside->kind == ASIDE_NEW_GAME && tracker->games > 0 && lever_runs(&tracker->lever) &&
	       tracker->press.t_us <= aside->gap.made_us;
}

uint64_t
aside_due(const struct tracker *tracker)
{
	const struct aside *aside = &tracker->aside;

	/* An illegal move stands by a reply that was pressed for: where play is fast nothing rests any longer. */
	if (aside->kind != ASIDE_NONE && aside->kind != ASIDE_UNKNOWN &&
	    aside->kind != ASIDE_NEW_GAME && is_pressed_aside(tracker))
		return tracker->lever.waiting[tracker->lever.n_waiting - 1].t_us;
	return aside->kind == ASIDE_NONE || is_looked_at(tracker) ||
	                       aside->line.n_plies < plies_needed(tracker)
	               ? TRACKER_NO_DEADLINE
	               : tracker->last_change_us + SETTLE_US;
}

/* A man or two amiss are likelier than that plies were missed: one may have been in the air when the link came back, or
 * not be read. Does the record, with what was played behind it, leave no more than that? */
static bool
goes_on_from_record(struct tracker *tracker, int cost)
{
	if (trouble_tolerate(tracker, TROUBLE_AT_REST)) {
		reading_in_step(tracker);
		return true;
	}
	return trouble_nothing_cost(tracker) < cost;
}

/* May plies be missing before the illegal move? Not his who makes it in his turn, unless he had pressed before, nobody saw what for, and
 * his opponent pressed with something moved in between. Of who moves out of turn the opponent may have moved, if anybody pressed. */
static bool
may_lack_plies(const struct tracker *tracker, const struct aside *aside)
{
	const struct trust *trust = &tracker->trust;
	const struct lever *lever = &tracker->lever;
	const struct lever_press *first = &lever->waiting[0];
	uint8_t side = tracker->game.now.side;
	bool unseen = trust->lost > 0 && trust->lost_side == side;
	bool waits = lever->n_waiting > 0 && first->t_us < aside->gap.made_us;

	if (aside->gap.who != side)
		return unseen || waits;
	return unseen && waits && first->side != side && first->change != trust->lost_change;
}

/* By the reply the illegal move stands: had its man, whom that does not take, ceased to be read there before it came? Then he was only
 * read there on his way, or beside his square, and nobody knows where that is. */
static bool
had_left_before_reply(const struct tracker *tracker, const struct aside *aside)
{
	const struct explanation *line = &aside->line;
	const uint64_t *placed_us = tracker->evidence.placed_us[aside->gap.to];
	uint8_t man = position_piece_at(&aside->gap.position, aside->gap.to);

	return move_victim(line->moves[0]) != aside->gap.to && placed_us[EMPTY] >= placed_us[man] &&
	       placed_us[EMPTY] < line->t_us[0];
}

void
aside_settle(struct tracker *tracker)
{
	struct aside aside = tracker->aside;
	int cost = aside.line.cost + COST_ILLEGAL;
	int n_lost = 0;
	bool missing;

	if (two_wrongs_look(tracker))
		return;
	tracker->aside.kind = ASIDE_NONE;
	/* What is illegal by a record that is in doubt is rather an error of that; so is what does not follow from it when the link is
	 * back. */
	if ((aside.kind == ASIDE_ILLEGAL || aside.kind == ASIDE_RESUMED) &&
	    rethink_instead(tracker, cost))
		return;
	if ((aside.kind == ASIDE_RESUMED || aside.kind == ASIDE_UNKNOWN) &&
	    goes_on_from_record(tracker, cost))
		return;
	missing = aside.kind == ASIDE_ILLEGAL &&
	          (may_lack_plies(tracker, &aside) || had_left_before_reply(tracker, &aside));
	if (aside.kind == ASIDE_NEW_GAME)
		record_begin_game(tracker, &aside.gap.position, aside.turned);
	else if (aside.kind == ASIDE_RETURNED)
		record_return(tracker, aside.n_plies, aside.unbreak);
	else if (!record_break(tracker, &aside.gap))
		return;
	while (n_lost < tracker->lever.n_waiting &&
	       tracker->lever.waiting[n_lost].t_us < aside.gap.made_us)
		n_lost++;
	if (aside.kind == ASIDE_ILLEGAL)
		trust_set_adrift(tracker, missing);
	else
		trust_lose_presses(tracker, n_lost);
	while (n_lost-- > 0)
		lever_forget_oldest(&tracker->lever);
	trust_review(tracker);
	if (aside.kind == ASIDE_ILLEGAL)
		lever_forget_side(&tracker->lever, (enum color)aside.gap.who);
	tracker->shown[tracker->game.n_plies % RECENT_POSITIONS] = aside.since;
	record_rewrite(tracker, 0, &aside.line, NULL, false);
	tracker->believed += (uint64_t)cost;
	reading_in_step(tracker);
}

bool
aside_put_back(struct tracker *tracker, uint64_t t_us)
{
	struct aside kept = tracker->aside;
	uint32_t n_plies;
	bool unbreak;

	if (!lever_runs(&tracker->lever) || !aside_take_returned(tracker, t_us))
		return false;
	n_plies = tracker->aside.n_plies;
	unbreak = tracker->aside.unbreak;
	if ((enum color)tracker->aside.gap.position.side != lever_turn(&tracker->lever)) {
		tracker->aside = kept;
		return false;
	}
	tracker->aside.kind = ASIDE_NONE;
	trust_lose_presses(tracker, tracker->lever.n_waiting);
	while (tracker->lever.n_waiting > 0)
		lever_forget_oldest(&tracker->lever);
	trust_review(tracker);
	record_return(tracker, n_plies, unbreak);
	tracker->shown[tracker->game.n_plies % RECENT_POSITIONS] = tracker->n_changes;
	reading_in_step(tracker);
	return true;
}
