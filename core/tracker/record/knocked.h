/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who may have been knocked over.
 *
 * Who falls is put up again, and not always where he belongs: what stands there then can look like a ply. Three things tell him from
 * one who is played: he leaves his square before the opponent has pressed the clock, whose hand or sleeve threw him; or together
 * with others, where a hand takes up one man, and whom he takes; or he lies about for longer than a hand holds a man. Players in haste do
 * the first as well, and who thinks with a man in his hand the last, so it is no more than a doubt: it ends with the press for him, which
 * nobody gives for a man who fell, or when he has stood for longer than one does who is put up wrong.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* So long a man who fell stands where he does not belong, at most: his player's clock runs meanwhile (7.4.1). */
#define KNOCKED_US 10000000

struct tracker;

/* knocked_may_be: while the clock runs and the game is on, may the man of ply `index`, the last one, have been knocked over, as far as presses tell yet? */
bool knocked_may_be(const struct tracker *tracker, uint32_t index);
