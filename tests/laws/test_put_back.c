/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move is put back and the clock started again, from the board's events to the alerts: the record may still have
 * a part of that move.
 */
#include <check.h>
#include <string.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

static char told[20000];

/* The record takes the king for a castling at first, as his rook may be read beside him. */
START_TEST(who_castled_moves_again)
{
	hall_play("[event]\nname = X\n",
	          "setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s e1- g1+K h1- e1+R W! +8s stop "
	          "e1- g1- e1+K h1+R +5s go +6s a2- a3+P W! +3s d6 +3s",
	          told, sizeof(told));
	ck_assert_msg(strstr(told, "\"illegal-move\"") != NULL, "%s", told);
	ck_assert_msg(strstr(told, "clock-running-wrong-side") == NULL, "%s", told);
	ck_assert_msg(strstr(told, "4. a3") != NULL, "%s", told);
}
END_TEST

/* Of the men put right one may be read alone for a while, as a ply would be; the clock that is set meanwhile is set for that
 * illegal move. */
START_TEST(nobody_plays_while_the_clock_stands)
{
	hall_play("[event]\nname = X\n",
	          "setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s d1- h6+Q W! +8s stop "
	          "h6- +1s h6+p +700ms d1+Q +3s clk:5393,5512 +2s go +6s f3- g1+N W! +3s d6 +3s",
	          told, sizeof(told));
	ck_assert_msg(strstr(told, "\"illegal-move\"") != NULL, "%s", told);
	ck_assert_msg(strstr(told, "clock-time-jump") == NULL, "%s", told);
	ck_assert_msg(strstr(told, "4. Ng1") != NULL, "%s", told);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("put_back");
	TCase *tcase = tcase_create("castling");

	tcase_add_test(tcase, who_castled_moves_again);
	tcase_add_test(tcase, nobody_plays_while_the_clock_stands);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
