/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays of the tracker bench: a bench without memory has nothing to say and ends.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

/* bench_grow: array (or NULL) with room for n elements of that size. */
static inline void *
bench_grow(void *array, size_t n, size_t size)
{
	void *bigger = reallocarray(array, n, size);

	if (!bigger) {
		fputs("bench_tracker: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return bigger;
}
