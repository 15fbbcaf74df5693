/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulated clock: what it shows and when, presses, flags.
 */
#include <check.h>
#include <stdlib.h>

#include "drivers/sim/sim_clock.h"
#include "tests/support.h"

#define MS     UINT64_C(1000)
#define SECOND UINT64_C(1000000)

static struct sim_clock dut;

static void
assert_shows(uint64_t now_us, int32_t white_s, int32_t black_s)
{
	ck_assert_int_eq(sim_clock_shown_s(&dut, WHITE, now_us), white_s);
	ck_assert_int_eq(sim_clock_shown_s(&dut, BLACK, now_us), black_s);
}

START_TEST(countdown_shows_a_second_until_it_is_over)
{
	sim_clock_init(&dut, 182, 2, false);
	sim_clock_start(&dut, SECOND);
	assert_shows(SECOND, 182, 182);
	assert_shows(2 * SECOND - 1, 182, 182);
	assert_shows(2 * SECOND, 181, 182);
}
END_TEST

START_TEST(next_change_is_the_moment_at_which_the_display_changes)
{
	uint64_t now_us = 123456;

	sim_clock_init(&dut, 5, 0, false);
	ck_assert_uint_eq(sim_clock_next_us(&dut, now_us), UINT64_MAX);
	sim_clock_start(&dut, now_us);
	for (int32_t shown = 5; shown > 0; shown--) {
		uint64_t next_us = sim_clock_next_us(&dut, now_us);

		assert_shows(next_us - 1, shown, 5);
		assert_shows(next_us, shown - 1, 5);
		now_us = next_us;
	}
	ck_assert_uint_eq(now_us, 123456 + 5 * SECOND);
	ck_assert_uint_eq(sim_clock_next_us(&dut, now_us), UINT64_MAX);
}
END_TEST

START_TEST(press_adds_the_increment_and_flips_the_lever_at_once)
{
	struct clock_reading before, after;

	sim_clock_init(&dut, 180, 2, false);
	sim_clock_start(&dut, 0);
	sim_clock_read(&dut, 1500 * MS, &before);
	sim_clock_press(&dut, WHITE, 0, 1500 * MS);
	sim_clock_read(&dut, 1500 * MS, &after);
	ck_assert_int_eq(before.turn, CLOCK_LEFT);
	ck_assert_int_eq(before.face[CLOCK_LEFT].seconds, 179);
	ck_assert_int_eq(after.turn, CLOCK_RIGHT);
	ck_assert_int_eq(after.face[CLOCK_LEFT].seconds, 181);
	ck_assert_int_eq(after.face[CLOCK_RIGHT].seconds, 180);
	ck_assert(after.running && after.connected && after.face[CLOCK_LEFT].per_move);
	assert_shows(3500 * MS, 181, 178);
}
END_TEST

START_TEST(increment_seen_at_the_press_may_be_one_less_when_a_second_passes)
{
	/* 179.0 is reached in the very moment of the press: 180 + 2 - 1. */
	sim_clock_init(&dut, 180, 2, false);
	sim_clock_start(&dut, 0);
	assert_shows(SECOND - 1, 180, 180);
	sim_clock_press(&dut, WHITE, 0, SECOND);
	assert_shows(SECOND, 181, 180);
}
END_TEST

START_TEST(press_of_the_lever_that_is_down_does_nothing)
{
	sim_clock_init(&dut, 180, 2, false);
	sim_clock_start(&dut, 0);
	sim_clock_press(&dut, BLACK, 0, SECOND);
	assert_shows(2 * SECOND, 178, 180);
}
END_TEST

START_TEST(press_while_stopped_moves_only_the_lever)
{
	struct clock_reading reading;

	sim_clock_init(&dut, 180, 2, false);
	sim_clock_press(&dut, WHITE, 0, SECOND);
	sim_clock_read(&dut, 2 * SECOND, &reading);
	ck_assert(!reading.running);
	ck_assert_int_eq(reading.turn, CLOCK_RIGHT);
	assert_shows(10 * SECOND, 180, 180);
}
END_TEST

START_TEST(rotated_board_has_white_on_the_right)
{
	struct clock_reading reading;

	sim_clock_init(&dut, 180, 0, true);
	sim_clock_start(&dut, 0);
	sim_clock_read(&dut, 10 * SECOND, &reading);
	ck_assert_int_eq(reading.turn, CLOCK_RIGHT);
	ck_assert_int_eq(reading.face[CLOCK_RIGHT].seconds, 170);
	ck_assert_int_eq(reading.face[CLOCK_LEFT].seconds, 180);
	ck_assert(!reading.face[CLOCK_LEFT].per_move);
}
END_TEST

