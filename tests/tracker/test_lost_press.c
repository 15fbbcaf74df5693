/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses for which no ply is found: which of them were for nothing?
 */
#include <check.h>

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define FOUR_PLIES "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +2s"

/* How many presses are lost by what is told behind four plies? */
static uint32_t
count_lost(const char *told)
{
	static struct story story;
	uint32_t lost;

	story_begin(&story);
	story_tell(&story, FOUR_PLIES);
	ck_assert_uint_eq(story.tracker->trust.from, 4);
	story_tell(&story, told);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	lost = story.tracker->trust.lost;
	story_end(&story, false);
	return lost;
}

START_TEST(pressed_there_and_back_and_nothing_was_moved)
{
	ck_assert_uint_eq(count_lost("W! B! +9s"), 0);
	/* A man of Black's is gone, who was not to move. */
	ck_assert_uint_eq(count_lost("d7- +1s W! B! +9s"), 0);
}
END_TEST

/* White pressed with a pawn in the air, and Black pressed: that may have been a ply of each. */
START_TEST(who_is_not_read_any_more_may_have_moved_before_his_player_pressed)
{
	ck_assert_uint_eq(count_lost("d2- W! B! +9s"), 2);
}
END_TEST

/* White's king has left the check, and no update told; Black has replied. By the record White leaves his king in check next. */
static const struct midgame_tale tales[] = {
	{ "an illegal move behind a press of each, and something moved in between: plies are "
	  "missing, it may be",
	  "7k/8/8/8/2B1b3/8/2r3P1/3R2K1 w - - 0 1",
	  "d1- a1+R W! c2- g2:r B! +1s W! +4s g2- B! c2+r {c4- +480ms b3+B} W! +900ms c2- +680ms "
	  "b2+r B! "
	  "+5s a1- a4+R W! +2s",
	  "Ra1@299 Rxg2+@299 {illegal} Rb2*@297 Ra4*@296" },
};

START_TEST(who_moves_in_his_turn_may_have_moved_before)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* Nobody saw Black's knight come, and when White took up his pawn that was told late. */
START_TEST(when_a_man_came_whom_nobody_saw_nobody_knows)
{
	static const struct tale tale = {
		"the press before is for his ply",
		"start GO(W) e2- e4+P W! g8- +450ms B! +1250ms d2- +1s d4+P W! +2s",
		"e4@299 Nf6*@299 d4@298",
	};

	story_check(&tale);
}
END_TEST

/* Three plies came out at once, of men whom nobody saw come, long after their players had pressed. */
START_TEST(who_was_not_seen_may_have_been_there_when_his_player_pressed)
{
	static struct story story;
	struct tracker *tracker;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P +300ms e7- e5+p +300ms g1- f3+N +2s");
	tracker = story.tracker;
	ck_assert_uint_eq(tracker->game.n_plies, 3);
	for (uint32_t i = 0; i < 3; i++) {
		const struct lever_press press = {
			.t_us = tracker->evidence
			                .placed_us[move_from(tracker->plies[i].move)][EMPTY],
			.seconds = 299,
			.side = i == 1 ? BLACK : WHITE,
		};

		ck_assert(!record_is_pressed(tracker, i));
		tracker->plies[i].doubtful = DOUBT_UNSEEN;
		tracker->plies[i].made_us = tracker->now_us;
		lever_wait(&tracker->lever, &press);
	}
	record_hear_presses(tracker);
	for (uint32_t i = 0; i < 3; i++)
		ck_assert(record_is_pressed(tracker, i));
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("lost_press");
	TCase *tcase = tcase_create("presses");

	tcase_add_test(tcase, pressed_there_and_back_and_nothing_was_moved);
	tcase_add_test(tcase, who_is_not_read_any_more_may_have_moved_before_his_player_pressed);
	tcase_add_test(tcase, when_a_man_came_whom_nobody_saw_nobody_knows);
	tcase_add_test(tcase, who_was_not_seen_may_have_been_there_when_his_player_pressed);
	tcase_add_loop_test(tcase, who_moves_in_his_turn_may_have_moved_before, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
