/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is told for certain, and what takes the place of that.
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

static const struct tale too_soon[] = {
	{ "who passes a square, and is not read where he goes on to, was not there for sure",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d2- d3+P W! d7- d6+p B! +1s {b1- +44ms g8- +149ms "
	  "d2+N +37ms W! +132ms B! +44ms d2- +83ms e7+n +106ms c3+N +206ms c3- +186ms c4+N +13ms "
	  "W! +127ms e7- +246ms g6+n +204ms B!} +100ms",
	  "e4@299 e5@299 d3@298 d6@298 Nc3*@297 Ne7@297 Na4*@296 Ng6*@296" },
	{ "a queen who could take whom somebody has lifted may do so yet, pressed for or not",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! h7- h6+p B! c1- g5+B W! +1s {d8- +275ms "
	  "e7+q +375ms g5- +1045ms B!}",
	  "e4@299 e6@299 d4@298 h6@298 Bg5@297 Qe7*@297" },
	{ "when the board has looked again she has stayed",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! h7- h6+p B! c1- g5+B W! +1s {d8- +275ms "
	  "e7+q +375ms g5- +1045ms B!} +1s",
	  "e4@299 e6@299 d4@298 h6@298 Bg5@297 Qe7@297" },
};

START_TEST(what_may_be_another_ply_yet_is_not_sure)
{
	story_check(&too_soon[_i]);
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
	tcase_add_loop_test(tcase, what_may_be_another_ply_yet_is_not_sure, 0,
	                    sizeof(too_soon) / sizeof(too_soon[0]));
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(sure_suite());
}
