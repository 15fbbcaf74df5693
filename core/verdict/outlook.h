/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that is proved of a position without a search, and of what one move makes of it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/reach.h"

/* outlook_cases: the men whose fate is worth two cases (reach.h): officers that cannot move now and
 * may later, says the fixed point of the position. */
uint64_t outlook_cases(const struct position *position, const struct reach *reach);

/* outlook_never_mates: true only if no series of moves from a position that passed position_check()
 * ends with `winner` giving mate: by material, by the fixed point, by frozen men, or by two cases.
 * A mate already on the board is not looked for. Takes some fixed points. */
bool outlook_never_mates(const struct position *position, enum color winner);

/* outlook_never_mates_after: the same, when each legal move leads to such a position, to stalemate,
 * or to a mate by the other side. */
bool outlook_never_mates_after(const struct position *position, enum color winner);
