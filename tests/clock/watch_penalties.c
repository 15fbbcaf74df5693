/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times that the arbiter sets: penalties, and adjournment.
 */
#include "tests/clock/watch.h"

static struct desk desk;

/* --- 7.5.5: penalties ------------------------------------------------------------------------- */

/* Or the arbiter says that he stops the clock before he does. */
START_TEST(a_penalty_given_is_no_jump)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, 120);
	if (_i == 1)
		desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(&desk);
	desk_wait(&desk, 40000);
	desk.left_ms[BLACK] += 120000;
	desk_show(&desk);
	desk_start(&desk);
	ck_assert_int_eq(clock_watch_owed(&desk.watch, BLACK), 0);
	desk_wait(&desk, 300000);
	desk_expect_nothing(&desk);
}
END_TEST

/* 7.5.1: an illegal move of White's, for which Black gets his time and both what they had. */
static void
set_back(int64_t white_ms, int64_t black_ms)
{
	struct clock_put_back put_back = { .open = true, .side = WHITE, .penalty_s = 120 };

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	for (int side = WHITE; side <= BLACK; side++)
		put_back.before_s[side] = (int32_t)(desk.left_ms[side] / 1000);
	desk_wait(&desk, 20000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 15000);
	desk_stop(&desk);
	clock_watch_put_back(&desk.watch, &put_back);
	desk_wait(&desk, 40000);
	desk.left_ms[WHITE] += white_ms;
	desk.left_ms[BLACK] += black_ms;
	desk_show(&desk);
	desk_start(&desk);
	desk_wait(&desk, 30000);
}

START_TEST(a_clock_set_back_with_the_position_is_no_jump)
{
	set_back(-30000, 15000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 0);
	set_back(-10000, 15000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 0);
	set_back(-30000, 135000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 0);
}
END_TEST

START_TEST(a_clock_set_to_what_it_never_showed_is_told)
{
	set_back(-60000, 15000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 1);
	set_back(60000, 15000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 1);
	set_back(-30000, 60000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 1);
}
END_TEST

/* White has pressed without a move: until he moves, whose time runs then is taken for White. */
START_TEST(faces_found_to_be_the_others_while_it_stands_are_compared_as_they_are)
{
	struct clock_put_back put_back = { .open = true, .side = WHITE, .penalty_s = 120 };

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 60000);
	desk_press_bare(&desk, 30);
	desk.white_side = CLOCK_RIGHT;
	desk_wait(&desk, 15000);
	desk_stop(&desk);
	put_back.before_s[WHITE] = put_back.before_s[BLACK] = CLOCK_UNKNOWN;
	clock_watch_put_back(&desk.watch, &put_back);
	desk_wait(&desk, 40000);
	desk.left_ms[WHITE] -= 30000;
	desk.left_ms[BLACK] += 120000;
	desk_show(&desk);
	desk.turn = WHITE;
	desk.white_side = CLOCK_LEFT;
	desk_start(&desk);
	desk_wait(&desk, 5000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 0);
}
END_TEST

START_TEST(a_penalty_not_given_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, 120);
	desk_wait(&desk, 179000);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 2000);
	desk_expect_only(&desk, ALERT_PENALTY_TIME_NOT_APPLIED, 1);
	ck_assert_int_eq(desk.findings[0].expected_s, 120);
}
END_TEST

/* 12.9.3: less time for the player himself. */
START_TEST(time_taken_from_him_is_no_jump)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, -120);
	ck_assert_int_eq(clock_watch_owed(&desk.watch, BLACK), -120);
	desk_stop(&desk);
	desk_wait(&desk, 40000);
	desk.left_ms[BLACK] -= 120000;
	desk_show(&desk);
	desk_start(&desk);
	desk_wait(&desk, 300000);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(time_not_taken_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, -120);
	desk_wait(&desk, 181000);
	desk_expect_only(&desk, ALERT_PENALTY_TIME_NOT_APPLIED, 1);
	ck_assert_int_eq(desk.findings[0].expected_s, -120);
}
END_TEST

/* --- Guideline I: adjournment ----------------------------------------------------------------- */

static void
end_session(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->session_end_us = 601000000; /* ten minutes after the start */
}

START_TEST(the_session_ends_and_nobody_plays_on)
{
	desk_sit(&desk, "5400", NULL, end_session);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 299000, 0);
	desk_wait(&desk, 3000);
	desk_expect_only(&desk, ALERT_SESSION_END, 1);
	desk_play(&desk, "g1f3", 1000, 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_PLAY_AFTER_ADJOURNMENT), 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_PLAY_AFTER_ADJOURNMENT)->ply, 3);
	desk_play(&desk, "b8c6", 1000, 0);
	ck_assert_int_eq(desk.n_findings, 2);
}
END_TEST

/* Nothing is on that could be adjourned: it has not begun, or is over. */
START_TEST(a_session_ends_for_games_that_are_on)
{
	desk_sit(&desk, "5400", NULL, end_session);
	if (_i == 1) {
		desk_start(&desk);
		desk_play(&desk, "f2f3 e7e5 g2g4 d8h4", 10000, 0);
	}
	desk_wait(&desk, 660000);
	desk_expect_nothing(&desk);
}
END_TEST

