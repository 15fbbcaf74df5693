/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sensors between men and board: sound ones change nothing, and each ill shows what it should,
 * for as long as the truth says, and leaves nothing behind.
 */
#include <check.h>
#include <string.h>

#include "core/chess/position.h"
#include "drivers/sim/sim_sensors.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)
#define TOLD   64

static struct sim_sensors sensors;
static uint8_t men[64], seen[64];
static struct sim_incident told[TOLD];
static size_t n_told;

static void
hear(void *ctx, const struct sim_incident *incident)
{
	(void)ctx;
	if (n_told < TOLD)
		told[n_told++] = *incident;
}

static void
look(void)
{
	uint8_t piece;
	int sq;

	while (sim_sensors_change(&sensors, &sq, &piece))
		seen[sq] = piece;
}

static void
begin(const struct sim_senses *senses, uint64_t seed)
{
	struct position position;

	position_start(&position);
	position_placement(&position, men);
	memcpy(seen, men, 64);
	n_told = 0;
	sim_sensors_init(&sensors, senses, seed, men, NULL, hear);
}

static void
put(int sq, uint8_t piece, uint64_t now_us)
{
	men[sq] = piece;
	sim_sensors_put(&sensors, sq, piece, now_us);
	look();
}

/* Squares that read something else than what stands. */
static int
count_wrong(int *ret_sq)
{
	int n = 0;

	for (int sq = 0; sq < 64; sq++) {
		if (seen[sq] == men[sq])
			continue;
		*ret_sq = sq;
		n++;
	}
	return n;
}

START_TEST(sound_sensors_read_what_stands)
{
	static const struct sim_senses senses = { .occupancy = false };
	int sq;

	begin(&senses, 1);
	for (uint32_t i = 0; i < 1000; i++) {
		sim_sensors_ply(&sensors, i, i * SECOND);
		put((int)(i * 37 % 64), (uint8_t)(i % 3 ? WHITE_PAWN : EMPTY), i * SECOND);
		ck_assert_int_eq(count_wrong(&sq), 0);
	}
	ck_assert_uint_eq(sim_sensors_due(&sensors), UINT64_MAX);
	ck_assert_uint_eq(n_told, 0);
}
END_TEST

START_TEST(blind_square_reads_empty_for_the_time_told)
{
	static const struct sim_senses senses = { .blind = 1000, .ill = { 1000, 600000 } };
	uint64_t shortest = UINT64_MAX, longest = 0;

	for (uint64_t seed = 0; seed < 300; seed++) {
		uint64_t due;
		int sq = SQ_NONE;

		begin(&senses, seed);
		sim_sensors_ply(&sensors, 7, SECOND);
		look();
		due = sim_sensors_due(&sensors);
		if (count_wrong(&sq) == 1)
			ck_assert_uint_eq(seen[sq], EMPTY);
		sim_sensors_run(&sensors, due);
		look();
		ck_assert_int_eq(count_wrong(&sq), 0);
		ck_assert_uint_eq(n_told, 1);
		ck_assert_int_eq(told[0].what, SIM_BLIND);
		ck_assert_uint_eq(told[0].ply, 7);
		ck_assert(sq == SQ_NONE || told[0].sq == sq);
		ck_assert_uint_eq(told[0].from_us, SECOND);
		ck_assert_uint_eq(told[0].until_us, due);
		shortest = due - SECOND < shortest ? due - SECOND : shortest;
		longest = due - SECOND > longest ? due - SECOND : longest;
	}
	ck_assert_uint_ge(shortest, SECOND);
	ck_assert_uint_lt(shortest, 3 * SECOND);
	ck_assert_uint_gt(longest, 300 * SECOND);
	ck_assert_uint_le(longest, 600 * SECOND);
}
END_TEST

START_TEST(wrong_man_is_another_one_and_gone_with_the_man)
{
	static const struct sim_senses senses = { .wrong = 1000, .ill = { 1000, 600000 } };

	for (uint64_t seed = 0; seed < 100; seed++) {
		int sq = SQ_NONE;

		begin(&senses, seed);
		sim_sensors_ply(&sensors, 0, 0);
		look();
		ck_assert_int_eq(count_wrong(&sq), 1);
		ck_assert_uint_ne(seen[sq], EMPTY);
		put(sq, EMPTY, SECOND / 2);
		ck_assert_uint_eq(seen[sq], EMPTY);
	}
}
END_TEST

