/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/change.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/occupancy/alike.h"
#include "core/tracker/occupancy/ways.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/seen/stay.h"

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
		/* What was pressed just now may not have been told of yet. */
		if (i == (uint32_t)n_plies &&
		    tracker->now_us < pressed_us[i] + tracker_scan_lag(tracker))
			pressed_us[i] = 0;
	}
}

void
change_begin_search(struct tracker *tracker, uint32_t back, int n_plies)
{
	uint32_t first = tracker->game.n_plies - back;

	tracker->evidence.blind = tracker->was_away;
	tracker->evidence.lost = tracker->away.change;
	tracker->evidence.last_target = record_target_back(tracker, back);
	tracker->evidence.since = tracker->shown[first % RECENT_POSITIONS];
	change_note_presses(tracker, back, n_plies);
}

bool
change_find_line(struct tracker *tracker, uint32_t back, int n_plies,
                 const struct tolerance *tolerance, struct explanation *ret_line)
{
	struct tolerance allowed = *tolerance;
	struct position from;

	allowed.barred = tracker->barred.move;
	allowed.barred_man = tracker->barred.man;
	allowed.barred_ply = (int)tracker->barred.index - (int)(tracker->game.n_plies - back);
	record_position_back(tracker, back, &from);
	change_begin_search(tracker, back, n_plies);
	return tracker_explain(tracker, &from, n_plies, &allowed, ret_line);
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
	line->misread_set >>= kept;
	line->passed_set >>= kept;
	memmove(line->moves, line->moves + kept, (size_t)line->n_plies * sizeof(line->moves[0]));
	memmove(line->t_us, line->t_us + kept, (size_t)line->n_plies * sizeof(line->t_us[0]));
	line->cost -= (int)kept * COST_PLY;
	line->rival -= (int)kept * COST_PLY;
}

