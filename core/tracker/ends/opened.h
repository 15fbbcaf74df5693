/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that is switched on when a game has just begun: each player has made one ply at most. Two men who have moved tell by where
 * they stand which plies those were, and in what order. Behind more of them nobody knows the order any more, and the record begins
 * with what stood there (joined.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

enum { OPENED_PLIES = 2 };

/* The plies from the expected start to a picture; n_plies 0: it is the start. */
struct opened {
	bool turned;
	int n_plies;
	uint16_t moves[OPENED_PLIES];
};

/* opened_find: does the board show exactly what so few plies lead to? A clock must run, or men are still being set up. One that knows
 * no men cannot tell from which side they were played. *ret_opened is set only when it does. */
bool opened_find(const struct tracker *tracker, struct opened *ret_opened);

/* opened_begin: begin a game with those plies, which is what the board shows. That whose player's time runs was not pressed for yet;
 * the others are over. */
void opened_begin(struct tracker *tracker, const struct opened *opened);
