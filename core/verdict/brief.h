/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The few lines that forced moves leave, looked at to their ends without any memory.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

/* brief_never_mates: true only if every line from `start` ends, within a few plies, in stalemate,
 * in a mate by the other side or with men that never mate, and none in a mate by `winner`. Looks at
 * a hundred positions at the most, mostly at less than ten. *io_nodes grows by the positions looked
 * at. */
bool brief_never_mates(const struct position *start, enum color winner, uint64_t *io_nodes);
