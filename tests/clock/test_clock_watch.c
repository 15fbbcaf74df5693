/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clock events to the expected alert, or silence, a test for each row of the Laws about clocks. The
 * article stands before each group.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"
#include "tests/clock/desk.h"
#include "tests/support.h"

static struct desk desk;

static const char *const opening = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";

/* --- 6.1: never both -------------------------------------------------------------------------- */

/* Where a reading is lost the next one shows two seconds less. */
START_TEST(both_clocks_running_are_told_within_three_seconds)
{
	desk_sit(&desk, "600", NULL, NULL);
	desk_start(&desk);
	desk.both = true;
	desk_wait(&desk, 900);
	desk.mute = _i == 1;
	desk_wait(&desk, 200);
	desk.mute = false;
	desk_wait(&desk, 1400);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 600);
	desk_expect_only(&desk, ALERT_CLOCK_BOTH_RUNNING, 1);
	desk_wait(&desk, 60000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_BOTH_RUNNING), 1);
}
END_TEST

/* In a scramble both press between two readings of a clock that tells once a second. */
START_TEST(presses_nobody_saw_are_no_running_of_both_clocks)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	for (int i = 0; i < 8; i++) {
		desk.mute = true;
		desk_play(&desk, i % 2 == 0 ? "g1f3 g8f6" : "f3g1 f6g8", 500, 0);
		desk.mute = false;
		desk_show(&desk);
	}
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_BOTH_RUNNING), 0);
}
END_TEST

/* Nor are the increments that such presses bring anybody's gain. */
START_TEST(increments_of_presses_nobody_saw_are_no_jump)
{
	desk_sit(&desk, "60+2", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 1200);
	for (int i = 0; i < 4; i++) {
		desk.mute = true;
		desk_play(&desk, i % 2 == 0 ? "g1f3 g8f6" : "f3g1 f6g8", 500, 2);
		desk.mute = false;
		desk_show(&desk);
		desk_wait(&desk, 1000);
	}
	desk_expect_nothing(&desk);
}
END_TEST

/* 6.10.1: of the side that should have stood, what it had when the turn began. */
START_TEST(both_clocks_are_set_to_what_they_should_show)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "600", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 20000, 0);
	desk.both = true;
	desk_wait(&desk, 4000);
	finding = desk_finding(&desk, ALERT_CLOCK_BOTH_RUNNING);
	ck_assert_int_eq(finding->right_s[WHITE], 580);
	ck_assert_int_lt(finding->after_s[WHITE], 580);
	ck_assert_int_eq(finding->right_s[BLACK], finding->after_s[BLACK]);
}
END_TEST

/* What the time that should stand loses looks like presses that nobody saw: the clock is wrong, and that has been told. */
START_TEST(presses_are_not_counted_where_both_clocks_run)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk.both = true;
	desk_wait(&desk, 5000);
	desk.both = false;
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_BOTH_RUNNING), 1);
	desk_ply(&desk, "g1f3");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "b8c6");
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
}
END_TEST

/* --- 6.2.1, 6.2.2: pressing ------------------------------------------------------------------- */

START_TEST(a_clean_game_is_silent)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 20000, 30);
	desk_shuffle(&desk, 60, 7310, 30);
	desk_expect_nothing(&desk);
}
END_TEST

static void
excuse_white(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->press_excused[WHITE] = true;
	setup->record_excused[WHITE] = true;
	setup->trouble_s = 300;
}

/* Who cannot press is not told of (Q7 5.1, D.2.3); the clock lacks his presses all the same. */
START_TEST(who_cannot_press_is_not_told_of)
{
	desk_sit(&desk, "5400+30", NULL, excuse_white);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk_wait(&desk, 5000);
	desk_ply(&desk, "g1f3");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "b8c6");
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 1);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_CLOCK_NOT_PRESSED)->side, BLACK);
}
END_TEST

/* Q7 5.6: the event spares a blind player in time trouble although there is an increment. */
START_TEST(who_is_spared_recording_is_told_of)
{
	desk_sit(&desk, "330+30", NULL, excuse_white);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5 g1f3", 40000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_TIME_TROUBLE), 0);
	desk_wait(&desk, 40000);
	ck_assert_int_eq(desk_found(&desk, ALERT_TIME_TROUBLE), 0);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 45000);
	desk_expect_only(&desk, ALERT_TIME_TROUBLE, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_TIME_TROUBLE)->side, WHITE);
}
END_TEST

/* The record takes four plies back and finds them again, made much earlier: whose the presses were is not known
 * any more, that there were four of them is. */
START_TEST(plies_found_again_were_pressed_all_the_same)
{
	uint16_t moves[4];

	desk_sit(&desk, "180+2", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5 g1f3 b8c6", 1500, 2);
	for (uint32_t i = 0; i < 4; i++)
		moves[i] = desk.game.plies[i].move;
	game_truncate(&desk.game, 0);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_int_eq(game_append(&desk.game, moves[i], desk.plies[0].made_us, PLY_MADE),
		                 0);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	desk_play(&desk, "f1b5 a7a6 b5a4 g8f6", 1500, 2);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(a_press_after_the_reply_is_not_missing)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk_ply(&desk, "e2e4");
	desk_wait(&desk, 300);
	desk_ply(&desk, "e7e5");
	desk_wait(&desk, 500);
	desk_press(&desk, 30);
	desk_wait(&desk, 2000);
	desk_press(&desk, 30);
	desk_play(&desk, "g1f3 b8c6", 5000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

/* A host that was kept from reading has several plies and their presses at one time. */
START_TEST(presses_that_come_at_once_are_each_heard)
{
	static const char *const plies[] = { "e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6" };

	desk_sit(&desk, "300+2", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 2000);
	for (size_t i = 0; i < sizeof(plies) / sizeof(plies[0]); i++) {
		desk_ply(&desk, plies[i]);
		desk_press(&desk, 2);
	}
	desk_wait(&desk, 3000);
	desk_play(&desk, "b1c3 a7a6", 5000, 2);
	desk_expect_nothing(&desk);
}
END_TEST

/* e4 and e5 not pressed, then Nf3 pressed: one press short on both sides. */
static void
miss_a_pair(void)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk_ply(&desk, "e2e4");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "e7e5");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "g1f3");
	desk_wait(&desk, 300);
	desk_press(&desk, 30);
}

/* The record finds a ply, and its press, and has not told of either. */
static void
find_ply(const char *uci, uint64_t made_us, uint64_t pressed_us)
{
	uint16_t move;

	ck_assert_int_eq(uci_parse(&desk.game.now, uci, strlen(uci), &move), 0);
	ck_assert_int_eq(game_append(&desk.game, move, made_us, PLY_MADE), 0);
	desk.game.plies[desk.game.n_plies - 1].completed_us = pressed_us;
}

/* Both lack two presses: e4, e5, Nc6 and Bb5 were not pressed for. */
START_TEST(pairs_found_at_one_time_are_told_once)
{
	uint64_t white_us, black_us;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	white_us = desk.t_us;
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 2000);
	black_us = desk.t_us;
	desk_press_bare(&desk, 30);
	find_ply("e2e4", white_us - 900000, TIME_UNKNOWN);
	find_ply("e7e5", white_us - 600000, TIME_UNKNOWN);
	find_ply("g1f3", white_us - 300000, white_us);
	find_ply("b8c6", black_us - 900000, TIME_UNKNOWN);
	find_ply("f1b5", black_us - 600000, TIME_UNKNOWN);
	find_ply("a7a6", black_us - 300000, black_us);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_MISSED_PRESS_PAIR)->missed, 2);
}
END_TEST

START_TEST(missed_presses_are_a_pair)
{
	const struct clock_finding *pair;

	miss_a_pair();
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 2);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 1);
	pair = desk_finding(&desk, ALERT_MISSED_PRESS_PAIR);
	ck_assert_uint_eq(pair->completed[WHITE], 2);
	ck_assert_uint_eq(pair->completed[BLACK], 0); /* made, and completed with his next */
	ck_assert_uint_eq(pair->counted[WHITE], 0);   /* before this press is counted */
	ck_assert_int_eq(desk.n_findings, 3);
	ck_assert_uint_eq(pair->missed, 1);
	ck_assert(clock_watch_is_correction(&desk.watch));
}
END_TEST

