/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both men out, and both back: were these plies?
 *
 * Of players who press the clock tells (round.h). Where no clock runs nobody can: players who go back one right behind the other
 * have rather taken their plies back, but they may have repeated them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* So many plies. */
#define REPEATED_PLIES 4

/* Who puts two men back takes the second one up as soon as he has let go of the first: that one stands within this time. */
#define REPEATED_BACK_US 1500000

/* repeated_is_round: were the men before ply `index`, one of the last ones or the next, where they had been four plies before, since both
 * went back? */
bool repeated_is_round(const struct tracker *tracker, uint32_t index);

/* repeated_look: ply `index` is beyond change. If it is the last one of such four, in a game without a clock, and its player went
 * back right behind the other, all four are in doubt for good. Of a board that tells men apart. */
void repeated_look(struct tracker *tracker, uint32_t index);
