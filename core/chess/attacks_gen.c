/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Build-time generator of the constant tables declared in attacks.h and zobrist.h.
 *
 * usage: attacks_gen magic|plain|pext, C source on standard output: all tables, with sliders by
 * magic; all but those of sliders; only those, by PEXT. A program of the build and not part of the
 * library, so it may print. It is deterministic: every build gets the same tables and keys.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/types.h"

enum slider { BISHOPS, ROOKS };

static const int directions[2][4][2] = {
	[BISHOPS] = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } },
	[ROOKS] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } },
};

static const int knight_steps[8][2] = {
	{ 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 },
};

static const int king_steps[8][2] = {
	{ 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 },
};

/* A slider on one square: its relevant blockers, and where its attack sets stand in the table. */
struct magic {
	uint64_t mask;
	uint64_t magic; /* 0 by PEXT */
	uint32_t offset;
	int bits; /* of the index */
};

#define SUBSETS_MAX 4096 /* a rook in the corner: 12 relevant squares */
#define TABLE_MAX   107648

static uint64_t table[TABLE_MAX];
static uint32_t table_len;

/* The seed was chosen once and is kept: another one gives other Zobrist keys and magics. */
static uint64_t random_state = UINT64_C(0x2545f4914f6cdd1d);

/* xorshift64*, Marsaglia 2003 and Vigna 2016. */
static uint64_t
next_random(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return random_state * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t
square_at(int file, int rank)
{
	return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? sq_bit(sq_make(file, rank)) : 0;
}

static uint64_t
ray(int sq, const int step[2], uint64_t occupied)
{
	uint64_t set = 0;

	for (int i = 1; i < 8; i++) {
		const uint64_t bit =
			square_at(sq_file(sq) + i * step[0], sq_rank(sq) + i * step[1]);

		set |= bit;
		if (bit == 0 || (bit & occupied) != 0)
			break;
	}
	return set;
}

static uint64_t
slide(enum slider slider, int sq, uint64_t occupied)
{
	uint64_t set = 0;

	for (int i = 0; i < 4; i++)
		set |= ray(sq, directions[slider][i], occupied);
	return set;
}

/* The last square of a ray never blocks anything, so it is no part of the index. */
static uint64_t
relevant_blockers(enum slider slider, int sq)
{
	uint64_t mask = 0;

	for (int i = 0; i < 4; i++) {
		const int *step = directions[slider][i];
		const uint64_t set = ray(sq, step, 0);

		for (int to = 0; to < 64; to++)
			if ((set & sq_bit(to)) != 0 &&
			    square_at(sq_file(to) + step[0], sq_rank(to) + step[1]) != 0)
				mask |= sq_bit(to);
	}
	return mask;
}

/* The index-th subset of mask: bit n of index goes to the n-th square of mask (pdep). */
static uint64_t
subset(uint64_t mask, uint32_t index)
{
	uint64_t set = 0;

	for (; mask != 0; mask &= mask - 1, index >>= 1)
		if ((index & 1) != 0)
			set |= mask & (~mask + 1);
	return set;
}

/* Fill the attack sets of one square by `magic`; 0 when two different sets want one entry. */
static int
try_magic(const struct magic *m, const uint64_t *blockers, const uint64_t *attacks,
          uint64_t *entries)
{
	const uint32_t n = UINT32_C(1) << m->bits;

	memset(entries, 0, n * sizeof(entries[0]));
	for (uint32_t i = 0; i < n; i++) {
		uint64_t *entry = &entries[(blockers[i] * m->magic) >> (64 - m->bits)];

		if (*entry != 0 && *entry != attacks[i])
			return 0;
		*entry = attacks[i];
	}
	return 1;
}

static void
fill_square(enum slider slider, int sq, int pext, struct magic *m)
{
	static uint64_t blockers[SUBSETS_MAX], attacks[SUBSETS_MAX];
	uint64_t *entries = &table[table_len];

	m->mask = relevant_blockers(slider, sq);
	m->magic = 0;
	m->bits = __builtin_popcountll(m->mask);
	m->offset = table_len;
	for (uint32_t i = 0; i < UINT32_C(1) << m->bits; i++) {
		blockers[i] = subset(m->mask, i);
		attacks[i] = slide(slider, sq, blockers[i]);
	}
	table_len += UINT32_C(1) << m->bits;
	if (pext) {
		memcpy(entries, attacks, sizeof(entries[0]) << m->bits);
		return;
	}
	do { /* good multipliers are sparse */
		m->magic = next_random() & next_random() & next_random();
	} while (__builtin_popcountll((m->mask * m->magic) >> 56) < 6 ||
	         !try_magic(m, blockers, attacks, entries));
}

static void
print_pexts(const char *name, const struct magic magics[64])
{
	printf("\nconst struct attacks_pext %s[64] = {\n", name);
	for (int sq = 0; sq < 64; sq++)
		printf("\t{ UINT64_C(0x%016" PRIx64 "), &slider_sets[%" PRIu32 "] },\n",
		       magics[sq].mask, magics[sq].offset);
	puts("};");
}

static void
print_magics(const char *name, const struct magic magics[64])
{
	printf("\nconst struct attacks_magic %s[64] = {\n", name);
	for (int sq = 0; sq < 64; sq++)
		printf("\t{ UINT64_C(0x%016" PRIx64 "), UINT64_C(0x%016" PRIx64
		       "), &slider_sets[%" PRIu32 "], %du },\n",
		       magics[sq].mask, magics[sq].magic, magics[sq].offset, 64 - magics[sq].bits);
	puts("};");
}

static void
print_list(const uint64_t *words, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		printf("%sUINT64_C(0x%016" PRIx64 "),", i % 4 == 0 ? "\n\t" : " ", words[i]);
	putchar('\n');
}

static void
print_words(const char *declaration, const uint64_t *words, uint32_t n)
{
	printf("\nconst uint64_t %s = {", declaration);
	print_list(words, n);
	puts("};");
}

/* A table of n_rows rows of 64. */
static void
print_rows(const char *declaration, const uint64_t *words, uint32_t n_rows)
{
	printf("\nconst uint64_t %s = {\n", declaration);
	for (uint32_t row = 0; row < n_rows; row++) {
		printf("{");
		print_list(&words[row * 64], 64);
		puts("},");
	}
	puts("};");
}

static void
print_sliders(int pext)
{
	struct magic magics[2][64];

	for (int slider = BISHOPS; slider <= ROOKS; slider++)
		for (int sq = 0; sq < 64; sq++)
			fill_square((enum slider)slider, sq, pext, &magics[slider][sq]);
	printf("\nstatic");
	print_words("slider_sets[]", table, table_len);
	if (pext) {
		print_pexts("attacks_bishop_pext", magics[BISHOPS]);
		print_pexts("attacks_rook_pext", magics[ROOKS]);
	} else {
		print_magics("attacks_bishop_magic", magics[BISHOPS]);
		print_magics("attacks_rook_magic", magics[ROOKS]);
	}
}

static void
print_rays(void)
{
	uint64_t rays[64];

	for (int sq = 0; sq < 64; sq++)
		rays[sq] = slide(BISHOPS, sq, 0);
	print_words("attacks_bishop_rays[64]", rays, 64);
	for (int sq = 0; sq < 64; sq++)
		rays[sq] = slide(ROOKS, sq, 0);
	print_words("attacks_rook_rays[64]", rays, 64);
}

/* The squares from which a slider may attack a neighbour of the king's square sq. */
static uint64_t
zone(enum slider slider, int sq)
{
	uint64_t set = 0;

	for (int i = 0; i < 8; i++) {
		const uint64_t near =
			square_at(sq_file(sq) + king_steps[i][0], sq_rank(sq) + king_steps[i][1]);

		if (near != 0)
			set |= slide(slider, __builtin_ctzll(near), 0);
	}
	return set;
}

static void
print_zones(void)
{
	uint64_t zones[64];

	for (int sq = 0; sq < 64; sq++)
		zones[sq] = zone(BISHOPS, sq);
	print_words("attacks_bishop_zone[64]", zones, 64);
	for (int sq = 0; sq < 64; sq++)
		zones[sq] = zone(ROOKS, sq);
	print_words("attacks_rook_zone[64]", zones, 64);
}

static void
print_steps(const char *declaration, const int steps[][2], int n)
{
	uint64_t sets[64] = { 0 };

	for (int sq = 0; sq < 64; sq++)
		for (int i = 0; i < n; i++)
			sets[sq] |= square_at(sq_file(sq) + steps[i][0], sq_rank(sq) + steps[i][1]);
	print_words(declaration, sets, 64);
}

static void
print_pawns(void)
{
	uint64_t sets[2 * 64];

	for (int sq = 0; sq < 64; sq++) {
		sets[sq] = square_at(sq_file(sq) - 1, sq_rank(sq) + 1) |
		           square_at(sq_file(sq) + 1, sq_rank(sq) + 1);
		sets[64 + sq] = square_at(sq_file(sq) - 1, sq_rank(sq) - 1) |
		                square_at(sq_file(sq) + 1, sq_rank(sq) - 1);
	}
	print_rows("attacks_pawn[2][64]", sets, 2);
}

static uint64_t
path(int from, int to)
{
	for (int slider = BISHOPS; slider <= ROOKS; slider++)
		for (int i = 0; i < 4; i++) {
			const uint64_t set = ray(from, directions[slider][i], sq_bit(to));

			if ((set & sq_bit(to)) != 0)
				return set;
		}
	return sq_bit(to);
}

static void
print_paths(void)
{
	static uint64_t paths[64 * 64];

	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++)
			paths[from * 64 + to] = path(from, to);
	print_rows("attacks_path[64][64]", paths, 64);
}

