/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/sign.h"

#define CENTRE                                                                                     \
	(UINT64_C(1) << SQ_D4 | UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5 | UINT64_C(1) << SQ_E5)
#define CENTRE_LIGHT (UINT64_C(1) << SQ_E4 | UINT64_C(1) << SQ_D5)

bool
sign_is_centre(int sq)
{
	return (CENTRE & sq_bit(sq)) != 0;
}

enum game_result
sign_read(const struct image *image)
{
	uint64_t white = image->by_type[KING] & image->by_color[WHITE] & CENTRE;
	uint64_t black = image->by_type[KING] & image->by_color[BLACK] & CENTRE;
	int light;

	if (!white || !black)
		return RESULT_NONE;
	light = ((white & CENTRE_LIGHT) != 0) + ((black & CENTRE_LIGHT) != 0);
	return light == 2 ? RESULT_WHITE_WINS : light == 0 ? RESULT_BLACK_WINS : RESULT_DRAW;
}
