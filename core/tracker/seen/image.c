/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/image.h"

#include <string.h>

#include "core/chess/bits.h"

void
image_from(struct image *ret_image, const uint8_t squares[64], bool turned)
{
	memset(ret_image, 0, sizeof(*ret_image));
	for (int sq = 0; sq < 64; sq++)
		if (squares[sq] != EMPTY)
			image_put(ret_image, turned ? 63 - sq : sq, squares[sq]);
}

void
image_put(struct image *image, int sq, uint8_t piece)
{
	uint64_t bit = sq_bit(sq);

	for (int type = PAWN; type <= KING; type++)
		image->by_type[type] &= ~bit;
	image->by_color[WHITE] &= ~bit;
	image->by_color[BLACK] &= ~bit;
	if (piece == SOME_MAN) {
		image->occupancy_only = true;
		image->by_color[WHITE] |= bit;
	} else if (piece != EMPTY) {
		image->by_type[piece_type(piece)] |= bit;
		image->by_color[piece_color(piece)] |= bit;
	}
}

uint8_t
image_at(const struct image *image, int sq)
{
	uint64_t bit = sq_bit(sq);

	if (image->occupancy_only)
		return image->by_color[WHITE] & bit ? SOME_MAN : EMPTY;
	for (int type = PAWN; type <= KING; type++)
		if (image->by_type[type] & bit)
			return piece_make(image->by_color[BLACK] & bit ? BLACK : WHITE,
			                  (enum piece_type)type);
	return EMPTY;
}

uint8_t
image_reading(const struct image *image, uint8_t piece)
{
	return image->occupancy_only && piece != EMPTY ? (uint8_t)SOME_MAN : piece;
}

bool
image_shows(const struct image *image, const struct position *position, uint64_t excused)
{
	return (image_difference(image, position) & ~excused) == 0;
}

uint64_t
image_difference(const struct image *image, const struct position *position)
{
	uint64_t difference;

	if (image->occupancy_only)
		return image->by_color[WHITE] ^
		       (position->by_color[WHITE] | position->by_color[BLACK]);
	difference = (image->by_color[WHITE] ^ position->by_color[WHITE]) |
	             (image->by_color[BLACK] ^ position->by_color[BLACK]);

	for (int type = PAWN; type <= KING; type++)
		difference |= image->by_type[type] ^ position->by_type[type];
	return difference;
}

bool
image_is_in_hand(const struct image *image, const struct position *position, uint64_t wrong)
{
	uint64_t men = image_men(image);
	uint64_t own = wrong & position->by_color[position->side];

	return (wrong & men) == 0 && bits_count(own) == 1 && bits_count(wrong & ~own) <= 1;
}

bool
image_takes(const struct position *position, uint64_t squares, enum color side)
{
	uint64_t men = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t taken = squares & ~position->by_color[side];

	return bits_count(taken) == 1 &&
	       (position_attackers(position, bits_first(taken), side, men) & squares) != 0;
}

uint64_t
image_start_difference(const uint8_t squares[64], bool turned, const struct position *start)
{
	struct image image;

	image_from(&image, squares, turned);
	return image_difference(&image, start);
}

/* Asked on every change of a game that has long left its start: first what is cheap to compare. */
bool
image_is_start(const uint8_t squares[64], bool turned, const struct position *start)
{
	uint64_t occupied = start->by_color[WHITE] | start->by_color[BLACK];

	for (int sq = 0; sq < 64; sq++)
		if ((squares[turned ? 63 - sq : sq] != EMPTY) != ((occupied >> sq & 1) != 0))
			return false;
	for (uint64_t men = occupied; men != 0;) {
		int sq = bits_take(&men);
		uint8_t reads = squares[turned ? 63 - sq : sq];

		if (reads != SOME_MAN && reads != position_piece_at(start, sq))
			return false;
	}
	return true;
}
