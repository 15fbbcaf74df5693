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

int
main(void)
{
	Suite *suite = suite_create("put_back");
	TCase *tcase = tcase_create("castling");

	tcase_add_test(tcase, who_castled_moves_again);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
