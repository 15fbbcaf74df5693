/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A press that went to the wrong ply.
 *
 * Both players have answered before they pressed: two plies lack their presses, and the first press that comes, late, is
 * taken for the third ply, which is seen at the same time. When the other player presses then and has not moved, it was
 * for the first, and his is for the second.
 */
#pragma once

#include <stdbool.h>

struct tracker;
struct lever_press;

/* shift_presses: is *press, by the player who is to move, such a one? Then the plies get the presses that are theirs, and
 * the last one waits for its own. */
bool shift_presses(struct tracker *tracker, const struct lever_press *press);
