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

#define TWO_ROOKS                                                                                  \
	"start GO(W) a2- a4+P W! a7- a6+p B! h2- h4+P W! b7- b6+p B! a1- a3+R W! c7- c6+p B! "     \
	"h1- h3+R W! d7- d6+p B! "
#define UP_TO_ROOKS "a4@299 a6@299 h4@298 b6@298 Ra3@297 c6@297 Rhh3@296 d6@296 "

static const struct tale tales[] = {
	{ "who was knocked over took nobody on the square that reads his like",
	  SWEPT "f7+p +1500ms", UP_TO_SWEPT "?" },
	{ "and play goes on when all stand again",
	  SWEPT "f7+p +1500ms f2+P +1s e4+P +1s e6+p +3s b7- b6+p B! +2s",
	  UP_TO_SWEPT "*@297 b6@297" },
	{ "who was knocked over beside a ply that he could have made, and put up again, did not "
	  "make it",
	  TWO_ROOKS "a3- a6- e3+R {h3- d2-} W! +4s h3+R +1s d2+P +1s a6+p +4s e7- e6+p B! +2s e3- "
	            "e4+R W! h7- h6+p B! +1s h3- b3+R W! +2s",
	  UP_TO_ROOKS "Rae3*@295 e6@295 Re4@294 h6@294 Rb3@293" },
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
