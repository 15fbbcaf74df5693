/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/reading.h"

#include "core/chess/bits.h"
#include "core/tracker/anew/rethink.h"
#include "core/tracker/ends/kings.h"
#include "core/tracker/ends/revive.h"
#include "core/tracker/ends/start.h"
#include "core/tracker/ends/stopped.h"
#include "core/tracker/ends/turn.h"
#include "core/tracker/ends/turned_round.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/hand.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/explain/undone.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/mend/emerged.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/mend/nudged.h"
#include "core/tracker/mend/promoted.h"
#include "core/tracker/mend/put_home.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/mend/slid.h"
#include "core/tracker/mend/trouble.h"
#include "core/tracker/record/hidden.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/withdrawn.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Was the last ply let go of, as far as its opponent goes by? He has replied before, or takes its man now. */
static bool
is_answered(const struct tracker *tracker)
{
	return tracker->answered == tracker->game.n_plies ||
	       (tracker_is_in_hand(tracker) &&
	        hand_takes_who_is_gone(&tracker->game.now, tracker_amiss(tracker)));
}

/* Is the man said to stand on a square that does not read him, and read nowhere else where that is not believed? */
static bool
is_unread(const struct tracker *tracker, int sq, uint8_t man)
{
	uint64_t others = tracker->excused & ~sq_bit(sq);

	if (!(tracker->excused & sq_bit(sq)))
		return false;
	while (others != 0)
		if (image_at(&tracker->image, bits_take(&others)) == man)
			return false;
	return true;
}

/* A candidate that its piece has left was a square on the way, or a hand that had not let go. Who was never read there
 * has not left. */
static void
drop_abandoned_candidate(struct tracker *tracker)
{
	struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	uint16_t move;
	int target;
	uint8_t man;

	if (game->n_plies <= tracker->n_fixed || game->plies[last].state != PLY_CANDIDATE)
		return;
	target = record_ply_target(tracker, last);
	/* That he is gone when the link is back says nothing of what he did before it was lost. */
	if (tracker->was_away && (tracker->by_scan & sq_bit(target)))
		return;
	man = image_reading(&tracker->image, position_piece_at(&game->now, target));
	if (is_unread(tracker, target, man) || image_at(&tracker->image, target) == man ||
	    is_answered(tracker))
		return;
	move = game->plies[last].move;
	record_cut(tracker, last);
	hidden_drop(tracker, move);
}

/* The changes tried on every picture. */
static const struct attempt attempts[] = {
	{ 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 2, 0 }, { 2, 1 },
	{ 1, 2 }, { 3, 1 }, { 2, 2 }, { 3, 2 }, { 0, 3 },
};

#define N_ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

/* Four plies that nobody vouches for are looked for when the picture stands still, since they explain so much. In a scramble they
 * have their presses before the board has told of them once. */
static void
consider_pressed(struct tracker *tracker, const struct tolerance *exact, struct change *best)
{
	if (!tracker->image.occupancy_only && tracker->lever.n_waiting >= EXPLAIN_PLIES_MAX)
		change_consider(tracker, 0, EXPLAIN_PLIES_MAX, exact, best);
}

/* Does the change bring a man to sq, or take one from there in passing? Either way it reads right then. */
static bool
arrives_at(const struct change *change, int sq)
{
	for (int i = 0; i < change->line.n_plies; i++) {
		uint16_t move = change->line.moves[i];

		if (move_target(move) == sq ||
		    (move_kind(move) == MOVE_EN_PASSANT && move_victim(move) == sq))
			return true;
	}
	return false;
}

