/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: all records that look the same.
 *
 * It shows which man was lifted, and which squares are occupied then. Whom he took is a guess where men were exchanged
 * too quickly for it, and what a pawn became always is; and who was taken before the board saw him may have gone
 * elsewhere, and taken somebody there, while his taker only went to the square. So every way in which what was shown may have been played is
 * followed, with what it asks to believe of the players (sense.h); what comes later refutes one way or the other, as
 * it cannot have been played behind it. Two ways that lead to the same position are not told apart by anything later:
 * the cheaper goes on.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct tracker;

/* So many ways are followed, the cheapest. A game has a dozen such guesses of two or three plies each, and most are
 * refuted within a few plies. */
#define WAYS_MAX 24

/* How far back ways may part. The longest time a wrong guess was seen to stand was some seventy plies. */
#define WAYS_PLIES 128

#define WAYS_WORDS (WAYS_PLIES / 64)

struct way {
	struct position now;
	int cost;
	uint16_t moves[WAYS_PLIES]; /* ply n at n % WAYS_PLIES */
};

struct ways {
	uint32_t first, end; /* they have the plies of the record from, up to */
	uint64_t key;        /* of the record's position there */
	int cost;            /* of the record's own way */
	uint32_t n;
	struct way ways[WAYS_MAX];
};

/* ways_note: was the board's word missing for the man of ply `index`, just written, to be where he is? unarrived: did it
 * tell of nobody's arrival there in his time? Then who was told of behind the press for the ply before may have been he. Another ply
 * before it that this one makes look the same is doubtful then. */
void ways_note(struct tracker *tracker, uint32_t index, bool untold, bool unarrived);

/* ways_is_untold: was it, of one of the last WAYS_PLIES plies? */
bool ways_is_untold(const struct tracker *tracker, uint32_t index);

/* ways_of: all ways that look like the record. */
void ways_of(struct tracker *tracker, struct ways *ret_ways);

/* ways_first_open: the first ply of which nobody has said what it is. */
uint32_t ways_first_open(const struct tracker *tracker);

/* ways_first_other: the first ply, of those before ways->end, in which the way differs from the record; ways->end: it is
 * the record's own. */
uint32_t ways_first_other(const struct tracker *tracker, const struct ways *ways,
                          const struct way *way);
