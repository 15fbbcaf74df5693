/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the sensors read: 64 squares as bitboards, to be compared with positions. An image has no side
 * to move, no rights and no history; most images a board shows are no position at all.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct image {
	uint64_t by_type[7];  /* index enum piece_type; [0] unused, kept 0 */
	uint64_t by_color[2]; /* index enum color */
};

/* image_from: the image of squares[64] (enum piece, a1 first), turned by 180 degrees if `turned`. */
void image_from(struct image *ret_image, const uint8_t squares[64], bool turned);

/* image_put: sq (0..63) now reads `piece` (enum piece, EMPTY included). */
void image_put(struct image *image, int sq, uint8_t piece);

/* image_at: what sq reads. */
uint8_t image_at(const struct image *image, int sq);

/* image_shows: are exactly the men of *position on their squares? */
bool image_shows(const struct image *image, const struct position *position);

/* image_difference: the squares on which image and position differ. */
uint64_t image_difference(const struct image *image, const struct position *position);

/* image_is_start: do squares[64] show the men of *start, seen from White's side (turned = false) or
 * from Black's? */
bool image_is_start(const uint8_t squares[64], bool turned, const struct position *start);
