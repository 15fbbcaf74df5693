/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/record/record.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/explain/doublestep.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/record/hidden.h"
#include "core/tracker/record/origin.h"
#include "core/tracker/record/round.h"
#include "core/tracker/record/tail.h"
#include "core/tracker/tracker_state.h"

/* Without a clock, a last ply disturbed this soon by men being set up was one of them. A player who
 * has just lost needs longer to shake hands. */
#define TIDYING_US 1500000

void
record_touch(struct tracker *tracker, uint32_t index)
{
	if (tracker->untold > index)
		tracker->untold = index;
}

void
record_doubt(struct tracker *tracker, uint32_t index)
{
	uint8_t *doubtful = &tracker->plies[index].doubtful;

	if (*doubtful == DOUBT_RIVAL || *doubtful == DOUBT_UNSEEN)
		return;
	*doubtful = DOUBT_RIVAL;
	record_touch(tracker, index);
}

void
record_believe(struct tracker *tracker, uint32_t index)
{
	bool behind = tracker->trust.shaken && index >= tracker->trust.from;

	tracker->plies[index].doubtful = behind ? DOUBT_BEHIND : 0;
	record_touch(tracker, index);
}

static void
tell(struct tracker *tracker, enum tracker_update what, uint32_t first_ply)
{
	if (tracker->listener.update)
		tracker->listener.update(tracker->listener.ctx, what,
		                         tracker->games ? &tracker->game : NULL, first_ply);
}

static void
tell_plies(struct tracker *tracker)
{
	uint32_t first_ply = tracker->untold;

	if (first_ply == UINT32_MAX)
		return;
	tracker->untold = UINT32_MAX;
	tell(tracker, TRACKER_PLIES, first_ply);
}

void
record_tell(struct tracker *tracker)
{
	tell_plies(tracker);
	record_settle_result(tracker);
}

void
record_notify(struct tracker *tracker, enum tracker_update what)
{
	tell_plies(tracker);
	tell(tracker, what, 0);
}

void
record_set_sync(struct tracker *tracker, enum tracker_sync sync)
{
	if (tracker->sync == sync)
		return;
	tracker->sync = sync;
	tracker->sync_since_us = tracker->now_us;
	record_notify(tracker, TRACKER_BOARD);
}

uint32_t
record_n_open(const struct tracker *tracker)
{
	uint32_t open = tracker->game.n_plies - tracker->n_fixed;

	return open < OPEN_MAX ? open : OPEN_MAX;
}

uint32_t
record_first_open(const struct tracker *tracker)
{
	const struct game_break *gap = game_last_break(&tracker->game, tracker->game.n_plies);
	uint32_t first = gap ? gap->ply : 0;

	return first < tracker->by_person ? tracker->by_person : first;
}

/* The position `back` plies before the end of the record. */
void
record_position_back(const struct tracker *tracker, uint32_t back, struct position *ret_position)
{
	uint32_t index = tracker->game.n_plies - back;

	if (back == 0)
		*ret_position = tracker->game.now;
	else if (index >= tracker->recent_from && back < RECENT_POSITIONS)
		*ret_position = tracker->recent[index % RECENT_POSITIONS];
	else
		game_position(&tracker->game, index, ret_position);
}

int
record_ply_target(const struct tracker *tracker, uint32_t index)
{
	return move_target(tracker->game.plies[index].move);
}

int
record_target_back(const struct tracker *tracker, uint32_t back)
{
	uint32_t n_plies = tracker->game.n_plies - back;

	return n_plies > 0 ? record_ply_target(tracker, n_plies - 1) : SQ_NONE;
}

void
record_settle_result(struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (tracker->games == 0 ||
	    (game->result == tracker->told_result && game->end == tracker->told_end))
		return;
	tell_plies(tracker);
	tracker->told_result = game->result;
	tracker->told_end = game->end;
	tell(tracker, TRACKER_RESULT, 0);
	if (tracker->game.result != RESULT_NONE)
		record_set_sync(tracker, TRACKER_OVER);
}

uint32_t
record_first_lagging(const struct tracker *tracker, uint32_t n_plies)
{
	if (n_plies > 0)
		n_plies--;
	while (n_plies > 0 && tracker->plies[n_plies - 1].state != PLY_COMPLETED)
		n_plies--;
	return n_plies;
}

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

bool
record_is_pressed(const struct tracker *tracker, uint32_t index)
{
	return tracker->plies[index].completed_us != TIME_UNKNOWN;
}

uint64_t
record_over_us(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return record_is_pressed(tracker, index) && ply->made_us < ply->completed_us
	               ? ply->completed_us
	               : ply->made_us;
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
	tracker->recent[index % RECENT_POSITIONS] = before;
	tracker->believed_before[index % BELIEVED_PLIES] = tracker->believed;
	tracker->shown[(index + 1) % RECENT_POSITIONS] = tracker->shown[index % RECENT_POSITIONS];
	if (index - tracker->recent_from >= RECENT_POSITIONS)
		tracker->recent_from = index - RECENT_POSITIONS + 1;
	ways_note(tracker, index, (line->untold_set >> ply & 1) != 0,
	          ((line->untold_set | line->unseen_set | line->hidden_set) >> ply & 1) != 0);
	doublestep_look(tracker, index);
}

