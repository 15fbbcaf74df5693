/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of squares (bit n is square n): members, shifts, and pawns moving as a body.
 */
#pragma once

#include <stdint.h>

#include "core/chess/types.h"

#define BITS_ALL    UINT64_MAX
#define BITS_FILE_A UINT64_C(0x0101010101010101)
#define BITS_FILE_B (BITS_FILE_A << 1)
#define BITS_FILE_G (BITS_FILE_A << 6)
#define BITS_FILE_H (BITS_FILE_A << 7)
#define BITS_RANK_1 UINT64_C(0xff)
#define BITS_RANK_8 (BITS_RANK_1 << 56)

/* bits_rank: the rank numbered 1..8 as `side` sees it: 1 is where its king starts. */
static inline uint64_t
bits_rank(enum color side, int number)
{
	return BITS_RANK_1 << 8 * (side == WHITE ? number - 1 : 8 - number);
}

/* bits_first: the lowest square of a set that is not empty. */
static inline int
bits_first(uint64_t set)
{
	return __builtin_ctzll(set);
}

/* bits_last: the highest one. */
static inline int
bits_last(uint64_t set)
{
	return 63 - __builtin_clzll(set);
}

/* bits_take: take the lowest square out of a set that is not empty. */
static inline int
bits_take(uint64_t *set)
{
	const int sq = bits_first(*set);

	*set &= *set - 1;
	return sq;
}

static inline int
bits_count(uint64_t set)
{
	return __builtin_popcountll(set);
}

/* bits_many: has the set more than one member? */
static inline bool
bits_many(uint64_t set)
{
	return (set & (set - 1)) != 0;
}

/* bits_forward, bits_left, bits_right: where the pawns of `side` step, and capture towards the
 * a-file and towards the h-file. The step below is what is added to the square. */
static inline uint64_t
bits_forward(enum color side, uint64_t pawns)
{
	return side == WHITE ? pawns << 8 : pawns >> 8;
}

static inline uint64_t
bits_left(enum color side, uint64_t pawns)
{
	return side == WHITE ? (pawns & ~BITS_FILE_A) << 7 : (pawns & ~BITS_FILE_A) >> 9;
}

static inline uint64_t
bits_right(enum color side, uint64_t pawns)
{
	return side == WHITE ? (pawns & ~BITS_FILE_H) << 9 : (pawns & ~BITS_FILE_H) >> 7;
}

static inline int
bits_forward_step(enum color side)
{
	return side == WHITE ? 8 : -8;
}

static inline int
bits_left_step(enum color side)
{
	return side == WHITE ? 7 : -9;
}

static inline int
bits_right_step(enum color side)
{
	return side == WHITE ? 9 : -7;
}

/* bits_knights: every square a knight of the set attacks. */
static inline uint64_t
bits_knights(uint64_t knights)
{
	const uint64_t by_one = (knights >> 1 & ~BITS_FILE_H) | (knights << 1 & ~BITS_FILE_A);
	const uint64_t by_two = (knights >> 2 & ~(BITS_FILE_G | BITS_FILE_H)) |
	                        (knights << 2 & ~(BITS_FILE_A | BITS_FILE_B));

	return by_one << 16 | by_one >> 16 | by_two << 8 | by_two >> 8;
}
