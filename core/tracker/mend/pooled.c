/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/pooled.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/mend/repair.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Other moves played through to the end of the record, at most, some tens of microseconds each. */
#define POOLED_TRIES 80

/* Who was put down so that nobody read him is put right within this time, if he is, or play has gone on. */
#define POOLED_REST_US 8000000

/* What a square costs that is said not to have read its man; less if it has failed before. */
#define FAILS       2
#define FAILS_AGAIN 1

/* The record with the men of some plies on one square. */
struct pool {
	const struct tracker *tracker;
	int sq;
	int there;    /* where the record has him who stands on sq; SQ_NONE: nobody was put there */
	int n_pooled; /* plies that ended on sq */
	uint64_t blamed; /* squares that did not read who came there */
	struct repair repair;
};

struct pooling {
	const struct tracker *tracker;
	struct pool best;
	int best_cost, tries;
	bool is_tied; /* another square would do as well */
};

/* May the man of ply `index`, the last one, be read where he came to yet? */
static bool
may_yet_be_read(const struct tracker *tracker, uint32_t index)
{
	return index + 1 == tracker->game.n_plies &&
	       tracker->now_us < tracker->last_change_us + POOLED_REST_US;
}

/* Has sq begun to read anybody since ply `index` was made, until_us at the latest? */
static bool
read_anybody(const struct tracker *tracker, int sq, uint32_t index, uint64_t until_us)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];

	for (int man = EMPTY + 1; man <= PIECES; man++)
		if (placed_us[man] + tracker_scan_lag(tracker) >= tracker->plies[index].made_us &&
		    placed_us[man] <= until_us)
			return true;
	return false;
}

/* Did it do so just when that ply was made? Then that was its man, and the square reads: it is he who is taken for another. */
static bool
read_another(const struct tracker *tracker, int sq, uint32_t index)
{
	return read_anybody(tracker, sq, index,
	                    tracker->plies[index].made_us + tracker_scan_lag(tracker));
}

/* Has nobody read, since ply `index` was made, the man whom it brought to its square? */
static bool
is_unseen(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	uint16_t move = tracker->plies[index].move;
	uint8_t man = position_piece_at(before, move_from(move));

	return !may_yet_be_read(tracker, index) &&
	       (tracker->plies[index].doubtful != 0 ||
	        (tracker->excused & sq_bit(move_to(move))) != 0) &&
	       move_kind(move) == MOVE_NORMAL &&
	       tracker->evidence.placed_us[move_to(move)][man] + tracker_scan_lag(tracker) <
	               tracker->plies[index].made_us &&
	       !read_another(tracker, move_to(move), index);
}

static int
blame_cost(const struct tracker *tracker, uint64_t squares)
{
	int n_known = bits_count(squares & tracker->known_bad);

	return FAILS * (bits_count(squares) - n_known) + FAILS_AGAIN * n_known;
}

/* Has sq told of nobody since ply `index` was made, and does not yet? */
static bool
told_nothing(const struct tracker *tracker, int sq, uint32_t index)
{
	return image_at(&tracker->image, sq) == EMPTY &&
	       !read_anybody(tracker, sq, index, UINT64_MAX);
}

/* What was `played` in *was by the record, unseen or not, in a game that has come to *now. MOVE_NONE: it can't have been made. */
static uint16_t
ply_instead(struct pool *pool, uint16_t played, bool unseen, const struct position *was,
            const struct position *now)
{
	uint16_t move = played;
	bool comes_from = pool->there != SQ_NONE && move_from(played) == pool->there;
	int from = comes_from ? pool->sq : move_from(played);

	if (position_piece_at(now, from) != position_piece_at(was, move_from(played)))
		return MOVE_NONE;
	if (unseen) {
		move = move_make(from, pool->sq, MOVE_NORMAL);
		if (from != pool->sq && movegen_is_legal(now, move)) {
			pool->there = move_to(played);
			pool->n_pooled++;
			pool->blamed |= sq_bit(pool->sq);
			return move;
		}
		pool->blamed |= sq_bit(move_to(played));
		move = played;
	}
	if (comes_from) {
		if (move_kind(played) != MOVE_NORMAL)
			return MOVE_NONE;
		move = move_make(from, move_to(played), MOVE_NORMAL);
		pool->there = SQ_NONE;
	}
	return movegen_is_legal(now, move) ? move : MOVE_NONE;
}

