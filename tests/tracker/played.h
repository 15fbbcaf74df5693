/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions of a test, by the moves that lead to them.
 */
#pragma once

#include <check.h>
#include <string.h>

#include "core/chess/san.h"

/* play: moves in SAN, separated by blanks, from *position; it is what they lead to then. One that is not legal fails the test. */
static inline void
play(struct position *position, const char *moves)
{
	for (moves += strspn(moves, " "); *moves; moves += strspn(moves, " ")) {
		size_t len = strcspn(moves, " ");
		uint16_t move;

		ck_assert_int_eq(san_parse(position, moves, len, &move), SAN_OK);
		position_after(position, move, position);
		moves += len;
	}
}
