/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words a position's key is made of (Zobrist 1970), written by attacks_gen.c during the build.
 *
 * They never change from build to build, but no format depends on them.
 */
#pragma once

#include <stdint.h>

#include "core/chess/attacks.h"

ATTACKS_TABLE uint64_t zobrist_man[PIECES][64];
ATTACKS_TABLE uint64_t zobrist_castling[65]; /* by the square of the rook; SQ_NONE is 0 */
ATTACKS_TABLE uint64_t zobrist_ep[65];       /* SQ_NONE is 0 */
ATTACKS_TABLE uint64_t zobrist_black;        /* black is to move */
