/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/guess.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/tracker/alike.h"
#include "core/tracker/change.h"
#include "core/tracker/cost.h"

/* Records looked at with so many plies exchanged, and plies on the way to them. */
#define GUESS_TRIES 60
#define GUESS_NODES 8000

/* Plies exchanged at once: a guess, the recapture where it took, and another guess. */
#define GUESS_EXCHANGED 3

struct guess {
	struct tracker *tracker;
	struct repair *best;
	uint32_t first, end;          /* the plies that repair.moves has: from, up to */
	uint32_t back;                /* plies of the record behind them that do not hold */
	uint64_t shown[REPAIR_PLIES]; /* the squares occupied after each */
	uint16_t moves[REPAIR_PLIES];
	uint32_t n_exchanged, most; /* plies that are others; how many may be */
	int tries, nodes;
};

/* What it costs that the last plies of the record do not hold: only such as were not pressed are left out. */
static int
left_out_cost(const struct tracker *tracker, uint32_t back)
{
	int cost = 0;

	for (uint32_t i = tracker->game.n_plies - back; i < tracker->game.n_plies; i++)
		cost += tracker->plies[i].state == PLY_CANDIDATE ? COST_CANDIDATE_GONE
		                                                 : COST_HESITATION;
	return cost;
}

/* The record has been gone through: does the picture follow? */
static void
weigh_guess(struct guess *guess, const struct position *end)
{
	struct tracker *tracker = guess->tracker;
	const struct tolerance exact = tracker_exact(tracker);
	uint32_t n_moves = guess->end - guess->first;

	guess->tries++;
	tracker->evidence.since = tracker->shown[guess->end % RECENT_POSITIONS];
	tracker->evidence.last_target = move_target(guess->moves[n_moves - 1]);
	for (int n_plies = (int)guess->back; n_plies <= REPAIR_LINE; n_plies++) {
		struct repair found = { .index = guess->first,
			                .n_moves = n_moves,
			                .back = guess->back };

		change_note_presses(tracker, guess->back, n_plies);
		if (!explain(end, &tracker->image, n_plies, &tracker->evidence, &exact,
		             &found.line) ||
		    found.line.unseen > 0 || found.line.hidden > 0)
			continue;
		found.excused = tracker->excused;
		found.cost = found.line.cost + (int)guess->n_exchanged * COST_EXCHANGED +
		             left_out_cost(tracker, guess->back);
		memcpy(found.moves, guess->moves, sizeof(found.moves));
		if (found.cost < guess->best->cost)
			*guess->best = found;
	}
}

/* May `move` stand in the place of ply `index`? One that is sure is another only where it cannot have been itself. */
static bool
may_be(const struct guess *guess, uint32_t index, const struct position *before, uint16_t move)
{
	const struct game_ply *ply = &guess->tracker->plies[index];

	if (move == ply->move)
		return true;
	return move_from(move) == move_from(ply->move) &&
	       alike_occupied(before, move) == guess->shown[index - guess->first] &&
	       (tracker_own_doubt(guess->tracker, index) != 0 ||
	        !movegen_is_legal(before, ply->move));
}

/* Depth-first, as deep as there are plies: REPAIR_PLIES at most. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
visit(struct guess *guess, const struct position *before, uint32_t index)
{
	const struct game *game = &guess->tracker->game;
	struct move_list list;

	if (index == guess->end) {
		if (guess->n_exchanged == guess->most)
			weigh_guess(guess, before);
		return;
	}
	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move = list.moves[i];
		struct position after;
		bool other = move != game->plies[index].move;

		if ((other && guess->n_exchanged == guess->most) ||
		    !may_be(guess, index, before, move))
			continue;
		if (guess->tries >= GUESS_TRIES || ++guess->nodes > GUESS_NODES)
			return;
		guess->moves[index - guess->first] = move;
		guess->n_exchanged += other;
		position_after(before, move, &after);
		visit(guess, &after, index + 1);
		guess->n_exchanged -= other;
	}
}
/* NOLINTEND(misc-no-recursion) */

/* All that looked like the record without its last plies. */
static void
go_through(struct guess *guess, uint32_t back)
{
	const struct game *game = &guess->tracker->game;
	struct position before, position;

	guess->back = back;
	guess->end = game->n_plies - back;
	game_position(game, guess->first, &before);
	position = before;
	for (uint32_t i = guess->first; i < guess->end; i++) {
		guess->shown[i - guess->first] = alike_occupied(&position, game->plies[i].move);
		position_after(&position, game->plies[i].move, &position);
	}
	for (guess->most = 1; guess->most <= GUESS_EXCHANGED && guess->end > guess->first;
	     guess->most++) {
		guess->tries = guess->nodes = 0;
		visit(guess, &before, guess->first);
	}
}

void
guess_find(struct tracker *tracker, struct repair *ret_repair)
{
	const struct game *game = &tracker->game;
	struct guess guess = { .tracker = tracker, .best = ret_repair };

	*ret_repair = (struct repair){ .cost = COST_NEVER };
	guess.first = repair_first(tracker);
	while (guess.first < game->n_plies && tracker_own_doubt(tracker, guess.first) == 0)
		guess.first++;
	for (uint32_t back = 0; back <= REPAIR_LINE && guess.first + back < game->n_plies; back++) {
		if (back > 0 && record_is_pressed(tracker, game->n_plies - back))
			break;
		go_through(&guess, back);
	}
	tracker->evidence.since = tracker->shown[game->n_plies % RECENT_POSITIONS];
}
