/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The opponent's time for an illegal move (7.5.5) or a wrong claim (9.5.3): it is asked for once the arbiter has confirmed it, unless the clock has
 * it already.
 */
#include <check.h>
#include <stdbool.h>
#include <string.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

#define EVENT     "[event]\nname = X\n"
#define ILLEGAL   "setup clk:5400,5400 go e4 e5 g1- g3+N W! +5 stop g3- g1+N "
#define CONFIRMED "{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"} "
#define GOES_ON   "+1 go Nf3 Nc6 +300"

static char told[20000];

static bool
is_told(const char *id)
{
	return strstr(told, id) != NULL;
}

START_TEST(time_that_is_not_given_is_asked_for)
{
	hall_play(EVENT, ILLEGAL CONFIRMED GOES_ON, told, sizeof(told));
	ck_assert_msg(is_told("\"illegal-move\""), "%s", told);
	ck_assert_msg(is_told("\"penalty-time-not-applied\""), "%s", told);
}
END_TEST

START_TEST(time_given_after_the_decision_is_what_was_asked_for)
{
	hall_play(EVENT, ILLEGAL CONFIRMED "clk:5398,5513 " GOES_ON, told, sizeof(told));
	ck_assert_msg(is_told("\"illegal-move\""), "%s", told);
	ck_assert_msg(!is_told("\"penalty-time-not-applied\""), "%s", told);
}
END_TEST

/* Who sees an illegal move sets the clock first, and decides in the program afterwards. */
START_TEST(time_given_before_the_decision_is_not_asked_for_again)
{
	hall_play(EVENT, ILLEGAL "clk:5398,5513 " CONFIRMED GOES_ON, told, sizeof(told));
	ck_assert_msg(is_told("\"illegal-move\""), "%s", told);
	ck_assert_msg(!is_told("\"penalty-time-not-applied\""), "%s", told);
}
END_TEST

#define CLAIM                                                                                      \
	"setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 {\"op\":\"claim\",\"side\":\"white\"} stop +5 "

/* The arbiter adds it at the board and says nothing to the program. */
START_TEST(time_for_a_wrong_claim_is_no_jump)
{
	hall_play(EVENT, CLAIM "clk:5394,5516 +5 go Bb5 a6 +10", told, sizeof(told));
	ck_assert_msg(is_told("\"draw-claim-check\""), "%s", told);
	ck_assert_msg(!is_told("\"clock-time-jump\""), "%s", told);
}
END_TEST

START_TEST(other_time_after_a_wrong_claim_is_a_jump)
{
	hall_play(EVENT, CLAIM "clk:5394,5696 +5 go Bb5 a6 +10", told, sizeof(told));
	ck_assert_msg(is_told("\"clock-time-jump\""), "%s", told);
}
END_TEST

START_TEST(time_for_a_wrong_claim_is_not_asked_for_again)
{
	hall_play(EVENT, CLAIM "clk:5394,5516 +5 " CONFIRMED "+1 go Bb5 a6 +300", told,
	          sizeof(told));
	ck_assert_msg(!is_told("\"penalty-time-not-applied\""), "%s", told);
	hall_play(EVENT, CLAIM CONFIRMED "+1 go Bb5 a6 +300", told, sizeof(told));
	ck_assert_msg(is_told("\"penalty-time-not-applied\""), "%s", told);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("penalty");
	TCase *tcase = tcase_create("time");

	tcase_add_test(tcase, time_that_is_not_given_is_asked_for);
	tcase_add_test(tcase, time_given_after_the_decision_is_what_was_asked_for);
	tcase_add_test(tcase, time_given_before_the_decision_is_not_asked_for_again);
	tcase_add_test(tcase, time_for_a_wrong_claim_is_no_jump);
	tcase_add_test(tcase, other_time_after_a_wrong_claim_is_a_jump);
	tcase_add_test(tcase, time_for_a_wrong_claim_is_not_asked_for_again);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
