/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was told for sure, and is another ply now.
 *
 * A ply that was certain, with the clock pressed, and whose man was read on his square for more than a quick scan after that, explained
 * all that had been seen until then; where no clock runs, one that stood for long. Another one in its place explains it as well, and is
 * in doubt for as long as nothing else speaks for it.
 */
#pragma once

#include <stdint.h>

struct tracker;

#define SURE_MAX 32

struct sure {
	uint32_t first;
	uint16_t moves[SURE_MAX]; /* of those plies that were sure; MOVE_NONE: it was not */
};

/* sure_begin: ply `index` is a new one. */
void sure_begin(struct tracker *tracker, uint32_t index);

/* sure_note: the plies from `first` on, SURE_MAX of them at most, are about to give place to others. sure_compare: they have, and what
 * takes the place of one that was sure is contested. If it has no doubt, it gets that one. */
void sure_note(const struct tracker *tracker, uint32_t first, struct sure *ret_sure);
void sure_compare(struct tracker *tracker, const struct sure *sure, uint8_t doubt);

/* sure_let_stand: the man of ply `index` was hidden, or may have been on his way yet, and nothing more has been seen of him. The ply is
 * believed, unless it is contested. */
void sure_let_stand(struct tracker *tracker, uint32_t index);
