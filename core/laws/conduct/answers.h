/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How soon a player answers: from the report of the opponent's move to that of his own man's leaving his square.
 */
#pragma once

#include <stdint.h>

/* The least times. One of them may be a slip, as a sensor's: the second counts. */
struct answers {
	uint32_t least_us[2];
	uint32_t n; /* times seen */
};

/* Before so many nobody knows how quick he is. */
#define ANSWERS_MIN 6

/* answers_add: it took so long once more. */
void answers_add(struct answers *answers, uint64_t us);
