/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who the men of a turn were, on a board that knows none (SOME_MAN).
 *
 * It tells of squares that lose their men and of squares that get one. Whoever leaves a square is who stood there: the
 * position says it, and who has come since. Whoever comes is one of those in the air: who makes the ply, where it ends; else
 * the one whose square it is; else the only one there is. Whom that leaves open stays SOME_MAN, and nothing is told of him.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"
#include "core/laws/conduct/contacts.h"

/* A turn: it began with *before, and the opponent's ply was being made since from_us. */
struct named_turn {
	const struct position *before;
	uint16_t move; /* what was played in the end */
	uint64_t from_us;
};

/* named_men: *contacts into *ret_named, with names for the men of the turn, and of the round before it. */
void named_men(const struct contacts *contacts, const struct named_turn *turn,
               struct contacts *ret_named);
