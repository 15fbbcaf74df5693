/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same seed gives the same game to the byte, whatever compiler built it: the digests here are those of every build.
 * Where what simulated boards do is changed on purpose they change, and the figures measured before are of other games.
 */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/fnv.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_other.h"
#include "tests/support.h"

enum { GAMES = 40, PLIES = 60 };

static struct bench_stream stream;
static struct game game;
static struct game_ply plies[PLIES];

/* The lowest byte first, whatever the machine. */
static uint64_t
mix(uint64_t hash, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		hash = fnv_mix(hash, value >> 8 * i & 0xff);
	return hash;
}

/* All that was said, and when. */
static uint64_t
mix_stream(uint64_t hash)
{
	for (size_t i = 0; i < stream.n_chunks; i++) {
		const struct bench_chunk *chunk = &stream.chunks[i];

		hash = mix(mix(hash, chunk->t_us, 8), (uint8_t)chunk->what, 1);
		hash = fnv_bytes(hash, stream.bytes + chunk->at, chunk->len);
	}
	return hash;
}

static void
play(const struct sim_profile *profile, const struct other_style *style, uint32_t seed)
{
	const struct bench_setup setup = {
		.profile = profile,
		.seed = seed,
		.initial_s = 180,
		.increment_s = 2,
		.pace = 1000,
		.unasked = true, /* what the tracker asks for would be part of it */
	};

	bench_game_any(&game, plies, PLIES, seed);
	if (style)
		other_play(&stream, style, seed, false, setup.unasked, &game);
	else
		bench_stream_play(&stream, &setup, &game);
}

static const struct {
	const char *name;
	uint64_t digest;
} known[] = {
	{ "clean", UINT64_C(0x9b9423e6731914ad) },
	{ "human", UINT64_C(0x070ce8165869177e) },
	{ "blitz", UINT64_C(0x5ab42d6ff4f9eb68) },
	{ "noisy", UINT64_C(0x2cc60ebb866734e9) },
	{ "harsh", UINT64_C(0xa9e62a513531436b) },
	{ "kids", UINT64_C(0xbd2dec02325a52f3) },
	{ "occupancy", UINT64_C(0x9274548a1f6c778f) },
	{ "slow-scan", UINT64_C(0xf32a8050bfd2813f) },
	{ "bluetooth", UINT64_C(0x2ff98c928f5c0836) },
	{ "lost-updates", UINT64_C(0xf8ad3ddcfa49b7f8) },
	{ "scans-only", UINT64_C(0x0ac2e6fd3772f4b5) },
	{ "b-calm", UINT64_C(0x327abaae12346785) },
	{ "b-blitz", UINT64_C(0x8f9a69c88a810f87) },
	{ "b-slow", UINT64_C(0xa87cb95680538111) },
	{ "b-burst", UINT64_C(0x306134f9ba41228c) },
	{ "b-rows", UINT64_C(0x724b2cb3bd6f6a24) },
	{ "b-losses", UINT64_C(0xcf4e90385d9c1d14) },
};

static const struct other_style *
find_style(const char *name)
{
	for (size_t i = 0; i < other_n_styles; i++)
		if (strcmp(other_styles[i].name, name) == 0)
			return &other_styles[i];
	return NULL;
}

START_TEST(one_seed_is_one_game_in_every_build)
{
	const struct sim_profile *profile = sim_profile_find(known[_i].name);
	const struct other_style *style = find_style(known[_i].name);
	uint64_t digest = UINT64_C(0xcbf29ce484222325);

	ck_assert(profile || style);
	for (uint32_t seed = 0; seed < GAMES; seed++) {
		play(profile, style, seed);
		digest = mix_stream(digest);
	}
	ck_assert_msg(digest == known[_i].digest,
	              "%s: digest %016" PRIx64 ", other games than those of other builds",
	              known[_i].name, digest);
}
END_TEST

START_TEST(every_kind_of_table_is_among_them)
{
	ck_assert_uint_eq(sizeof(known) / sizeof(known[0]), sim_n_profiles + other_n_styles);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bench_same");
	TCase *tcase = tcase_create("same");

	tcase_set_timeout(tcase, 300);
	tcase_add_loop_test(tcase, one_seed_is_one_game_in_every_build, 0,
	                    (int)(sizeof(known) / sizeof(known[0])));
	tcase_add_test(tcase, every_kind_of_table_is_among_them);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
