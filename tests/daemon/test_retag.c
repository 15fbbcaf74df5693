/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Games that are written get other names; what was played stays, letter by letter.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/retag.h"
#include "tests/support.h"

static const char before[] =
	"[Event \"Open\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.3\"]\n[White \"a\"]\n"
	"[Black \"b\"]\n[Result \"*\"]\n[WhiteElo \"1500\"]\n[Termination \"normal\"]\n\n"
	"1. e4 {[%clk 1:30:00]} 1... e5 *\n\n"
	"[Event \"Open\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.3\"]\n[White \"a\"]\n"
	"[Black \"b\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[Termination \"normal\"]\n"
	"[Continuation \"1\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/8/4K2R w K - 0 2\"]\n\n"
	"2. O-O+ 1-0\n\n";

static const char after[] =
	"[Event \"Open\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.3\"]\n[White \"c\"]\n"
	"[Black \"?\"]\n[Result \"*\"]\n[Termination \"normal\"]\n\n"
	"1. e4 {[%clk 1:30:00]} 1... e5 *\n\n"
	"[Event \"Open\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.3\"]\n[White \"c\"]\n"
	"[Black \"?\"]\n[Result \"1-0\"]\n[Continuation \"1\"]\n"
	"[FEN \"8/8/8/8/8/5k2/8/4K2R w K - 0 2\"]\n[SetUp \"1\"]\n[Termination \"normal\"]\n\n"
	"2. O-O+ 1-0\n\n";

static const struct pgn_tag tags[] = { { "Event", "Open" }, { "Round", "1.3" }, { "White", "c" } };

START_TEST(names_change_and_the_game_stays)
{
	size_t len;
	char *pgn = retag_pgn(before, strlen(before), tags, 3, &len);

	ck_assert_ptr_nonnull(pgn);
	ck_assert_uint_eq(len, strlen(pgn));
	ck_assert_str_eq(pgn, after);
	free(pgn);
	pgn = retag_pgn("", 0, tags, 3, &len);
	ck_assert_str_eq(pgn, "");
	free(pgn);
}
END_TEST

/* The event's date may be another one by now; what is not known is told. */
START_TEST(the_day_of_a_game_stays)
{
	static const char *const games[][2] = { { "2026.03.14", "2026.03.14" },
		                                { "????.??.??", "2026.03.15" } };
	const struct pgn_tag dated[] = { { "Date", "2026.03.15" }, { "White", "c" } };
	char game[200], want[200];
	size_t len;
	char *pgn;

	for (size_t i = 0; i < 2; i++) {
		snprintf(game, sizeof(game), "[White \"a\"]\n[Date \"%s\"]\n\n1. e4 *\n\n",
		         games[i][0]);
		snprintf(want, sizeof(want), "[Date \"%s\"]\n[Round \"?\"]\n[White \"c\"]\n",
		         games[i][1]);
		pgn = retag_pgn(game, strlen(game), dated, 2, &len);
		ck_assert_ptr_nonnull(pgn);
		ck_assert_msg(strstr(pgn, want) != NULL, "no '%s' in:\n%s", want, pgn);
		free(pgn);
	}
}
END_TEST

START_TEST(what_is_no_pgn_is_left_alone)
{
	static const char broken[] = "[Event \"x\"]\n\n1. e5 *\n";
	size_t len;

	ck_assert_ptr_null(retag_pgn(broken, strlen(broken), tags, 3, &len));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("retag");
	TCase *tcase = tcase_create("retag");

	tcase_add_test(tcase, names_change_and_the_game_stays);
	tcase_add_test(tcase, the_day_of_a_game_stays);
	tcase_add_test(tcase, what_is_no_pgn_is_left_alone);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