/* The entries of SQ_NONE are 0: no right, no square. */
static void
print_keys(void)
{
	static uint64_t keys[PIECES * 64];

	for (int i = 0; i < PIECES * 64; i++)
		keys[i] = next_random();
	print_rows("zobrist_man[PIECES][64]", keys, PIECES);
	keys[SQ_NONE] = 0;
	for (int sq = 0; sq < 64; sq++)
		keys[sq] = next_random();
	print_words("zobrist_castling[65]", keys, 65);
	for (int sq = 0; sq < 64; sq++)
		keys[sq] = next_random();
	print_words("zobrist_ep[65]", keys, 65);
	printf("\nconst uint64_t zobrist_black = UINT64_C(0x%016" PRIx64 ");\n", next_random());
}

static void
print_others(void)
{
	print_keys();
	print_rays();
	print_steps("attacks_knight[64]", knight_steps, 8);
	print_steps("attacks_king[64]", king_steps, 8);
	print_zones();
	print_pawns();
	print_paths();
}

int
main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";
	const int magic = strcmp(what, "magic") == 0, pext = strcmp(what, "pext") == 0;

	if (!magic && !pext && strcmp(what, "plain") != 0) {
		fputs("usage: attacks_gen magic|plain|pext\n", stderr);
		return EXIT_FAILURE;
	}
	puts("/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
	     "/* Written by core/chess/attacks_gen.c during the build. */\n"
	     "#include \"core/chess/attacks.h\"\n"
	     "#include \"core/chess/zobrist.h\"");
	if (!pext)
		print_others();
	if (magic || pext)
		print_sliders(pext);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
