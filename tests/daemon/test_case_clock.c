/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which readings of a clock a case file has.
 */
#include "daemon/case_clock.h"

#include <check.h>

#include "tests/support.h"

/* Readings in tenths of a second; the left side is to move. */
static const struct {
	int at;
	bool running;
	int turn, left, right;
	bool is_told;
} readings[] = {
	{ 0, true, CLOCK_LEFT, 100, 90, true },    /* the first */
	{ 10, true, CLOCK_LEFT, 99, 90, false },   /* what it has run to */
	{ 30, true, CLOCK_LEFT, 96, 90, false },   /* a moment late */
	{ 40, true, CLOCK_LEFT, 96, 90, false },   /* it waits (delay) */
	{ 50, true, CLOCK_RIGHT, 98, 90, true },   /* a press */
	{ 60, true, CLOCK_RIGHT, 98, 150, true },  /* more than there was */
	{ 70, true, CLOCK_RIGHT, 97, 149, true },  /* the side that stands */
	{ 80, true, CLOCK_RIGHT, 97, 120, true },  /* more than has passed */
	{ 90, false, CLOCK_RIGHT, 97, 120, true }, /* stopped */
	{ 500, false, CLOCK_RIGHT, 97, 120, false },
	{ 510, false, CLOCK_RIGHT, CLOCK_UNKNOWN, 120, true },
};

START_TEST(what_a_clock_has_not_run_to_is_told)
{
	struct case_clock clock = { 0 };

	for (size_t i = 0; i < sizeof(readings) / sizeof(readings[0]); i++) {
		const struct clock_reading reading = {
			.connected = true,
			.running = readings[i].running,
			.turn = (uint8_t)readings[i].turn,
			.face = { { .seconds = readings[i].left },
			          { .seconds = readings[i].right } },
		};
		uint64_t t_us = (uint64_t)readings[i].at * 100000;

		ck_assert_msg(case_clock_hear(&clock, t_us, &reading, true) == readings[i].is_told,
		              "reading %zu", i);
		ck_assert(clock.told == readings[i].is_told);
	}
}
END_TEST

/* What lies before is only compared with; the first one there is told whatever it is. */
START_TEST(the_first_one_around_it_is_told)
{
	struct clock_reading reading = { .connected = true, .running = true };
	struct case_clock clock = { 0 };

	reading.face[CLOCK_LEFT].seconds = 100;
	ck_assert(!case_clock_hear(&clock, 0, &reading, false));
	reading.face[CLOCK_LEFT].seconds = 99;
	ck_assert(case_clock_hear(&clock, 1000000, &reading, true));
	reading.face[CLOCK_LEFT].seconds = 98;
	ck_assert(!case_clock_hear(&clock, 2000000, &reading, true));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("case_clock");
	TCase *tcase = tcase_create("case_clock");

	tcase_add_test(tcase, what_a_clock_has_not_run_to_is_told);
	tcase_add_test(tcase, the_first_one_around_it_is_told);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
