/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/change.h"

#include <string.h>

#include "core/tracker/aside.h"
#include "core/tracker/cost.h"
#include "core/tracker/sign.h"

/* Where no clock runs, a ply that stood this long is changed only together with the reply to it. */
#define SECOND_THOUGHT_US 3000000

void
change_note_presses(struct tracker *tracker, uint32_t back, int n_plies)
{
	uint64_t *pressed_us = tracker->evidence.pressed_us;
	const struct lever *lever = &tracker->lever;
	uint32_t first = tracker->game.n_plies - back;
	int next = 0;

	/* The first press that waits may be that of the ply before. */
	tracker->evidence.last_pressed_us = 0;
	if (first > 0 && record_is_pressed(tracker, first - 1))
		tracker->evidence.last_pressed_us = tracker->plies[first - 1].completed_us;
	else if (first > 0 && lever->n_waiting > 0 &&
	         lever->waiting[0].side == game_ply_side(&tracker->game, first - 1))
		tracker->evidence.last_pressed_us = lever->waiting[next++].t_us;
	for (uint32_t i = 0; i <= EXPLAIN_PLIES_MAX; i++) {
		pressed_us[i] = 0;
		if (i > (uint32_t)n_plies)
			continue;
		if (i < back && record_is_pressed(tracker, first + i))
			pressed_us[i] = tracker->plies[first + i].completed_us;
		else if (next < lever->n_waiting &&
		         lever->waiting[next].side == game_ply_side(&tracker->game, first + i))
			pressed_us[i] = lever->waiting[next++].t_us;
	}
}

bool
change_find_line(struct tracker *tracker, uint32_t back, int n_plies,
                 const struct tolerance *tolerance, struct explanation *ret_line)
{
	struct position from;

	record_position_back(tracker, back, &from);
	tracker->evidence.blind = tracker->was_away;
	tracker->evidence.last_target = record_target_back(tracker, back);
	change_note_presses(tracker, back, n_plies);
	tracker->evidence.since = tracker->shown[(tracker->game.n_plies - back) % RECENT_POSITIONS];
	return explain(&from, &tracker->image, n_plies, &tracker->evidence, tolerance, ret_line);
}

/* A king put on a centre square while the clock stands is the first half of a result sign. */
static bool
is_sign_begun(const struct tracker *tracker, const struct explanation *line)
{
	uint16_t last;

	if (line->n_plies == 0 || !lever_stands(&tracker->lever, tracker->now_us, 0))
		return false;
	last = line->moves[line->n_plies - 1];
	return move_kind(last) == MOVE_NORMAL && sign_is_centre(move_to(last)) &&
	       piece_type(position_piece_at(&tracker->game.now, move_from(last))) == KING;
}

/* Would this change put aside a ply that was released (4.7) some time ago? Without a clock that
 * takes the opponent's reply to believe: after the last move men are put away, often by ways
 * that look like other moves. A running clock is proof enough that the game goes on. */
static bool
needs_reply(const struct tracker *tracker, uint32_t back, int n_plies)
{
	const struct game *game = &tracker->game;
	const struct game_ply *ply = &game->plies[game->n_plies - back];

	if (back == 0 || n_plies > (int)back || lever_runs(&tracker->lever))
		return false;
	return ply->state != PLY_CANDIDATE && tracker->now_us > ply->made_us + SECOND_THOUGHT_US;
}

/* Can both be what one hand did before one press: the same piece farther on, another way to the
 * same square, or castling begun with the rook? */
static bool
is_same_hand(uint16_t one, uint16_t other)
{
	if (move_kind(other) == MOVE_CASTLING && move_from(one) == move_to(other))
		return true;
	return move_from(one) == move_from(other) || move_to(one) == move_to(other);
}

/* A pressed ply may turn out to have gone on farther, as the board is slower than the clock; it
 * does not become another. */