/* The record tells of its last plies again, as it does when one of them is completed by the next. */
START_TEST(who_has_not_pressed_is_told_once_for_that_ply)
{
	uint32_t first = 0;

	miss_a_pair();
	for (uint32_t from = 0; from < 3; from++)
		clock_watch_plies(&desk.watch, &desk.game, from, desk.t_us);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 2);
	for (int i = 0; i < desk.n_findings; i++)
		if (desk.findings[i].id == ALERT_CLOCK_NOT_PRESSED)
			ck_assert_uint_eq(desk.findings[i].ply, ++first);
	ck_assert_uint_eq(desk.watch.player[WHITE].missed, 1);
	ck_assert_uint_eq(desk.watch.player[BLACK].missed, 1);
}
END_TEST

/* The arbiter's two presses make up for them, and are no offences (7.5.3). */
START_TEST(corrective_presses_end_the_pair)
{
	miss_a_pair();
	desk_wait(&desk, 4000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 1000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 6000);
	ck_assert(!clock_watch_is_correction(&desk.watch));
	desk_play(&desk, "b8c6 f1b5", 5000, 30);
	ck_assert_int_eq(desk.n_findings, 3);
}
END_TEST

/* --- 6.2.4: pressing before the move ---------------------------------------------------------- */

static void
press_early(int64_t later_ms, int n_different)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk_wait(&desk, 4000);
	clock_watch_board(&desk.watch, &desk.game, n_different, 0, desk.t_us);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, later_ms - 200);
	clock_watch_board(&desk.watch, &desk.game, 1, 0, desk.t_us);
	desk_wait(&desk, 200);
	desk_ply(&desk, "g1f3");
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us);
	desk_wait(&desk, 7000);
}

START_TEST(a_press_before_the_move_is_told)
{
	const struct clock_finding *finding;

	press_early(2500, 0);
	desk_expect_only(&desk, ALERT_CLOCK_PRESSED_BEFORE_MOVE, 1);
	finding = desk_finding(&desk, ALERT_CLOCK_PRESSED_BEFORE_MOVE);
	ck_assert_uint_eq(finding->side, WHITE);
	ck_assert_uint_eq(finding->ply, 3);
	ck_assert_int_le(labs((long)(finding->t_us - (uint64_t)finding->since_us) - 2500000),
	                 50000);
}
END_TEST

START_TEST(a_board_that_is_late_shows_no_early_press)
{
	press_early(_i == 0 ? 500 : 2500, _i);
	desk_expect_nothing(&desk);
}
END_TEST

/* The record found the ply behind its own answer: whenever it was made, it was not then. */
START_TEST(a_ply_found_behind_its_answer_was_not_late)
{
	uint64_t pressed_us, answered_us;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk_wait(&desk, 4000);
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us);
	desk_press_bare(&desk, 30);
	pressed_us = desk.t_us;
	desk_wait(&desk, 1500);
	clock_watch_board(&desk.watch, &desk.game, 1, 0, desk.t_us);
	answered_us = desk.t_us;
	desk_wait(&desk, 1000);
	ck_assert_uint_gt(desk.t_us, pressed_us + 2000000);
	desk_ply(&desk, "g1f3");
	desk_ply(&desk, "b8c6");
	desk.plies[3].made_us = answered_us;
	clock_watch_plies(&desk.watch, &desk.game, 2, desk.t_us);
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us);
	desk_wait(&desk, 7000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_PRESSED_BEFORE_MOVE), 0);
}
END_TEST

/* --- 6.3.1: the setting ----------------------------------------------------------------------- */

START_TEST(a_wrong_setting_is_told_when_the_clock_starts)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 5700 * 1000;
	desk_show(&desk);
	desk_start(&desk);
	desk_expect_only(&desk, ALERT_CLOCK_SETTING_MISMATCH, 2);
	finding = desk_finding(&desk, ALERT_CLOCK_SETTING_MISMATCH);
	ck_assert_int_eq(finding->after_s[WHITE], 5700);
	ck_assert_int_eq(finding->expected_s, 5430);
	ck_assert_int_eq(finding->difference_s, 270);
}
END_TEST

static void
show_first_increment_either_way(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)setup;
	control->first_increment = TIME_FIRST_AUTO;
}

/* Two seconds are no more than whole seconds and late messages hide in one press; in three they are. Nothing
 * may be read between the clock's start and the first press: what it showed when it was started counts, too. */
START_TEST(a_smaller_one_is_told_with_the_third)
{
	static const struct {
		const char *control;
		int64_t first_ms, ms, gain_s;
		int32_t expected_s;
	} all[] = { { "300+3", 2900, 2900, 1, 3 }, { "180+2", 1700, 2000, 0, 2 } };
	const struct clock_finding *finding;

	desk_sit(&desk, all[_i].control, NULL, NULL);
	desk_start(&desk);
	desk.mute = _i == 1;
	desk_wait(&desk, all[_i].first_ms);
	desk_ply(&desk, "e2e4");
	desk.mute = false;
	desk_press(&desk, all[_i].gain_s);
	desk_expect_nothing(&desk);
	desk_play(&desk, "e7e5 g1f3", all[_i].ms, all[_i].gain_s);
	desk_expect_only(&desk, ALERT_CLOCK_SETTING_MISMATCH, 1);
	finding = desk_finding(&desk, ALERT_CLOCK_SETTING_MISMATCH);
	ck_assert_int_eq(finding->expected_s, all[_i].expected_s);
	ck_assert_int_le(abs(finding->difference_s + 2), 1);
	desk_play(&desk, "b8c6 f1b5 a7a6 b5a4", all[_i].ms, all[_i].gain_s);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_SETTING_MISMATCH), 1);
}
END_TEST

START_TEST(the_first_increment_may_be_shown_or_not)
{
	desk_sit(&desk, "5400+30", NULL, show_first_increment_either_way);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = (5400 + 30 * _i) * 1000;
	desk_show(&desk);
	desk_start(&desk);
	desk_play(&desk, opening, 20000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(a_wrong_increment_is_told_with_the_first_press)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 5000, 20);
	desk_expect_only(&desk, ALERT_CLOCK_SETTING_MISMATCH, 1);
	finding = desk_finding(&desk, ALERT_CLOCK_SETTING_MISMATCH);
	ck_assert_int_eq(finding->expected_s, 30);
	ck_assert_int_le(abs(finding->difference_s + 10), 1);
	/* Once is enough. */
	desk_play(&desk, "e7e5 g1f3 b8c6 f1b5", 5000, 20);
	desk_expect_only(&desk, ALERT_CLOCK_SETTING_MISMATCH, 1);
}
END_TEST

START_TEST(joining_late_is_no_wrong_setting)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	clock_watch_link(&desk.watch, false, desk.t_us);
	desk.left_ms[WHITE] -= 60000;
	desk.running = true;
	clock_watch_link(&desk.watch, true, desk.t_us);
	desk_show(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

/* --- 6.3.2: the expected clock ---------------------------------------------------------------- */

/* The clock waits for its lever to come to rest, and tells of every swing. */
START_TEST(a_lever_that_swings_to_and_fro_is_no_jump)
{
	static const char *const controls[] = { "5400+30", "180+2", "40/5400+30:1800+30" };
	static const int gains_s[] = { 30, 2, 30 };

	for (int swings = 1; swings <= 3; swings++) {
		desk_sit(&desk, controls[_i], NULL, NULL);
		desk_start(&desk);
		desk_play(&desk, opening, 3000, gains_s[_i]);
		for (int i = 0; i < 2 * swings; i++) {
			desk_wait(&desk, 40);
			desk_press_bare(&desk, 0);
		}
		desk_play(&desk, "e1g1 f8e7 f1e1 b7b5", 4300, gains_s[_i]);
		desk_wait(&desk, 10000);
		desk_expect_nothing(&desk);
	}
}
END_TEST

/* Nothing swings for so long. */
START_TEST(a_press_that_brings_nothing_later_is_a_jump)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 3000, 30);
	desk_wait(&desk, 1100);
	desk_press_bare(&desk, 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 1);
}
END_TEST

