/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who are knocked over by a sleeve, several at once, and put up again: nobody played them.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/story.h"

/* White's pawn goes to d5, where Black's could take it, and White's take back; the sleeve sweeps off both of those, and two more. */
#define SWEPT                                                                                      \
	"start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! a7- a6+p B! d5+P {d4- e6- e4- f7- f2-} "  \
	"W! +6s "
#define UP_TO_SWEPT "e4@299 e6@299 d4@298 a6@298 d5"

static const struct tale tales[] = {
	{ "who was knocked over took nobody on the square that reads his like",
	  SWEPT "f7+p +1500ms", UP_TO_SWEPT "?" },
	{ "and play goes on when all stand again",
	  SWEPT "f7+p +1500ms f2+P +1s e4+P +1s e6+p +3s b7- b6+p B! +2s",
	  UP_TO_SWEPT "*@297 b6@297" },
};

START_TEST(swept_tale_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("swept");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, swept_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
