/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/record.h"

#include <string.h>

#include "core/tracker/explain/castled.h"
#include "core/tracker/explain/doublestep.h"
#include "core/tracker/record/hidden.h"
#include "core/tracker/record/origin.h"
#include "core/tracker/record/sure.h"
#include "core/tracker/tracker_state.h"

static void
set_state(struct tracker *tracker, uint32_t index, enum ply_state state)
{
	record_touch(tracker, record_first_lagging(tracker, index));
	game_set_state(&tracker->game, index, state);
}

/* Raise a ply's state. */
void
record_raise(struct tracker *tracker, uint32_t index, enum ply_state state)
{
	passing_note(tracker, index);
	set_state(tracker, index, state);
}

/* The ply was released on its square (4.7). Those before it are completed where no press can be
 * expected any more (6.2.1), and, with no clock to wait for, beyond change. While a clock runs
 * only its press puts a ply beyond change: what looks like a reply may be a captured man seen
 * beside his square. */
void
record_make(struct tracker *tracker, uint32_t index)
{
	if (!tracker->lever.seen && index > 0)
		set_state(tracker, index - 1, PLY_COMPLETED);
	if (!lever_runs(&tracker->lever))
		record_fix(tracker, index);
	record_raise(tracker, index, PLY_MADE);
}

void
record_complete(struct tracker *tracker, uint32_t index, const struct lever_press *press)
{
	struct game_ply *ply = &tracker->game.plies[index];

	if (index + 1 > tracker->reopened)
		tracker->reopened = 0;
	ply->clock_s = press->seconds;
	ply->completed_us = press->t_us;
	lever_confirmed(&tracker->lever);
	record_raise(tracker, index, PLY_COMPLETED);
}

/* When did the piece of the last ply leave its square, or if later the one before reach his? */
static uint64_t
departure_us(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	int from = move_from(game->plies[last].move);
	uint64_t left_us = tracker->evidence.placed_us[from][EMPTY];

	if (tracker->evidence.changed[from] <= tracker->evidence.since)
		return tracker->last_change_us;
	return last > 0 && game->plies[last - 1].made_us != TIME_UNKNOWN &&
	                       game->plies[last - 1].made_us > left_us
	               ? game->plies[last - 1].made_us
	               : left_us;
}

/* When did the piece of the last ply reach its square? If nobody saw him do so, by now; if another ply
 * has been made behind it, before that. */
static uint64_t
arrival_us(const struct tracker *tracker, bool answered)
{
	const struct game *game = &tracker->game;
	int target = record_ply_target(tracker, game->n_plies - 1);
	uint8_t man = image_reading(&tracker->image, position_piece_at(&game->now, target));

	if (tracker->evidence.placed[target][man] <= tracker->evidence.since)
		return answered ? departure_us(tracker) : tracker->last_change_us;
	return tracker->evidence.placed_us[target][man];
}

/* Does the ply take, where the board knows no men and told of nobody's coming, the man of one before it who may have
 * gone elsewhere? Then it was seen no better. */
static bool
takes_a_guess(const struct tracker *tracker, uint16_t move)
{
	uint32_t n_plies = tracker->game.n_plies;

	return tracker->image.occupancy_only && n_plies > 0 && move_kind(move) == MOVE_NORMAL &&
	       record_ply_target(tracker, n_plies - 1) == move_to(move) &&
	       tracker->evidence.placed[move_to(move)][SOME_MAN] <= tracker->evidence.since &&
	       (tracker->plies[n_plies - 1].doubtful == DOUBT_RIVAL ||
	        tracker->plies[n_plies - 1].doubtful == DOUBT_UNSEEN ||
	        tracker->plies[n_plies - 1].doubtful == DOUBT_ORDER);
}

