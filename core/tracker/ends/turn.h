/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose move it was when the recording began in the middle of a game.
 *
 * What stands on a board does not say. The lever does, by the side of the board that White sits at (dgt.md 2.6); and
 * where no clock runs, who moves first does. Until somebody has moved, that may still turn out to be the other one.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* turn_heard: the clock has told something: is it the other one's time that runs? If so the game begins with him to move, and the
 * picture has to be looked at again. */
bool turn_heard(struct tracker *tracker);

/* turn_due: when a move of the other one, without a clock that says whose turn it is, will have stood long enough, or
 * TRACKER_NO_DEADLINE. turn_settle: then it was his, and the picture has to be looked at again. */
uint64_t turn_due(const struct tracker *tracker);
void turn_settle(struct tracker *tracker);

/* turn_look: the board shows something new. Both may have moved before the first one's man had stood for so long; then the order
 * in which their men were seen tells whose move it was, where no clock runs. */
void turn_look(struct tracker *tracker);
