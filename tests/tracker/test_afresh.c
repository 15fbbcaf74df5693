/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one picture after the other was taken for is put right when all that was told shows that it was something else.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/story.h"

#define PLAYED "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +1s "

static const struct tale tales[] = {
	{ "a man who went out and came back between two scans, while the clock told of it",
	  PLAYED "f3- g5+N W! +1s g8- B! {g5- f3+N W!} g8+n B! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng5@297 Nf6*@297 Nf3@296 Ng8*@296" },
	{ "where the clock tells of none, he was only lifted",
	  PLAYED "f3- g5+N W! +1s g8- +300ms g8+n +2s", "e4@299 e5@299 Nf3@298 Nc6@298 Ng5@297" },
	{ "nor is it two plies that a hand is at work", PLAYED "f1- c4+B W! +1s g8- +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297" },
};

START_TEST(tracker_accounts_for_the_last_plies_afresh)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("afresh");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, tracker_accounts_for_the_last_plies_afresh, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
