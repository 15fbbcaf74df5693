/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kings in the centre end the game (sign.h): at once where the clock was stopped, and else when they have stood
 * there for a while.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* kings_look: does the picture show the sign? Then it shows nothing else. */
bool kings_look(struct tracker *tracker);

/* kings_due: when the sign will have stood long enough, or TRACKER_NO_DEADLINE; kings_settle: it has. */
uint64_t kings_due(const struct tracker *tracker);
void kings_settle(struct tracker *tracker);

/* kings_begin: is the sign being made, though the other king is thinking yet? All that is amiss is that he who pressed last has put his king
 * in the centre, out of turn; or, where men are not known, that a king is gone, and somebody was put in the centre where he cannot have
 * stepped. */
bool kings_begin(const struct tracker *tracker);