static bool
is_same_change(const struct change *a, const struct change *b)
{
	return a->back == b->back && a->line.n_plies == b->line.n_plies &&
	       memcmp(a->line.moves, b->line.moves,
	              (size_t)a->line.n_plies * sizeof(a->line.moves[0])) == 0;
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

	if ((change_needs_reply(tracker, back, n_plies) && !tolerance->unanswered) ||
	    !change_find_line(tracker, back, n_plies, tolerance, &change.line) ||
	    !change_is_acceptable(tracker, back, &change.line,
	                          tolerance->patient || tracker->was_away))
		return;
	memcpy(change.rival_moves, change.line.rival_moves, sizeof(change.rival_moves));
	strip_kept_plies(tracker, &change);
	change.rival = change.line.rival - change.line.cost;
	change.cost = change.line.cost;
	if (change_moves_a_man_twice(&change.line) ||
	    change_moves_on_at_once(tracker, change.back, &change.line))
		change.cost += COST_SAME_MAN;
	change.cost += change_moved_on_cost(tracker, &change);
	for (uint32_t i = tracker->game.n_plies - change.back; i < tracker->game.n_plies; i++) {
		int gone = change_gone_cost(tracker, &change, i);

		change.cost += gone;
		change.gone += gone;
		change.undoes = change.undoes || gone == COST_PRESSED_GONE;
	}
	change.cost += change_press_cost(tracker, &change);
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

/* Which plies of the line from *from could this board not have told from others? */
static unsigned int
guesses_of(const struct tracker *tracker, const struct position *from,
           const struct explanation *line)
{
	struct position before = *from;
	unsigned int guesses = 0;

	for (int i = 0; i < line->n_plies && tracker->image.occupancy_only; i++) {
		if (alike_exists(&before, line->moves[i], (line->untold_set >> i & 1) == 0))
			guesses |= 1U << i;
		position_after(&before, line->moves[i], &before);
	}
	return guesses;
}

void
change_note_guesses(const struct tracker *tracker, uint32_t back, const struct explanation *line,
                    uint8_t *doubts)
{
	struct position from;
	unsigned int guesses;

	record_position_back(tracker, back, &from);
	guesses = guesses_of(tracker, &from, line);
	for (int i = 0; i < line->n_plies; i++)
		if (doubts[i] == 0 && (guesses >> i & 1))
			doubts[i] = DOUBT_RIVAL;
}

/* Does so much speak against the line's plies that there may well be another explanation nobody has thought of? Where a man is said to
 * have come behind the opponent's, that his own ply, which had been told of before it, does not hold speaks against it as well: he may
 * have been played once more, and the presses for that not have been heard. */
static bool
is_strange(const struct change *change)
{
	int gone = change->line.disorder > 0 ? change->gone : 0;

	return change->line.cost - change->line.n_plies * COST_PLY + gone >= COST_STRANGE;
}

/* Was the clock known to be stopped when the man was taken up, or a scan before he was put down? Then that may be no play (stopped.h). */
static bool
is_behind_stop(const struct tracker *tracker, uint16_t move, uint64_t came_us)
{
	const struct lever *lever = &tracker->lever;

	return lever_stands(lever, tracker->evidence.placed_us[move_from(move)][EMPTY], 0) ||
	       lever_stands(lever, came_us, tracker_scan_lag(tracker));
}

/* Does the man of `move`, who came at came_us, go on by ply `next` of the line, and was he read where he came for a scan at most, and
 * nowhere since? Then he may have gone on from elsewhere. */
static bool
goes_on_unseen(const struct tracker *tracker, const struct explanation *line, uint16_t move,
               uint64_t came_us, uint32_t next)
{
	int sq = move_target(move);
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];

	return next < (uint32_t)line->n_plies && (line->unseen_set >> next & 1) != 0 &&
	       move_from(line->moves[next]) == sq && left_us > came_us &&
	       left_us <= came_us + tracker_scan_lag(tracker);
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
	/* He who took tells no more of whom he took than the board told of him. */
	unseen |= change->line.hidden_set & unseen >> 1;
	if (unseen >> ply & 1)
		return DOUBT_UNSEEN;
	if (!gap_agrees(tracker, change))
		return DOUBT_ORDER;
	if (rivalled ||
	    goes_on_unseen(tracker, &change->line, change->line.moves[ply], change->line.t_us[ply],
	                   ply + 2) ||
	    ((change->line.passed_set | change->line.misread_set) >> ply & 1))
		return DOUBT_RIVAL;
	if (change->line.hidden_set >> ply & 1)
		return DOUBT_HIDDEN;
	/* Where men are not known another one may have come there, and what was pressed for be right for all that. */
	if (tracker->image.occupancy_only && change->gone >= COST_JUST_PRESSED_GONE &&
	    ply < change->back && !(change->line.untold_set >> ply & 1))
		return DOUBT_STRANGE;
	return is_strange(change) || is_behind_stop(tracker, change->line.moves[ply],
	                                            change->line.t_us[ply])
	               ? DOUBT_STRANGE
	               : 0;
}

/* The last man came where the board could not tell: the next scan may see him elsewhere. */
static void
note_unproved(const struct change *change, uint8_t *doubts)
{
	int last = change->line.n_plies - 1;

	if (last >= 0 && change->line.last_unproved && doubts[last] == 0)
		doubts[last] = DOUBT_PASSING;
}

/* The plies that stay, though a rival hardly dearer has others in their place, or their men go on unseen. */
static void
doubt_kept_plies(struct tracker *tracker, const struct change *change)
{
	uint32_t kept = tracker->game.n_plies - change->back;

	for (uint32_t i = kept; i > 0 && kept - i < 2; i--)
		if (goes_on_unseen(tracker, &change->line, tracker->plies[i - 1].move,
		                   tracker->plies[i - 1].made_us, i + 1 - kept))
			record_doubt(tracker, i - 1);
	if (change->rival - change->cost > COST_DOUBT)
		return;
	for (uint32_t i = change->rival_first; i < kept; i++)
		if (rival_move(tracker, change, i) != tracker->plies[i].move)
			record_doubt(tracker, i);
}

/* Could the man of ply `first`, the last of the record, have gone on from where it put him to where the line takes him, if his
 * opponent had moved in between? */
static bool
may_go_on(const struct tracker *tracker, uint32_t first, const struct explanation *line)
{
	uint16_t undone = tracker->plies[first].move;
	struct position other = tracker->game.now;
	struct move_list list;

	if (first + 1 != tracker->game.n_plies || line->n_plies != 1 ||
	    move_from(line->moves[0]) != move_from(undone))
		return false;
	other.side = (uint8_t)game_ply_side(&tracker->game, first);
	other.ep = SQ_NONE;
	movegen_legal(&other, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_target(undone) &&
		    move_target(list.moves[i]) == move_target(line->moves[0]))
			return true;
	return false;
}