START_TEST(a_missing_increment_is_a_jump)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "180+2", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 3700, 2);
	desk_play(&desk, "e1g1", 3700, 0);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
	finding = desk_finding(&desk, ALERT_CLOCK_TIME_JUMP);
	ck_assert_uint_eq(finding->side, WHITE);
	ck_assert_int_eq(finding->expected_s, 2);
	ck_assert_int_eq(finding->right_s[WHITE], finding->after_s[WHITE] + 2);
	ck_assert_int_eq(finding->right_s[BLACK], finding->after_s[BLACK]);
	desk_play(&desk, "f8e7", 3700, 2);
	desk_play(&desk, "d2d3", 3700, 4);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 2);
}
END_TEST

static void
set_bronstein(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)setup;
	time_control_set_mode(control, TIME_MODE_BRONSTEIN);
}

START_TEST(bronstein_gives_back_what_was_used)
{
	desk_sit(&desk, "300+10", NULL, set_bronstein);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 4000, 4);
	desk_play(&desk, "g1f3 b8c6", 15000, 10);
	desk_shuffle(&desk, 40, 4000, 4);
	desk_expect_nothing(&desk);
	/* Fischer instead. */
	desk_play(&desk, "d2d3", 4000, 10);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

static void
set_delay(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)setup;
	time_control_set_mode(control, TIME_MODE_DELAY);
}

START_TEST(a_delay_clock_may_stand_still)
{
	desk_sit(&desk, "300+10", NULL, set_delay);
	desk.delay_ms = 10000;
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 4000, 0);
	desk_play(&desk, "g1f3 b8c6", 15000, 0);
	desk_shuffle(&desk, 20, 12000, 0);
	desk_expect_nothing(&desk);
}
END_TEST

/* Nobody stated a time control. */
static void
sit_unstated(int64_t delay_ms)
{
	desk_sit(&desk, "", NULL, NULL);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 600000;
	desk_show(&desk);
	desk.delay_ms = delay_ms;
	desk_start(&desk);
}

START_TEST(a_delay_is_learnt_from_the_display)
{
	static const int64_t delays_ms[] = { 2000, 3000, 5000, 10000, 30000 };

	for (size_t i = 0; i < sizeof(delays_ms) / sizeof(delays_ms[0]); i++) {
		sit_unstated(delays_ms[i]);
		desk_play(&desk, "e2e4 e7e5", 1700, 0);
		desk_shuffle(&desk, 20, delays_ms[i] + 7300, 0);
		desk_shuffle(&desk, 20, delays_ms[i] + 1450, 0);
		desk_expect_nothing(&desk);
	}
}
END_TEST

START_TEST(a_jump_of_a_delay_clock_is_told)
{
	sit_unstated(5000);
	desk_shuffle(&desk, 8, 9300, 0);
	desk_wait(&desk, 8000);
	desk_expect_nothing(&desk);
	desk.left_ms[WHITE] += 60000;
	desk_show(&desk);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

/* It stood once, and no delay makes it lose its first second so soon again. */
START_TEST(a_display_that_stood_once_has_no_delay)
{
	sit_unstated(6000);
	desk_wait(&desk, 9000);
	desk.delay_ms = 0;
	desk_play(&desk, "e2e4", 3300, 0);
	desk_shuffle(&desk, 20, 9300, 0);
	desk_expect_nothing(&desk);
	desk.delay_ms = 6000;
	desk_shuffle(&desk, 1, 9300, 0);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

START_TEST(drift_is_told_after_some_presses)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	for (int i = 0; i < 40; i++) {
		/* Ten seconds of ours are nine and a half of the clock's. */
		desk_shuffle(&desk, 1, 9500, 30);
		desk.t_us += 500000;
	}
	desk_expect_only(&desk, ALERT_CLOCK_DRIFT, 1);
	ck_assert_int_gt(desk_finding(&desk, ALERT_CLOCK_DRIFT)->difference_s, 2);
	/* Whose it was is not known: shared. */
	ck_assert_int_eq(desk_finding(&desk, ALERT_CLOCK_DRIFT)->right_s[WHITE] +
	                         desk_finding(&desk, ALERT_CLOCK_DRIFT)->right_s[BLACK],
	                 desk_finding(&desk, ALERT_CLOCK_DRIFT)->after_s[WHITE] +
	                         desk_finding(&desk, ALERT_CLOCK_DRIFT)->after_s[BLACK] -
	                         desk_finding(&desk, ALERT_CLOCK_DRIFT)->difference_s);
}
END_TEST

/* What comes with time and not with presses is no wrong time per move. */
START_TEST(drift_is_no_wrong_setting)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	/* A second that is not counted, every half minute or so. */
	for (int i = 0; i < 30; i++) {
		desk_wait(&desk, 5990);
		if (i % 2 == 0)
			desk.left_ms[desk.turn] += 1000;
		desk_shuffle(&desk, 1, 13100, 30);
	}
	desk_expect_only(&desk, ALERT_CLOCK_DRIFT, 1);
}
END_TEST

/* Two seconds are not more than the tolerance; that they came with a press, at a moment known by the second that had
 * just ended, gives them away. */
START_TEST(a_small_increment_that_is_missing_is_told)
{
	desk_sit(&desk, "180+2", NULL, NULL);
	desk_start(&desk);
	desk_shuffle(&desk, 12, 2900, 2);
	desk_expect_nothing(&desk);
	desk_shuffle(&desk, 1, 2500, 0);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
	ck_assert_int_eq(desk.findings[0].difference_s, -2);
	desk_shuffle(&desk, 20, 2900, 2);
	ck_assert_int_eq(desk.n_findings, 1);
}
END_TEST

static void
start_near_control(const char *control)
{
	desk_sit(&desk, control, NULL, NULL);
	desk_start(&desk);
	desk_shuffle(&desk, 78, 5000, 30);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 60000;
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(&desk);
	desk_start(&desk);
	desk_expect_nothing(&desk);
}

START_TEST(the_second_period_comes_with_the_fortieth_move)
{
	start_near_control("40/5400+30:1800+30");
	desk_wait(&desk, 55000);
	desk_shuffle(&desk, 2, 5000, 1830);
	desk_shuffle(&desk, 6, 5000, 30);
	desk_expect_nothing(&desk);
	ck_assert_uint_eq(desk.watch.player[WHITE].periods, 1);
}
END_TEST

START_TEST(a_period_a_move_early_is_a_wrong_counter)
{
	desk_sit(&desk, "40/5400+30:1800+30", NULL, NULL);
	desk_start(&desk);
	desk_shuffle(&desk, 76, 5000, 30);
	desk_shuffle(&desk, 1, 5000, 1830);
	desk_expect_only(&desk, ALERT_MOVE_COUNTER_MISMATCH, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_MOVE_COUNTER_MISMATCH)->completed[WHITE], 39);
}
END_TEST

/* --- 6.4: flags ------------------------------------------------------------------------------- */

static void
fall(enum color side)
{
	desk.fallen[side] = true;
	desk.running = false;
	desk_show(&desk);
}

static void
run_out(void)
{
	desk_wait(&desk, desk.left_ms[desk.turn] - 10);
	desk.left_ms[desk.turn] = 0;
	fall((enum color)desk.turn);
}

