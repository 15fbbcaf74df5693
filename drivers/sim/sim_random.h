/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulator's random numbers: the same seed gives the same game, on every machine.
 *
 * The generator is SplitMix64 (Steele, Lea and Flood 2014): a counter that steps by an odd
 * constant, and a bijective mix of it. 64 bits of state, any seed is good. Integers only, so that
 * no rounding differs between machines. Not for secrets.
 *
 * One draw a statement where there are several: operands and arguments are evaluated in any order, and
 * another compiler would play another game.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sim_random {
	uint64_t counter;
};

/* sim_random_init: begin the sequence of `seed`. */
static inline void
sim_random_init(struct sim_random *random, uint64_t seed)
{
	random->counter = seed;
}

/* sim_random_next: the next 64 random bits. */
static inline uint64_t
sim_random_next(struct sim_random *random)
{
	uint64_t z;

	random->counter += UINT64_C(0x9e3779b97f4a7c15);
	z = random->counter;
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* sim_random_below: 0..n-1, n > 0. Scaled from 32 bits: the bias is below n / 2^32. */
static inline uint32_t
sim_random_below(struct sim_random *random, uint32_t n)
{
	return (uint32_t)((sim_random_next(random) >> 32) * n >> 32);
}

/* sim_random_between: min..max, both included; min <= max < 2^32 - 1. */
static inline uint32_t
sim_random_between(struct sim_random *random, uint32_t min, uint32_t max)
{
	return min + sim_random_below(random, max - min + 1);
}

/* sim_random_chance: true with a probability of per_mille / 1000. Always draws once, so that a
 * probability of zero does not shift what comes after it. */
static inline bool
sim_random_chance(struct sim_random *random, uint32_t per_mille)
{
	return sim_random_below(random, 1000) < per_mille;
}
