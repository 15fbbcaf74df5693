/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cheap way to a mate: play on with plain rules for both sides, mate when a move mates.
 *
 * No memory of positions, hence no proof of anything but the line it may find. Most positions of
 * real games are answered here.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"

/* Longest line tried, in plies. */
#define DIVE_PLIES_MAX 96

/* dive_run: try up to n_dives lines from `start`, which is neither mate nor stalemate; `first` is
 * the number of those tried before. The first of all, for a side with bishops and knights alone, are
 * a few by smother_run() that are not counted.
 *
 * Returns the plies of a line that ends with `winner` giving mate, in ret_moves[DIVE_PLIES_MAX], or
 * 0. *io_nodes grows by the positions looked at. The same call gives the same result.
 */
size_t dive_run(const struct position *start, enum color winner, int first, int n_dives,
                uint16_t *ret_moves, uint64_t *io_nodes);