START_TEST(a_flag_short_of_the_control_is_critical)
{
	const struct clock_finding *finding;

	start_near_control("40/5400+30:1800+30");
	run_out();
	finding = desk_finding(&desk, ALERT_FLAG_FALLEN);
	ck_assert_uint_eq(finding->side, WHITE);
	ck_assert_uint_eq(finding->completed[WHITE], 39);
	ck_assert_uint_eq(finding->required, 40);
	ck_assert_uint_eq(finding->can_mate, VERDICT_YES);
	/* Below five minutes, with 30 s a move, recording goes on. */
	desk_expect_only(&desk, ALERT_FLAG_FALLEN, 1);
}
END_TEST

/* They play on, and the lever of the fallen clock still falls. */
START_TEST(presses_after_a_flag_are_not_missed)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 3000, 0);
	run_out();
	desk_play(&desk, "g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", 3000, 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 1);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 0);
}
END_TEST

static void
add_at_zero(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)setup;
	control->period_add = TIME_ADD_AT_ZERO;
}

START_TEST(a_flag_at_a_control_that_was_met_is_information)
{
	desk_sit(&desk, "40/5400+30:1800+30", NULL, add_at_zero);
	desk_start(&desk);
	desk_shuffle(&desk, 80, 5000, 30);
	desk_wait(&desk, desk.left_ms[WHITE] - 10);
	desk.left_ms[WHITE] = 0;
	desk.shown[WHITE] = true;
	desk_show(&desk);
	desk_wait(&desk, 10);
	desk.left_ms[WHITE] = 1800000;
	desk_show(&desk);
	desk_wait(&desk, 5000);
	desk.shown[WHITE] = false;
	desk_show(&desk);
	desk_shuffle(&desk, 4, 5000, 30);
	desk_expect_only(&desk, ALERT_FLAG_FALLEN_CONTROL_MET, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_FLAG_FALLEN_CONTROL_MET)->required, 40);
	ck_assert_uint_eq(desk.watch.player[WHITE].periods, 1);
}
END_TEST

/* Q6 4.14.3: no flag sign at all. */
START_TEST(zero_without_a_flag_is_a_flag_after_two_seconds)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 60000);
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 0);
	desk_wait(&desk, 2500);
	ck_assert(desk_finding(&desk, ALERT_FLAG_FALLEN)->no_indicator);
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 1);
}
END_TEST

/* A.4.1: who was first is known by the order of the readings, or not. */
START_TEST(both_flags_are_told_with_the_first)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk.fallen[BLACK] = true;
	desk_show(&desk);
	desk_wait(&desk, 4000);
	desk.fallen[WHITE] = true;
	desk_show(&desk);
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_BOTH_FLAGS_FALLEN)->first, BLACK);
}
END_TEST

START_TEST(both_flags_in_one_reading_have_no_first)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk.fallen[BLACK] = desk.fallen[WHITE] = true;
	desk_show(&desk);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_BOTH_FLAGS_FALLEN)->first, CLOCK_NOBODY);
	ck_assert(desk_finding(&desk, ALERT_BOTH_FLAGS_FALLEN)->last_period);
}
END_TEST

/* --- 6.6 and 6.5: the beginning --------------------------------------------------------------- */

static void
fix_sides(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->white_side = CLOCK_LEFT;
}

START_TEST(black_time_running_first_is_wrong)
{
	desk_sit(&desk, "300", NULL, fix_sides);
	desk.turn = BLACK;
	desk_start(&desk);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 2000);
	desk_expect_only(&desk, ALERT_WRONG_CLOCK_RUNNING_AT_START, 1);
}
END_TEST

START_TEST(black_starts_white_time)
{
	desk_sit(&desk, "300", NULL, fix_sides);
	desk.turn = BLACK;
	desk_show(&desk);
	desk.turn = WHITE;
	desk_start(&desk);
	desk_play(&desk, opening, 4000, 0);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(black_presses_the_running_clock_to_start_white)
{
	desk_sit(&desk, "300", NULL, fix_sides);
	desk.turn = BLACK;
	desk_start(&desk);
	desk_wait(&desk, 500);
	desk_press_bare(&desk, 0);
	desk_play(&desk, opening, 4000, 0);
	desk_expect_nothing(&desk);
}
END_TEST

/* A recording that begins in mid-game: on which side White sits is seen only when the game begins. */
START_TEST(whose_clock_runs_comes_out_with_the_game)
{
	struct clock_reading reading = { .connected = true, .running = true, .turn = CLOCK_LEFT };

	desk_sit(&desk, "300", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", NULL);
	for (int side = 0; side < 2; side++)
		reading.face[side].seconds = 300;
	clock_watch_reading(&desk.watch, &desk.game, &reading, CLOCK_LEFT, desk.t_us);
	clock_watch_begin(&desk.watch, &desk.game, desk.t_us);
	for (uint64_t i = 1; i <= 4; i++) {
		reading.face[CLOCK_LEFT].seconds--;
		clock_watch_reading(&desk.watch, &desk.game, &reading, CLOCK_RIGHT,
		                    desk.t_us + i * 1000000);
	}
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(sides_that_contradict_the_setting_are_told)
{
	struct clock_reading reading = { .connected = true };

	desk_sit(&desk, "300", NULL, fix_sides);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 4000, 0);
	/* The tracker has learnt that White's is the right side. */
	reading.face[CLOCK_RIGHT].seconds = 296;
	reading.face[CLOCK_LEFT].seconds = 296;
	reading.running = true;
	reading.turn = CLOCK_RIGHT;
	clock_watch_reading(&desk.watch, &desk.game, &reading, CLOCK_RIGHT, desk.t_us + 50000);
	desk_expect_only(&desk, ALERT_CLOCK_SIDES_UNKNOWN, 1);
}
END_TEST

static void
start_at_ten_seconds(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->start_us = 10000000;
}

START_TEST(a_game_nobody_starts_is_told)
{
	desk_sit(&desk, "300", NULL, start_at_ten_seconds);
	desk_wait(&desk, 128000);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 2000);
	desk_expect_only(&desk, ALERT_GAME_NOT_STARTED, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_GAME_NOT_STARTED)->t_us, 130000000);
}
END_TEST

static void
photographs_for_ten_minutes(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->start_us = 10000000;
	setup->photo_us = 600000000;
}

START_TEST(photographs_end_with_the_round_s_first_minutes)
{
	desk_sit(&desk, "5400+30", NULL, photographs_for_ten_minutes);
	desk_start(&desk);
	desk_play(&desk, opening, 30000, 30);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 600000);
	desk_expect_only(&desk, ALERT_PHOTO_WINDOW_CLOSED, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_PHOTO_WINDOW_CLOSED)->t_us, 610000000);
	/* Once for a round, though another game begins in it. */
	clock_watch_begin(&desk.watch, &desk.game, desk.t_us);
	desk_wait(&desk, 10000);
	ck_assert_int_eq(desk_found(&desk, ALERT_PHOTO_WINDOW_CLOSED), 1);
}
END_TEST

/* --- 6.7: default time ------------------------------------------------------------------------ */

static void
default_half_hour(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->start_us = 10000000;
	setup->default_us = UINT64_C(1800000000);
}

START_TEST(default_time_counts_from_the_actual_start)
{
	desk_sit(&desk, "5400+30", NULL, default_half_hour);
	desk_start(&desk);
	desk_wait(&desk, 1400000);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 200000);
	desk_expect_only(&desk, ALERT_DEFAULT_TIME_APPROACHING, 1);
	desk_wait(&desk, 300000);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_DEFAULT_TIME_EXPIRED)->t_us, 1810000000);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_DEFAULT_TIME_EXPIRED)->side, WHITE);
	ck_assert_int_eq(desk.n_findings, 2);
}
END_TEST

static void
default_quarter_by_the_clock(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->default_us = UINT64_C(900000000);
}

