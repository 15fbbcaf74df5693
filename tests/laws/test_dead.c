/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dead position ends the game by itself (5.2.2): what the record of a table has then, and what it has when that was not
 * so after all.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

#define LINES(FEN)                                                                                 \
	"[rules]\nstart.kind = fen\nstart.fen = " FEN "\nadequate_supervision = on\n"              \
	"[time]\ncontrol = 5400\n"
#define PAWN      LINES("8/8/8/8/8/3pK3/4B3/7k w - - 0 1")
#define PUT_PAWN  "setup:8/8/8/8/8/3pK3/4B3/7k_w_-_-_0_1 clk:5400,5400 go "
#define WALL      LINES("k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1")
#define PUT_WALL  "setup:k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7_w_-_-_0_1 clk:5400,5400 go "
#define CORRECTED "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":1} "

static char told[16384];

static void
play(const char *lines, const char *script)
{
	hall_play(lines, script, told, sizeof(told));
}

static void
has(const char *text)
{
	ck_assert_msg(strstr(told, text) != NULL, "no '%s' in:\n%s", text, told);
}

static void
lacks(const char *text)
{
	ck_assert_msg(strstr(told, text) == NULL, "'%s' in:\n%s", text, told);
}

/* PDEAD: the bishop takes the last pawn. */
START_TEST(dead_by_the_men_left_is_drawn)
{
	play(PAWN, PUT_PAWN "Bxd3 +3");
	has("dead-position");
	has("[Result \"1/2-1/2\"]");
	has("1. Bxd3 {[%clk 1:29:58]} 1/2-1/2");
}
END_TEST

/* PWALL: nobody comes through, as a search proves. */
START_TEST(dead_by_a_search_is_drawn)
{
	play(WALL, PUT_WALL "Kb2 +3");
	has("dead-position");
	has("1. Kb2 {[%clk 1:29:58]} 1/2-1/2");
}
END_TEST

/* Players who do not notice play on: the game was over before. */
START_TEST(dead_what_comes_after_it_is_no_move)
{
	play(PAWN, PUT_PAWN "Bxd3 +3 h1- g1+k B! +3 e3- f3+K W! +3 g1- h1+k B! +5");
	has("1. Bxd3 {[%clk 1:29:58]} 1/2-1/2");
	lacks("Kg1");
	lacks("illegal");
}
END_TEST

/* Before anybody could say so the answer was made; that is in the record, and drawn it was all the same. */
START_TEST(dead_before_it_was_answered)
{
	play(PAWN, PUT_PAWN "~Bxd3 ~Kg1 B! +5");
	has("[Result \"1/2-1/2\"]");
}
END_TEST

/* A flag that falls afterwards decides nothing. */
START_TEST(dead_before_the_flag)
{
	play(PAWN, PUT_PAWN "Bxd3 +3 flag:b +5");
	has("1/2-1/2");
	lacks("flag-fallen");
}
END_TEST

/* The arbiter puts the position back, and a person takes the ply off the record. */
START_TEST(dead_no_more_when_its_ply_is_gone)
{
	play(LINES("8/8/8/8/8/3pK3/4B3/7k b - - 0 1"),
	     "setup:8/8/8/8/8/3pK3/4B3/7k_b_-_-_0_1 clk:5400,5400 go:b Kg1 Bxd3 +3 stop "
	     "d3- d3+p e2+B +1 " CORRECTED "+2");
	has("dead-position");
	has("[Result \"*\"]");
}
END_TEST

/* What a person enters stands, and that it is wrong is told. */
START_TEST(dead_and_a_person_says_otherwise)
{
	play(PAWN, PUT_PAWN "Bxd3 +3 {\"op\":\"result\",\"result\":\"1-0\"} +2");
	has("[Result \"1-0\"]");
	has("result-mismatch");
	play(PAWN, PUT_PAWN "Bxd3 +3 {\"op\":\"result\",\"result\":\"1-0\"} "
	                    "{\"op\":\"result\",\"result\":\"*\"} +2");
	has("[Result \"1/2-1/2\"]");
}
END_TEST

/* Where a man is held over the one he would take, nothing has ended. */
START_TEST(dead_not_yet_while_he_hovers)
{
	play(PAWN, PUT_PAWN "e2- d3- d3+B +1 d3- d3+p d1+B W! +3");
	lacks("dead-position");
	has("[Result \"*\"]");
	has("Bd1");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dead");
	TCase *tcase = tcase_create("dead");

	tcase_add_test(tcase, dead_by_the_men_left_is_drawn);
	tcase_add_test(tcase, dead_by_a_search_is_drawn);
	tcase_add_test(tcase, dead_what_comes_after_it_is_no_move);
	tcase_add_test(tcase, dead_before_it_was_answered);
	tcase_add_test(tcase, dead_before_the_flag);
	tcase_add_test(tcase, dead_no_more_when_its_ply_is_gone);
	tcase_add_test(tcase, dead_and_a_person_says_otherwise);
	tcase_add_test(tcase, dead_not_yet_while_he_hovers);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
