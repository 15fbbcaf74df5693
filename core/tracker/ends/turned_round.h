/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that is turned round while a game is on.
 *
 * Before an adjourned game goes on it is set up anew, from whichever side the cable is now; another board that takes the place of
 * one that fails may lie the other way round; and so may the same one when it had to be moved. Where the record's position
 * stands on the board to the last man, seen from the other side, it is the same game. No play leads there: most men would
 * have to go to the other end, and pawns do not come back.
 *
 * Who of the players has which side of the clock, nobody has said by that: as at the beginning, it is who has the move
 * whose time is started.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* turned_round_look: the board shows what is not the record's position. Is it that, seen from the other side? Then board and
 * record agree from there. */
bool turned_round_look(struct tracker *tracker);

/* turned_round_heard: the clock runs, and stood from stopped_us on. Where the board was turned meanwhile, the side that runs is his
 * who has the move. */
void turned_round_heard(struct tracker *tracker, uint64_t stopped_us);