/* Nobody has said when the round started: White's clock has (6.6). Only who is said to be absent has not come. */
START_TEST(default_time_counts_from_the_clock_where_nobody_says_more)
{
	const struct clock_finding *expired;

	desk_sit(&desk, "5400+30", NULL, default_quarter_by_the_clock);
	desk_start(&desk);
	desk_order(&desk, CLOCK_ORDER_ABSENT, BLACK, 0);
	desk_wait(&desk, 1000000);
	expired = desk_finding(&desk, ALERT_DEFAULT_TIME_EXPIRED);
	ck_assert_uint_eq(expired->side, BLACK);
	ck_assert_uint_eq(expired->t_us, (uint64_t)expired->since_us + 900000000);
	ck_assert_int_eq(desk_found(&desk, ALERT_DEFAULT_TIME_APPROACHING), 1);
	ck_assert_int_eq(desk.n_findings, 2);
}
END_TEST

START_TEST(who_is_there_does_not_default)
{
	desk_sit(&desk, "5400+30", NULL, default_half_hour);
	desk_start(&desk);
	desk_order(&desk, CLOCK_ORDER_PRESENT, WHITE, 0);
	desk_wait(&desk, 1900000);
	desk_expect_nothing(&desk);
	/* Black's time begins; he is away. */
	desk_play(&desk, "e2e4", 1000, 30);
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_DEFAULT_TIME_EXPIRED, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_DEFAULT_TIME_EXPIRED)->side, BLACK);
}
END_TEST

static void
default_zero(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->start_us = 10000000;
	setup->default_us = 0;
}

/* Zero, as the Laws have it since 2018: only who is known to be away has lost. */
START_TEST(default_zero_needs_an_absence)
{
	desk_sit(&desk, "5400+30", NULL, default_zero);
	desk_wait(&desk, 12000);
	desk_expect_nothing(&desk);
	desk_order(&desk, CLOCK_ORDER_ABSENT, BLACK, 0);
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_DEFAULT_TIME_EXPIRED, 1);
}
END_TEST

static void
share_lateness(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->start_us = 1000000;
	setup->split_late = true;
}

START_TEST(both_late_is_white_loss_or_shared)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "5400", NULL, _i ? share_lateness : start_at_ten_seconds);
	desk_order(&desk, CLOCK_ORDER_ABSENT, WHITE, 0);
	desk_order(&desk, CLOCK_ORDER_ABSENT, BLACK, 0);
	desk_wait(&desk, 1200000 + (_i ? 0 : 9000));
	desk_order(&desk, CLOCK_ORDER_PRESENT, WHITE, 0);
	finding = desk_finding(&desk, ALERT_BOTH_PLAYERS_ABSENT);
	ck_assert_int_eq(finding->after_s[WHITE], _i ? 4800 : 4200);
	ck_assert_int_eq(finding->after_s[BLACK], _i ? 4800 : 5400);
}
END_TEST

/* --- 6.8, 6.9: what a flag means -------------------------------------------------------------- */

START_TEST(mate_after_the_flag_is_the_record_s_affair)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "f2f3 e7e5 g2g4", 1000, 0);
	run_out();
	desk_expect_only(&desk, ALERT_FLAG_FALLEN, 1);
	desk_ply(&desk, "d8h4");
	desk_wait(&desk, 20000);
	desk_expect_only(&desk, ALERT_FLAG_FALLEN, 1);
}
END_TEST

START_TEST(a_flag_after_mate_is_nothing)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "f2f3 e7e5 g2g4", 1000, 0);
	desk_wait(&desk, 2000);
	desk_ply(&desk, "d8h4");
	run_out();
	desk_expect_nothing(&desk);
}
END_TEST

struct flag_position {
	const char *fen;
	enum color fallen;
	enum verdict_answer can_mate;
};

/* laws.md 6.9: forced lines count, and material alone decides nothing. */
static const struct flag_position flag_positions[] = {
	{ "Kq6/8/8/8/8/8/8/3k4 w - - 0 1", WHITE, VERDICT_NO },
	{ "8/8/8/8/3N4/p7/8/k1K5 b - - 0 1", BLACK, VERDICT_YES },
	{ "8/8/8/4k3/8/2q5/6N1/6K1 b - - 0 1", BLACK, VERDICT_NO },
	{ "8/8/8/4k3/8/2q5/6N1/6K1 w - - 0 1", WHITE, VERDICT_YES },
};

START_TEST(a_flag_says_who_can_mate)
{
	const struct flag_position *p = &flag_positions[_i];

	desk_sit(&desk, "60", p->fen, NULL);
	desk_start(&desk);
	run_out();
	ck_assert_uint_eq(desk_finding(&desk, ALERT_FLAG_FALLEN)->side, p->fallen);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_FLAG_FALLEN)->can_mate, p->can_mate);
	desk_expect_only(&desk, ALERT_FLAG_FALLEN, 1);
}
END_TEST

/* --- 6.10: defects ---------------------------------------------------------------------------- */

START_TEST(a_clock_that_stands_while_it_runs_is_stuck)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk.stuck = true;
	desk_wait(&desk, 5000);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 1500);
	desk_expect_only(&desk, ALERT_CLOCK_STUCK, 1);
	ck_assert_int_eq(desk_finding(&desk, ALERT_CLOCK_STUCK)->right_s[WHITE],
	                 desk_finding(&desk, ALERT_CLOCK_STUCK)->after_s[WHITE] - 6);
	ck_assert_int_eq(desk_finding(&desk, ALERT_CLOCK_STUCK)->right_s[BLACK],
	                 desk_finding(&desk, ALERT_CLOCK_STUCK)->after_s[BLACK]);
	desk.stuck = false;
	desk_wait(&desk, 30000);
	desk_expect_only(&desk, ALERT_CLOCK_STUCK, 1);
}
END_TEST

START_TEST(a_lost_board_is_no_stuck_clock)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	clock_watch_link(&desk.watch, false, desk.t_us);
	desk.mute = true;
	desk_wait(&desk, 100000);
	desk.mute = false;
	clock_watch_link(&desk.watch, true, desk.t_us);
	desk_show(&desk);
	desk_wait(&desk, 10000);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(a_jump_is_told_at_once)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk.left_ms[_i] += 60000;
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
	finding = desk_finding(&desk, ALERT_CLOCK_TIME_JUMP);
	ck_assert_int_eq(finding->side, _i);
	ck_assert_int_le(abs(finding->difference_s - 60), 1);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

/* One message with a wrong bit: the next reading is right again. */
START_TEST(a_reading_that_was_wrong_is_told_once)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk.left_ms[_i] += 512000;
	desk_wait(&desk, 1000);
	desk.left_ms[_i] -= 512000;
	desk_wait(&desk, 3000);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
	desk.left_ms[_i] -= 512000; /* and one that goes the same way later is another */
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 2);
}
END_TEST

START_TEST(a_snapshot_excuses_what_follows)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(&desk);
	desk_wait(&desk, 30000);
	desk.left_ms[WHITE] -= 180000;
	desk.left_ms[BLACK] -= 180000;
	desk_show(&desk);
	desk_start(&desk);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(an_unplugged_clock_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk.unplugged = true;
	desk_show(&desk);
	desk_expect_only(&desk, ALERT_CLOCK_DISCONNECTED, 1);
	desk_wait(&desk, 60000);
	desk.unplugged = false;
	desk_show(&desk);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	desk_expect_only(&desk, ALERT_CLOCK_DISCONNECTED, 1);
}
END_TEST

/* --- 6.11: stops ------------------------------------------------------------------------------ */

START_TEST(a_stop_nobody_explains_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_wait(&desk, 3300);
	desk_stop(&desk);
	desk_wait(&desk, 9000);
	desk_expect_nothing(&desk);
	desk_wait(&desk, 2000);
	desk_expect_only(&desk, ALERT_CLOCK_STOPPED, 1);
	desk_start(&desk);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER), 1);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	ck_assert_int_eq(desk.n_findings, 2);
}
END_TEST

START_TEST(men_put_away_after_a_stop_are_the_end_of_the_game)
{
	/* A hand helps; men are put away; a captured one is set up again. */
	static const struct {
		int n_different, n_more, n_told;
	} boards[] = { { 2, 0, 1 }, { 1, -1, 1 }, { 3, -3, 0 }, { 1, 1, 0 } };

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_stop(&desk);
	desk_wait(&desk, 5000);
	clock_watch_board(&desk.watch, &desk.game, boards[_i].n_different, boards[_i].n_more,
	                  desk.t_us);
	desk_wait(&desk, 20000);
	desk_expect_only(&desk, ALERT_CLOCK_STOPPED, boards[_i].n_told);
}
END_TEST

