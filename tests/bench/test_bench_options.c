/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "tests/bench/options.h"
#include "tests/support.h"

struct asked {
	bool loud;
	uint64_t games;
	unsigned int percent;
	double pace;
	const char *folder;
	char letters[8];
};

static bool
take_letter(void *ctx, const char *value)
{
	struct asked *asked = ctx;

	if (strlen(value) != 1)
		return false;
	strcat(asked->letters, value);
	return true;
}

/* Words of a command line, up to 7. */
static int
read_words(struct asked *asked, const char *const words[])
{
	const struct bench_option options[] = {
		{ "loud", .flag = &asked->loud },
		{ "games", .number = &asked->games },
		{ "percent", .count = &asked->percent, .least = 1, .most = 100 },
		{ "pace", .real = &asked->pace },
		{ "folder", .text = &asked->folder },
		{ "letter", .take = take_letter },
	};
	char *argv[9] = { (char *)(uintptr_t) "bench" };
	int argc = 1;

	memset(asked, 0, sizeof(*asked));
	for (; argc < 8 && words[argc - 1]; argc++)
		argv[argc] = (char *)(uintptr_t)words[argc - 1];
	optind = 0; /* GNU: scan from the beginning */
	return bench_options_read(options, sizeof(options) / sizeof(options[0]), asked,
	                          "usage: bench\n", argc, argv);
}

START_TEST(bench_options_are_set_and_what_is_behind_them_is_left)
{
	const char *const words[] = { "--loud",   "--games", "12", "--letter=a",
		                      "--letter", "b",       "x",  NULL };
	struct asked asked;

	ck_assert_int_eq(read_words(&asked, words), BENCH_GO_ON);
	ck_assert(asked.loud);
	ck_assert_uint_eq(asked.games, 12);
	ck_assert_ptr_null(asked.folder);
	ck_assert_str_eq(asked.letters, "ab");
	ck_assert_int_eq(optind, 7);
}
END_TEST

START_TEST(bench_numbers_within_their_bounds_are_taken)
{
	const char *const words[] = { "--percent", "100", "--pace", "0.5", NULL };
	struct asked asked;

	ck_assert_int_eq(read_words(&asked, words), BENCH_GO_ON);
	ck_assert_uint_eq(asked.percent, 100);
	ck_assert_double_eq(asked.pace, 0.5);
}
END_TEST

START_TEST(bench_time_is_what_a_clock_can_be_set_to)
{
	static const char *const wrong[] = {
		"",     "x",    "0+5",     "900+", "900+x",
		"-5+1", "5+-1", "36001+1", "5+1s", "99999999999999999999"
	};
	int32_t initial_s, increment_s;

	ck_assert(bench_option_time("180+2", &initial_s, &increment_s));
	ck_assert_int_eq(initial_s, 180);
	ck_assert_int_eq(increment_s, 2);
	ck_assert(bench_option_time("300", &initial_s, &increment_s));
	ck_assert_int_eq(initial_s, 300);
	ck_assert_int_eq(increment_s, 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_msg(!bench_option_time(wrong[i], &initial_s, &increment_s), "%s",
		              wrong[i]);
	ck_assert_int_eq(initial_s, 300);
}
END_TEST

START_TEST(bench_help_is_no_error)
{
	const char *const words[] = { "--help", "--games", "x", NULL };
	struct asked asked;

	ck_assert_int_eq(read_words(&asked, words), 0);
}
END_TEST

START_TEST(bench_option_that_cannot_be_is_refused)
{
	static const char *const wrong[][3] = {
		{ "--nonsense" },       { "--games" },
		{ "--games", "x" },     { "--percent", "0" },
		{ "--percent", "101" }, { "--percent", "4294967297" },
		{ "--pace", "0" },      { "--pace", "-1" },
		{ "--pace", "inf" },    { "--pace", "2x" },
		{ "--games", "12x" },   { "--games", "-1" },
		{ "--letter", "ab" },   { "--games", "1844674407370955161600" },
		{ "--loud=1" },
	};
	struct asked asked;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_int_eq(read_words(&asked, wrong[i]), 2);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bench_options");
	TCase *tcase = tcase_create("options");

	tcase_add_test(tcase, bench_options_are_set_and_what_is_behind_them_is_left);
	tcase_add_test(tcase, bench_numbers_within_their_bounds_are_taken);
	tcase_add_test(tcase, bench_time_is_what_a_clock_can_be_set_to);
	tcase_add_test(tcase, bench_help_is_no_error);
	tcase_add_test(tcase, bench_option_that_cannot_be_is_refused);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
