/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/sign.h"

#include "core/chess/bits.h"

#define CENTRE                                                                                     \
	(UINT64_C(1) << SQ_D4 | UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5 | UINT64_C(1) << SQ_E5)
#define CENTRE_LIGHT (UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5)

bool
sign_is_centre(int sq)
{
	return (CENTRE & sq_bit(sq)) != 0;
}

/* Where the two kings stand, as far as the image tells; false when they are not both in the
 * centre. */
static bool
find_kings(const struct image *image, const struct position *position, uint64_t *ret_kings)
{
	uint64_t moved = position->by_type[KING];

	if (!image->occupancy_only) {
		*ret_kings = image->by_type[KING] & CENTRE;
		return (*ret_kings & image->by_color[WHITE]) &&
		       (*ret_kings & image->by_color[BLACK]);
	}
	*ret_kings = image_difference(image, position) & ~moved;
	return (image->by_color[WHITE] & moved) == 0 && (*ret_kings & ~CENTRE) == 0 &&
	       (*ret_kings & image->by_color[WHITE]) == *ret_kings && bits_count(*ret_kings) == 2;
}

enum game_result
sign_read(const struct image *image, const struct position *position)
{
	uint64_t kings;
	int light;

	if (!find_kings(image, position, &kings))
		return RESULT_NONE;
	light = bits_count(kings & CENTRE_LIGHT);
	return light == 2 ? RESULT_WHITE_WINS : light == 0 ? RESULT_BLACK_WINS : RESULT_DRAW;
}
