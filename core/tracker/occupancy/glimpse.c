/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/glimpse.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/explain/cost.h"

uint64_t
glimpse_squares(const struct evidence *evidence, const struct image *image, int from)
{
	uint64_t left = ~image_men(image) & ~sq_bit(from);
	uint64_t squares = 0;

	while (left != 0) {
		int sq = bits_take(&left);

		if (evidence->placed[sq][SOME_MAN] > evidence->placed[from][EMPTY])
			squares |= sq_bit(sq);
	}
	return squares;
}

int
glimpse_cost(uint64_t squares, uint16_t move)
{
	if (squares & attacks_path[move_from(move)][move_to(move)])
		return -COST_ON_WAY;
	return squares & attacks_king[move_to(move)] ? -COST_BESIDE : 0;
}
