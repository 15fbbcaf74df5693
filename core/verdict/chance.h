/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small random numbers that are the same on every run: what decides between moves that are about
 * as good.
 */
#pragma once

#include <stdint.h>

struct chance {
	uint64_t state; /* not 0 */
	uint64_t bits;  /* of it not used yet */
	int n_left;     /* numbers in them; 0 at the start */
};

/* chance_take: 0..31. */
static inline int
chance_take(struct chance *chance)
{
	int n;

	if (chance->n_left == 0) {
		/* xorshift64, Marsaglia 2003. */
		chance->state ^= chance->state << 13;
		chance->state ^= chance->state >> 7;
		chance->state ^= chance->state << 17;
		chance->bits = chance->state;
		chance->n_left = 12;
	}
	n = (int)(chance->bits & 31);
	chance->bits >>= 5;
	chance->n_left--;
	return n;
}
