/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game that began with the wrong player's clock running.
 *
 * The side of the clock that is started is taken for White's (6.6), and where it was Black's by mistake the sides are exchanged
 * without anything that contradicts it: White makes his move and cannot press, since his lever is down already, Black
 * answers and presses, and that is taken for White's late press. So it goes on, and every ply has the press, and the time, of
 * the next one. But nobody presses so: each time so long as his opponent thinks after his own move, and as soon as
 * that one has made his.
 */
#pragma once

struct tracker;

/* sides_look: presses have been given to plies. Where all of the game's have gone to the ply before, the sides of the clock are
 * exchanged, and each ply gets its own. */
void sides_look(struct tracker *tracker);
