/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/rethink.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/second_thought.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/mend/guest.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/occupancy/alike.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stood.h"
#include "core/tracker/tracker_state.h"

/* Unexplained for so long, and with that tried without success. Before, the usual searches have their turn. */
#define RETHINK_AFTER_US 6000000
#define RETHINK_AGAIN_US 4000000

/* How far back. */
#define RETHINK_PLIES 24

/* Who has moved out of turn moves again in his turn: it is known by then, or soon after. */
#define OVER_PLIES 8

/* Positions that it may visit at once, about a second of work, and how many more by the second. A game that went astray
 * is seldom found again with less, and then at once; hands that sweep over the board for half a minute would ask for as
 * much every few seconds, and one table must not keep a hall waiting. */
#define RETHINK_EFFORT          4000000
#define RETHINK_EFFORT_A_SECOND 50000

/* Whose time is started tells of an illegal move that was put back, and of its press, as much as that of a gap does (COST_OTHER_CLOCK):
 * a second thought may ask to believe so much more. */
#define RETHINK_PUT_BACK (COST_ILLEGAL + COST_PRESS_ALONE + COST_OTHER_CLOCK)

/* Is all that is amiss a man in the air whose player is to move, and has he not pressed yet? That is play. Only where the clock was stopped
 * nobody thinks over a ply. */
static bool
is_in_hand(const struct tracker *tracker)
{
	return (lever_runs(&tracker->lever) || tracker_is_clockless(tracker)) &&
	       tracker->lever.n_waiting == 0 && tracker_is_in_hand(tracker);
}

/* Is all that is amiss that he who was carried where he may not go is in the air again? Where he is put down, whether back or
 * elsewhere, tells more. */
static bool
is_taken_up_again(const struct tracker *tracker)
{
	const struct aside *aside = &tracker->aside;

	return aside->kind == ASIDE_ILLEGAL && tracker_amiss(tracker) == sq_bit(aside->gap.from);
}

/* Is all that is amiss that men were knocked over? What was played before does not explain that; it is waited for them to be put
 * up again, unless somebody has pressed for more. */
static bool
is_swept(const struct tracker *tracker)
{
	return lever_runs(&tracker->lever) && tracker->lever.n_waiting <= 1 &&
	       tracker_is_swept(tracker);
}

uint64_t
rethink_due(const struct tracker *tracker)
{
	uint64_t due_us;

	if (tracker->in_step || tracker->past.frozen || tracker->game.result != RESULT_NONE ||
	    tracker->game.n_plies == 0 || tracker->past.n == tracker->rethought_entries ||
	    is_in_hand(tracker) || is_taken_up_again(tracker) || is_swept(tracker))
		return TRACKER_NO_DEADLINE;
	/* What is not explained since before the link was lost has been so while nobody could look. */
	due_us = tracker_later(tracker->left_us, tracker->back_us) + RETHINK_AFTER_US;
	if (due_us < tracker->rethought_us + RETHINK_AGAIN_US)
		due_us = tracker->rethought_us + RETHINK_AGAIN_US;
	if (due_us < tracker->last_change_us + tracker_scan_lag(tracker))
		due_us = tracker->last_change_us + tracker_scan_lag(tracker);
	return reading_unless_over(tracker,
	                           due_us < gap_over_us(tracker) ? gap_over_us(tracker) : due_us);
}

/* The ply was that one, which the board told of no better. */
static void
try_move(struct tracker *tracker, uint32_t index, uint16_t move, struct second_thought *best)
{
	bool untold = tracker->image.occupancy_only && ways_is_untold(tracker, index);
	struct second_thought thought = {
		.behind = { .n_plies = 1, .moves = { move }, .untold_set = untold ? 1 : 0 }
	};

	thought.replay = (struct replay){ .from = index,
		                          .t_us = tracker->plies[index].made_us,
		                          .behind = &thought.behind,
		                          .guessed = true,
		                          .patience_us = SECOND_THOUGHT_PATIENCE_US };
	second_thought_try(tracker, &thought, best);
}

/* The ply was anything else: another one, or others came before it. another_man: he who is said to have made it did not; where two men
 * of one side are not read any more, only one of them has gone. */
static void
try_without(struct tracker *tracker, uint32_t index, bool another_man, struct second_thought *best)
{
	struct second_thought thought = { .replay = { .from = index,
		                                      .t_us = tracker->plies[index - 1].made_us,
		                                      .barred = tracker->plies[index].move,
		                                      .barred_man = another_man,
		                                      .patience_us = SECOND_THOUGHT_PATIENCE_US } };

	second_thought_try(tracker, &thought, best);
}

/* The ply was another one. That it was the rook's half of castling, whose other half was not told of, is found out long after nobody
 * doubts it any more: a king who is said to stand where his rook jumps over him, or where he is not. */
