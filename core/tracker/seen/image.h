/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the sensors read: 64 squares as bitboards, to be compared with positions. An image has no
 * side to move, no rights and no history; most images a board shows are no position at all.
 *
 * Some boards only know that a man stands on a square, not which (SOME_MAN): their images are
 * compared by occupancy alone.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct image {
	uint64_t by_type[7];  /* index enum piece_type; [0] unused, kept 0 */
	uint64_t by_color[2]; /* index enum color; of an occupancy_only image, all men in [WHITE] */
	bool occupancy_only;  /* the board has said SOME_MAN */
};

/* image_from: the image of squares[64] (enum piece, SOME_MAN included, a1 first), turned by 180
 * degrees if `turned`. */
void image_from(struct image *ret_image, const uint8_t squares[64], bool turned);

/* image_put: sq (0..63) now reads `piece` (enum piece, EMPTY included). */
void image_put(struct image *image, int sq, uint8_t piece);

/* image_at: what sq reads. Where men are not known that is SOME_MAN, and nobody of any position reads so. */
uint8_t image_at(const struct image *image, int sq);

/* image_men: the squares that read anybody. */
static inline uint64_t
image_men(const struct image *image)
{
	return image->by_color[WHITE] | image->by_color[BLACK];
}

/* image_reading: what this board reads where `piece` stands. */
uint8_t image_reading(const struct image *image, uint8_t piece);

/* image_shows: are exactly the men of *position on their squares, those of `excused` aside? */
bool image_shows(const struct image *image, const struct position *position, uint64_t excused);

/* image_difference: the squares on which image and position differ. */
uint64_t image_difference(const struct image *image, const struct position *position);

/* image_is_in_hand: is all that differs, the squares of `wrong`, that a man of the side to move is in the
 * air, and maybe one whom he takes? That is how a ply begins. */
bool image_is_in_hand(const struct image *image, const struct position *position, uint64_t wrong);

/* image_takes: of the men who stand on `squares` by the position, is just one not side's, and does one of side's attack
 * him? */
bool image_takes(const struct position *position, uint64_t squares, enum color side);

/* image_start_difference: the squares, as those of the game, on which squares[64] differ from
 * *start, seen from White's side (turned = false) or from Black's. */
uint64_t image_start_difference(const uint8_t squares[64], bool turned,
                                const struct position *start);

/* image_is_start: do squares[64] show the men of *start, seen from White's side (turned = false) or
 * from Black's? */
bool image_is_start(const uint8_t squares[64], bool turned, const struct position *start);
