/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men that can never mate, wherever they stand: what the count of men alone proves.
 */
#pragma once

#include <stdbool.h>

#include "core/chess/position.h"

/* material_never_mates: true only if no series of moves from here ends with `winner` giving mate. A
 * mate already on the board is not looked for. False proves nothing. */
bool material_never_mates(const struct position *position, enum color winner);
