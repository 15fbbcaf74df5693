/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What no reading tells of: both clocks running (6.1), and presses between two readings (6.2).
 */
#include "core/laws/clock/clock_watch_state.h"
#include "tests/clock/watch.h"

static struct desk desk;

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

/* Two plies, half a second each, between two readings. */
static void
play_unseen(const char *uci, const char *answer, int64_t gain_s)
{
	desk.mute = true;
	for (int i = 0; i < 2; i++) {
		desk_wait(&desk, 290);
		desk_ply(&desk, i == 0 ? uci : answer);
		desk_wait(&desk, 200);
		desk_press_bare(&desk, gain_s);
	}
	desk.mute = false;
	desk_show(&desk);
}

/* Nor is it known that they did not press. */
START_TEST(presses_nobody_can_have_seen_are_not_missed)
{
	desk_sit(&desk, _i == 0 ? "600" : "600+5", NULL, NULL);
	desk_start(&desk);
	for (int i = 0; i < 4; i++) {
		play_unseen("g1f3", "g8f6", _i == 0 ? 0 : 5);
		play_unseen("f3g1", "f6g8", _i == 0 ? 0 : 5);
	}
	desk_play(&desk, "e2e4", 3000, _i == 0 ? 0 : 5);
	desk_expect_nothing(&desk);
}
END_TEST

/* The record is told of presses that the displays betray, and counts them. */
START_TEST(presses_that_only_the_displays_tell_of_are_counted)
{
	desk_sit(&desk, "600", NULL, NULL);
	desk_start(&desk);
	for (int i = 0; i < 8; i++) {
		uint32_t n = desk.game.n_plies;

		desk.mute = true;
		desk_play(&desk, i % 2 == 0 ? "g1f3 g8f6" : "f3g1 f6g8", 1600, 0);
		desk.mute = false;
		desk.plies[n].completed_us -= 50000;
		desk.plies[n + 1].completed_us -= 50000;
		desk_show(&desk);
		desk_wait(&desk, 1000);
	}
	desk_play(&desk, "e2e4 e7e5", 3000, 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
}
END_TEST

/* Twice a second: what it shows may be as old, though its seconds end evenly. */
START_TEST(nothing_is_newer_than_the_clock_is_asked)
{
	desk_sit(&desk, "600", NULL, NULL);
	desk_start(&desk);
	for (int i = 0; i < 20; i++) {
		desk.mute = true;
		desk_wait(&desk, 500);
		desk.mute = false;
		desk_show(&desk);
	}
	ck_assert_int_ge(watch_pulse_age_us(&desk.watch), 500000);
}
END_TEST

START_TEST(readings_may_be_new_where_presses_are_told_at_once)
{
	desk_sit(&desk, "600", NULL, NULL);
	desk_start(&desk);
	desk_shuffle(&desk, 12, 1330, 0);
	ck_assert_int_lt(watch_pulse_age_us(&desk.watch), 500000);
}
END_TEST

/* A clock that is asked ten times a second has been asked meanwhile. */
START_TEST(a_clock_that_is_asked_often_would_have_told)
{
	desk_sit(&desk, "600+5", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", 1100, 5);
	desk_wait(&desk, 300);
	desk_ply(&desk, "b5a4");
	desk_wait(&desk, 700);
	desk_ply(&desk, "g8f6");
	desk_play(&desk, "d2d3 d7d6", 1100, 5);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 2);
}
END_TEST

/* Nor are the increments that such presses bring anybody's gain, whether the control is known or not. */
START_TEST(increments_of_presses_nobody_saw_are_no_jump)
{
	desk_sit(&desk, _i == 0 ? "60+2" : "?", NULL, NULL);
	for (int side = WHITE; side <= BLACK; side++)
		desk.left_ms[side] = 60000;
	desk_show(&desk);
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

static const struct watch_row rows[] = {
	ROW("6.1", ALERT_CLOCK_BOTH_RUNNING, ALERTS,
	    both_clocks_running_are_told_within_three_seconds, 2),
	ROW("6.10.1", ALERT_CLOCK_BOTH_RUNNING, ALERTS,
	    both_clocks_are_set_to_what_they_should_show, 1),
	ROW("6.1", ALERTS, ALERTS, presses_nobody_saw_are_no_running_of_both_clocks, 1),
	ROW("6.3.2", ALERTS, ALERTS, increments_of_presses_nobody_saw_are_no_jump, 2),
	ROW("6.2.1", ALERTS, ALERTS, presses_nobody_can_have_seen_are_not_missed, 2),
	ROW("6.2.1", ALERTS, ALERTS, presses_that_only_the_displays_tell_of_are_counted, 1),
	ROW("6.10.1", ALERTS, ALERTS, nothing_is_newer_than_the_clock_is_asked, 1),
	ROW("6.10.1", ALERTS, ALERTS, readings_may_be_new_where_presses_are_told_at_once, 1),
	ROW("6.2.1", ALERTS, ALERTS, a_clock_that_is_asked_often_would_have_told, 1),
	ROW("6.1", ALERTS, ALERTS, presses_are_not_counted_where_both_clocks_run, 1),
};

const struct watch_rows rows_of_hidden = { rows, sizeof(rows) / sizeof(rows[0]) };