static void
try_others(struct tracker *tracker, uint32_t index, struct second_thought *best)
{
	uint16_t played = tracker->plies[index].move;
	struct position before;
	struct move_list list;

	game_position(&tracker->game, index, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];

		if (move == played || !repair_is_rival(tracker, &before, move, played) ||
		    (move_kind(move) == MOVE_CASTLING &&
		     stood_is_refuted(tracker, index, &before, move)))
			continue;
		if (tracker->image.occupancy_only ? alike(&before, played, move)
		                                  : tracker_may_have_been(tracker, index) ||
		                                            move_is_half_of(played, move))
			try_move(tracker, index, move, best);
	}
}

/* What is left of the work that may be done. */
static uint64_t
effort_left(struct tracker *tracker)
{
	uint64_t passed_us = tracker->now_us - tracker->exerted_us;
	uint64_t rested = passed_us / 1000 * RETHINK_EFFORT_A_SECOND / 1000;

	tracker->exerted = tracker->exerted > rested ? tracker->exerted - rested : 0;
	tracker->exerted_us = tracker->now_us;
	return tracker->exerted < RETHINK_EFFORT ? RETHINK_EFFORT - tracker->exerted : 0;
}

/* May ply `index` have been any other one? */
static bool
is_open(const struct tracker *tracker, uint32_t index)
{
	return tracker_is_in_doubt(tracker, index) || tracker_was_hidden(tracker, index);
}

bool
rethink_is_open(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies, first = record_first_open(tracker);

	for (uint32_t i = n_plies; i > first && i + RETHINK_PLIES > n_plies; i--)
		if (is_open(tracker, i - 1))
			return true;
	return false;
}

/* Each of the plies behind `first` that may have been any other one was; or that of a man whom nobody saw arrive was not his. */
static void
think_without(struct tracker *tracker, uint32_t first, bool another_man,
              struct second_thought *best)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t i = n_plies;
	     i > first + 1 && i + RETHINK_PLIES > n_plies && best->tries < SECOND_THOUGHT_TRIES;
	     i--)
		if (another_man ? tracker->plies[i - 1].doubtful == DOUBT_UNSEEN
		                : is_open(tracker, i - 1))
			try_without(tracker, i - 1, another_man, best);
}

/* One of the last plies was a move out of turn. */
static void
try_over(struct tracker *tracker, struct second_thought *best)
{
	uint32_t n_plies = tracker->game.n_plies, first = record_first_open(tracker);

	for (uint32_t i = n_plies; i > first + 1 && i + OVER_PLIES > n_plies; i--)
		second_thought_over(tracker, i - 1, best);
}

/* The best of the second thoughts, if one leads to the picture. */
static void
think_again(struct tracker *tracker, struct second_thought *best)
{
	const struct game *game = &tracker->game;
	uint32_t first = record_first_open(tracker);
	uint64_t effort = tracker->effort;

	best->until = effort + effort_left(tracker);
	try_over(tracker, best);
	for (uint32_t i = game->n_plies;
	     i > first && i + RETHINK_PLIES > game->n_plies && best->tries < SECOND_THOUGHT_TRIES;
	     i--)
		try_others(tracker, i - 1, best);
	think_without(tracker, first, false, best);
	think_without(tracker, first, true, best);
	tracker->exerted += tracker->effort - effort;
}

/* Whoever was lifted from sq had come there by a ply of which nothing was told. */
static void
think_of_unseen(struct tracker *tracker, int sq, struct second_thought *best)
{
	uint32_t n_plies = tracker->game.n_plies, first = record_first_open(tracker);
	uint64_t effort = tracker->effort;

	best->tries = 0;
	best->until = effort + effort_left(tracker);
	for (uint32_t index = n_plies; index > first && index + RETHINK_PLIES > n_plies; index--) {
		struct position before;
		struct move_list list;

		game_position(&tracker->game, index, &before);
		movegen_legal(&before, &list);
		for (int i = 0; i < list.count; i++)
			if (move_target(list.moves[i]) == sq)
				second_thought_unseen(tracker, index, list.moves[i], best);
	}
	tracker->exerted += tracker->effort - effort;
}

/* The man of ply `index` went at once where by the record he went in two plies, if he could. */
static void
try_at_once(struct tracker *tracker, uint32_t index, struct second_thought *best)
{
	uint16_t move = move_join(tracker->plies[index].move, tracker->plies[index + 2].move);
	struct position before;

	if (move == MOVE_NONE)
		return; /* which is never legal: the position need not be known */
	game_position(&tracker->game, index, &before);
	if (movegen_is_legal(&before, move))
		try_move(tracker, index, move, best);
}