static void
record_append(struct tracker *tracker, const struct explanation *line, int ply, uint8_t doubtful)
{
	struct game *game = &tracker->game;
	uint32_t index = game->n_plies;
	struct position before = game->now;
	uint16_t move = line->moves[ply];

	if (doubtful == 0 && origin_is_doubtful(tracker, &before, move))
		doubtful = DOUBT_ORDER;
	/* That he is on his way yet is the lesser doubt: it ends. */
	if ((doubtful == 0 || doubtful == DOUBT_PASSING) && takes_a_guess(tracker, move))
		doubtful = DOUBT_ORDER;
	if (doubtful == 0 && tracker->trust.shaken)
		doubtful = DOUBT_BEHIND;
	if (game_append(game, move, tracker->now_us, PLY_CANDIDATE) != 0)
		return; /* a full record; the search only proposes legal moves */
	game->plies[index].made_us = arrival_us(tracker, ply + 1 < line->n_plies);
	game->plies[index].doubtful = doubtful;
	if (doubtful == DOUBT_UNSEEN)
		tracker->rewritten_us = tracker->now_us; /* whoever it was may yet come out */
	hidden_note(tracker, index, false);
	sure_begin(tracker, index);
	tracker->recent[index % RECENT_POSITIONS] = before;
	tracker->believed_before[index % BELIEVED_PLIES] = tracker->believed;
	tracker->shown[(index + 1) % RECENT_POSITIONS] = tracker->shown[index % RECENT_POSITIONS];
	if (index - tracker->recent_from >= RECENT_POSITIONS)
		tracker->recent_from = index - RECENT_POSITIONS + 1;
	ways_note(tracker, index, (line->untold_set >> ply & 1) != 0,
	          ((line->untold_set | line->unseen_set | line->hidden_set) >> ply & 1) != 0);
	doublestep_look(tracker, index);
	castled_look(tracker, index);
}

void
record_begin_anew(struct tracker *tracker, uint32_t from, int cost)
{
	uint64_t believed = record_believed_before(tracker, from) + (uint64_t)cost;

	record_cut(tracker, from);
	tracker->believed = believed;
	tracker->lever.n_waiting = 0;
	tracker->reopened = 0;
	tracker->excused = 0;
	trust_make_good(tracker, from, tracker->shown[from % RECENT_POSITIONS]);
}

bool
record_break(struct tracker *tracker, const struct game_break *gap)
{
	uint32_t lagging = record_first_lagging(tracker, tracker->game.n_plies);

	if (game_break(&tracker->game, gap) != 0)
		return false;
	record_touch(tracker, lagging);
	record_fix(tracker, tracker->game.n_plies);
	tracker->recent_from = tracker->game.n_plies;
	if (gap->why == BREAK_RESUMED)
		trust_break(tracker);
	return true;
}

/* The plies that are being replaced: their presses were real. */
struct replaced {
	struct game_ply plies[OPEN_MAX + CORRECTION_MAX];
	uint32_t first, n_plies;
};

/* Give the presses of the replaced plies to the new ones: each to the ply in its place, and one
 * that has no ply in its place any more to its player's last. One that finds none was heard all the same. */
static void
pass_on_presses(struct tracker *tracker, const struct replaced *old)
{
	const struct game *game = &tracker->game;

	for (uint32_t i = 0; i < old->n_plies; i++) {
		const struct game_ply *ply = &old->plies[i];
		uint32_t index = old->first + i;
		const struct lever_press press = record_press_of(ply);

		while (index >= game->n_plies && index >= old->first + 2)
			index -= 2;
		if (ply->completed_us == TIME_UNKNOWN)
			continue;
		if (index < game->n_plies && !record_is_pressed(tracker, index))
			record_complete(tracker, index, &press);
		else
			trust_miss_plies(tracker, 1);
	}
}

/* Replace the last `back` plies by the line found, keeping what both have in common, and the
 * presses of what is replaced if these were the same hands. */
void
record_rewrite(struct tracker *tracker, uint32_t back, const struct explanation *line,
               const uint8_t *doubts, bool same_hands)
{
	struct game *game = &tracker->game;
	struct replaced old = { .first = game->n_plies - back };
	struct sure sure;
	uint32_t same = 0;

	while (same < back && same < (uint32_t)line->n_plies &&
	       game->plies[old.first + same].move == line->moves[same])
		same++;
	old.first += same;
	old.n_plies = back - same;
	memcpy(old.plies, game->plies + old.first, old.n_plies * sizeof(old.plies[0]));
	sure_note(tracker, old.first, &sure);
	if (old.n_plies > 0) {
		record_cut(tracker, old.first);
		trust_reopen(tracker, old.first);
		tracker->rewritten_us = tracker->now_us;
	}
	for (uint32_t i = same; i < (uint32_t)line->n_plies; i++)
		record_append(tracker, line, (int)i, doubts ? doubts[i] : 0);
	if (same < (uint32_t)line->n_plies)
		tracker->answered = old.first;
	if (same_hands) {
		sure_compare(tracker, &sure, DOUBT_RIVAL);
		pass_on_presses(tracker, &old);
	}
	record_touch(tracker, old.first);
}
