/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game that was over, and goes on.
 *
 * A hand that has not let go shows mate, or both kings in the centre, before the move is what it will be (4.7); and what
 * nobody saw may have been no mate. The clock tells: whoever presses it behind the end has moved, if the board shows his
 * move.
 *
 *     over --the picture, with a doubtful ply exchanged, shows play behind it, the clock runs--> goes on
 *     over --the man of a doubtful ply has left the square where he would make it mate for a scan, and stands on another where
 *            he was read, the clock runs--> goes on
 *     over --the man who gave mate was not read there, and is on another square, the clock runs--> goes on, without the mate
 *     over --pressed behind the end, or for mate by a man who may be on his way yet, the picture is one ply of the presser's, all
 *            of it seen--> goes on
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* revive_look: the game is over, and the board shows something new. Does it show that the game goes on? Then the record
 * says so. Board and record agree then, or what the board shows is to be explained. */
bool revive_look(struct tracker *tracker);

/* revive_pressed: the same when tracker->press has just come. It is given to the ply that it is for. */
bool revive_pressed(struct tracker *tracker);

/* revive_due: when a mate that the board does not show any more is to be looked at again, since what a man leaves has stood for
 * a scan; or TRACKER_NO_DEADLINE. revive_settle does it. */
uint64_t revive_due(const struct tracker *tracker);
void revive_settle(struct tracker *tracker);