/* The best of those by which a man went at once where he went in two plies. */
static void
think_of_one_for_two(struct tracker *tracker, struct second_thought *best)
{
	uint32_t n_plies = tracker->game.n_plies, first = record_first_open(tracker);
	uint64_t effort = tracker->effort;

	best->until = effort + effort_left(tracker);
	for (uint32_t i = n_plies; i > first + 2 && i + RETHINK_PLIES > n_plies; i--)
		try_at_once(tracker, i - 3, best);
	tracker->exerted += tracker->effort - effort;
}

static bool
take(struct tracker *tracker, struct second_thought *best)
{
	uint32_t index = best->replay.from;

	if (!best->found || !replay_run(tracker, &best->replay, &best->replayed))
		return false;
	tracker->rethought_us = tracker->now_us;
	tracker->rethought_entries = tracker->past.n;
	record_doubt(tracker, index);
	return true;
}

/* The squares that are amiss by the record as it is, and by the illegal move that stands beside it. */
static uint64_t
squares_amiss(const struct tracker *tracker)
{
	const struct position *stands = tracker->aside.kind == ASIDE_ILLEGAL
	                                        ? &tracker->aside.gap.position
	                                        : &tracker->game.now;

	return tracker->excused | image_difference(&tracker->image, stands);
}

/* Which squares may not be amiss by a second thought? Where men are not known so much may be shifted that a man who is read where
 * he stands is not given up for it. */
static uint64_t
squares_kept(const struct tracker *tracker, uint64_t amiss)
{
	return tracker->image.occupancy_only ? tracker->image.by_color[WHITE] & ~amiss : 0;
}

void
rethink(struct tracker *tracker)
{
	uint64_t amiss = squares_amiss(tracker);
	/* One by which more are amiss explains nothing. */
	struct second_thought best = { .most_excused = (uint32_t)bits_count(amiss),
		                       .kept = squares_kept(tracker, amiss) };

	tracker->rethought_us = tracker->now_us;
	tracker->rethought_entries = tracker->past.n;
	think_again(tracker, &best);
	second_thought_missing(tracker, &best);
	/* An illegal move explains the board, too: what asks to believe more is no better. */
	if (tracker->aside.kind != ASIDE_ILLEGAL ||
	    second_thought_is_cheaper(tracker, &best.replayed, COST_ILLEGAL))
		take(tracker, &best);
}

/* Take the best of those after which so many squares are amiss, at most, if it asks to believe less than `cost` more. */
static bool
take_cheaper(struct tracker *tracker, uint32_t most_excused, int cost)
{
	struct second_thought best = { .most_excused = most_excused };

	think_again(tracker, &best);
	return second_thought_is_cheaper(tracker, &best.replayed, cost) && take(tracker, &best);
}

bool
rethink_instead(struct tracker *tracker, int cost)
{
	if (tracker->past.frozen || tracker->game.result != RESULT_NONE)
		return false;
	return take_cheaper(tracker, 64, cost);
}

bool
rethink_guest(struct tracker *tracker, int sq)
{
	struct second_thought best = { .most_excused = 64 };
	uint32_t index;

	if (tracker->image.occupancy_only || tracker->past.frozen ||
	    tracker->game.result != RESULT_NONE)
		return false;
	think_again(tracker, &best);
	think_of_unseen(tracker, sq, &best);
	index = best.replay.from;
	if (best.replayed.dearer >= 0 || !take(tracker, &best))
		return false;
	if (record_ply_target(tracker, index) == sq)
		guest_found(tracker, index);
	return true;
}

bool
rethink_over(struct tracker *tracker, int cost)
{
	struct second_thought best = { .most_excused = (uint32_t)bits_count(tracker->excused) };
	uint64_t effort = tracker->effort;

	if (tracker->past.frozen || tracker->game.result != RESULT_NONE)
		return false;
	best.until = effort + effort_left(tracker);
	try_over(tracker, &best);
	tracker->exerted += tracker->effort - effort;
	return second_thought_is_cheaper(tracker, &best.replayed, cost) && take(tracker, &best);
}

bool
rethink_dear(struct tracker *tracker, int cost)
{
	if (cost <= COST_AT_ONCE || tracker->past.frozen)
		return false;
	return take_cheaper(tracker, (uint32_t)bits_count(tracker->excused), cost);
}

void
rethink_started(struct tracker *tracker)
{
	struct second_thought best = { .most_excused = (uint32_t)bits_count(tracker->excused),
		                       .in_turn = true };

	if (!tracker->in_step || tracker->past.frozen || tracker->game.result != RESULT_NONE ||
	    lever_turn(&tracker->lever) == (enum color)tracker->game.now.side)
		return;
	think_of_one_for_two(tracker, &best);
	if (best.replayed.dearer < RETHINK_PUT_BACK)
		take(tracker, &best);
}
