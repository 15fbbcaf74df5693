/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FNV-1a in 64 bits: a sum over values that depends on each of them and on their order, for telling two apart that differ
 * by chance. It keeps nobody out: who wants to can make two texts of one sum.
 *
 * Source: draft-eastlake-fnv, "The FNV Non-Cryptographic Hash Algorithm", sections 2 and 5.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The sum over nothing. */
#define FNV_BEGIN UINT64_C(0xcbf29ce484222325)

/* fnv_mix: the sum with one more value. FNV-1a itself takes bytes (0..255); of a larger value all bits count,
 * in one step. */
static inline uint64_t
fnv_mix(uint64_t sum, uint64_t value)
{
	return (sum ^ value) * UINT64_C(0x100000001b3);
}

/* fnv_bytes: the sum with len more bytes; borrowed for the call. */
static inline uint64_t
fnv_bytes(uint64_t sum, const void *bytes, size_t len)
{
	const uint8_t *byte = bytes;

	for (size_t i = 0; i < len; i++)
		sum = fnv_mix(sum, byte[i]);
	return sum;
}
