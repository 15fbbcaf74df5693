/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies taken back by agreement.
 *
 * Of two plies both men go back where they came from, and the picture is that of two more plies. But players who move are in
 * turn, each on his own time; who puts a position back begins with what was played last, and nobody presses for it. Where no clock
 * runs two players put back a man each, in any order: that tells them from plies where no plies lead back.
 *
 * Where a man was taken, or three plies go back, no legal plies lead there: while the men are put back one by one some
 * pictures may look like a ply and a square or two that do not read, but in the end all 64 read as they did before.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct change;
struct tracker;

/* takeback_look: if the change, which explains the picture by two plies, only takes the last two back, the one played last
 * a scan or more before the other, they are gone: true then. A game is taken back no further than that before somebody
 * presses again: behind its end men go back all the way, and the record stays. */
bool takeback_look(struct tracker *tracker, const struct change *change);

/* takeback_shows: the same by the picture alone, to the last square that is believed, whatever explains it otherwise; also where men were taken
 * and stand again. */
bool takeback_shows(struct tracker *tracker);

/* takeback_stands: the picture has rested, or been pressed for, and nothing legal leads to it; but it is to the last square a
 * position the record had two plies before or more, and all that differs has changed since the clock was last pressed for a
 * ply. Then it is kept aside (ASIDE_RETURNED), and by the next ply from there that is pressed for the plies in between are gone;
 * or they are so at once, where the one press since then has given who is to move his time back, and none of those plies is in doubt. True: nothing
 * else is to be looked for. */
bool takeback_stands(struct tracker *tracker);

/* takeback_keep: the last n plies, TAKEN_BACK at most, are about to go: they are kept. If one behind them has gone already, it is the
 * last of those that were there. */
void takeback_keep(struct tracker *tracker, uint32_t n);

/* takeback_note: the change is about to be made. If all it does is to take back a ply that was let go of and stood for a while, though
 * nobody pressed for it, that is kept in mind; also where that was a king's, and he goes on from there. */
void takeback_note(struct tracker *tracker, const struct change *change);

/* takeback_is_kept: were the plies behind n_plies taken back, and has nobody pressed since? */
bool takeback_is_kept(const struct tracker *tracker, uint32_t n_plies);

/* takeback_undo: the game is over. If nobody has pressed since the last two plies were taken back, that was done when it was over
 * already, by players who look at it, though their clock ran on: they stand. So does one that nobody had pressed for, and has none
 * in its place: it was the last one, for which few press. */
void takeback_undo(struct tracker *tracker);
