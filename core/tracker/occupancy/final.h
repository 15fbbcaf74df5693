/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A capture that no press completes, on a board that knows no men.
 *
 * Where men are exchanged too quickly for the scan, such a board tells of a capture only that the taker has left: the square he
 * goes to is occupied before and after. While the clock runs he may as well be in a hand that thinks, until it is pressed. But
 * the last ply of a game often is not pressed for: it mates, or the players agree on the result. The clock is stopped then, or
 * the kings tell the result (sign.h), and he who was gone before and is nowhere has taken somebody. That is a candidate like
 * any other, taken back when he is put back (stopped.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* final_due: when the clock will have stood for long enough to say so, or TRACKER_NO_DEADLINE; final_look: then. */
uint64_t final_due(const struct tracker *tracker);
void final_look(struct tracker *tracker);

/* final_taker: the square of a man of the side to move, among `gone`, squares that are amiss, who left it to take somebody before
 * the kings left theirs; SQ_NONE: there is none, or more are gone. */
int final_taker(const struct tracker *tracker, uint64_t gone);

/* final_before_sign: the kings tell the result: what he took is written first. */
void final_before_sign(struct tracker *tracker);
