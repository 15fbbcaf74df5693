/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One second thought about an earlier ply (rethink.h): what was heard since is explained again with it, and it is kept if it leads to
 * the picture on the board and asks to believe less than the best one yet.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/tracker/anew/replay.h"
#include "core/tracker/explain/explain.h"

struct tracker;

/* So many are had at once: each is up to a hundred pictures. */
#define SECOND_THOUGHT_TRIES 40

/* One that leaves the board unexplained for longer than this is no better. */
#define SECOND_THOUGHT_PATIENCE_US 8000000

struct second_thought {
	uint32_t most_excused;     /* more squares may not be amiss by it */
	uint64_t kept;             /* nor any of these */
	bool in_turn;              /* by it the time runs of who is to move */
	struct explanation behind; /* the other ply */
	struct game_break gap;     /* or the illegal move that stands in its place */
	struct replay replay;
	struct replayed replayed;
	uint32_t tries;
	uint64_t until; /* tracker->effort at which it is enough */
	bool found;
};

/* second_thought_is_better: does a ask to believe less than b, or, where they ask for the same, was the board astray for less time? */
bool second_thought_is_better(const struct tracker *tracker, const struct replayed *a,
                              const struct replayed *b);

/* second_thought_is_cheaper: does it ask to believe less than the record does with a change that costs so much, and the squares that are
 * not believed as it is? */
bool second_thought_is_cheaper(const struct tracker *tracker, const struct replayed *replayed,
                               int cost);

/* second_thought_try: think *thought, of which the ply and where to begin are given. It takes the place of *best if it explains the
 * picture within what *best allows, and better than it does. */
void second_thought_try(struct tracker *tracker, struct second_thought *thought,
                        struct second_thought *best);

/* second_thought_over: if the man of ply `index` was moved before his opponent began the ply before it, try that it was a move out of turn
 * and stands, and that its player has made his ply since (second_thought_over.c). Of a board that tells men apart. */
void second_thought_over(struct tracker *tracker, uint32_t index, struct second_thought *best);

/* second_thought_unseen: try that before ply `index` > 0 of the record, or behind it, `move` was played, and neither its man's leaving nor his
 * arrival told of (second_thought_unseen.c). */
void second_thought_unseen(struct tracker *tracker, uint32_t index, uint16_t move,
                           struct second_thought *best);

/* second_thought_missing: if nothing that was told leads to the picture, and somebody has pressed for a ply behind the record: which one of
 * which nothing was told does? Only if no other man could have made one that does so nearly as well. */
void second_thought_missing(struct tracker *tracker, struct second_thought *best);
