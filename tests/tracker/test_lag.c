/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far the board is behind the hands, as far as it and the clock have shown.
 */
#include "core/tracker/seen/lag.h"

#include <check.h>
#include <stdlib.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"

#define MS UINT64_C(1000)

static struct tracker *tracker;

static void
set_up(void)
{
	struct tracker_listener listener = { 0 };

	tracker = tracker_init(malloc(tracker_size()), &listener);
}

static void
tear_down(void)
{
	free(tracker);
}

static void
change(uint64_t t_us, int sq)
{
	tracker->now_us = t_us;
	lag_note_change(tracker, sq);
	tracker->evidence.changed_us[sq] = t_us;
}

START_TEST(a_square_that_changes_twice_was_scanned_in_between)
{
	change(1000 * MS, 12);
	change(1300 * MS, 12);
	ck_assert_uint_eq(tracker->evidence.scan_us, 300 * MS);
	change(1400 * MS, 12); /* what a square flickers says nothing */
	ck_assert_uint_eq(tracker->evidence.scan_us, 300 * MS);
}
END_TEST

START_TEST(men_told_of_late_once_may_have_been_put_down_late)
{
	change(1000 * MS, 12);
	change(1300 * MS, 12);
	lag_note_press(tracker, 5000 * MS, 4200 * MS);
	ck_assert_uint_eq(tracker->evidence.scan_us, 300 * MS);
	lag_note_press(tracker, 9000 * MS, 8100 * MS);
	ck_assert_uint_eq(tracker->evidence.scan_us, 800 * MS);
	for (int i = 0; i < LAG_TOLD; i++)
		lag_note_press(tracker, 20000 * MS, 20100 * MS);
	ck_assert_uint_eq(tracker->evidence.scan_us, 300 * MS);
}
END_TEST

START_TEST(what_is_told_at_once_of_a_square_was_held_back)
{
	change(1000 * MS, 12);
	change(1300 * MS, 12);
	for (uint64_t t_us = 2000 * MS; t_us < 4000 * MS; t_us += 900 * MS) {
		change(t_us, 20);
		change(t_us + 5 * MS, 20);
	}
	ck_assert_uint_gt(tracker->evidence.scan_us, 600 * MS);
}
END_TEST

/* The past goes back in time: it has been gone by when it was told. */
START_TEST(nothing_is_gone_by_again_while_the_past_is_explained)
{
	change(5000 * MS, 12);
	change(5300 * MS, 12);
	tracker->past.frozen = true;
	for (int i = 0; i < 4; i++) {
		change(2000 * MS, 20);
		change(2005 * MS, 20);
		lag_note_press(tracker, 2900 * MS, 2000 * MS);
	}
	ck_assert_uint_eq(tracker->evidence.scan_us, 300 * MS);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("lag");
	TCase *tcase = tcase_create("shown");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, a_square_that_changes_twice_was_scanned_in_between);
	tcase_add_test(tcase, men_told_of_late_once_may_have_been_put_down_late);
	tcase_add_test(tcase, what_is_told_at_once_of_a_square_was_held_back);
	tcase_add_test(tcase, nothing_is_gone_by_again_while_the_past_is_explained);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