static bool
keeps_pressed_plies(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++) {
		bool kept = !record_is_pressed(tracker, first + i) ||
		            tracker_may_change(tracker, first + i) ||
		            first + i + 1 == tracker->reopened;

		for (uint32_t k = i & 1; k < (uint32_t)line->n_plies; k += 2)
			kept = kept || is_same_hand(tracker->plies[first + i].move, line->moves[k]);
		if (!kept)
			return false;
	}
	return true;
}

static bool
changes_pressed_plies(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = first; i < tracker->game.n_plies; i++)
		if (!(i - first < (uint32_t)line->n_plies &&
		      line->moves[i - first] == tracker->plies[i].move) &&
		    record_is_pressed(tracker, i) && !tracker_may_change(tracker, i) &&
		    i + 1 != tracker->reopened)
			return true;
	return false;
}

/* Does a man move twice in the line? Two men that dance around each other explain almost any
 * capture in the air; one at a time nobody dances unseen. */
static bool
moves_a_man_twice(const struct explanation *line)
{
	for (int i = 2; i < line->n_plies; i++)
		if (move_from(line->moves[i]) == move_to(line->moves[i - 2]))
			return true;
	return false;
}

/* Does the line move a man on who has only just moved in the record? He may still have been on
 * his way. */
static bool
moves_on_at_once(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < 2 && i < (uint32_t)line->n_plies; i++) {
		const struct game_ply *before;

		if (first + i < 2)
			continue;
		before = &tracker->plies[first + i - 2];
		if (move_target(before->move) == move_from(line->moves[i]) &&
		    tracker->now_us < before->made_us + DOUBT_US)
			return true;
	}
	return false;
}

/* How long after its press was the man of ply `index` still read on his square? 0: not at all. */
static uint64_t
stay_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t pressed_us = tracker->plies[index].completed_us;
	int target = record_ply_target(tracker, index);
	uint64_t left_us = image_at(&tracker->image, target) == EMPTY
	                           ? tracker->evidence.placed_us[target][EMPTY]
	                           : tracker->now_us;

	return left_us > pressed_us ? left_us - pressed_us : 0;
}

/* May the man of ply `index`, which was pressed, still have been on his way then? Who is read on
 * his square for more than a scan after the press stood there. */
static bool
was_on_his_way(const struct tracker *tracker, uint32_t index)
{
	return stay_us(tracker, index) <= tracker_scan_lag(tracker);
}

/* Was the man of ply `index` seen only on his way, and had his time to be seen elsewhere? */
static bool
is_gone_for_good(const struct tracker *tracker, uint32_t index)
{
	return record_is_pressed(tracker, index) &&
	       image_at(&tracker->image, record_ply_target(tracker, index)) == EMPTY &&
	       stay_us(tracker, index) <= tracker->evidence.scan_us &&
	       tracker->now_us >= tracker->last_change_us + tracker_scan_lag(tracker);
}

/* Is a man who came untold, or was not seen to come, vouched for? By his player's press, by the
 * reply to his move, or, without a clock, because no hand holds a man for so long. */
static bool
is_vouched_for(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	const struct lever *lever = &tracker->lever;
	uint32_t n_plies = tracker->game.n_plies - back + (uint32_t)line->n_plies;
	enum color mover;

	if (line->n_plies == 0)
		return true;
	if (!line->last_unproved &&
	    !(line->absent & sq_bit(move_target(line->moves[line->n_plies - 1]))))
		return true;
	if (!lever->seen && tracker->now_us >= tracker->last_change_us + LONG_HOLD_US)
		return true;
	/* The press was given to a ply of his that was none. */
	if (n_plies <= tracker->game.n_plies && is_gone_for_good(tracker, n_plies - 1))
		return true;
	mover = game_ply_side(&tracker->game, n_plies - 1);
	return lever->n_waiting > 0 && lever->waiting[lever->n_waiting - 1].side == mover;
}