/* Does exchanging a doubtful ply explain the picture at less cost? */
static bool
exchange_instead(struct tracker *tracker, const struct change *change, bool at_rest)
{
	struct repair repair;

	/* A board that knows no men fits too many exchanges to make one without need. */
	if (tracker->image.occupancy_only && change->cost <= 2 * COST_PLY)
		return false;
	repair_find(tracker, &repair);
	if (repair.cost >= change->cost)
		return false;
	/* One square that does not read for another: while a hand is at work it may show that by chance, and when it rests
	 * that is no better if nothing has been played since. */
	if (!repair.relieves && !tracker->image.occupancy_only &&
	    at_rest == (repair.line.n_plies == 0))
		return false;
	if (repair.relieves && arrives_at(change, record_ply_target(tracker, repair.index)))
		return false; /* it reads right by the change as well */
	repair_make(tracker, &repair);
	return true;
}

static bool
try_line(struct tracker *tracker, uint32_t back, int n_plies, int most)
{
	struct tolerance exact = tracker_exact(tracker);
	struct change change = { .cost = COST_NEVER, .rival = COST_NEVER };

	if (back > 0 && hand_is_shown(tracker))
		return false;
	exact.patient = true;
	change_consider(tracker, back, n_plies, &exact, &change);
	if (change.cost > most || hand_is_likelier(tracker, &change))
		return false;
	if (exchange_instead(tracker, &change, true))
		return true;
	if (rethink_dear(tracker, change.cost))
		return true;
	change_make(tracker, &change);
	return true;
}

/* Where men are not known there is hardly a picture that nothing dear explains. */
static bool
explain_occupied(struct tracker *tracker, const struct change *best)
{
	struct change dearest = { .cost = COST_AT_ONCE + 1 };

	if ((best->back > 0 || best->cost > COST_AT_ONCE) && hand_is_shown(tracker))
		return false;
	if (hand_is_all(tracker, best) ||
	    (best->cost > COST_AT_ONCE && hand_shows_taken_beside(tracker)))
		return false; /* a scan later it is known whether he stays */
	if (exchange_instead(tracker, best->cost > COST_AT_ONCE ? &dearest : best, false))
		return true;
	if (best->cost > COST_AT_ONCE)
		return false;
	change_make(tracker, best);
	return true;
}

/* Does the change take a man on whose last ply is in doubt, to a square that has read him since? He is rather there all along, and
 * the ply was another: a scan later that is known. */
static bool
may_have_been_there(const struct tracker *tracker, const struct change *change)
{
	const struct position *now = &tracker->game.now;
	uint16_t move = change->line.moves[0];

	if (change->cost == COST_NEVER || change->back > 0 || change->line.n_plies != 1)
		return false;
	for (uint32_t i = tracker->game.n_plies; i > record_look_back_from(tracker); i--)
		if (record_ply_target(tracker, i - 1) == move_from(move))
			return tracker_may_change(tracker, i - 1) &&
			       stood_there_too(tracker, i - 1, move_target(move),
			                       position_piece_at(now, move_from(move)));
	return false;
}

/* Does the board tell of an illegal move, and would its man have been played in another order than the one told, with those who came
 * since? If that asks to believe more, what moves since is rather the reply. */
static bool
is_likelier_aside(const struct tracker *tracker, const struct change *change)
{
	return change->back == 0 && change->line.disorder > 0 &&
	       change->cost > COST_ILLEGAL + change->line.n_plies * COST_PLY &&
	       aside_awaits_reply(tracker, false);
}

static bool
explain_image(struct tracker *tracker)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct change best = { .cost = COST_NEVER, .rival = COST_NEVER };

	if (takeback_shows(tracker) || undone_look(tracker))
		return true;
	for (size_t i = 0; i < N_ATTEMPTS; i++)
		if (attempts[i].back <= record_n_open(tracker))
			change_consider(tracker, attempts[i].back, attempts[i].n_plies, &exact,
			                &best);
	consider_pressed(tracker, &exact, &best);
	if (tracker->image.occupancy_only)
		return (best.cost < COST_NEVER && !gap_agrees(tracker, &best) &&
		        gap_look(tracker)) ||
		       explain_occupied(tracker, &best);
	/* What undoes a pressed ply may be a hand at work that shows it by chance. */
	if (best.undoes && !tracker->was_away)
		return false;
	if (best.cost < COST_NEVER && !gap_agrees(tracker, &best) && gap_look(tracker))
		return true;
	if (exchange_instead(tracker, &best, false))
		return true;
	if (best.cost == COST_NEVER || may_have_been_there(tracker, &best) ||
	    is_likelier_aside(tracker, &best))
		return false;
	if (!takeback_look(tracker, &best))
		change_make(tracker, &best);
	return true;
}

