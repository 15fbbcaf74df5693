/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men of the loser that stay where they are to the end, because with the move that would make one
 * of them leave nothing is left to hope for: the winner is mated, or loses his last man. With such
 * men standing for ever the fixed point of reach.h proves more.
 *
 * What is asked of each such move, and why that is enough, is in freeze.c.
 */
#pragma once

#include <stdbool.h>

#include "core/chess/position.h"

/* freeze_never_mates: true only if no series of moves from a position that passed position_check()
 * ends with `winner` giving mate. A mate already on the board is not looked for. False proves
 * nothing. Takes as long as some fixed points, at the most one for each man of the loser. */
bool freeze_never_mates(const struct position *position, enum color winner);