bool
change_is_pressed_throughout(const struct tracker *tracker, uint32_t back,
                             const struct explanation *line)
{
	const struct lever *lever = &tracker->lever;
	uint32_t first = tracker->game.n_plies - back;
	int next = 0;

	if (!lever_runs(lever))
		return false;
	for (uint32_t i = 0; i + 1 < (uint32_t)line->n_plies; i++) {
		if (i < back && record_is_pressed(tracker, first + i))
			continue;
		if (next == lever->n_waiting ||
		    lever->waiting[next].side != game_ply_side(&tracker->game, first + i))
			return false;
		next++;
	}
	return true;
}

/* Is the only ply that goes one whose man has been taken up again, to be put elsewhere by the
 * same hand? */
static bool
replaces_one_in_the_air(const struct tracker *tracker, uint32_t back,
                        const struct explanation *line)
{
	uint32_t last = tracker->game.n_plies - 1;

	return back == 1 && line->n_plies > 0 &&
	       (!record_is_pressed(tracker, last) || was_on_his_way(tracker, last)) &&
	       is_same_hand(tracker->plies[last].move, line->moves[0]) &&
	       image_at(&tracker->image, record_ply_target(tracker, last)) == EMPTY;
}

/* A slide may go on after the press. But where the reply ends on the square it is to have left,
 * the man may as well have been taken there and be seen beside it: a scan will tell. */
static bool
may_be_taken_man(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++)
		for (uint32_t k = i + 1; k < (uint32_t)line->n_plies; k += 2)
			if (record_is_pressed(tracker, first + i) &&
			    move_target(line->moves[k]) == record_ply_target(tracker, first + i))
				return true;
	return false;
}

/* May this line take the place of the last `back` plies? Where every man was seen to arrive, in
 * order, pressed plies may have gone on. Otherwise (squares are scanned one after the other: two
 * plies within a scan may be reported the wrong way round or hide a man who was taken at once)
 * pressed plies stay, and what was seen does not give way to what was not. More than two plies
 * are believed only of a board that was out of sight, or, after some waiting, where the clock
 * was pressed for each. */
static bool
is_acceptable(const struct tracker *tracker, uint32_t back, const struct explanation *line,
              bool patient)
{
	bool all_seen = line->disorder == 0 && line->unseen == 0 && line->hidden == 0;

	if (is_sign_begun(tracker, line) || needs_reply(tracker, back, line->n_plies) ||
	    !is_vouched_for(tracker, back, line))
		return false;
	if (!patient && may_be_taken_man(tracker, back, line))
		return false;
	if (all_seen && keeps_pressed_plies(tracker, back, line) &&
	    (!moves_a_man_twice(line) || change_is_pressed_throughout(tracker, back, line)))
		return true;
	if (line->n_plies > 2 && !tracker->was_blind &&
	    !(patient && change_is_pressed_throughout(tracker, back, line)))
		return false;
	/* Who was seen to come to rest before the opponent moved did not go on after it: where that
	 * is all that speaks against an illegal move, it was one. */
	if (line->disorder > 0 && moves_a_man_twice(line) && !tracker->was_blind &&
	    aside_sees_deed(tracker))
		return false;
	if (line->unseen > 0 || line->hidden > 0)
		return patient && (back == 0 || replaces_one_in_the_air(tracker, back, line));
	return back == 0 || !changes_pressed_plies(tracker, back, line);
}

/* Leave out what the line only repeats of the record. */
static void
strip_kept_plies(const struct tracker *tracker, struct change *change)
{
	struct explanation *line = &change->line;
	const struct game_ply *plies = tracker->plies + (tracker->game.n_plies - change->back);
	uint32_t kept = 0;

	while (kept < change->back && kept < (uint32_t)line->n_plies &&
	       plies[kept].move == line->moves[kept])
		kept++;
	change->back -= kept;
	line->n_plies -= (int)kept;
	line->unseen_set >>= kept;
	line->hidden_set >>= kept;
	line->untold_set >>= kept;
	memmove(line->moves, line->moves + kept, (size_t)line->n_plies * sizeof(line->moves[0]));
	memmove(line->t_us, line->t_us + kept, (size_t)line->n_plies * sizeof(line->t_us[0]));
	line->cost -= (int)kept * COST_PLY;
	line->rival -= (int)kept * COST_PLY;
}

