/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a player who has touched men must play (articles 4.3 to 4.5, 4.7).
 *
 * Evidence, never a ruling: whether a man was touched on purpose, or announced as adjusted (4.2), nobody
 * knows but the players.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/movegen.h"
#include "core/chess/position.h"

#define TOUCHED_MAX 8 /* men in one turn; what is touched later binds nobody any more */

/* Men touched, in the order in which they were; squares of the position the turn began with. */
struct touched {
	uint8_t sq[TOUCHED_MAX];
	bool unclear[TOUCHED_MAX]; /* it may have been touched before the one in front of it */
	size_t n;
};

/* obligation: the moves among which the player must choose. *ret_moves is all legal moves where nothing
 * binds him (4.5).
 *
 *   king, then a rook (or both at once)  castling with it, else the king's moves, else anything (4.4.1, 4.4.3)
 *   a rook, then the king                no castling with it; the rook, else the king (4.4.2)
 *   both colours                         the first enemy with the first own man; else the first of all that
 *                                        can be moved or taken; own first when unclear (4.3.3)
 *   one colour                           the first that can be moved, or taken (4.3.1, 4.3.2)
 */
void obligation(const struct position *position, const struct touched *touched,
                struct move_list *ret_moves);

/* obligation_moves_of: what the man on sq can play, castling included. */
void obligation_moves_of(const struct position *position, int sq, struct move_list *ret_moves);

/* obligation_castling: castling with the rook on sq, MOVE_NONE where it is not legal. */
uint16_t obligation_castling(const struct position *position, int rook_sq);

/* obligation_allows: is move one of them? */
bool obligation_allows(const struct move_list *moves, uint16_t move);

/* obligation_can_take: may the side to move take what stands on sq? */
bool obligation_can_take(const struct position *position, int sq);