static void
adjourn(void)
{
	desk_order(&desk, CLOCK_ORDER_SEAL, WHITE, 0);
	desk_wait(&desk, 60000);
	desk_stop(&desk);
	desk_wait(&desk, 60000);
	desk_order(&desk, CLOCK_ORDER_ADJOURNED, WHITE, 0);
}

START_TEST(a_sealed_move_stops_the_clock_in_silence)
{
	int32_t left_s[2];

	desk_sit(&desk, "5400", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 10000, 0);
	adjourn();
	desk_wait(&desk, 3600000);
	desk_expect_nothing(&desk);
	ck_assert(clock_watch_adjourned(&desk.watch, left_s));
	ck_assert_int_eq(left_s[WHITE], 5400 - 40 - 60);
	ck_assert_int_eq(left_s[BLACK], 5400 - 40);
}
END_TEST

/* I.1.2: sealed before the session's end, his time runs until then. */
START_TEST(sealing_early_costs_the_rest_of_the_session)
{
	int32_t left_s[2];

	desk_sit(&desk, "5400", NULL, end_session);
	desk_start(&desk);
	desk_play(&desk, OPENING, 10000, 0);
	desk_stop(&desk);
	desk_order(&desk, CLOCK_ORDER_ADJOURNED, WHITE, 0);
	ck_assert(clock_watch_adjourned(&desk.watch, left_s));
	ck_assert_int_eq(left_s[WHITE], 5400 - 40 - 520);
	ck_assert_int_eq(left_s[BLACK], 5400 - 40);
}
END_TEST

START_TEST(a_move_on_the_board_after_the_order_must_be_sealed)
{
	desk_sit(&desk, "5400", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 10000, 0);
	desk_order(&desk, CLOCK_ORDER_SEAL, WHITE, 0);
	desk_wait(&desk, 10000);
	desk_ply(&desk, "e1g1");
	desk_expect_only(&desk, ALERT_SEALED_MOVE_ON_BOARD, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_SEALED_MOVE_ON_BOARD)->ply, desk.game.n_plies);
}
END_TEST

START_TEST(resumption_with_the_right_times_is_silent)
{
	desk_sit(&desk, "5400", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 10000, 0);
	adjourn();
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 9000;
	desk_start(&desk); /* used for other games meanwhile */
	desk_wait(&desk, 8000);
	desk_stop(&desk);
	desk_order(&desk, CLOCK_ORDER_REOPEN, WHITE, 0);
	desk.left_ms[WHITE] = 5300000;
	desk.left_ms[BLACK] = 5360000 + 60000 * _i;
	desk.turn = BLACK;
	desk_show(&desk);
	desk_ply(&desk, "e1g1"); /* the envelope is opened */
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk_play(&desk, "f8e7 f1e1", 10000, 0);
	desk_expect_only(&desk, ALERT_RESUME_CLOCK_MISMATCH, _i);
}
END_TEST

static const struct watch_row rows[] = {
	ROW("12.9", ALERTS, ALERTS, time_taken_from_him_is_no_jump, 1),
	ROW("12.9", ALERT_PENALTY_TIME_NOT_APPLIED, ALERTS, time_not_taken_is_told, 1),
	ROW("7.5.5;12.9", ALERTS, ALERTS, a_penalty_given_is_no_jump, 2),
	ROW("7.5.1;7.5.5", ALERTS, ALERTS, a_clock_set_back_with_the_position_is_no_jump, 1),
	ROW("7.5.3;7.5.5", ALERTS, ALERTS,
	    faces_found_to_be_the_others_while_it_stands_are_compared_as_they_are, 1),
	ROW("6.10.1;7.5.1", ALERT_CLOCK_TIME_JUMP, ALERTS,
	    a_clock_set_to_what_it_never_showed_is_told, 1),
	ROW("7.5.5;9.5.3", ALERT_PENALTY_TIME_NOT_APPLIED, ALERTS, a_penalty_not_given_is_told, 1),
	ROW("I.1.1;I.14", ALERT_SESSION_END, ALERT_PLAY_AFTER_ADJOURNMENT,
	    the_session_ends_and_nobody_plays_on, 1),
	ROW("I.1.1", ALERTS, ALERTS, a_session_ends_for_games_that_are_on, 2),
	ROW("I.1.1", ALERTS, ALERTS, a_sealed_move_stops_the_clock_in_silence, 1),
	ROW("I.1.2", ALERTS, ALERTS, sealing_early_costs_the_rest_of_the_session, 1),
	ROW("I.1.1", ALERT_SEALED_MOVE_ON_BOARD, ALERTS,
	    a_move_on_the_board_after_the_order_must_be_sealed, 1),
	ROW("I.5;I.13", ALERT_RESUME_CLOCK_MISMATCH, ALERTS,
	    resumption_with_the_right_times_is_silent, 2),
};

const struct watch_rows rows_of_penalties = { rows, sizeof(rows) / sizeof(rows[0]) };
