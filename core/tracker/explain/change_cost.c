/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stay.h"

/* A man who was on his way is seen to leave, and to arrive, so long after his press at most: one scan of a board that
 * reads well (dgt.md 1.4), however slow this one may be. */
#define PASSED_US 250000

/* When did the man of ply `index` leave his square? now_us: he has not, as far as was seen. */
static uint64_t
ply_left_us(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index].completed_us + stay_us(tracker, index);
}

bool
change_is_answered(const struct tracker *tracker, uint32_t index, uint64_t at_us)
{
	const struct lever *lever = &tracker->lever;
	enum color side = game_ply_side(&tracker->game, index);

	if (index + 1 < tracker->game.n_plies && record_is_pressed(tracker, index + 1))
		return tracker->plies[index + 1].completed_us < at_us;
	for (int i = 0; i < lever->n_waiting; i++)
		if (lever->waiting[i].side != side &&
		    lever->waiting[i].t_us > tracker->plies[index].completed_us)
			return lever->waiting[i].t_us < at_us;
	return false;
}

bool
change_has_passed(const struct tracker *tracker, uint32_t index, uint16_t move)
{
	uint8_t man = image_at(&tracker->image, move_target(move));
	uint64_t came_us = tracker->evidence.placed_us[move_target(move)][man];

	return !tracker->image.occupancy_only && man != EMPTY &&
	       move_from(move) == move_from(tracker->plies[index].move) &&
	       image_at(&tracker->image, record_ply_target(tracker, index)) == EMPTY &&
	       stay_us(tracker, index) <= PASSED_US &&
	       !change_is_answered(tracker, index, came_us) &&
	       came_us <= tracker->plies[index].completed_us + PASSED_US + SCAN_WAY_US;
}

/* Where does the change move the man of ply `index` on, which he may have been on his way to when his clock was pressed,
 * and where he was seen after it was made? MOVE_NONE: nowhere. */
static uint16_t
moved_on(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint32_t place = index + change->back - tracker->game.n_plies;
	uint16_t played = tracker->plies[index].move, move;
	struct position before;
	uint8_t man;

	if (place >= (uint32_t)change->line.n_plies)
		return MOVE_NONE;
	move = change->line.moves[place];
	if (!stay_was_on_his_way(tracker, index))
		return MOVE_NONE;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = image_reading(&tracker->image, position_piece_at(&before, move_from(move)));
	return move_from(move) == move_from(played) &&
	                       ((tracker->image.occupancy_only &&
	                         (change->line.untold_set >> place & 1) != 0) ||
	                        tracker->evidence.placed_us[move_to(move)][man] >=
	                                tracker->plies[index].made_us)
	               ? move
	               : MOVE_NONE;
}

/* Does a ply of the same player end where ply `index` did? Then that is what he pressed for. */
static bool
ends_there(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint32_t first = tracker->game.n_plies - change->back;

	for (int i = (int)((index - first) & 1); i < change->line.n_plies; i += 2)
		if (move_target(change->line.moves[i]) == record_ply_target(tracker, index))
			return true;
	return false;
}

/* Was ply `index` only told from the press, as nobody was seen to arrive, and does its man arrive just now where the change
 * has him? The board is later than the clock, by a scan. */
static bool
arrives_only_now(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint32_t place = index + change->back - tracker->game.n_plies;

	return tracker->image.occupancy_only && ways_is_untold(tracker, index) &&
	       place < (uint32_t)change->line.n_plies &&
	       (change->line.untold_set >> place & 1) == 0 &&
	       move_from(change->line.moves[place]) == move_from(tracker->plies[index].move) &&
	       change->line.t_us[place] <=
	               tracker->plies[index].completed_us + tracker->evidence.scan_us;
}

/* Was ply `index` the rook's half of a castling by the change? The king was in the air when the clock was pressed, or came no
 * later than the board tells of who was there then. */
static bool
is_castled_on(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint32_t place = index + change->back - tracker->game.n_plies;
	uint64_t pressed_us = tracker->plies[index].completed_us;
	uint16_t move;

	if (place >= (uint32_t)change->line.n_plies || (change->line.unseen_set >> place & 1) != 0)
		return false;
	move = change->line.moves[place];
	return move_kind(move) == MOVE_CASTLING &&
	       move_to(move) == move_from(tracker->plies[index].move) &&
	       (tracker->evidence.placed_us[move_from(move)][EMPTY] <= pressed_us ||
	        change->line.t_us[place] <= pressed_us + tracker_scan_lag(tracker));
}

