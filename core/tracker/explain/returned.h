/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who have returned to where they stood before the last plies, though the clock was pressed for those.
 *
 * Who takes back puts man by man back, and what the board shows in the end, to the last square, it has shown before. No reply
 * looks like that, unless two squares fail for it at once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* returned_may_be: may the last n plies be taken back? The clock runs, and the last press was for the last ply; or no clock has run in
 * this game, and n is more than one, or the reply to the last ply is gone: whom nobody has replied to may go back alone anyhow. What was taken back once is not
 * taken back further: so men go when the game is over, and play over. */
bool returned_may_be(const struct tracker *tracker, uint32_t n);

/* returned_shows: does the picture show, to the last square that is believed, what it did before the last n plies, and did he
 * who made the ply `last`, one of them, come back since that was pressed for, or made where nobody presses? Not of a board that
 * knows no men, which shows as much when one is taken. */
bool returned_shows(const struct tracker *tracker, uint32_t n, uint32_t last);
