/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Legal moves, orthodox and Chess960 (Laws, article 3; Guidelines II).
 *
 * Every position given here must have passed position_check_standing().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

/* No position that passes position_check() has more: fifteen queens on the fifteen widest squares
 * (4 x 27, 11 x 25) and a king (8). The most known in a reachable position is 218. */
#define MOVE_LIST_MAX 391

struct move_list {
	uint16_t moves[MOVE_LIST_MAX];
	int count;
};

/* movegen_legal: every legal move, in no promised order but the same order for the same position. */
void movegen_legal(const struct position *position, struct move_list *ret_list);

/* movegen_legal_of: those of the men on the squares of `movers` (castling is the king's), in the order of movegen_legal(). */
void movegen_legal_of(const struct position *position, uint64_t movers, struct move_list *ret_list);

/* movegen_count: how many legal moves there are; lists none. */
int movegen_count(const struct position *position);

/* movegen_is_legal: is `move` (any 16 bits) legal here? */
bool movegen_is_legal(const struct position *position, uint16_t move);

/* movegen_targets: the squares that the man on `from` may go to (move_target(): a king who castles to his own): a set. */
uint64_t movegen_targets(const struct position *position, int from);

/* movegen_any: is there a legal move? Mate is position_in_check && !movegen_any (1.4.1, 5.1.1),
 * stalemate !position_in_check && !movegen_any (5.2.1). */
bool movegen_any(const struct position *position);

#define PERFT_DEPTH_MAX 64

/* perft: leaf nodes of the legal move tree, the last ply counted and not made. depth is
 * 0..PERFT_DEPTH_MAX; 0 is 1. */
uint64_t perft(const struct position *position, int depth);