/* Does the change move the man of ply `index` on, to where he was seen after it was made? */
static bool
moves_on(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	uint32_t place = index + change->back - tracker->game.n_plies;
	uint16_t played = tracker->plies[index].move, move;
	struct position before;
	uint8_t man;

	if (place >= (uint32_t)change->line.n_plies)
		return false;
	move = change->line.moves[place];
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = image_reading(&tracker->image, position_piece_at(&before, move_from(move)));
	return move_from(move) == move_from(played) &&
	       tracker->evidence.placed_us[move_to(move)][man] >= tracker->plies[index].made_us;
}

/* What it costs that ply `index` of the record does not hold. */
static int
gone_cost(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	if (index + 1 == tracker->reopened)
		return COST_TAKE_BACK;
	if (record_is_pressed(tracker, index))
		return was_on_his_way(tracker, index) && moves_on(tracker, change, index)
		               ? COST_JUST_PRESSED_GONE
		               : COST_PRESSED_GONE;
	if (ply->state == PLY_CANDIDATE)
		return COST_CANDIDATE_GONE;
	return lever_runs(&tracker->lever) ? COST_HESITATION : COST_TAKE_BACK;
}

static bool
is_same_change(const struct change *a, const struct change *b)
{
	return a->back == b->back && a->line.n_plies == b->line.n_plies &&
	       memcmp(a->line.moves, b->line.moves,
	              (size_t)a->line.n_plies * sizeof(a->line.moves[0])) == 0;
}

/* The last plies of the record as a change would leave it, and which of them were pressed. */
struct ending {
	uint32_t first, n_plies; /* index of the first; how many */
	bool pressed[OPEN_MAX + CORRECTION_MAX + EXPLAIN_PLIES_MAX];
	uint64_t t_us[OPEN_MAX + CORRECTION_MAX + EXPLAIN_PLIES_MAX]; /* of arrival; 0: long ago */
};

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
		ret_ending->t_us[i] = i < before ? 0 : change->line.t_us[i - before];
	}
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
		if (ending->t_us[i] <= press->t_us + tracker_scan_lag(tracker))
			return 0;
		return ending->t_us[i] <= press->t_us + LEVER_LAG_US ? COST_PRESSED_EARLY
		                                                     : COST_PRESSED_LONG_BEFORE;
	}
	if (tracker->now_us >= press->t_us + tracker_board_lag(tracker))
		return COST_PRESS_ALONE;
	return tracker->now_us >= press->t_us + tracker_scan_lag(tracker) ? COST_PRESS_OVERDUE
	                                                                  : COST_PRESS_PENDING;
}

/* How well do plies and presses go together? */
static int
press_cost(const struct tracker *tracker, const struct change *change)
{
	const struct lever *lever = &tracker->lever;
	struct ending ending;
	int cost = 0;

	if (!lever_runs(lever))
		return 0;
	end_by_change(tracker, change, &ending);
	if (tracker->was_blind && ending.n_plies > 0)
		return game_ply_side(&tracker->game, ending.first + ending.n_plies - 1) ==
		                       lever_turn(lever)
		               ? COST_OTHER_CLOCK
		               : 0;
	for (int i = 0; i < lever->n_waiting; i++)
		cost += give_press(tracker, &ending, &lever->waiting[i]);
	for (uint32_t i = 0; i + 1 < ending.n_plies; i++)
		if (!ending.pressed[i])
			cost += i + 2 == ending.n_plies ? COST_REPLY_FIRST : COST_NOT_PRESSED;
	return cost;
}

