/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No mistake of the tracker's own makes it hang: duties that are due at one instant without end rest for a while, and what is heard
 * meanwhile is not lost.
 */
#include <check.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

/* The knight is not read where he went: a search is due when the picture stands still. */
#define UNSEEN "start GO(W) e2- e4+P W! e7- e5+p B! g1- W! "

/* So many duties were done at the instant at which the next one is due, by a tracker that would go on for ever. */
static void
do_duties(struct story *story, uint32_t n)
{
	uint64_t due_us = tracker_advance(story->tracker, story->tracker->now_us);

	ck_assert_uint_ne(due_us, TRACKER_NO_DEADLINE);
	story->tracker->duties.at_us = due_us - 1;
	story->tracker->duties.n_at_once = n;
}

/* When is the knight found, so long after the last word? */
static uint64_t
found_us(uint32_t n_before)
{
	struct story story;
	uint64_t told_us, found_us;

	story_begin(&story);
	story_tell(&story, UNSEEN);
	do_duties(&story, n_before);
	told_us = story.tracker->now_us;
	while (story.tracker->game.n_plies < 3 && story.tracker->now_us < told_us + 10000000)
		story_tell(&story, "+10ms");
	found_us = story.tracker->now_us - told_us;
	story_end(&story, false);
	return found_us;
}

START_TEST(duties_without_end_rest_and_are_done_later)
{
	uint64_t soon_us = found_us(0), later_us = found_us(DUTIES_AT_ONCE - 1);

	ck_assert_uint_lt(soon_us, 5000000);
	ck_assert_uint_gt(later_us, soon_us);
	ck_assert_uint_lt(later_us, soon_us + 2 * DUTIES_REST_US);
}
END_TEST

/* A tracker that rests hears what is said, and nothing is lost. */
START_TEST(what_is_said_while_they_rest_is_heard)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, UNSEEN);
	do_duties(&story, DUTIES_AT_ONCE - 1);
	story_tell(&story, "+500ms b8- c6+n B! +5s");
	ck_assert_str_eq(story_end(&story, false), "e4@299 e5@299 Nf3*@298 Nc6*@298");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("duties");
	TCase *tcase = tcase_create("rest");

	tcase_add_test(tcase, duties_without_end_rest_and_are_done_later);
	tcase_add_test(tcase, what_is_said_while_they_rest_is_heard);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
