/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose clock ran first (6.6), where nobody has said whose side of it is whose: the presses tell, afterwards. And what it
 * showed when it was started, of a game that is found later.
 */
#include <check.h>
#include <stdbool.h>
#include <string.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

#define EVENT "[event]\nname = X\n"
#define WRONG "Black's clock runs before White's first move."

static char told[20000];

static bool
is_told(const char *words)
{
	return strstr(told, words) != NULL;
}

START_TEST(blacks_time_ran_first_and_was_put_right)
{
	hall_play(EVENT, "setup clk:5400,5400 +10 go:b +8 B! +1 e4 e5 Nf3 Nc6 Bb5 a6 +3", told,
	          sizeof(told));
	ck_assert_msg(
		is_told("\"ply\":1,\"side\":\"black\",\"id\":\"wrong-clock-running-at-start\""),
		"%s", told);
	ck_assert_msg(is_told(WRONG), "%s", told);
}
END_TEST

/* Whoever starts the clock on the wrong side puts that right at once. */
START_TEST(put_right_at_once)
{
	hall_play(EVENT, "setup clk:5400,5400 +10 go:b B! +1 e4 e5 Nf3 Nc6 Bb5 a6 +3", told,
	          sizeof(told));
	ck_assert_msg(!is_told("wrong-clock-running-at-start"), "%s", told);
}
END_TEST

START_TEST(whites_time_ran_first)
{
	hall_play(EVENT, "setup clk:5400,5400 +10 go +8 e4 e5 Nf3 Nc6 Bb5 a6 +3", told,
	          sizeof(told));
	ck_assert_msg(!is_told("wrong-clock-running-at-start"), "%s", told);
}
END_TEST

/* Told at once, and only then. */
START_TEST(the_event_says_whose_side_is_whose)
{
	const char *first;

	hall_play(EVENT "[rules]\nclock.white_side = left\n",
	          "setup clk:5400,5400 +10 go:b +8 B! +1 e4 e5 Nf3 Nc6 Bb5 a6 +3", told,
	          sizeof(told));
	first = strstr(told, WRONG);
	ck_assert_msg(first && !strstr(first + 1, WRONG), "%s", told);
}
END_TEST

#define FISCHER "[event]\nname = X\nchess960 = auto\n[time]\ncontrol = 5400+30\n"
#define BISHOPS                                                                                    \
	"setup:bqbnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQBNNRKR_w_-_-_0_1 " /* on squares of one colour */
#define PLAYED "inc:30 +8 go +2 e2- e4+P W! +1 e7- e5+p B! +20"

/* The men stood wrongly, so that the game is recorded from where they were found, two presses later. */
START_TEST(a_clock_was_set_rightly_that_has_been_pressed_since)
{
	hall_play(FISCHER, BISHOPS "clk:5430,5430 " PLAYED, told, sizeof(told));
	ck_assert_msg(is_told("chess960-start-invalid") && is_told("1. e4 "), "%s", told);
	ck_assert_msg(!is_told("clock-setting-mismatch"), "%s", told);
}
END_TEST

START_TEST(a_clock_that_was_set_wrongly_is_told_of_such_a_game)
{
	hall_play(FISCHER, BISHOPS "clk:5730,5730 " PLAYED, told, sizeof(told));
	ck_assert_msg(is_told("clock-setting-mismatch"), "%s", told);
}
END_TEST

/* Nobody puts it right: White moves, his lever is down already, Black answers and presses. From then on all goes on as it should,
 * and each ply has its own player's time, where somebody has said whose side is whose, or nobody. */
#define NOT_PUT_RIGHT "setup clk:5400,5400 +2 go:b +3 ~e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 +5"

static void
expect_own_times(void)
{
	ck_assert_msg(is_told(WRONG), "%s", told);
	ck_assert_msg(is_told("1. e4 e5 {[%clk 1:29:53]} 2. Nf3 {[%clk 1:29:58]} 2... Nc6 {[%clk "
	                      "1:29:51]}"),
	              "%s", told);
	ck_assert_msg(!is_told("clock-sides-unknown"), "%s", told);
	ck_assert_msg(!is_told("missed-press-pair"), "%s", told);
}

START_TEST(blacks_time_ran_first_and_nobody_minds)
{
	hall_play(EVENT, NOT_PUT_RIGHT, told, sizeof(told));
	expect_own_times();
}
END_TEST

START_TEST(nobody_minds_and_the_sides_are_known)
{
	hall_play(EVENT "[rules]\nclock.white_side = left\n", NOT_PUT_RIGHT, told, sizeof(told));
	expect_own_times();
}
END_TEST

/* Two who press only when the other one has moved: those are late presses, and the sides are right. */
START_TEST(both_forget_their_first_press)
{
	hall_play(EVENT,
	          "setup clk:5400,5400 go +3 ~e4 +3 ~e5 W! +3 ~Nf3 +1 B! W! +3 Nc6 Bb5 a6 +5", told,
	          sizeof(told));
	ck_assert_msg(
		is_told("1. e4 {[%clk 1:29:50]} 1... e5 {[%clk 1:29:54]} 2. Nf3 {[%clk 1:29:50]}"),
		"%s", told);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("first_clock");
	TCase *tcase = tcase_create("start");

	tcase_add_test(tcase, blacks_time_ran_first_and_was_put_right);
	tcase_add_test(tcase, put_right_at_once);
	tcase_add_test(tcase, whites_time_ran_first);
	tcase_add_test(tcase, the_event_says_whose_side_is_whose);
	tcase_add_test(tcase, a_clock_was_set_rightly_that_has_been_pressed_since);
	tcase_add_test(tcase, a_clock_that_was_set_wrongly_is_told_of_such_a_game);
	tcase_add_test(tcase, blacks_time_ran_first_and_nobody_minds);
	tcase_add_test(tcase, nobody_minds_and_the_sides_are_known);
	tcase_add_test(tcase, both_forget_their_first_press);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