void
record_cut(struct tracker *tracker, uint32_t n_plies)
{
	game_truncate(&tracker->game, n_plies);
	record_touch(tracker, n_plies);
	if (tracker->n_fixed > n_plies)
		tracker->n_fixed = n_plies;
	if (tracker->answered > n_plies)
		tracker->answered = n_plies;
	/* What was kept of the positions before that has been written over. */
	if (tracker->recent_from > n_plies)
		tracker->recent_from = n_plies;
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

void
record_return(struct tracker *tracker, uint32_t n_plies, bool unbreak)
{
	record_cut(tracker, n_plies);
	if (!unbreak)
		return;
	/* It is gone already where plies before it go, too. */
	game_unbreak(&tracker->game);
	tracker->recent_from = n_plies;
}

void
record_exchange(struct tracker *tracker, uint32_t index, const uint16_t *moves, uint32_t n_moves)
{
	struct game *game = &tracker->game;
	struct position position;

	game_position(game, index, &position);
	for (uint32_t i = 0; i < n_moves; i++)
		game->plies[index + i].move = moves[i];
	for (uint32_t i = index; i < game->n_plies; i++) {
		tracker->recent[i % RECENT_POSITIONS] = position;
		if (!movegen_is_legal(&position, game->plies[i].move))
			break;
		position_after(&position, game->plies[i].move, &position);
	}
	game->now = position;
	record_touch(tracker, index);
}

/* Was the last ply only the first man put home? No clock vouches for it, and it stood for hardly
 * longer than a hand needs to reach for the next man. */
static bool
is_tidying(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const struct game_ply *last = &game->plies[game->n_plies - 1];

	return game->n_plies > tracker->n_fixed && game->result == RESULT_NONE &&
	       !tracker->lever.seen && !tracker->in_step &&
	       tracker->left_us < last->made_us + TIDYING_US;
}

static void
end_game(struct tracker *tracker)
{
	if (tracker->game.n_plies > 0 && is_tidying(tracker))
		record_cut(tracker, tracker->game.n_plies - 1);
	round_drop(tracker, tracker->game.n_plies);
	tail_cut(tracker);
	takeback_undo(tracker);
	record_tell(tracker);
	if (tracker->listener.game_over)
		tracker->listener.game_over(tracker->listener.ctx, &tracker->game);
}

void
record_begin_game(struct tracker *tracker, const struct position *start, bool turned)
{
	tracker->past.left = tracker->past.frozen;
	if (tracker->games > 0)
		end_game(tracker);
	tracker->turned = turned;
	image_from(&tracker->image, tracker->raw, turned);
	tracker->untold = UINT32_MAX;
	tracker->told_result = RESULT_NONE;
	tracker->told_end = END_OPEN;
	game_init(&tracker->game, start, tracker->plies, GAME_PLIES_MAX);
	tracker->n_fixed = tracker->answered = 0;
	tracker->recent_from = 0;
	tracker->excused = tracker->silent = tracker->spoken = 0;
	tracker->reopened = 0;
	tracker->aside.kind = ASIDE_NONE;
	tracker->by_person = 0;
	tracker->unseen.n = 0;
	tracker->from_image = tracker->began_amiss = tracker->follows = false;
	trust_begin(tracker);
	tracker->games++;
	lever_new_game(&tracker->lever, turned);
	tracker->in_step = true;
	tracker->in_step_us = tracker->now_us;
	tracker->shown[0] = tracker->n_changes;
	record_notify(tracker, TRACKER_GAME_BEGINS);
	record_set_sync(tracker, TRACKER_IN_STEP);
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
		const struct lever_press press = { .t_us = ply->completed_us,
			                           .seconds = ply->clock_s };

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
	uint32_t same = 0;

	while (same < back && same < (uint32_t)line->n_plies &&
	       game->plies[old.first + same].move == line->moves[same])
		same++;
	old.first += same;
	old.n_plies = back - same;
	memcpy(old.plies, game->plies + old.first, old.n_plies * sizeof(old.plies[0]));
	if (old.n_plies > 0) {
		record_cut(tracker, old.first);
		trust_reopen(tracker, old.first);
		tracker->rewritten_us = tracker->now_us;
	}
	for (uint32_t i = same; i < (uint32_t)line->n_plies; i++)
		record_append(tracker, line, (int)i, doubts ? doubts[i] : 0);
	if (same < (uint32_t)line->n_plies)
		tracker->answered = old.first;
	if (same_hands)
		pass_on_presses(tracker, &old);
	record_touch(tracker, old.first);
}