START_TEST(man_between_two_squares_reads_on_both_until_he_leaves)
{
	static const struct sim_senses senses = { .both = 1000, .between_stand = { 1000, 30000 } };

	for (uint64_t seed = 0; seed < 100; seed++) {
		int sq = SQ_NONE;

		begin(&senses, seed);
		sim_sensors_ply(&sensors, 0, 0);
		put(12, EMPTY, SECOND);
		put(28, WHITE_PAWN, SECOND);
		ck_assert_int_eq(count_wrong(&sq), 1);
		ck_assert_uint_eq(seen[sq], WHITE_PAWN);
		put(28, EMPTY, SECOND + 100);
		ck_assert_int_eq(count_wrong(&sq), 0);
		ck_assert_uint_eq(told[0].until_us, SECOND + 100);
		ck_assert_int_eq(told[0].sq, sq);
	}
}
END_TEST

START_TEST(man_on_neither_square_is_seen_when_he_is_put_right)
{
	static const struct sim_senses senses = { .neither = 1000,
		                                  .between_stand = { 1000, 30000 } };
	int sq = SQ_NONE;

	begin(&senses, 1);
	sim_sensors_ply(&sensors, 0, 0);
	put(12, EMPTY, SECOND);
	put(28, WHITE_PAWN, SECOND);
	ck_assert_int_eq(count_wrong(&sq), 1);
	ck_assert_int_eq(sq, 28);
	sim_sensors_run(&sensors, sim_sensors_due(&sensors));
	look();
	ck_assert_int_eq(count_wrong(&sq), 0);
}
END_TEST

START_TEST(flickering_man_comes_and_goes)
{
	static const struct sim_senses senses = { .flicker = 1000,
		                                  .flicker_all = { 5000, 5000 },
		                                  .flicker_phase = { 200, 300 } };
	int away = 0, there = 0, sq = SQ_NONE;
	uint64_t now_us;

	begin(&senses, 1);
	sim_sensors_ply(&sensors, 0, 0);
	while ((now_us = sim_sensors_due(&sensors)) != UINT64_MAX) {
		sim_sensors_run(&sensors, now_us);
		look();
		if (count_wrong(&sq) == 0)
			there++;
		else
			away++;
	}
	ck_assert_int_ge(away, 5000 / 300 / 2 - 1);
	ck_assert_int_ge(there, away);
	ck_assert_uint_eq(told[0].until_us, 5 * SECOND);
}
END_TEST

START_TEST(nothing_is_ill_before_and_after_a_game)
{
	const struct sim_senses *senses = sim_profile_find("harsh")->senses;
	int sq = SQ_NONE, n_wrong = 0;

	begin(senses, 5);
	for (int i = 0; i < 500; i++) {
		put(12 + i % 2 * 16, EMPTY, SECOND);
		put(28 - i % 2 * 16, WHITE_PAWN, SECOND);
		ck_assert_int_eq(count_wrong(&sq), 0);
	}
	for (uint32_t i = 0; i < 500; i++) {
		sim_sensors_ply(&sensors, i, SECOND);
		look();
		n_wrong += count_wrong(&sq);
	}
	ck_assert_int_gt(n_wrong, 0);
	sim_sensors_end(&sensors, 2 * SECOND);
	look();
	ck_assert_int_eq(count_wrong(&sq), 0);
	ck_assert_uint_eq(sim_sensors_due(&sensors), UINT64_MAX);
}
END_TEST

static Suite *
sim_sensors_suite(void)
{
	Suite *suite = suite_create("sim_sensors");
	TCase *tcase = tcase_create("ills");

	tcase_add_test(tcase, sound_sensors_read_what_stands);
	tcase_add_test(tcase, blind_square_reads_empty_for_the_time_told);
	tcase_add_test(tcase, wrong_man_is_another_one_and_gone_with_the_man);
	tcase_add_test(tcase, man_between_two_squares_reads_on_both_until_he_leaves);
	tcase_add_test(tcase, man_on_neither_square_is_seen_when_he_is_put_right);
	tcase_add_test(tcase, flickering_man_comes_and_goes);
	tcase_add_test(tcase, nothing_is_ill_before_and_after_a_game);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(sim_sensors_suite());
}