/* May the opponent have moved before he pressed back, and his reply have been played on? He moved, as far as was seen; or updates get
 * lost, and the board has not told of all its squares since. */
static bool
may_have_replied(const struct tracker *tracker, uint32_t first, const struct explanation *line)
{
	return tracker->reopened_aside ||
	       (tracker->scanned_us < tracker->reopened_us && may_go_on(tracker, first, line));
}

/* The opponent pressed back, and what he undid has to be pressed again. If he may have moved before, two plies may
 * have been made instead: then these presses were for them. */
static void
put_right(struct tracker *tracker, uint32_t first, const struct explanation *line)
{
	enum color side = color_other(game_ply_side(&tracker->game, tracker->reopened - 1));
	uint32_t n_dropped = (uint32_t)tracker->lever.n_waiting;

	lever_forget_side(&tracker->lever, side);
	n_dropped -= (uint32_t)tracker->lever.n_waiting;
	for (uint32_t i = first; i < tracker->game.n_plies; i++)
		n_dropped += record_is_pressed(tracker, i);
	if (may_have_replied(tracker, first, line))
		trust_miss_plies(tracker, n_dropped);
	else
		trust_excuse_press(tracker);
}

bool
change_takes_back_pressed(const struct tracker *tracker, const struct change *change)
{
	for (uint32_t back = 1; back <= change->back; back++)
		if (record_is_pressed(tracker, tracker->game.n_plies - back))
			return true;
	return false;
}

/* Does it put away a ply whose man was read on his square for more than a quick scan after his clock was pressed? */
static bool
puts_away_what_stood(const struct tracker *tracker, const struct change *change)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t i = n_plies - change->back; i < n_plies; i++)
		if (record_is_pressed(tracker, i) && !ways_is_untold(tracker, i) &&
		    stay_us(tracker, i) > SCAN_MIN_US)
			return true;
	return change->undoes;
}

/* A board that knows no men may show one man for another: what was pressed, and seen to stand, may have been right. */
static void
doubt_second_thoughts(const struct tracker *tracker, const struct change *change, uint8_t *doubts)
{
	if (!puts_away_what_stood(tracker, change))
		return;
	for (int i = 0; i < change->line.n_plies; i++)
		if (doubts[i] == 0)
			doubts[i] = DOUBT_RIVAL;
}

/* Was ply `index` another one by any of the ways? */
static bool
is_other_by_ways(const struct tracker *tracker, const struct ways *ways, uint32_t index)
{
	for (uint32_t i = 0; i < ways->n; i++)
		if (ways->ways[i].moves[index % WAYS_PLIES] != tracker->plies[index].move)
			return true;
	return false;
}

/* Behind a guess that was another one, a ply may have been another, too, though the record's position leaves no choice: all that looks
 * the same. From ply `first` on. */
static void
doubt_by_ways(struct tracker *tracker, uint32_t first)
{
	struct ways ways;

	if (!tracker->image.occupancy_only)
		return;
	ways_of(tracker, &ways);
	for (uint32_t i = first; i < tracker->game.n_plies; i++) {
		uint8_t doubtful = tracker->plies[i].doubtful;

		if ((doubtful == 0 || doubtful == DOUBT_PASSING) &&
		    is_other_by_ways(tracker, &ways, i))
			record_doubt(tracker, i);
	}
}

void
change_make(struct tracker *tracker, const struct change *change)
{
	uint8_t doubts[EXPLAIN_PLIES_MAX];
	uint32_t first = tracker->game.n_plies - change->back;
	bool undone = tracker->reopened > first;

	if (undone)
		put_right(tracker, first, &change->line);
	takeback_note(tracker, change);
	for (uint32_t i = 0; i < (uint32_t)change->line.n_plies; i++)
		doubts[i] = doubt_of(tracker, change, i);
	change_note_guesses(tracker, change->back, &change->line, doubts);
	if (tracker->image.occupancy_only) {
		doubt_second_thoughts(tracker, change, doubts);
		note_unproved(change, doubts);
	}
	doubt_kept_plies(tracker, change);
	record_rewrite(tracker, change->back, &change->line, doubts, !undone);
	doubt_by_ways(tracker, first);
	tracker->believed += (uint64_t)change->cost;
}
