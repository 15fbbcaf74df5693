/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/sign.h"

#include "core/chess/bits.h"

#define CENTRE_LIGHT (UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5)

bool
sign_is_centre(int sq)
{
	return (SIGN_CENTRE & sq_bit(sq)) != 0;
}

/* Where the two kings stand, by their men; false when they are not both in the centre. Who is still read where he stood
 * has not gone there: some square takes another man for him. */
static bool
find_kings_by_man(const struct image *image, const struct position *position, uint64_t *ret_kings)
{
	uint64_t stayed = (position->by_color[WHITE] & image->by_color[WHITE]) |
	                  (position->by_color[BLACK] & image->by_color[BLACK]);

	*ret_kings = image->by_type[KING] & SIGN_CENTRE;
	stayed &= position->by_type[KING] & image->by_type[KING] & ~SIGN_CENTRE;
	return stayed == 0 && bits_count(*ret_kings) == 2 &&
	       (*ret_kings & image->by_color[WHITE]) && (*ret_kings & image->by_color[BLACK]);
}

/* Where only occupation is known: both have gone from where they stood, and two men were put in the centre, maybe
 * where others had stood who were in the way. One who stood in the centre already may have stayed. */
static bool
find_kings_by_place(const struct image *image, const struct position *position, uint64_t put,
                    uint64_t *ret_kings)
{
	uint64_t stood = position->by_type[KING];
	uint64_t men = image->by_color[WHITE];
	uint64_t difference = image_difference(image, position);

	*ret_kings = men & SIGN_CENTRE & (difference | put | stood);
	return bits_count(*ret_kings) == 2 && (men & stood & ~*ret_kings) == 0 &&
	       (difference & ~SIGN_CENTRE & ~stood) == 0;
}

enum game_result
sign_read(const struct image *image, const struct position *position, uint64_t put)
{
	uint64_t kings;
	int light;

	if (image->occupancy_only ? !find_kings_by_place(image, position, put, &kings)
	                          : !find_kings_by_man(image, position, &kings))
		return RESULT_NONE;
	light = bits_count(kings & CENTRE_LIGHT);
	return light == 2 ? RESULT_WHITE_WINS : light == 0 ? RESULT_BLACK_WINS : RESULT_DRAW;
}