static int
pressed_gone_cost(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint16_t move = moved_on(tracker, change, index);

	if (is_castled_on(tracker, change, index))
		return COST_ON_HIS_WAY;
	if (move == MOVE_NONE)
		return tracker_may_change(tracker, index) || ends_there(tracker, change, index)
		               ? COST_JUST_PRESSED_GONE
		               : COST_PRESSED_GONE;
	if (change_is_answered(tracker, index, ply_left_us(tracker, index)))
		return COST_HARDLY_ON_HIS_WAY;
	return change_has_passed(tracker, index, move) ? COST_ON_HIS_WAY : COST_JUST_PRESSED_GONE;
}

static int
unpressed_gone_cost(const struct tracker *tracker, uint32_t index)
{
	if (tracker->plies[index].state == PLY_CANDIDATE)
		return COST_CANDIDATE_GONE;
	return lever_runs(&tracker->lever) ? COST_HESITATION : COST_TAKE_BACK;
}

static int
gone_cost(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	/* Who pressed back asks to put it right, unless he may have replied to it: then it stands. */
	if (index + 1 == tracker->reopened)
		return tracker->reopened_aside ? COST_PRESSED_GONE : COST_TAKE_BACK;
	if (record_is_pressed(tracker, index) && arrives_only_now(tracker, change, index))
		return COST_EXCHANGED;
	if (record_is_pressed(tracker, index))
		return pressed_gone_cost(tracker, change, index);
	return unpressed_gone_cost(tracker, index);
}

int
change_gone_cost(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	/* A board that knows no men fits any line, but for the man whom nobody saw: that need not be believed then. */
	return tracker->image.occupancy_only && tracker->plies[index].doubtful == DOUBT_UNSEEN
	               ? COST_EXCHANGED - COST_UNSEEN
	               : gone_cost(tracker, change, index);
}

/* When was the clock pressed for ply `index`, or is that the press that waits? 0: it was not. */
static uint64_t
ply_pressed_us(const struct tracker *tracker, uint32_t index)
{
	const struct lever *lever = &tracker->lever;

	if (record_is_pressed(tracker, index))
		return tracker->plies[index].completed_us;
	return lever->n_waiting > 0 &&
	                       lever->waiting[0].side == game_ply_side(&tracker->game, index)
	               ? lever->waiting[0].t_us
	               : 0;
}

/* Was the man of ply `index` seen to leave his square for his next ply, before the opponent had pressed for his? */
static bool
has_left_early(const struct tracker *tracker, uint32_t index, uint64_t left_us)
{
	return left_us >= tracker->plies[index].made_us &&
	       !(record_is_pressed(tracker, index) && change_is_answered(tracker, index, left_us));
}

/* What it costs to believe that a man left at left_us for his player's next ply, before the opponent's man was seen to
 * arrive in between, at answered_us: he would hardly have let go of him. */
static int
unanswered_cost(const struct evidence *evidence, uint64_t left_us, uint64_t answered_us)
{
	if (evidence->blind || left_us == 0 || left_us >= answered_us)
		return 0;
	return left_us + evidence->scan_us < answered_us ? COST_LEFT_BEFORE_PRESS
	                                                 : COST_LEFT_AT_PRESS;
}

/* When was the man of the ply before ply `ply` of the change, the opponent's, seen to arrive? 0: nobody saw him. */
static uint64_t
answer_seen_us(const struct tracker *tracker, const struct change *change, uint32_t ply)
{
	const struct explanation *line = &change->line;
	uint32_t last = tracker->game.n_plies - change->back - 1;

	if (ply == 0)
		return tracker->plies[last].doubtful == DOUBT_UNSEEN ? 0
		                                                     : tracker->plies[last].made_us;
	return ((line->unseen_set | line->hidden_set | line->untold_set) & 1) != 0 ? 0
	                                                                           : line->t_us[0];
}

int
change_moved_on_cost(const struct tracker *tracker, const struct change *change)
{
	const struct evidence *evidence = &tracker->evidence;
	uint32_t first = tracker->game.n_plies - change->back;
	int cost = 0;

	for (uint32_t i = 0; i < 2 && i < (uint32_t)change->line.n_plies; i++) {
		int from = move_from(change->line.moves[i]);
		uint64_t from_us = evidence->placed_us[from][EMPTY];
		uint32_t index = first + i - 2;
		int left, unanswered;

		if (first + i < 2 || record_ply_target(tracker, index) != from ||
		    !has_left_early(tracker, index, from_us))
			continue;
		left = explain_left_cost(evidence, from_us, ply_pressed_us(tracker, index));
		unanswered = unanswered_cost(evidence, from_us, answer_seen_us(tracker, change, i));
		cost += left > unanswered ? left : unanswered;
	}
	return cost;
}

