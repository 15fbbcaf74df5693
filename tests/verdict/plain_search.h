/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A search as plain as can be: a list of all positions met, compared one with another by a chain
 * for each of some keys, moves by the plain rules. Where a proof is about a part of all series of
 * moves only, the search is held to that part.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/chess/position.h"
#include "tests/core/plain_rules.h"

#define PLAIN_MAX 6000 /* positions of a plain search */

/* Which series of moves are looked at. */
enum plain_part {
	PLAIN_ALL,
	PLAIN_LIVES,  /* the man is not taken before it has left home */
	PLAIN_TAKEN,  /* it does not leave home, and a mate counts only once it is taken */
	PLAIN_FROZEN, /* no man of the set leaves its square or is taken there */
};

struct plain_search {
	struct position positions[PLAIN_MAX];
	bool decided[PLAIN_MAX]; /* the man has left, or is taken */
	int next[PLAIN_MAX];
	int heads[4096];
	int n;
	enum plain_part part;
	uint64_t men; /* squares of the men that the part is about */
	bool complete;
	bool mates[2]; /* by winner */
};

static inline bool
plain_known(struct plain_search *search, const struct position *position, bool decided)
{
	const size_t chain = position->key % 4096;

	for (int i = search->heads[chain]; i >= 0; i = search->next[i])
		if (search->decided[i] == decided && position_same(&search->positions[i], position))
			return true;
	if (search->n == PLAIN_MAX) {
		search->complete = false;
		return true;
	}
	search->next[search->n] = search->heads[chain];
	search->heads[chain] = search->n;
	search->decided[search->n] = decided;
	search->positions[search->n++] = *position;
	return false;
}

/* Is the move of the part that is looked at? *io_decided is that of the position before it. */
static inline bool
plain_is_of_part(const struct plain_search *search, const struct position *before, uint16_t move,
                 const struct position *after, bool *io_decided)
{
	const enum color us = (enum color)before->side, them = color_other(us);
	const bool leaves = (sq_bit(move_from(move)) & search->men) != 0;
	const bool taken = (before->by_color[them] & search->men & ~after->by_color[them]) != 0;

	if (search->part == PLAIN_ALL || *io_decided)
		return true;
	if (search->part == PLAIN_LIVES)
		*io_decided = leaves;
	else if (search->part == PLAIN_TAKEN)
		*io_decided = taken;
	return search->part == PLAIN_LIVES   ? !taken
	       : search->part == PLAIN_TAKEN ? !leaves
	                                     : !leaves && !taken;
}

static inline void
plain_search_part(struct plain_search *search, const struct position *start, enum plain_part part,
                  uint64_t men)
{
	memset(search->heads, 0xff, sizeof(search->heads));
	search->n = 0;
	search->part = part;
	search->men = men;
	search->complete = true;
	search->mates[WHITE] = search->mates[BLACK] = false;
	plain_known(search, start, false);
	for (int i = 0; i < search->n; i++) {
		const struct position position = search->positions[i];
		struct plain_moves moves;

		plain_legal(&position, &moves);
		if (moves.count == 0 && position_in_check(&position) &&
		    (part != PLAIN_TAKEN || search->decided[i]))
			search->mates[1 - position.side] = true;
		for (int n = 0; n < moves.count; n++) {
			bool decided = search->decided[i];
			struct position after;

			position_after(&position, moves.moves[n], &after);
			if (plain_is_of_part(search, &position, moves.moves[n], &after, &decided))
				plain_known(search, &after, decided);
		}
	}
}

static inline void
plain_search_run(struct plain_search *search, const struct position *start)
{
	plain_search_part(search, start, PLAIN_ALL, 0);
}