START_TEST(the_arbiter_may_stop_and_start)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_stop(&desk);
	desk_wait(&desk, 2000);
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_wait(&desk, 600000);
	desk_start(&desk);
	desk_play(&desk, "e1g1 f8e7", 5000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(a_stop_at_a_promotion_wants_a_piece)
{
	desk_sit(&desk, "300", "8/P6k/8/8/8/8/7K/8 w - - 0 1", NULL);
	desk_start(&desk);
	desk_wait(&desk, 3000);
	desk_stop(&desk);
	desk_wait(&desk, 11000);
	desk_expect_only(&desk, ALERT_PROMOTION_PIECE_MISSING, 1);
}
END_TEST

START_TEST(time_changed_in_a_stop_is_told_when_it_runs_again)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_stop(&desk);
	desk_wait(&desk, 2000);
	desk.left_ms[BLACK] += 60000;
	desk_show(&desk);
	desk_start(&desk);
	ck_assert_int_eq(desk_finding(&desk, ALERT_CLOCK_TIME_JUMP)->difference_s, 60);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_CLOCK_TIME_JUMP)->side, BLACK);
}
END_TEST

START_TEST(a_clock_set_for_the_next_game_is_none_of_this_one)
{
	desk_sit(&desk, "300", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 0);
	desk_wait(&desk, 3000);
	desk_stop(&desk);
	desk_wait(&desk, 5000);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 300000;
	desk_show(&desk);
	desk_start(&desk);
	desk_wait(&desk, 20000);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(restarted_for_the_wrong_side)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(&desk);
	desk_wait(&desk, 20000);
	desk.turn = BLACK; /* White is to move */
	desk_show(&desk);
	desk_start(&desk);
	desk_wait(&desk, 2000);
	desk_expect_only(&desk, ALERT_CLOCK_RUNNING_WRONG_SIDE, 1);
}
END_TEST

/* --- 7.5.5: penalties ------------------------------------------------------------------------- */

START_TEST(a_penalty_given_is_no_jump)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, 120);
	desk_stop(&desk);
	desk_wait(&desk, 40000);
	desk.left_ms[BLACK] += 120000;
	desk_show(&desk);
	desk_start(&desk);
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
	desk_play(&desk, opening, 5000, 30);
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

START_TEST(a_penalty_not_given_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 30);
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
	desk_play(&desk, opening, 5000, 30);
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
	desk_play(&desk, opening, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PENALTY, BLACK, -120);
	desk_wait(&desk, 181000);
	desk_expect_only(&desk, ALERT_PENALTY_TIME_NOT_APPLIED, 1);
	ck_assert_int_eq(desk.findings[0].expected_s, -120);
}
END_TEST

/* --- 8.4, 8.5: time trouble ------------------------------------------------------------------- */

static void
must_record(struct time_control *control, struct clock_watch_setup *setup)
{
	(void)control;
	setup->trouble_s = 300;
}

START_TEST(below_five_minutes_recording_ends)
{
	desk_sit(&desk, "40/600:600", NULL, must_record);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 301000, 0);
	desk_expect_only(&desk, ALERT_TIME_TROUBLE, 1);
	desk_play(&desk, "e7e5", 301000, 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_TIME_TROUBLE), 2);
	ck_assert_int_eq(desk_found(&desk, ALERT_BOTH_PLAYERS_TIME_TROUBLE), 1);
	desk_play(&desk, "g1f3 b8c6", 3000, 0);
	ck_assert_int_eq(desk.n_findings, 3);
	/* The duty is back with the next period, and may end again. */
	desk_shuffle(&desk, 74, 1000, 0);
	desk_shuffle(&desk, 2, 1000, 600);
	ck_assert_int_eq(desk.n_findings, 3);
	desk_wait(&desk, 560000);
	ck_assert_int_eq(desk_found(&desk, ALERT_TIME_TROUBLE), 3);
}
END_TEST

START_TEST(with_half_a_minute_a_move_it_never_does)
{
	desk_sit(&desk, "600+30", NULL, must_record);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 500000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

/* --- Q6: the device --------------------------------------------------------------------------- */

START_TEST(a_low_battery_is_told_before_the_game_and_in_it)
{
	desk_sit(&desk, "300", NULL, NULL);
	if (_i)
		desk_start(&desk);
	desk.battery_low = true;
	desk_show(&desk);
	desk_show(&desk);
	desk_expect_only(&desk, ALERT_CLOCK_BATTERY_LOW, 1);
	ck_assert_int_eq(desk.findings[0].in_play, _i);
}
END_TEST

START_TEST(the_other_clock_must_stand_after_a_flag)
{
	desk_sit(&desk, "300+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 2000);
	desk.left_ms[WHITE] = 0;
	desk.fallen[WHITE] = true;
	desk_show(&desk);
	desk.turn = BLACK;
	desk_wait(&desk, 5000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_RAN_AFTER_FLAG), 1);
}
END_TEST

START_TEST(time_added_after_the_flag_is_told)
{
	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	run_out();
	desk_wait(&desk, 5000);
	desk.left_ms[WHITE] = 60000;
	desk.fallen[WHITE] = false;
	desk_show(&desk);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_ADDED_TIME_AFTER_FLAG), 1);
	ck_assert_int_eq(desk.n_findings, 2);
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
	desk_play(&desk, opening, 10000, 0);
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
	desk_play(&desk, opening, 10000, 0);
	desk_stop(&desk);
	desk_order(&desk, CLOCK_ORDER_ADJOURNED, WHITE, 0);
	ck_assert(clock_watch_adjourned(&desk.watch, left_s));
	ck_assert_int_eq(left_s[WHITE], 5400 - 40 - 520);
	ck_assert_int_eq(left_s[BLACK], 5400 - 40);
}
END_TEST

struct use {
	const char *control;
	int32_t shown_s; /* at the start */
	void (*change)(struct time_control *control, struct clock_watch_setup *setup);
	int64_t think_ms, gain_s;
	int32_t used_s[2]; /* after eight plies and 20 s more */
};

/* I.2.3: time used is what was given, less what is left; 6.3.2 for what is given. */
static const struct use uses[] = {
	{ "5400", 5400, NULL, 10000, 0, { 60, 40 } },
	{ "5400+30", 5430, NULL, 10000, 30, { 60, 40 } },
	{ "5400+30", 5400, show_first_increment_either_way, 10000, 30, { 60, 40 } },
	/* Ten seconds of each turn come back, or do not run. */
	{ "5400+10", 5410, set_bronstein, 15000, 10, { 40, 20 } },
};

START_TEST(time_used_is_what_was_given_less_what_is_left)
{
	const struct use *use = &uses[_i];
	int32_t left_s[2], used_s[2];

	desk_sit(&desk, use->control, NULL, use->change);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 1000 * use->shown_s;
	desk_show(&desk);
	desk_start(&desk);
	desk_play(&desk, opening, use->think_ms, use->gain_s);
	desk_order(&desk, CLOCK_ORDER_SEAL, WHITE, 0);
	desk_wait(&desk, 20000);
	desk_stop(&desk);
	desk_order(&desk, CLOCK_ORDER_ADJOURNED, WHITE, 0);
	ck_assert(clock_watch_adjourned(&desk.watch, left_s));
	ck_assert(clock_watch_used(&desk.watch, &desk.game, left_s, used_s));
	ck_assert_int_eq(used_s[WHITE], use->used_s[WHITE]);
	ck_assert_int_eq(used_s[BLACK], use->used_s[BLACK]);
}
END_TEST

