/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result as players signal it: both kings on the four centre squares.
 *
 * Two light squares (e4, d5): White won. Two dark (d4, e5): Black won. One of each: draw. Any
 * two of the four squares touch each other, so no legal position ever looks like that. Source:
 * dgt.md section 5.
 */
#pragma once

#include "core/game/game.h"
#include "core/tracker/seen/image.h"

/* d4, e4, d5, e5. */
#define SIGN_CENTRE                                                                                \
	(UINT64_C(1) << SQ_D4 | UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5 | UINT64_C(1) << SQ_E5)

/* sign_is_centre: is sq one of d4, e4, d5, e5? */
bool sign_is_centre(int sq);

/* sign_read: the result the kings signal, RESULT_NONE when they do not both stand in the centre.
 * On a board that knows no kings, they are the two men who came to the centre when the kings left their
 * squares of *position; put: the squares on which a man was put since the board showed *position, as one
 * who was in the way may have made room for a king. */
enum game_result sign_read(const struct image *image, const struct position *position,
                           uint64_t put);
