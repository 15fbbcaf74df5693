/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What board and clock said lately: entries that were none are taken out again, and nothing is read where it is not kept any more.
 */
#include <check.h>

#include "core/tracker/seen/past.h"
#include "tests/support.h"

static struct past past;

/* n_says: so often the link is lost or comes back, the first time at 1 us, then every microsecond. */
static void
say(uint64_t n_says)
{
	static const uint8_t raw[64];
	const struct clock_reading clock = { 0 };

	past = (struct past){ 0 };
	for (uint64_t i = 1; i <= n_says; i++) {
		const struct board_event event = { .kind = i % 2 == 1 ? BOARD_LOST : BOARD_BACK,
			                           .t_us = i };

		past_note(&past, &event, i, 0, raw, &clock);
	}
}

START_TEST(what_came_behind_moves_up)
{
	say(6);
	past_withdraw(&past, 2, 2);
	ck_assert_uint_eq(past.n, 4);
	ck_assert_uint_eq(past_oldest(&past), 0);
	for (uint64_t i = 0; i < 4; i++)
		ck_assert_uint_eq(past_at(&past, i)->t_us, i < 2 ? i + 1 : i + 3);
}
END_TEST

/* The two oldest numbers would name what has been written over. */
START_TEST(what_was_written_over_is_not_kept_for_that)
{
	say(PAST_MAX + 10);
	past_withdraw(&past, PAST_MAX + 6, 2);
	ck_assert_uint_eq(past.n, PAST_MAX + 8);
	ck_assert_uint_eq(past_oldest(&past), 10);
	for (uint64_t i = past_oldest(&past); i < past.n; i++)
		ck_assert_uint_eq(past_at(&past, i)->t_us, i < PAST_MAX + 6 ? i + 1 : i + 3);
}
END_TEST

START_TEST(what_is_forgotten_or_to_come_is_not_taken_out)
{
	say(6);
	past_forget(&past);
	past_withdraw(&past, 2, 2);
	ck_assert_uint_eq(past.n, 6);
	past_withdraw(&past, 6, 1);
	ck_assert_uint_eq(past.n, 6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("past");
	TCase *tcase = tcase_create("withdraw");

	tcase_add_test(tcase, what_came_behind_moves_up);
	tcase_add_test(tcase, what_was_written_over_is_not_kept_for_that);
	tcase_add_test(tcase, what_is_forgotten_or_to_come_is_not_taken_out);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
