/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a man was seen for a moment on his way: a board that knows no men, and did not tell where he came to stand, may
 * have told of that.
 */
#pragma once

#include <stdint.h>

#include "core/tracker/explain/explain.h"
#include "core/tracker/seen/image.h"

/* glimpse_squares: the squares that read a man since the one on `from` was lifted, and are empty again. */
uint64_t glimpse_squares(const struct evidence *evidence, const struct image *image, int from);

/* glimpse_cost: what it costs less (cost.h; 0 or below) to believe in `move`, because he was seen on squares on its way, or
 * beside its end. */
int glimpse_cost(uint64_t squares, uint16_t move);
