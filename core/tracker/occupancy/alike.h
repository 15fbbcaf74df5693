/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies that a board which knows no men cannot tell apart by what stands there in the end: one man takes
 * this or that one, a pawn becomes this or that.
 */
#pragma once

#include "core/chess/position.h"

/* alike_occupied: the squares occupied after a legal move. */
uint64_t alike_occupied(const struct position *before, uint16_t move);

/* alike: do two legal moves of the same man leave the same squares occupied? */
bool alike(const struct position *before, uint16_t one, uint16_t other);

/* alike_by_next_exists: does another legal move of the same man as `move` leave the same squares occupied once `next` has been
 * made behind it? One man takes elsewhere, and another goes where this one is taken by him, if nobody saw him there. */
bool alike_by_next_exists(const struct position *before, uint16_t move, uint16_t next);

/* alike_exists: is there another one like `move`? told: the board told of the change on the square where it
 * ends, so that only what a pawn became is open. */
bool alike_exists(const struct position *before, uint16_t move, bool told);
