/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Games and positions of a test, by the moves that lead to them: in SAN, blanks between them. One that is not legal fails the test.
 */
#pragma once

#include <stdint.h>

#include "core/game/game.h"

/* played_begin: an empty game from `fen` into plies[capacity], borrowed. */
void played_begin(struct game *game, const char *fen, struct game_ply *plies, uint32_t capacity);

/* played_on: `moves` go on from there; all PLY_MADE, `pace_us` apart, the first ply of the game one pace after its beginning. A
 * pace of 0: nobody measured their times. */
void played_on(struct game *game, const char *moves, uint64_t pace_us);

/* played_from: *position becomes what `moves` lead to from it. */
void played_from(struct position *position, const char *moves);
