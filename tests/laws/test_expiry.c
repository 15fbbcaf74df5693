/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is over needs no decision any more: alerts that nobody has decided expire.
 */
#include <check.h>

#include "tests/laws/story.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

/* What an alert is about ends with the last words. */
static const struct {
	const char *begins, *told, *ends;
} expiries[] = {
	/* a claim, with the game */
	{ BOARD SHUFFLE SHUFFLE, "threefold-available@8:w", "result:1/2-1/2" },
	/* with men who lie about */
	{ BOARD "e4 e5 a1- b1- c1- +4s", "displaced-pieces@3:w", "a1+R b1+N c1+B +1s Nf3 Nc6" },
};

START_TEST(alert_is_open_as_long_as_what_it_is_about)
{
	story_begin(NULL, true);
	story_tell(expiries[_i].begins);
	ck_assert_str_eq(story.told, expiries[_i].told);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	story_tell(expiries[_i].ends);
	ck_assert_str_eq(story.told, expiries[_i].told);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_EXPIRED);
	story_end();
}
END_TEST

/* A wrong array stands after ten moves (A.4.1). */
START_TEST(alert_about_the_array_goes_when_it_stands)
{
	story_begin(NULL, true);
	story_tell(UNSUPERVISED "setup:swapped +10s GO");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	story_tell(TEN_MOVES "Ra2");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_EXPIRED);
	story_end();
}
END_TEST

/* The record has the ply no more that it was about. */
START_TEST(alert_about_a_ply_goes_with_it)
{
	struct tracker_view view = { .games = 1 };

	story_begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", false);
	story_tell("Rd2 Ke5");
	ck_assert_str_eq(story.told, "fifty-move-available@2:w");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	game_truncate(&story.game, 1);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 1, &view, story.t_us);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_EXPIRED);
	story_end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("expiry");
	TCase *tcase = tcase_create("expiry");

	tcase_add_loop_test(tcase, alert_is_open_as_long_as_what_it_is_about, 0,
	                    (int)(sizeof(expiries) / sizeof(expiries[0])));
	tcase_add_test(tcase, alert_about_the_array_goes_when_it_stands);
	tcase_add_test(tcase, alert_about_a_ply_goes_with_it);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
