/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: which of the plies that looked alike were played?
 *
 * It shows which man was lifted, and which squares are occupied then; whom he took is a guess where that was too
 * quick for it (alike.h). What follows refutes one guess or the other. So all that looked the same is gone through,
 * and what leads to the picture on the board stands.
 */
#pragma once

#include "core/tracker/mend/repair.h"

/* guess_find: the cheapest other record that looked the same, and what was played behind it, to explain the picture give or
 * take *tolerance. */
void guess_find(struct tracker *tracker, const struct tolerance *tolerance,
                struct repair *ret_repair);

/* guess_try: if the plies of *tried (index, moves) had been made, which are legal: what was played behind them to explain
 * the picture? If it asks to believe less than *best, `dearer` being what the plies ask more than those of the record, it
 * takes its place. */
void guess_try(struct tracker *tracker, const struct repair *tried, int dearer,
               const struct tolerance *tolerance, struct repair *best);

/* guess_shows_hand: by another way that looks the same, is all that differs a man of the side to move who is in the air,
 * and maybe one whom he takes? */
bool guess_shows_hand(struct tracker *tracker);
