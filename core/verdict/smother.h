/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dives for a side that has only bishops and knights: they know where they go.
 *
 * A picture of a mate is chosen (picture.h), and every man it shows walks to his square. As with
 * other dives a mate found is a proof, and none found proves nothing.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"

/* Longest line tried, in plies. */
#define SMOTHER_PLIES_MAX 96

/* smother_applies: has `winner` no men but the king and bishops and knights, one at least? */
bool smother_applies(const struct position *position, enum color winner);

/* smother_run: try up to n_dives lines from `start`, which is neither mate nor stalemate and to
 * which smother_applies().
 *
 * Returns the plies of a line that ends with `winner` giving mate, in
 * ret_moves[SMOTHER_PLIES_MAX], or 0. *io_nodes grows by the positions looked at. The same call
 * gives the same result.
 */
size_t smother_run(const struct position *start, enum color winner, int n_dives,
                   uint16_t *ret_moves, uint64_t *io_nodes);
