/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another man in the pawn's place: put there instead of the first one, or come to take who took him.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"

#define PAWN "5r2/P5kp/8/8/8/8/6PP/R5K1 w - - 0 1"

static const struct midgame_tale tales[] = {
	{ "he is taken, and who took him is taken by a man like whom he might have been put up",
	  PAWN, "no-clock a7- a8+Q +3s a8- f8- a8+r a1- a8- d7+r a8+R +500ms d7- +3s",
	  "a8=Q Rxa8 Rxa8~" },
	{ "another one is put up before the opponent, who has lifted his man already, takes him",
	  PAWN, "no-clock a7- a8+Q f8- a8- a8+N +250ms a8- a8+r +3s", "a8=N Rxa8~" },
};

START_TEST(who_stands_in_the_pawns_place_is_known)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("promoted");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, who_stands_in_the_pawns_place_is_known, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
