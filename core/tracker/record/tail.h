/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who are moved on when the game is over.
 *
 * Players shake hands, leave the clock running, and try what would have come next. That is legal play, and the record takes it for
 * plies. Only the clock tells: for none of them has anybody pressed. One ply without a press is often the last one, and two
 * are one player who forgot, and his opponent, whose time does not run, so that he cannot press. But where both have
 * pressed all the time, and then neither does any more, four plies in a row and up to the end, they do not play for time.
 *
 * The first of those plies may be the last one of the game yet. The game was over where they talked: where the pause was longer.
 * What nobody may play is tried out as well: where men stand whom no ply brought there, that counts as one. And plies that were taken
 * back first, for which both had pressed, have their place again (takeback_undo).
 *
 * Players who once forgot their clocks for as long, and played on until they pressed again, may have forgotten them again.
 *
 * What ends the game on the board is left: in the last seconds both may forget their clocks, and who is shown a mate has lost
 * anyway.
 */
#pragma once

struct tracker;

/* tail_cut: the game is over. Plies at its end that were none are gone, and breaks among them. */
void tail_cut(struct tracker *tracker);
