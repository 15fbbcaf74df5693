/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares that are not believed any longer, and the plies that are in doubt for it.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* excuse_squares: believe these squares no longer, until they read right; if they are not too many. */
void excuse_squares(struct tracker *tracker, uint64_t squares);

/* excuse_second_king: sq reads something new. Is it a king who is read where he stands, too, and cannot have come there by a ply, and was nobody
 * lifted who stands there by the record? A player has one king: that square takes its man for another, and is not believed. Of a
 * board that tells men apart. */
void excuse_second_king(struct tracker *tracker, int sq);
