/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two plies taken back by agreement.
 *
 * Both men go back where they came from, and the picture is that of two more plies. But players who move are in turn,
 * each on his own time; who puts a position back begins with what was played last, and nobody presses for it.
 */
#pragma once

#include <stdbool.h>

struct change;
struct tracker;

/* takeback_look: if the change, which explains the picture by two plies, only takes the last two back, the one played last
 * a scan or more before the other, they are gone: true then. A game is taken back no further than that before somebody
 * presses again: behind its end men go back all the way, and the record stays. */
bool takeback_look(struct tracker *tracker, const struct change *change);
