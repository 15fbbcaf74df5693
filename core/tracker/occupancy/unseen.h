/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: what was played while it was out of sight.
 *
 * Behind a gap (gap.h) it shows which squares are occupied, and no more: many lines lead there, to positions in which this or
 * that man stands on a square. The likeliest is written down, by what players do (sense.h); the others are kept, and go on
 * beside it (ways.h): a later ply that cannot have been played behind the one was played behind another.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/mend/gap_search.h"
#include "core/tracker/seen/image.h"

/* So many plies in one gap: fewer than the record keeps positions of. What is longer is guesswork. */
#define UNSEEN_PLIES_MAX 14

/* So many positions they may have led to are kept: no more than ways are followed. */
#define UNSEEN_LINES_MAX 16

struct unseen_line {
	struct position now; /* where it leads */
	int cost;            /* what it asks to believe of the players */
	uint16_t moves[UNSEEN_PLIES_MAX];
};

struct unseen {
	uint32_t first; /* they begin behind so many plies of the record */
	int n_plies;    /* each is so long */
	uint32_t nodes; /* positions visited to find them */
	int n;
	struct unseen_line
		lines[UNSEEN_LINES_MAX]; /* the cheapest first; no two lead to one position */
};

/* unseen_find: lines of legal plies of a length that *terms allow, the shortest that there is, from *from to the squares that
 * *image shows occupied. False, and n is 0, when there is none, or when a man in somebody's hand, and one he may be taking,
 * explain it as well: that will be seen. Work: at most UNSEEN_PLIES_MAX times some hundreds of lists of moves, on some 120 KB of
 * stack. */
bool unseen_find(const struct position *from, const struct image *image,
                 const struct gap_terms *terms, struct unseen *ret_unseen);
