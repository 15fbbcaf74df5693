/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The 960 starting positions of Chess960 and their numbers (Guidelines II.2).
 *
 * The numbers are Scharnagl's, which everybody uses: 0 is BBQNNRKR, 518 the orthodox array, 959
 * RKRNNQBB. In base 4, 4, 6, 10 from the right: the bishop on light squares, the bishop on dark
 * squares, the queen on one of the 6 squares left, the knights on a pair of the 5 squares left.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

#define CHESS960_STARTS   960
#define CHESS960_ORTHODOX 518

/* chess960_start: the starting position of that number, 0..959.
 *
 * White is to move and both sides may castle both ways (II.3.1). position->chess960 is set but for
 * 518, which is what position_start() gives.
 *
 * Returns 0, or -EINVAL for any other number, *ret_position untouched.
 */
int chess960_start(int number, struct position *ret_position);

/* chess960_number_of_men: the number of the starting position whose men stand on squares (a1 first,
 * enum piece), or -1 when it is none: king not between the rooks, bishops on one colour, Black not
 * mirroring White, a man too many, missing or elsewhere (II.2). */
int chess960_number_of_men(const uint8_t squares[64]);

/* chess960_number: the number of a position nobody has moved in, or -1: the men as above, White to
 * move, and all four rights to castle. Counters are not looked at. */
int chess960_number(const struct position *position);
