/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a player gives away by a ply: all that can be taken after it is taken, in turn, as long as it pays, and how men stand then. Who
 * plays looks so far ahead, as a rule; where the board does not say which ply it was, that does.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/explain/standing.h"

/* No ply gives away more, by this count: a queen, or the game. */
#define FORESIGHT_MOST (9 * STANDING_PAWN)

/* foresight_given_away: by how much (standing.h) the mover stands worse behind the legal move than behind his best one,
 * 0..FORESIGHT_MOST. Work: a thousand positions or so at most; what was not looked at is taken as it stands. */
int foresight_given_away(const struct position *before, uint16_t move);

/* foresight_outlook: how far (standing.h) the mover is ahead behind the legal move, the best reply and the best that he has then.
 * Work: eight thousand positions or so at most, a few milliseconds; what was not looked at is taken as it stands. */
int foresight_outlook(const struct position *before, uint16_t move);