/* The clock says that a ply was made, and the board has stood still without showing one: the
 * record must be wrong somewhere. Plies beyond change, pressed ones too, give way to a line
 * whose last ply is the presser's and whose men were all seen to arrive: either one other ply
 * (the position was put back and another move made), or as many plies as were made. */
static bool
try_correction(struct tracker *tracker, uint32_t back, uint32_t n_plies)
{
	struct lever *lever = &tracker->lever;
	uint32_t last = tracker->game.n_plies - back + n_plies - 1;
	const struct tolerance exact = tracker_exact(tracker);
	uint8_t doubts[EXPLAIN_PLIES_MAX] = { 0 };
	struct explanation line;

	if (lever->waiting[lever->n_waiting - 1].side != game_ply_side(&tracker->game, last) ||
	    !change_find_line(tracker, back, (int)n_plies, &exact, &line) || line.disorder > 0 ||
	    !explain_saw_all(&line) || (line.untold_set != 0 && !tracker->image.occupancy_only))
		return false;
	if (n_plies == 1)
		lever_keep_newest(lever);
	change_note_guesses(tracker, back, &line, doubts);
	record_rewrite(tracker, back, &line, doubts, n_plies > 1);
	tracker->believed += (uint64_t)line.cost + back * COST_PRESSED_GONE;
	return true;
}

/* Where men are not known a long line fits any picture: there are no more plies than presses. */
static uint32_t
longest_correction(const struct tracker *tracker, uint32_t back)
{
	uint32_t most = back + (uint32_t)tracker->lever.n_waiting;

	return tracker->image.occupancy_only && most < EXPLAIN_PLIES_MAX ? most : EXPLAIN_PLIES_MAX;
}

static bool
correct(struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	uint32_t behind = tracker->game.n_plies - (gap ? gap->ply : 0);

	if (tracker->lever.n_waiting == 0)
		return false;
	for (uint32_t back = 1; back <= CORRECTION_MAX && back <= behind; back++)
		for (uint32_t n_plies = longest_correction(tracker, back); n_plies >= 1; n_plies--)
			if ((n_plies == 1 || n_plies >= back) &&
			    try_correction(tracker, back, n_plies))
				return true;
	return false;
}

static bool
try_lines(struct tracker *tracker, int most)
{
	for (uint32_t cost = 1; cost <= OPEN_MAX + EXPLAIN_PLIES_MAX; cost++)
		for (uint32_t back = 0; back <= cost && back <= record_n_open(tracker); back++)
			if (cost - back <= EXPLAIN_PLIES_MAX &&
			    try_line(tracker, back, (int)(cost - back), most))
				return true;
	return false;
}

/* The picture has stood still and the usual attempts failed: longer lines, further back. Where men are not known a hand at
 * work looks like so much that what is dear is only believed if a few squares amiss ask for more. */
bool
reading_recover(struct tracker *tracker)
{
	if (tracker->image.occupancy_only &&
	    (try_lines(tracker, COST_AT_ONCE) || trouble_tolerate(tracker, TROUBLE_AT_REST)))
		return true;
	return try_lines(tracker, COST_NEVER - 1) || correct(tracker);
}

/* Are so few men away from home that the initial position may come from play or from putting a ply
 * right? Two men make four squares (the boards themselves use the same measure, dgt.md 2.7). */
static bool
is_near_home(const struct tracker *tracker)
{
	return tracker->game.result == RESULT_NONE &&
	       bits_count(image_difference(&tracker->image, &tracker->game.now)) <= 4;
}

/* The start position begins a new game, at once when many men had been away. No play leads there from men in each other's
 * places: those have been put right. */
