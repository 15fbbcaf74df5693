/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses that nobody heard, counted by what the clock gives for one.
 */
#include "core/tracker/clock/tally.h"

#include <check.h>

#include "tests/support.h"

#define SECOND UINT64_C(1000000)

struct clock {
	struct tally tally;
	struct clock_reading reading;
	uint64_t t_us;
};

static void
begin(struct clock *clock)
{
	*clock = (struct clock){ .t_us = SECOND };
	clock->reading.connected = clock->reading.running = true;
	clock->reading.face[CLOCK_LEFT].seconds = clock->reading.face[CLOCK_RIGHT].seconds = 900;
	tally_read(&clock->tally, &clock->reading, clock->t_us, 0);
}

/* Whose time runs has thought for so long, and presses, for which he is given so much. */
static void
press(struct clock *clock, int thought_s, int given_s)
{
	clock->t_us += (uint64_t)thought_s * SECOND;
	clock->reading.face[clock->reading.turn].seconds += given_s - thought_s;
	clock->reading.turn ^= 1;
}

static void
hear(struct clock *clock, int thought_s, int given_s)
{
	press(clock, thought_s, given_s);
	tally_read(&clock->tally, &clock->reading, clock->t_us, 1);
}

static int
ask(struct clock *clock, bool odd)
{
	return tally_unheard(&clock->tally, &clock->reading, clock->t_us, odd);
}

static void
hear_some(struct clock *clock, int given_s)
{
	static const int thought_s[] = { 4, 12, 3, 30, 5 };

	begin(clock);
	for (size_t i = 0; i < sizeof(thought_s) / sizeof(thought_s[0]); i++)
		hear(clock, thought_s[i], given_s);
}

START_TEST(tally_counts_presses_that_nobody_heard)
{
	struct clock clock;

	for (int n = 0; n <= 7; n++) {
		hear_some(&clock, 30);
		for (int i = 0; i < n; i++)
			press(&clock, 6, 30);
		clock.t_us += 3 * SECOND; /* he who is to move thinks */
		clock.reading.face[clock.reading.turn].seconds -= 3;
		ck_assert_int_eq(ask(&clock, n % 2 != 0), n);
	}
}
END_TEST

START_TEST(tally_goes_by_whose_time_runs)
{
	struct clock clock;

	hear_some(&clock, 2);
	for (int i = 0; i < 3; i++)
		press(&clock, 6, 2);
	clock.reading.face[CLOCK_LEFT].seconds -= 1; /* shown a second less than it is */
	ck_assert_int_eq(ask(&clock, true), 3);
}
END_TEST

START_TEST(tally_goes_on_behind_what_was_not_heard)
{
	struct clock clock;

	hear_some(&clock, 10);
	press(&clock, 4, 10);
	ck_assert_int_eq(ask(&clock, true), 1);
	hear(&clock, 8, 10);
	press(&clock, 5, 10);
	press(&clock, 5, 10);
	ck_assert_int_eq(ask(&clock, false), 2);
}
END_TEST

START_TEST(tally_knows_nothing_of_a_clock_that_gives_nothing)
{
	struct clock clock;

	hear_some(&clock, 0);
	press(&clock, 6, 0);
	ck_assert_int_eq(ask(&clock, true), -1);
}
END_TEST

START_TEST(tally_knows_nothing_where_time_was_given_back_or_added)
{
	struct clock clock;

	begin(&clock);
	for (int thought_s = 2; thought_s < 8; thought_s++)
		hear(&clock, thought_s, thought_s);
	press(&clock, 4, 4);
	ck_assert_int_eq(ask(&clock, true), -1);
	hear_some(&clock, 30);
	press(&clock, 4, 30 + 120); /* by the arbiter */
	ck_assert_int_ne(ask(&clock, true), 1);
	hear_some(&clock, 30);
	press(&clock, 4, 30 - 15);
	ck_assert_int_eq(ask(&clock, true), -1);
}
END_TEST

/* By a stream whose times lie: longer than anything lasts, and answered at once. */
START_TEST(tally_knows_nothing_of_times_that_lie)
{
	struct clock clock;

	hear_some(&clock, 2);
	clock.t_us = UINT64_MAX / 4;
	ck_assert_int_eq(ask(&clock, true), -1);
	hear_some(&clock, 2);
	clock.t_us += 2100 * SECOND; /* while the display stood: 1,050 presses */
	ck_assert_int_eq(ask(&clock, false), -1);
}
END_TEST

START_TEST(tally_begins_anew_where_the_clock_stood)
{
	struct clock clock;

	hear_some(&clock, 30);
	clock.reading.running = false;
	tally_read(&clock.tally, &clock.reading, clock.t_us, 0);
	clock.t_us += 60 * SECOND;
	clock.reading.running = true;
	tally_read(&clock.tally, &clock.reading, clock.t_us, 0);
	press(&clock, 6, 30);
	ck_assert_int_eq(ask(&clock, true), -1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("tally");
	TCase *tcase = tcase_create("tally");

	tcase_add_test(tcase, tally_counts_presses_that_nobody_heard);
	tcase_add_test(tcase, tally_goes_by_whose_time_runs);
	tcase_add_test(tcase, tally_goes_on_behind_what_was_not_heard);
	tcase_add_test(tcase, tally_knows_nothing_of_a_clock_that_gives_nothing);
	tcase_add_test(tcase, tally_knows_nothing_where_time_was_given_back_or_added);
	tcase_add_test(tcase, tally_knows_nothing_of_times_that_lie);
	tcase_add_test(tcase, tally_begins_anew_where_the_clock_stood);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
