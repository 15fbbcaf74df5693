/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares that are not believed any longer, and the plies that are in doubt for it.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* excuse_squares: believe these squares no longer, until they read right; if they are not too many. */
void excuse_squares(struct tracker *tracker, uint64_t squares);
