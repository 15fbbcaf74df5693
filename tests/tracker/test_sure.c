/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What takes the place of a ply that was certain.
 */
#include <check.h>

#include "core/tracker/record/record.h"
#include "core/tracker/record/sure.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define FOUR_PLIES "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +2s"

enum { LAST = 3 };

/* 2... Nc6 was told with one doubt, and 2... Na6, which takes its place, has another; that one is over, with nothing seen. Is it in doubt
 * yet? */
static const struct {
	uint8_t told, taken_for;
	bool in_doubt;
} cases[] = {
	{ 0, 0, true },
	{ 0, DOUBT_HIDDEN, true },
	{ 0, DOUBT_PASSING, true },
	{ DOUBT_RIVAL, DOUBT_HIDDEN, false },
	{ DOUBT_PASSING, DOUBT_PASSING, false },
};

START_TEST(what_takes_the_place_of_a_certain_ply_stays_in_doubt)
{
	const uint16_t other = move_make(57, 40, MOVE_NORMAL);
	struct story story;
	struct sure sure;
	struct game_ply *last;

	story_begin(&story);
	story_tell(&story, FOUR_PLIES);
	last = &story.tracker->plies[LAST];
	last->doubtful = cases[_i].told;
	sure_note(story.tracker, LAST, &sure);
	record_exchange(story.tracker, LAST, &other, 1);
	last->doubtful = cases[_i].taken_for;
	sure_compare(story.tracker, &sure, DOUBT_RIVAL);
	if (last->doubtful == cases[_i].taken_for)
		sure_let_stand(story.tracker, LAST);
	ck_assert_int_eq(last->doubtful != 0, cases[_i].in_doubt);
	story_end(&story, false);
}
END_TEST

/* He who stood on d6 is taken there, and held beside his square; for a moment it looks as if he had gone there at once. */
static const struct tale clockless[] = {
	{ "without a clock one who stood for long is not elsewhere for certain",
	  "start d2- d4+P c7- c6+p c1- f4+B e7- e6+p +1s f4- d6+B +5s f8- {c7+B d6+b} +1s",
	  "d4 c6 Bf4 e6 Bc7* Bd6~" },
};

START_TEST(without_a_clock_what_stood_was_sure)
{
	story_check(&clockless[_i]);
}
END_TEST

static Suite *
sure_suite(void)
{
	Suite *suite = suite_create("sure");
	TCase *tcase = tcase_create("certain plies");

	tcase_add_loop_test(tcase, what_takes_the_place_of_a_certain_ply_stays_in_doubt, 0,
	                    sizeof(cases) / sizeof(cases[0]));
	tcase_add_loop_test(tcase, without_a_clock_what_stood_was_sure, 0,
	                    sizeof(clockless) / sizeof(clockless[0]));
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(sure_suite());
}
