/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who went out and came back, and no plies.
 *
 * Two men who are knocked over roll to another square, and are put back; two plies are tried out, and taken back, in
 * whatever order the hands happen to take. If the squares allow it each of them is a ply, and so is his way back: four
 * plies in a round, behind which the board is as it was before. When the next ply has been pressed for, the clock tells:
 *
 *     nobody pressed for any of the four, or only for the second, whose player had a ply before them without a press: nobody saw
 *     the man of the first one
 *     nobody pressed for the last two, and hardly had the one man come back, the other one was on his way
 *
 * Players who repeat moves press for them; who forgets has to wait for the opponent, and that one thinks. Of a clock that is asked
 * seldom, once a second perhaps, that says nothing where they may both have pressed meanwhile (clock_pace.h); nor
 * where the link was lost among them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* round_drop: is one of the plies before n_plies, all of which stand, the first one behind such a round? Then the four are
 * gone, and that ply, and what is behind it, have their place: true. Asked when those plies are to be put beyond change, and when
 * the game is over. */
bool round_drop(struct tracker *tracker, uint32_t n_plies);