static bool
note_start(struct tracker *tracker)
{
	bool turned = tracker->turned;
	struct position start;

	if (!start_is_seen(tracker, turned, &start)) {
		turned = !turned;
		if (!start_is_seen(tracker, turned, &start))
			return false;
	}
	if (tracker->games > 0 && turned == tracker->turned && !tracker->began_amiss &&
	    is_near_home(tracker))
		return false;
	record_begin_game(tracker, &start, turned);
	return true;
}

/* The initial position looks the same from both sides to a board that knows no men: White is who
 * moves first. */
static bool
explain_turned(struct tracker *tracker)
{
	if (!tracker->image.occupancy_only || tracker->game.n_plies > 0 ||
	    reading_clock_keeps_board(tracker))
		return false;
	reading_turn_board(tracker);
	if (explain_image(tracker))
		return true;
	reading_turn_board(tracker);
	return false;
}

/* On a board that knows no men the picture of a capture fits others too. What has been touched since
 * a last ply was inferred may say which it was. */
static void
reconsider_untold(struct tracker *tracker)
{
	const struct tolerance exact = tracker_exact(tracker);
	struct change change = { .cost = COST_NEVER, .rival = COST_NEVER };
	uint32_t last = tracker->game.n_plies - 1;
	int target;

	if (!tracker->image.occupancy_only || record_n_open(tracker) == 0 ||
	    !record_may_be_shown(tracker, last))
		return;
	target = record_ply_target(tracker, last);
	if (tracker->evidence.placed[target][SOME_MAN] > tracker->shown[last % RECENT_POSITIONS])
		return;
	change_consider(tracker, 1, 1, &exact, &change);
	if (change.cost < COST_NEVER && change.line.n_plies > 0 &&
	    change.line.rival - change.line.cost > COST_DOUBT / 2)
		change_make(tracker, &change);
}

/* While the clock stands nobody plays: a man of whom it is told that he went where an illegal move had taken him, and who is back where he
 * came from, was put there. */
static bool
is_put_home(struct tracker *tracker)
{
	return tracker->lever.seen && !lever_runs(&tracker->lever) && put_home_look(tracker);
}

/* The board shows something new. */
void
reading_look(struct tracker *tracker)
{
	reading_begin_searches(tracker);
	if (note_start(tracker))
		return;
	if (tracker->follows)
		return;
	if (tracker->games == 0 && !joined_look(tracker)) {
		aside_look(tracker);
		return;
	}
	if (kings_look(tracker) || (tracker->game.result != RESULT_NONE && !revive_look(tracker))) {
		repair_at_end(tracker);
		return;
	}
	trouble_review(tracker);
	withdrawn_look(tracker);
	if (image_shows(&tracker->image, &tracker->game.now, tracker->excused)) {
		reconsider_untold(tracker);
		reading_in_step(tracker);
		return;
	}
	if (turned_round_look(tracker))
		return;
	turn_look(tracker);
	reading_out_of_step(tracker);
	if (withdrawn_stand(tracker))
		return;
	if (stopped_put_back(tracker) || is_put_home(tracker))
		return;
	if (reading_is_over(tracker)) {
		stopped_drop(tracker);
		return;
	}
	if (tracker->image.occupancy_only && gap_over_us(tracker) > tracker->now_us)
		return;
	if (aside_is_taken(tracker)) {
		aside_look(tracker); /* what is read elsewhere was played by nobody */
		return;
	}
	if (nudged_look(tracker) || explain_image(tracker) || explain_turned(tracker) ||
	    emerged_look(tracker) || gap_look(tracker)) {
		joined_doubt(tracker);
		trouble_review(tracker);
		reconsider_untold(tracker);
		reading_in_step(tracker);
	} else {
		promoted_look(tracker);
		slid_take_on(tracker);
		drop_abandoned_candidate(tracker);
		stopped_drop(tracker);
		aside_look(tracker);
		aside_look_resumed(tracker);
	}
}
