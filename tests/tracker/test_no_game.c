/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a result piece says, or a proof that nobody can mate, or the end of the stream: of the game that is on, and not of one
 * that is none, nor behind a person's word, nor of a virtual board's.
 */
#include <check.h>
#include <string.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

static void
put_result_piece(struct story *story)
{
	struct board_event event = { .kind = BOARD_MAGIC, .t_us = story->t_us };

	event.magic.which = BOARD_MAGIC_WHITE_WINS;
	tracker_event(story->tracker, &event);
}

static void
prove_dead_at_start(struct story *story)
{
	tracker_dead(story->tracker, 0, story->t_us);
}

static void
prove_dead(struct story *story)
{
	tracker_dead(story->tracker, 1, story->t_us);
}

static void
prove_dead_later(struct story *story)
{
	tracker_dead(story->tracker, 2, story->t_us);
}

static void
end_stream(struct story *story)
{
	tracker_finish(story->tracker);
}

static void
follow(struct story *story)
{
	const int e2 = 12, e4 = 28;

	ck_assert_int_eq(
		tracker_follow(story->tracker, move_make(e2, e4, MOVE_NORMAL), story->t_us), 0);
}

typedef void (*word)(struct story *story);

static const word words[] = { put_result_piece, prove_dead_at_start, prove_dead, prove_dead_later,
	                      end_stream };

#define N_WORDS (sizeof(words) / sizeof(words[0]))

static const struct {
	const char *name, *script;
	word first; /* said before, or NULL */
	word then;
	const char *record;
} cases[] = {
	{ "a result piece", "start GO(W) e2- e4+P W!", NULL, put_result_piece, "e4@299 1-0" },
	{ "a result piece behind a person's word", "start GO(W) e2- e4+P W! over", NULL,
	  put_result_piece, "e4@299 1/2-1/2" },
	{ "a result piece on a set that only follows", "start", follow, put_result_piece, "e4" },
	{ "a proof of a ply", "start GO(W) e2- e4+P W!", NULL, prove_dead, "e4@299 1/2-1/2" },
	{ "a proof of the start", "start GO(W) e2- e4+P W!", NULL, prove_dead_at_start, "e4@299" },
	{ "a proof of a ply that is gone", "start GO(W) e2- e4+P W!", NULL, prove_dead_later,
	  "e4@299" },
	{ "the end of the stream, of a set that only follows, with kings set for a sign",
	  "start GO(W) STOP +3s e1- d4+K e8- e5+k", follow, end_stream, "e4" },
};

START_TEST(it_is_said_of_the_game_that_is_on)
{
	struct story story;

	story_begin(&story);
	story_tell(&story, cases[_i].script);
	if (cases[_i].first)
		cases[_i].first(&story);
	cases[_i].then(&story);
	ck_assert_str_eq(story_end(&story, false), cases[_i].record);
}
END_TEST

START_TEST(without_a_game_it_says_nothing)
{
	struct tracker_view before, after;
	struct story story;

	story_begin(&story);
	story_tell(&story, "GO(W) +1s");
	tracker_look(story.tracker, &before);
	words[_i](&story);
	tracker_look(story.tracker, &after);
	ck_assert_mem_eq(&before, &after, sizeof(before));
	ck_assert_ptr_null(tracker_game(story.tracker));
	ck_assert_int_eq(story.tracker->game.result, RESULT_NONE);
	story_tell(&story, "start e2- e4+P W!");
	ck_assert_str_eq(story_end(&story, false), "e4@299");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("no_game");
	TCase *tcase = tcase_create("no_game");

	tcase_add_loop_test(tcase, it_is_said_of_the_game_that_is_on, 0,
	                    (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_loop_test(tcase, without_a_game_it_says_nothing, 0, (int)N_WORDS);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