/* Play all from the first ply on. False where that is not legal. *ret_blamed: the squares that the record has to blame. */
static bool
play_pooled(struct pool *pool, const struct position *before, uint64_t *ret_blamed,
            struct position *ret_end)
{
	struct position was = *before, now = *before;

	*ret_blamed = 0;
	for (uint32_t i = 0; i < pool->repair.n_moves; i++) {
		uint32_t index = pool->repair.index + i;
		uint16_t played = pool->tracker->plies[index].move;
		bool unseen = is_unseen(pool->tracker, index, &was);

		if (unseen)
			*ret_blamed |= sq_bit(move_to(played));
		pool->repair.moves[i] = ply_instead(pool, played, unseen, &was, &now);
		if (pool->repair.moves[i] == MOVE_NONE)
			return false;
		position_after(&was, played, &was);
		position_after(&now, pool->repair.moves[i], &now);
	}
	*ret_end = now;
	return true;
}

static void
try_square(struct pooling *pooling, uint32_t index, const struct position *before, int sq)
{
	const struct tracker *tracker = pooling->best.tracker;
	struct pool pool = { .tracker = tracker,
		             .sq = sq,
		             .there = SQ_NONE,
		             .repair = { .index = index,
		                         .n_moves = tracker->game.n_plies - index } };
	uint64_t recorded, amiss = image_difference(&tracker->image, &tracker->game.now);
	struct position end;
	int cost;

	if (pooling->tries-- <= 0 || !play_pooled(&pool, before, &recorded, &end) ||
	    pool.n_pooled < 2)
		return;
	pool.repair.excused = image_difference(&tracker->image, &end);
	cost = blame_cost(tracker, pool.blamed);
	if (cost >= blame_cost(tracker, recorded) ||
	    bits_count(pool.repair.excused) > bits_count(amiss) || cost > pooling->best_cost)
		return;
	if (cost == pooling->best_cost) {
		pooling->is_tied |= sq != pooling->best.sq;
		return;
	}
	pooling->best = pool;
	pooling->best_cost = cost;
	pooling->is_tied = false;
}

/* The man of ply `index`, whom nobody saw, came to another square. */
static void
try_ply(struct pooling *pooling, uint32_t index, const struct position *before)
{
	const struct tracker *tracker = pooling->best.tracker;
	uint16_t played = tracker->plies[index].move;
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(played) &&
		    move_kind(list.moves[i]) == MOVE_NORMAL &&
		    told_nothing(tracker, move_to(list.moves[i]), index))
			try_square(pooling, index, before, move_to(list.moves[i]));
}

uint64_t
pooled_due(const struct tracker *tracker)
{
	uint64_t due_us = tracker->last_change_us + tracker_scan_lag(tracker);

	if (!tracker->in_step || tracker->image.occupancy_only ||
	    bits_count(tracker->excused) < 2 || tracker->game.result != RESULT_NONE)
		return TRACKER_NO_DEADLINE;
	if (tracker->pooled_us >= due_us)
		due_us = tracker->last_change_us + POOLED_REST_US;
	return tracker->pooled_us >= due_us ? TRACKER_NO_DEADLINE
	                                    : reading_unless_over(tracker, due_us);
}

void
pooled_look(struct tracker *tracker)
{
	struct pooling pooling = { .best = { .tracker = tracker, .sq = SQ_NONE },
		                   .best_cost = COST_NEVER,
		                   .tries = POOLED_TRIES };
	uint32_t first = record_look_back_from(tracker);
	struct position before;

	tracker->pooled_us = tracker->now_us;
	if (first >= tracker->game.n_plies)
		return; /* what a person or a break has put beyond change may be more than stands */
	game_position(&tracker->game, first, &before);
	for (uint32_t i = first; i < tracker->game.n_plies; i++) {
		if (is_unseen(tracker, i, &before))
			try_ply(&pooling, i, &before);
		position_after(&before, tracker->plies[i].move, &before);
	}
	if (pooling.best.n_pooled > 0 && !pooling.is_tied)
		repair_alone(tracker, &pooling.best.repair);
}