static void
note_rival(const struct tracker *tracker, struct change *change, const struct change *rival)
{
	change->rival = rival->cost;
	change->rival_first = tracker->game.n_plies - rival->back;
	change->rival_plies = (uint32_t)rival->line.n_plies;
	memcpy(change->rival_moves, rival->line.moves, sizeof(change->rival_moves));
}

void
change_consider(struct tracker *tracker, uint32_t back, int n_plies,
                const struct tolerance *tolerance, struct change *best)
{
	struct change change = { .back = back,
		                 .rival_first = tracker->game.n_plies - back,
		                 .rival_plies = (uint32_t)n_plies };

	if (needs_reply(tracker, back, n_plies) ||
	    !change_find_line(tracker, back, n_plies, tolerance, &change.line) ||
	    !is_acceptable(tracker, back, &change.line, tolerance->patient || tracker->was_away))
		return;
	memcpy(change.rival_moves, change.line.rival_moves, sizeof(change.rival_moves));
	strip_kept_plies(tracker, &change);
	change.rival = change.line.rival - change.line.cost;
	change.cost = change.line.cost;
	if (moves_a_man_twice(&change.line) || moves_on_at_once(tracker, change.back, &change.line))
		change.cost += COST_SAME_MAN;
	for (uint32_t i = tracker->game.n_plies - change.back; i < tracker->game.n_plies; i++)
		change.cost += gone_cost(tracker, &change, i);
	change.cost += press_cost(tracker, &change);
	change.rival += change.cost;
	if (change.cost < best->cost) {
		if (best->cost < change.rival && !is_same_change(best, &change))
			note_rival(tracker, &change, best);
		*best = change;
	} else if (change.cost < best->rival && !is_same_change(best, &change)) {
		note_rival(tracker, best, &change);
	}
}

/* What the rival of a change has at place `index` of the record. */
static uint16_t
rival_move(const struct tracker *tracker, const struct change *change, uint32_t index)
{
	if (index < change->rival_first)
		return tracker->plies[index].move;
	if (index - change->rival_first < change->rival_plies)
		return change->rival_moves[index - change->rival_first];
	return MOVE_NONE;
}

static uint8_t
doubt_of(const struct tracker *tracker, const struct change *change, uint32_t ply)
{
	uint32_t index = tracker->game.n_plies - change->back + ply;
	bool rivalled = change->rival - change->cost <= COST_DOUBT &&
	                rival_move(tracker, change, index) != change->line.moves[ply];

	unsigned int unseen = change->line.unseen_set;

	if (!tracker->image.occupancy_only)
		unseen |= change->line.untold_set;
	if (unseen >> ply & 1)
		return DOUBT_UNSEEN;
	if (rivalled)
		return DOUBT_RIVAL;
	return change->line.hidden_set >> ply & 1 ? DOUBT_HIDDEN : 0;
}

/* The plies that stay, though a rival hardly dearer has others in their place. */
static void
doubt_kept_plies(struct tracker *tracker, const struct change *change)
{
	uint32_t kept = tracker->game.n_plies - change->back;

	if (change->rival - change->cost > COST_DOUBT)
		return;
	for (uint32_t i = change->rival_first; i < kept; i++)
		if (rival_move(tracker, change, i) != tracker->plies[i].move)
			record_doubt(tracker, i);
}

void
change_make(struct tracker *tracker, const struct change *change)
{
	uint8_t doubts[EXPLAIN_PLIES_MAX];
	uint32_t first = tracker->game.n_plies - change->back;
	bool undone = tracker->reopened > first;

	/* The press back has done its work, and what it undid has to be pressed again. */
	if (undone)
		lever_forget_side(&tracker->lever, color_other(game_ply_side(
							   &tracker->game, tracker->reopened - 1)));
	for (uint32_t i = 0; i < (uint32_t)change->line.n_plies; i++)
		doubts[i] = doubt_of(tracker, change, i);
	doubt_kept_plies(tracker, change);
	record_rewrite(tracker, change->back, &change->line, doubts, !undone);
}
