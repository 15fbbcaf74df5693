/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record that follows a virtual board (OL 20): tracker_follow() in tracker.h.
 *
 * There the moves are made, and they are the game (OL 20.1); the set on the sensor board only repeats them, or shows what its
 * player is thinking about. From the first of them on nothing that board or clock tell becomes a ply, or changes one:
 * what stands there goes on being told (TRACKER_BOARD), for who compares. A new game is a matter for the feed as well,
 * so the men being put up begin one only when this one has its result.
 */
#pragma once

#include <stdbool.h>

struct tracker;

/* follow_is_on: is the record the virtual board's, and the game on? */
bool follow_is_on(const struct tracker *tracker);
