/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How often a clock is asked. Boards ask it a few times a second, or once (dgt.md 1.4), and a board may tell of what has
 * changed only. No two readings come nearer together than it asks, and those around a press come as near.
 *
 * Both players may have pressed between two readings: then the lever lies as before, and nothing tells that they have not.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is not known yet is as slow as there is. */
#define CLOCK_PACE_SLOWEST_US UINT64_C(1000000)

/* Not the very shortest is believed: a line may hold a reading up. */
#define CLOCK_PACE_NEAREST 4

struct clock_pace {
	uint64_t nearest_us
		[CLOCK_PACE_NEAREST]; /* the shortest times, ascending; 0: fewer have come */
};

/* clock_pace_note: a reading has come so long after the one before. */
void clock_pace_note(struct clock_pace *pace, uint64_t apart_us);

/* clock_pace_us: how long the lever may have been to and fro without a reading. */
uint64_t clock_pace_us(const struct clock_pace *pace);

/* clock_pace_hides: may who made a ply then, and his opponent who has answered it at that time, both have pressed without a
 * reading? What a hand needs from the man to the lever is within one asking; so is the answer. */
static inline bool
clock_pace_hides(const struct clock_pace *pace, uint64_t made_us, uint64_t answered_us)
{
	return answered_us < made_us + 2 * clock_pace_us(pace);
}
