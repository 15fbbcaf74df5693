/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a position is worth at a glance: who has more men, and whose stand better. No more than any book for beginners says; it is for
 * telling apart two plies neither of which gives anybody away, not for playing well.
 */
#pragma once

#include <stdbool.h>

#include "core/chess/position.h"

/* What it is counted in: hundredths of a pawn. */
#define STANDING_PAWN 100

/* standing_balance: how far the side to move is ahead. Work: a look at each man. */
int standing_balance(const struct position *position);

/* standing_is_endgame: are so few men left, pawns not counted, that kings fight? */
bool standing_is_endgame(const struct position *position);