START_TEST(time_used_counts_the_periods_received)
{
	int32_t left_s[2], used_s[2];

	desk_sit(&desk, "4/600:300", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", 10000, 0);
	desk_play(&desk, "b5a4 g8f6", 10000, 300);
	left_s[WHITE] = left_s[BLACK] = 860;
	ck_assert(clock_watch_used(&desk.watch, &desk.game, left_s, used_s));
	ck_assert_int_eq(used_s[WHITE], 40);
	ck_assert_int_eq(used_s[BLACK], 40);
}
END_TEST

START_TEST(a_move_on_the_board_after_the_order_must_be_sealed)
{
	desk_sit(&desk, "5400", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, opening, 10000, 0);
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
	desk_play(&desk, opening, 10000, 0);
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

/* --- What never may be an alert --------------------------------------------------------------- */

START_TEST(without_a_time_control_increments_are_accepted)
{
	desk_sit(&desk, "?", NULL, NULL);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 600000;
	desk_show(&desk);
	desk_start(&desk);
	desk_play(&desk, opening, 5000, 17);
	desk_expect_nothing(&desk);
	desk.left_ms[BLACK] += 300000;
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

/* --- The rows --------------------------------------------------------------------------------- */

/* A scenario: the articles it is about, what it shows (ALERTS: that nothing is told), how often it
 * runs. */
struct row {
	const char *articles;
	enum alert_id shows, shows_too;
	const char *name;
	const TTest *const *test;
	int n;
};

#define ROW(articles, shows, shows_too, test, n)                                                   \
	{                                                                                          \
		articles, shows, shows_too, #test, &(test), n                                      \
	}

static const struct row *rows(size_t *ret_n);

/* What the clock watch never says: it is not about the clock, or no input tells it. */
static bool
is_of_the_clock(enum alert_id id)
{
	return (id >= ALERT_DEFAULT_TIME_APPROACHING && id <= ALERT_CLOCK_DISCONNECTED &&
	        id != ALERT_TIME_CONTROL_NOT_ALLOWED && id != ALERT_EQUIPMENT_CHANGED &&
	        id != ALERT_CLOCK_PRESSED_WITHOUT_MOVE) ||
	       id == ALERT_PROMOTION_PIECE_MISSING || id == ALERT_PENALTY_TIME_NOT_APPLIED ||
	       id == ALERT_PHOTO_WINDOW_CLOSED ||
	       (id >= ALERT_SESSION_END && id <= ALERT_PLAY_AFTER_ADJOURNMENT) ||
	       id == ALERT_RESUME_CLOCK_MISMATCH;
}

START_TEST(every_alert_of_the_clock_has_a_scenario)
{
	enum alert_id id = (enum alert_id)_i;
	bool shown = false;
	size_t n;
	const struct row *all = rows(&n);

	for (size_t i = 0; i < n; i++)
		shown |= all[i].shows == id || all[i].shows_too == id;
	ck_assert_msg(shown == is_of_the_clock(id), "%s", alert_row(id)->name);
}
END_TEST

static const struct row *
rows(size_t *ret_n)
{
	static const struct row all[] = {
		ROW("6.1", ALERT_CLOCK_BOTH_RUNNING, ALERTS,
		    both_clocks_running_are_told_within_three_seconds, 2),
		ROW("6.10.1", ALERT_CLOCK_BOTH_RUNNING, ALERTS,
		    both_clocks_are_set_to_what_they_should_show, 1),
		ROW("6.1", ALERTS, ALERTS, presses_nobody_saw_are_no_running_of_both_clocks, 1),
		ROW("6.3.2", ALERTS, ALERTS, increments_of_presses_nobody_saw_are_no_jump, 1),
		ROW("6.1", ALERTS, ALERTS, presses_are_not_counted_where_both_clocks_run, 1),
		ROW("6.2.1", ALERTS, ALERTS, a_clean_game_is_silent, 1),
		ROW("6.2.2", ALERTS, ALERTS, a_press_after_the_reply_is_not_missing, 1),
		ROW("6.2.2", ALERTS, ALERTS, presses_that_come_at_once_are_each_heard, 1),
		ROW("Q7 5.1;D.2.3", ALERT_MISSED_PRESS_PAIR, ALERTS,
		    who_cannot_press_is_not_told_of, 1),
		ROW("Q7 5.6", ALERT_TIME_TROUBLE, ALERTS, who_is_spared_recording_is_told_of, 1),
		ROW("6.2.1", ALERTS, ALERTS, plies_found_again_were_pressed_all_the_same, 1),
		ROW("6.2.1", ALERT_MISSED_PRESS_PAIR, ALERT_CLOCK_NOT_PRESSED,
		    missed_presses_are_a_pair, 1),
		ROW("6.2.1", ALERT_MISSED_PRESS_PAIR, ALERT_CLOCK_NOT_PRESSED,
		    pairs_found_at_one_time_are_told_once, 1),
		ROW("6.2.1", ALERT_CLOCK_NOT_PRESSED, ALERTS,
		    who_has_not_pressed_is_told_once_for_that_ply, 1),
		ROW("6.2.1", ALERTS, ALERTS, corrective_presses_end_the_pair, 1),
		ROW("6.2.4", ALERT_CLOCK_PRESSED_BEFORE_MOVE, ALERTS,
		    a_press_before_the_move_is_told, 1),
		ROW("6.2.4", ALERTS, ALERTS, a_board_that_is_late_shows_no_early_press, 2),
		ROW("6.2.4", ALERTS, ALERTS, a_ply_found_behind_its_answer_was_not_late, 1),
		ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS,
		    a_wrong_setting_is_told_when_the_clock_starts, 1),
		ROW("6.3.1", ALERTS, ALERTS, the_first_increment_may_be_shown_or_not, 2),
		ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS,
		    a_wrong_increment_is_told_with_the_first_press, 1),
		ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS,
		    a_smaller_one_is_told_with_the_third, 2),
		ROW("6.3.1", ALERTS, ALERTS, joining_late_is_no_wrong_setting, 1),
		ROW("6.3.2", ALERTS, ALERTS, a_lever_that_swings_to_and_fro_is_no_jump, 3),
		ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS,
		    a_press_that_brings_nothing_later_is_a_jump, 1),
		ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS, a_missing_increment_is_a_jump, 1),
		ROW("6.3.2", ALERTS, ALERTS, bronstein_gives_back_what_was_used, 1),
		ROW("6.3.2", ALERTS, ALERTS, a_delay_clock_may_stand_still, 1),
		ROW("6.3.2", ALERTS, ALERTS, a_delay_is_learnt_from_the_display, 1),
		ROW("6.3.2;6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS, a_jump_of_a_delay_clock_is_told,
		    1),
		ROW("6.3.2", ALERTS, ALERTS, a_display_that_stood_once_has_no_delay, 1),
		ROW("6.10.1", ALERT_CLOCK_DRIFT, ALERTS, drift_is_told_after_some_presses, 1),
		ROW("6.3.1;6.10.1", ALERT_CLOCK_DRIFT, ALERTS, drift_is_no_wrong_setting, 1),
		ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS,
		    a_small_increment_that_is_missing_is_told, 1),
		ROW("6.3.1", ALERTS, ALERTS, the_second_period_comes_with_the_fortieth_move, 1),
		ROW("6.4;8.6", ALERT_MOVE_COUNTER_MISMATCH, ALERTS,
		    a_period_a_move_early_is_a_wrong_counter, 1),
		ROW("6.2.1;6.4", ALERT_FLAG_FALLEN, ALERTS, a_flag_short_of_the_control_is_critical,
		    1),
		ROW("6.2.1;6.8", ALERTS, ALERTS, presses_after_a_flag_are_not_missed, 1),
		ROW("6.4", ALERT_FLAG_FALLEN_CONTROL_MET, ALERTS,
		    a_flag_at_a_control_that_was_met_is_information, 1),
		ROW("Q6 4.2", ALERT_FLAG_FALLEN, ALERTS,
		    zero_without_a_flag_is_a_flag_after_two_seconds, 1),
		ROW("6.4", ALERT_BOTH_FLAGS_FALLEN, ALERTS, both_flags_are_told_with_the_first, 1),
		ROW("6.4;III.3", ALERT_BOTH_FLAGS_FALLEN, ALERTS,
		    both_flags_in_one_reading_have_no_first, 1),
		ROW("6.6", ALERT_WRONG_CLOCK_RUNNING_AT_START, ALERTS,
		    black_time_running_first_is_wrong, 1),
		ROW("6.6", ALERTS, ALERTS, black_starts_white_time, 1),
		ROW("6.6", ALERTS, ALERTS, black_presses_the_running_clock_to_start_white, 1),
		ROW("6.6", ALERTS, ALERTS, whose_clock_runs_comes_out_with_the_game, 1),
		ROW("6.5", ALERT_CLOCK_SIDES_UNKNOWN, ALERTS,
		    sides_that_contradict_the_setting_are_told, 1),
		ROW("6.6", ALERT_GAME_NOT_STARTED, ALERTS, a_game_nobody_starts_is_told, 1),
		ROW("Q5 18.2", ALERT_PHOTO_WINDOW_CLOSED, ALERTS,
		    photographs_end_with_the_round_s_first_minutes, 1),
		ROW("6.7.1", ALERT_DEFAULT_TIME_EXPIRED, ALERTS,
		    default_time_counts_from_the_actual_start, 1),
		ROW("6.7.1", ALERTS, ALERTS,
		    default_time_counts_from_the_clock_where_nobody_says_more, 1),
		ROW("6.7.1", ALERT_DEFAULT_TIME_APPROACHING, ALERTS, who_is_there_does_not_default,
		    1),
		ROW("6.7.1", ALERT_DEFAULT_TIME_EXPIRED, ALERTS, default_zero_needs_an_absence, 1),
		ROW("6.7.2;Q5 7.5", ALERT_BOTH_PLAYERS_ABSENT, ALERTS,
		    both_late_is_white_loss_or_shared, 2),
		ROW("6.8", ALERT_FLAG_FALLEN, ALERTS, mate_after_the_flag_is_the_record_s_affair,
		    1),
		ROW("5.1.1;6.8", ALERTS, ALERTS, a_flag_after_mate_is_nothing, 1),
		ROW("6.9", ALERT_FLAG_FALLEN, ALERTS, a_flag_says_who_can_mate, 4),
		ROW("6.10.1", ALERT_CLOCK_STUCK, ALERTS, a_clock_that_stands_while_it_runs_is_stuck,
		    1),
		ROW("6.10.1", ALERTS, ALERTS, a_lost_board_is_no_stuck_clock, 1),
		ROW("6.10.1;Q6 4.14.12", ALERT_CLOCK_TIME_JUMP, ALERTS, a_jump_is_told_at_once, 2),
		ROW("6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS, a_reading_that_was_wrong_is_told_once,
		    2),
		ROW("6.10.2", ALERTS, ALERTS, a_snapshot_excuses_what_follows, 1),
		ROW("6.10.1", ALERT_CLOCK_DISCONNECTED, ALERTS, an_unplugged_clock_is_told, 1),
		ROW("6.11.2", ALERT_CLOCK_STOPPED, ALERTS, a_stop_nobody_explains_is_told, 1),
		ROW("6.11.2", ALERT_CLOCK_STOPPED, ALERTS,
		    men_put_away_after_a_stop_are_the_end_of_the_game, 4),
		ROW("6.11.3", ALERTS, ALERTS, the_arbiter_may_stop_and_start, 1),
		ROW("6.11.2", ALERT_PROMOTION_PIECE_MISSING, ALERTS,
		    a_stop_at_a_promotion_wants_a_piece, 1),
		ROW("6.11.3", ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER, ALERTS,
		    time_changed_in_a_stop_is_told_when_it_runs_again, 1),
		ROW("6.11.3", ALERTS, ALERTS, a_clock_set_for_the_next_game_is_none_of_this_one, 1),
		ROW("6.2.1", ALERT_CLOCK_RUNNING_WRONG_SIDE, ALERTS, restarted_for_the_wrong_side,
		    1),
		ROW("12.9", ALERTS, ALERTS, time_taken_from_him_is_no_jump, 1),
		ROW("12.9", ALERT_PENALTY_TIME_NOT_APPLIED, ALERTS, time_not_taken_is_told, 1),
		ROW("7.5.5;12.9", ALERTS, ALERTS, a_penalty_given_is_no_jump, 1),
		ROW("7.5.1;7.5.5", ALERTS, ALERTS, a_clock_set_back_with_the_position_is_no_jump,
		    1),
		ROW("6.10.1;7.5.1", ALERT_CLOCK_TIME_JUMP, ALERTS,
		    a_clock_set_to_what_it_never_showed_is_told, 1),
		ROW("7.5.5;9.5.3", ALERT_PENALTY_TIME_NOT_APPLIED, ALERTS,
		    a_penalty_not_given_is_told, 1),
		ROW("8.4;8.5.1", ALERT_TIME_TROUBLE, ALERT_BOTH_PLAYERS_TIME_TROUBLE,
		    below_five_minutes_recording_ends, 1),
		ROW("8.4", ALERTS, ALERTS, with_half_a_minute_a_move_it_never_does, 1),
		ROW("Q6 4.12", ALERT_CLOCK_BATTERY_LOW, ALERTS,
		    a_low_battery_is_told_before_the_game_and_in_it, 2),
		ROW("Q6 4.14.1", ALERT_CLOCK_RAN_AFTER_FLAG, ALERTS,
		    the_other_clock_must_stand_after_a_flag, 1),
		ROW("Q6 4.14.10", ALERT_CLOCK_ADDED_TIME_AFTER_FLAG, ALERTS,
		    time_added_after_the_flag_is_told, 1),
		ROW("I.1.1;I.14", ALERT_SESSION_END, ALERT_PLAY_AFTER_ADJOURNMENT,
		    the_session_ends_and_nobody_plays_on, 1),
		ROW("I.1.1", ALERTS, ALERTS, a_sealed_move_stops_the_clock_in_silence, 1),
		ROW("I.1.2", ALERTS, ALERTS, sealing_early_costs_the_rest_of_the_session, 1),
		ROW("I.2", ALERTS, ALERTS, time_used_is_what_was_given_less_what_is_left, 4),
		ROW("I.2", ALERTS, ALERTS, time_used_counts_the_periods_received, 1),
		ROW("I.1.1", ALERT_SEALED_MOVE_ON_BOARD, ALERTS,
		    a_move_on_the_board_after_the_order_must_be_sealed, 1),
		ROW("I.5;I.13", ALERT_RESUME_CLOCK_MISMATCH, ALERTS,
		    resumption_with_the_right_times_is_silent, 2),
		ROW("6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS,
		    without_a_time_control_increments_are_accepted, 1),
	};

	*ret_n = sizeof(all) / sizeof(all[0]);
	return all;
}

/* test_clock_watch --table: articles, alert and test, a line each, as test_laws --table. */
static void
print_table(void)
{
	size_t n;
	const struct row *all = rows(&n);

	for (size_t i = 0; i < n; i++)
		printf("%s\t%s%s%s\t%s\n", all[i].articles,
		       all[i].shows < ALERTS ? alert_row(all[i].shows)->name : "(silence)",
		       all[i].shows_too < ALERTS ? " " : "",
		       all[i].shows_too < ALERTS ? alert_row(all[i].shows_too)->name : "",
		       all[i].name);
}

static Suite *
clock_watch_suite(void)
{
	Suite *suite = suite_create("clock_watch");
	TCase *tcase = tcase_create("watch");
	size_t n;
	const struct row *all = rows(&n);

	for (size_t i = 0; i < n; i++)
		tcase_add_loop_test(tcase, *all[i].test, 0, all[i].n);
	tcase_add_loop_test(tcase, every_alert_of_the_clock_has_a_scenario, 0, ALERTS);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--table") == 0) {
		print_table();
		return EXIT_SUCCESS;
	}
	return test_run(clock_watch_suite());
}