START_TEST(fallen_flag_blocks_the_clock_at_zero)
{
	struct clock_reading reading;

	sim_clock_init(&dut, 3, 2, false);
	sim_clock_start(&dut, 0);
	sim_clock_read(&dut, 3 * SECOND - 1, &reading);
	ck_assert(reading.running && !reading.face[CLOCK_LEFT].flag_fallen);
	sim_clock_read(&dut, 3 * SECOND, &reading);
	ck_assert(!reading.running && reading.face[CLOCK_LEFT].flag_fallen);
	sim_clock_press(&dut, WHITE, 0, 4 * SECOND);
	sim_clock_start(&dut, 5 * SECOND);
	sim_clock_read(&dut, 6 * SECOND, &reading);
	ck_assert_int_eq(reading.face[CLOCK_LEFT].seconds, 0);
	ck_assert_int_eq(reading.face[CLOCK_RIGHT].seconds, 3);
	ck_assert_int_eq(reading.turn, CLOCK_LEFT);
}
END_TEST

START_TEST(stop_and_set_are_what_an_arbiter_does)
{
	sim_clock_init(&dut, 180, 2, false);
	sim_clock_start(&dut, 0);
	sim_clock_stop(&dut, 10 * SECOND);
	assert_shows(100 * SECOND, 170, 180);
	sim_clock_set(&dut, BLACK, 300, 100 * SECOND);
	sim_clock_start(&dut, 101 * SECOND);
	assert_shows(111 * SECOND, 160, 300);
}
END_TEST

START_TEST(bonus_comes_with_the_press_and_nothing_exceeds_the_display)
{
	sim_clock_init(&dut, 60, 30, false);
	sim_clock_start(&dut, 0);
	sim_clock_press(&dut, WHITE, 1800 * (int64_t)SECOND, 10 * SECOND);
	assert_shows(10 * SECOND, 50 + 30 + 1800, 60);
	sim_clock_set(&dut, BLACK, SIM_CLOCK_MAX_S, 11 * SECOND);
	sim_clock_press(&dut, BLACK, 0, 11 * SECOND);
	assert_shows(11 * SECOND, 1880, SIM_CLOCK_MAX_S);
}
END_TEST

START_TEST(no_time_is_lost_or_won_over_many_presses)
{
	unsigned int seed = test_seed();
	uint64_t now_us = 0;

	sim_clock_init(&dut, 3600, 3, false);
	sim_clock_start(&dut, 0);
	for (int i = 0; i < 200; i++) {
		now_us += (uint64_t)(rand_r(&seed) % 20000000);
		sim_clock_press(&dut, i % 2 ? BLACK : WHITE, 0, now_us);
	}
	ck_assert_int_eq(sim_clock_left_us(&dut, WHITE, now_us) +
	                         sim_clock_left_us(&dut, BLACK, now_us),
	                 (7200 + 200 * 3) * (int64_t)SECOND - (int64_t)now_us);
}
END_TEST

static Suite *
sim_clock_suite(void)
{
	Suite *suite = suite_create("sim_clock");
	TCase *tcase = tcase_create("clock");

	tcase_add_test(tcase, countdown_shows_a_second_until_it_is_over);
	tcase_add_test(tcase, next_change_is_the_moment_at_which_the_display_changes);
	tcase_add_test(tcase, press_adds_the_increment_and_flips_the_lever_at_once);
	tcase_add_test(tcase, increment_seen_at_the_press_may_be_one_less_when_a_second_passes);
	tcase_add_test(tcase, press_of_the_lever_that_is_down_does_nothing);
	tcase_add_test(tcase, press_while_stopped_moves_only_the_lever);
	tcase_add_test(tcase, rotated_board_has_white_on_the_right);
	tcase_add_test(tcase, fallen_flag_blocks_the_clock_at_zero);
	tcase_add_test(tcase, stop_and_set_are_what_an_arbiter_does);
	tcase_add_test(tcase, bonus_comes_with_the_press_and_nothing_exceeds_the_display);
	tcase_add_test(tcase, no_time_is_lost_or_won_over_many_presses);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(sim_clock_suite());
}
