/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/underpromoted.h"

#include "core/chess/movegen.h"
#include "core/tracker/occupancy/guess.h"
#include "core/tracker/occupancy/ways.h"
#include "core/tracker/record/record_read.h"

/* So many promoted men may stand on the board: the last of them. */
#define PROMOTED_MAX 8

/* What else a pawn may have become. */
#define KINDS (QUEEN - KNIGHT)

/* The promotions whose men still stand. */
struct promoted {
	uint32_t n;
	uint32_t index[PROMOTED_MAX];
};

/* Does the man stand to this day who came to the target of ply `index`? */
static bool
still_stands(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	for (uint32_t i = index + 1; i < tracker->game.n_plies; i++) {
		if (move_from(tracker->plies[i].move) == sq)
			sq = record_ply_target(tracker, i);
		else if (record_ply_target(tracker, i) == sq)
			return false;
	}
	return true;
}

static void
list_promoted(const struct tracker *tracker, struct promoted *promoted)
{
	uint32_t n_plies = tracker->game.n_plies, first = ways_first_open(tracker);

	promoted->n = 0;
	if (n_plies > first + WAYS_PLIES)
		first = n_plies - WAYS_PLIES;
	for (uint32_t i = n_plies; i > first && promoted->n < PROMOTED_MAX; i--)
		if (move_kind(tracker->plies[i - 1].move) == MOVE_PROMOTION &&
		    still_stands(tracker, i - 1))
			promoted->index[promoted->n++] = i - 1;
}

/* The same promotion, to the next kind but `by` (1..KINDS); to a queen after all, if it had been to another. */
static uint16_t
promote_otherwise(uint16_t move, uint32_t by)
{
	uint32_t was = (uint32_t)(move_promotion(move) - KNIGHT);
	enum piece_type kind = (enum piece_type)(KNIGHT + (was + by) % (KINDS + 1));

	return move_make_promotion(move_from(move), move_to(move), kind);
}

static int
kind_cost(uint16_t move)
{
	return move_promotion(move) == QUEEN ? 0 : COST_UNDERPROMOTED;
}

/* The record from ply repair->index on, as it is. */
static void
copy_plies(const struct tracker *tracker, struct repair *repair)
{
	repair->n_moves = tracker->game.n_plies - repair->index;
	for (uint32_t i = 0; i < repair->n_moves; i++)
		repair->moves[i] = tracker->plies[repair->index + i].move;
}

/* Is all of it legal from there? */
static bool
may_be_played(const struct repair *repair, struct position position)
{
	for (uint32_t i = 0; i < repair->n_moves; i++) {
		if (!movegen_is_legal(&position, repair->moves[i]))
			return false;
		position_after(&position, repair->moves[i], &position);
	}
	return true;
}

/* The pawn of ply index became something else. */
static void
try_otherwise(struct tracker *tracker, uint32_t index, const struct tolerance *tolerance,
              struct repair *best)
{
	struct repair found = { .index = index };
	uint16_t was = tracker->plies[index].move;
	struct position before;

	game_position(&tracker->game, index, &before);
	copy_plies(tracker, &found);
	for (uint32_t i = 1; i <= KINDS; i++) {
		int dearer;

		found.moves[0] = promote_otherwise(was, i);
		dearer = COST_EXCHANGED + kind_cost(found.moves[0]) - kind_cost(was);
		if (dearer + COST_PLY < best->cost && may_be_played(&found, before))
			guess_try(tracker, &found, dearer, tolerance, best);
	}
}

/* Not while the past is heard again, which many times is too often. */
void
underpromoted_find(struct tracker *tracker, const struct tolerance *tolerance, struct repair *best)
{
	struct promoted promoted;

	if (tracker->past.frozen)
		return;
	list_promoted(tracker, &promoted);
	for (uint32_t i = 0; i < promoted.n; i++)
		try_otherwise(tracker, promoted.index[i], tolerance, best);
}
