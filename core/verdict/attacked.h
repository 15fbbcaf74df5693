/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one side attacks.
 */
#pragma once

#include <stdint.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/position.h"

/* attacked_by: every square that a man of `side` attacks, those of its own men included; `occupied` is what stops bishops,
 * rooks and queens, which may leave out men that are thought away. The side has its king. */
static inline uint64_t
attacked_by(const struct position *position, enum color side, uint64_t occupied)
{
	const uint64_t *t = position->by_type;
	const uint64_t own = position->by_color[side];
	uint64_t men, set = bits_knights(t[KNIGHT] & own) | bits_left(side, t[PAWN] & own) |
	                    bits_right(side, t[PAWN] & own) |
	                    attacks_king[bits_first(t[KING] & own)];

	for (men = (t[BISHOP] | t[QUEEN]) & own; men != 0;)
		set |= attacks_bishop(bits_take(&men), occupied);
	for (men = (t[ROOK] | t[QUEEN]) & own; men != 0;)
		set |= attacks_rook(bits_take(&men), occupied);
	return set;
}
