/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What counts as an illegal move, once the arbiter has confirmed it (7.5.4, 7.5.5).
 */
#include <check.h>
#include <errno.h>

#include "tests/laws/story.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

/* Knight to g3; it is put back, and he plays the next one. */
#define ILLEGAL "g1- g3+N W! +3s STOP g3- g1+N "

START_TEST(a_decision_is_undone_by_another)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 " ILLEGAL "confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), -EALREADY);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DEFERRED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DISMISSED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DEFERRED), 0);
	/* The next one is the first. */
	story_tell("+3s GO:w g1- f3+N +1s W! +2s b8- c6+n +1s B! f3- f6+N W! +3s");
	ck_assert_str_eq(story.told, "illegal-move@3:w! illegal-move@5:w!");
	story_end();
}
END_TEST

static const struct {
	const char *script;
	const char *told;
} twos[] = {
	{ "rules:illegal.limit=3 " BOARD "e4 e5 " ILLEGAL "confirm:1 +3s GO:w g1- f3+N W! +1s b8- "
	  "c6+n B! +1s f3- f6+N W! +3s confirm:2",
	  "illegal-move@3:w! illegal-move@5:w!" },
	/* What is played instead of an illegal move is another move, of the same ply. */
	{ BOARD "e4 e5 " ILLEGAL "confirm:1 +3s GO:w " ILLEGAL "confirm:2",
	  "illegal-move@3:w! illegal-move@3:w! second-illegal-move@3:w!" },
};

/* The arbiter restores the position, lets play go on, and decides about both at his desk. */
START_TEST(a_loss_by_a_late_decision_is_told)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 " ILLEGAL "+3s GO:w " ILLEGAL);
	ck_assert_str_eq(story.told, "illegal-move@3:w! illegal-move@3:w!");
	story_tell(_i == 0 ? "confirm:1 confirm:2" : "confirm:2 confirm:1");
	ck_assert_str_eq(story.told,
	                 "illegal-move@3:w! illegal-move@3:w! second-illegal-move@3:w!");
	ck_assert_int_eq(story.last.n, 2);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 2);
	/* That it is one of the two is known: it counts no third. */
	story_tell("confirm:3");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 2);
	story_end();
}
END_TEST

/* Each that counts is taken from the count, and not the last of them only. */
START_TEST(the_first_of_two_is_undone)
{
	story_begin(NULL, true);
	story_tell(twos[_i].script);
	ck_assert_str_eq(story.told, twos[_i].told);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 2);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DISMISSED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert_int_eq(laws_decide(story.laws, 2, ALERT_DEFERRED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	story_end();
}
END_TEST

/* 7.5.4: sensors only suspect it, the arbiter has seen it. */
START_TEST(two_hands_that_the_arbiter_has_seen_count)
{
	enum color to;
	int32_t seconds;

	story_begin(NULL, true);
	story_tell("stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
	           "{e1-;h1-} {g1+K;f1+R} W!");
	ck_assert_str_eq(story.told, "two-handed-move@1:w");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	story_tell("confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert(laws_take_penalty(story.laws, &to, &seconds));
	ck_assert_int_eq(to, BLACK);
	ck_assert_int_eq(seconds, 120);
	story_end();
}
END_TEST

/* No offence of 7.5 is in it. */
START_TEST(another_man_than_the_one_touched_counts_nothing)
{
	story_begin(NULL, true);
	story_tell(BOARD "e2- +2s e2+P d2- d4+P W! +1s confirm:1");
	ck_assert_str_eq(story.told, "touch-move@1:w");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_CONFIRMED);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	story_end();
}
END_TEST

START_TEST(none_counts_in_the_next_game)
{
	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 " ILLEGAL "confirm:1 result:0-1 setup:start +10s GO");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	story_end();
}
END_TEST

/* The king was left where he could be taken by the ply before. */
START_TEST(who_takes_a_king_is_told_with_the_ply_that_left_him)
{
	story_begin("6k1/8/8/8/8/6p1/4b3/6K1 w - - 0 1", true);
	story_tell("GO g1- f2+K W! +4s g3- f2:K>p B! +8s");
	ck_assert_int_eq(story.last.id, ALERT_KING_CAPTURED);
	ck_assert_uint_eq(story.last.n_plies, 2);
	ck_assert_uint_eq(story.last.plies[0], 1);
	ck_assert_uint_eq(story.last.plies[1], 2);
	story_end();
}
END_TEST

/* 7.5.5: who sees an illegal move sets the clock first, and decides in the program afterwards. */
START_TEST(time_given_before_the_decision_is_not_due)
{
	enum color to;
	int32_t seconds;

	story_begin(NULL, true);
	story_tell(BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N");
	story.clock.face[BLACK].seconds += 120;
	story_tell("STOP confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	story_end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counted");
	TCase *tcase = tcase_create("counted");

	tcase_add_test(tcase, a_decision_is_undone_by_another);
	tcase_add_loop_test(tcase, the_first_of_two_is_undone, 0,
	                    (int)(sizeof(twos) / sizeof(twos[0])));
	tcase_add_loop_test(tcase, a_loss_by_a_late_decision_is_told, 0, 2);
	tcase_add_test(tcase, two_hands_that_the_arbiter_has_seen_count);
	tcase_add_test(tcase, another_man_than_the_one_touched_counts_nothing);
	tcase_add_test(tcase, none_counts_in_the_next_game);
	tcase_add_test(tcase, who_takes_a_king_is_told_with_the_ply_that_left_him);
	tcase_add_test(tcase, time_given_before_the_decision_is_not_due);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
