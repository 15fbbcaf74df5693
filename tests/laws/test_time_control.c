/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/time_control.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "tests/support.h"

static struct time_control control;

static void
parse(const char *text)
{
	ck_assert_msg(time_control_parse(text, strlen(text), &control) == 0, "%s", text);
}

static const char *
format(void)
{
	static char buffer[128];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	time_control_format(&text, &control);
	return buffer;
}

START_TEST(time_control_comes_back_as_written)
{
	static const char *const controls[] = {
		"40/5400+30:1800+30", "5400+30", "300", "0+10", "*180", "40/9000:*60", "?", "-"
	};

	parse(controls[_i]);
	ck_assert_str_eq(format(), controls[_i]);
}
END_TEST

START_TEST(time_control_refused)
{
	static const char *const bad[] = { ":",       "0",    "5400+",   "300:300",
		                           "*60:300", "40/0", "1234567", "300-2",
		                           "300 ",    "**60", "0/300" };

	ck_assert_int_eq(time_control_parse(bad[_i], strlen(bad[_i]), &control), -EBADMSG);
}
END_TEST

START_TEST(time_control_periods_bounded)
{
	static const char nine[] = "1/9:1/9:1/9:1/9:1/9:1/9:1/9:1/9:9";

	ck_assert_int_eq(time_control_parse(nine, strlen(nine), &control), -E2BIG);
	parse(nine + 4);
	ck_assert_uint_eq(control.n_periods, TIME_PERIODS_MAX);
}
END_TEST

START_TEST(time_control_empty_is_unstated)
{
	parse("");
	ck_assert_int_eq(control.kind, TIME_UNSTATED);
	ck_assert_uint_eq(time_control_increment(&control, 1, NULL), 0);
}
END_TEST

START_TEST(time_control_periods_follow_completed_moves)
{
	uint32_t left, seconds;

	parse("40/5400+30:20/3600:900+10");
	ck_assert_uint_eq(time_control_period(&control, 0, &left), 0);
	ck_assert_uint_eq(left, 40);
	ck_assert_uint_eq(time_control_period(&control, 39, &left), 0);
	ck_assert_uint_eq(left, 1);
	ck_assert_uint_eq(time_control_period(&control, 40, &left), 1);
	ck_assert_uint_eq(left, 20);
	ck_assert_uint_eq(time_control_period(&control, 500, &left), 2);
	ck_assert_uint_eq(left, 0);
	ck_assert(!time_control_begins_period(&control, 39, &seconds));
	ck_assert(time_control_begins_period(&control, 40, &seconds));
	ck_assert_uint_eq(seconds, 3600);
	ck_assert(time_control_begins_period(&control, 60, &seconds));
	ck_assert_uint_eq(seconds, 900);
	ck_assert(!time_control_begins_period(&control, 61, &seconds));
	ck_assert_uint_eq(time_control_increment(&control, 40, NULL), 30);
	ck_assert_uint_eq(time_control_increment(&control, 41, NULL), 0);
	ck_assert_uint_eq(time_control_increment(&control, 61, NULL), 10);
	ck_assert_uint_eq(time_control_least_increment(&control), 0);
}
END_TEST

START_TEST(time_control_last_period_with_moves_repeats)
{
	uint32_t left, seconds;

	parse("40/9000");
	ck_assert_uint_eq(time_control_period(&control, 85, &left), 0);
	ck_assert_uint_eq(left, 35);
	ck_assert(time_control_begins_period(&control, 80, &seconds));
	ck_assert_uint_eq(seconds, 9000);
}
END_TEST

/* The example of 6.3.2: 90 minutes and 30 seconds begin with 90:30, 90:30 and 90:00. */
START_TEST(time_control_start_by_mode)
{
	uint32_t other;

	parse("5400+30");
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, NULL), 5430);
	time_control_set_mode(&control, TIME_MODE_BRONSTEIN);
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, NULL), 5430);
	time_control_set_mode(&control, TIME_MODE_DELAY);
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, NULL), 5400);
	time_control_set_mode(&control, TIME_MODE_FISCHER);
	control.first_increment = TIME_FIRST_AFTER;
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, &other), 5400);
	ck_assert_uint_eq(other, 5400);
	control.first_increment = TIME_FIRST_AUTO;
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, &other), 5430);
	ck_assert_uint_eq(other, 5400);
}
END_TEST

/* Black 5, White 4 minutes, 3 seconds from move 60 (Q17 8.1). */
START_TEST(time_control_armageddon)
{
	parse("300+3");
	control.main_s[WHITE] = 240;
	control.increment_from = 60;
	ck_assert_uint_eq(time_control_start_s(&control, WHITE, NULL), 240);
	ck_assert_uint_eq(time_control_start_s(&control, BLACK, NULL), 300);
	ck_assert_uint_eq(time_control_increment(&control, 59, NULL), 0);
	ck_assert_uint_eq(time_control_increment(&control, 60, NULL), 3);
	ck_assert_uint_eq(time_control_game_s(&control, WHITE), 243);
}
END_TEST

START_TEST(time_control_sixty_moves)
{
	static const struct {
		const char *control;
		uint32_t seconds;
	} games[] = {
		{ "5400+30", 7200 }, { "40/5400:1800", 7200 }, { "40/5400+30:1800+30", 9000 },
		{ "20/600", 1800 },  { "60/600:600", 600 },    { "300+6", 660 },
	};

	parse(games[_i].control);
	ck_assert_uint_eq(time_control_game_s(&control, WHITE), games[_i].seconds);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("time_control");
	TCase *tcase = tcase_create("time_control");

	tcase_add_loop_test(tcase, time_control_comes_back_as_written, 0, 8);
	tcase_add_loop_test(tcase, time_control_refused, 0, 11);
	tcase_add_test(tcase, time_control_periods_bounded);
	tcase_add_test(tcase, time_control_empty_is_unstated);
	tcase_add_test(tcase, time_control_periods_follow_completed_moves);
	tcase_add_test(tcase, time_control_last_period_with_moves_repeats);
	tcase_add_test(tcase, time_control_start_by_mode);
	tcase_add_test(tcase, time_control_armageddon);
	tcase_add_loop_test(tcase, time_control_sixty_moves, 0, 6);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