/* The last plies of the record as a change would leave it, and which of them were pressed. */
struct ending {
	uint32_t first, n_plies; /* index of the first; how many */
	bool pressed[OPEN_MAX + CORRECTION_MAX + EXPLAIN_PLIES_MAX];
	/* Of arrival; 0: long ago, or only a scan told of it. */
	uint64_t t_us[OPEN_MAX + CORRECTION_MAX + EXPLAIN_PLIES_MAX];
};

/* When did the man of ply `ply` of the change come? */
static uint64_t
arrival_us(const struct tracker *tracker, const struct change *change, uint32_t ply)
{
	if (tracker->by_scan & sq_bit(move_target(change->line.moves[ply])))
		return 0;
	return change->line.t_us[ply];
}

static void
end_by_change(const struct tracker *tracker, const struct change *change, struct ending *ret_ending)
{
	uint32_t kept = tracker->game.n_plies - change->back;
	uint32_t before = kept < 2 ? kept : 2;

	ret_ending->first = kept - before;
	ret_ending->n_plies = before + (uint32_t)change->line.n_plies;
	for (uint32_t i = 0; i < ret_ending->n_plies; i++) {
		/* The press of a ply that is replaced passes to the one in its place. */
		ret_ending->pressed[i] = ret_ending->first + i < tracker->game.n_plies &&
		                         record_is_pressed(tracker, ret_ending->first + i);
		ret_ending->t_us[i] = i < before ? 0 : arrival_us(tracker, change, i - before);
	}
}

/* What it costs to believe that the man came at t_us whose clock was pressed at pressed_us. */
static int
early_press_cost(const struct tracker *tracker, uint64_t t_us, uint64_t pressed_us)
{
	if (t_us <= pressed_us + tracker_scan_lag(tracker))
		return 0;
	return t_us <= pressed_us + LEVER_LAG_US ? COST_PRESSED_EARLY : COST_PRESSED_LONG_BEFORE;
}

/* And of the plies that take the place of others, with their presses? Where men are not known he who came later is another
 * one, as a rule. */
static int
passed_on_cost(const struct tracker *tracker, const struct change *change)
{
	uint32_t first = tracker->game.n_plies - change->back;
	int cost = 0;

	for (uint32_t i = 0; i < change->back && i < (uint32_t)change->line.n_plies; i++)
		if (tracker->image.occupancy_only && record_is_pressed(tracker, first + i))
			cost += early_press_cost(tracker, change->line.t_us[i],
			                         tracker->plies[first + i].completed_us);
	return cost;
}

/* Give the press to its player's first ply without one. Returns what it costs to believe that. */
static int
give_press(const struct tracker *tracker, struct ending *ending, const struct lever_press *press)
{
	for (uint32_t i = 0; i < ending->n_plies; i++) {
		if (game_ply_side(&tracker->game, ending->first + i) != press->side ||
		    ending->pressed[i])
			continue;
		ending->pressed[i] = true;
		return early_press_cost(tracker, ending->t_us[i], press->t_us);
	}
	if (tracker->now_us >= press->t_us + tracker_board_lag(tracker))
		return COST_PRESS_ALONE;
	return tracker->now_us >= press->t_us + tracker_scan_lag(tracker) ? COST_PRESS_OVERDUE
	                                                                  : COST_PRESS_PENDING;
}

int
change_press_cost(const struct tracker *tracker, const struct change *change)
{
	const struct lever *lever = &tracker->lever;
	struct ending ending;
	int cost = 0;

	/* A press that waits was made while the clock ran; but once what was done is known to be no ply, and the clock is
	 * stopped, it was for that. */
	if (!lever_runs(lever) && (lever->n_waiting == 0 || tracker->sync == TRACKER_ASTRAY))
		return 0;
	end_by_change(tracker, change, &ending);
	if ((tracker->was_away || tracker->was_deaf) && ending.n_plies > 0 && lever_runs(lever))
		return game_ply_side(&tracker->game, ending.first + ending.n_plies - 1) ==
		                       lever_turn(lever)
		               ? COST_OTHER_CLOCK
		               : 0;
	cost += passed_on_cost(tracker, change);
	for (int i = 0; i < lever->n_waiting; i++)
		cost += give_press(tracker, &ending, &lever->waiting[i]);
	for (uint32_t i = 0; i + 1 < ending.n_plies && lever_runs(lever); i++)
		if (!ending.pressed[i])
			cost += i + 2 == ending.n_plies ? COST_REPLY_FIRST : COST_NOT_PRESSED;
	return cost;
}
