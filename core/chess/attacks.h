/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which squares a man attacks: constant tables, written by attacks_gen.c during the build.
 *
 * Sliders use "fancy" magic bitboards: the blockers that matter are multiplied into an index of a
 * table of attack sets (861 184 bytes for both). Sources compiled with ADOUBED_PEXT make the index
 * by the BMI2 instruction instead, into a table of the same size: the whole build, which then runs
 * only where that is present, or the one copy of the perft tree that is chosen there.
 */
#pragma once

#include <stdint.h>

#include "core/chess/types.h"

/* Hidden: position-independent code then reaches the table without a detour over the GOT. */
#define ATTACKS_TABLE extern const __attribute__((visibility("hidden")))

#ifdef ADOUBED_PEXT
struct attacks_pext {
	uint64_t mask;        /* the squares on which a blocker matters */
	const uint64_t *sets; /* of this square, one for each subset of mask */
};

ATTACKS_TABLE struct attacks_pext attacks_bishop_pext[64];
ATTACKS_TABLE struct attacks_pext attacks_rook_pext[64];
#else
struct attacks_magic {
	uint64_t mask; /* as above */
	uint64_t magic;
	const uint64_t *sets; /* of this square */
	uint64_t shift;       /* 64 - bits of the index */
};

ATTACKS_TABLE struct attacks_magic attacks_bishop_magic[64];
ATTACKS_TABLE struct attacks_magic attacks_rook_magic[64];
#endif

/* On an empty board. */
ATTACKS_TABLE uint64_t attacks_bishop_rays[64];
ATTACKS_TABLE uint64_t attacks_rook_rays[64];

/* The squares from which, on an empty board, the slider attacks a neighbour of the square. */
ATTACKS_TABLE uint64_t attacks_bishop_zone[64];
ATTACKS_TABLE uint64_t attacks_rook_zone[64];

ATTACKS_TABLE uint64_t attacks_knight[64];
ATTACKS_TABLE uint64_t attacks_king[64];
ATTACKS_TABLE uint64_t attacks_pawn[2][64]; /* [enum color of the pawn][its square] */

/* attacks_path[from][to]: the squares walked from `from` to `to` in a line, without the first and
 * with the last; only `to` where they are not in line, or are one square. */
ATTACKS_TABLE uint64_t attacks_path[64][64];

#ifdef ADOUBED_PEXT
static inline uint64_t
attacks_bishop(int sq, uint64_t occupied)
{
	const struct attacks_pext *p = &attacks_bishop_pext[sq];

	return p->sets[__builtin_ia32_pext_di(occupied, p->mask)];
}

static inline uint64_t
attacks_rook(int sq, uint64_t occupied)
{
	const struct attacks_pext *p = &attacks_rook_pext[sq];

	return p->sets[__builtin_ia32_pext_di(occupied, p->mask)];
}
#else
static inline uint64_t
attacks_slide(const struct attacks_magic *m, uint64_t occupied)
{
	return m->sets[((occupied & m->mask) * m->magic) >> m->shift];
}

static inline uint64_t
attacks_bishop(int sq, uint64_t occupied)
{
	return attacks_slide(&attacks_bishop_magic[sq], occupied);
}

static inline uint64_t
attacks_rook(int sq, uint64_t occupied)
{
	return attacks_slide(&attacks_rook_magic[sq], occupied);
}
#endif

static inline uint64_t
attacks_queen(int sq, uint64_t occupied)
{
	return attacks_bishop(sq, occupied) | attacks_rook(sq, occupied);
}
