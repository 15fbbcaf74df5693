/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The setting of the clock, and what it should show with every press.
 */
#include <stdlib.h>

#include "tests/clock/watch.h"

static struct desk desk;

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
	desk_play(&desk, OPENING, 20000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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
		desk_play(&desk, OPENING, 3000, gains_s[_i]);
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
	desk_play(&desk, OPENING, 3100, 30);
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
	desk_play(&desk, OPENING, 3700, 2);
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

/* Readings are lost just when the display begins to run: it has stood before that as in the turns before. */
START_TEST(a_delay_that_was_learnt_is_counted_where_its_end_is_not_seen)
{
	sit_unstated(10000);
	desk_shuffle(&desk, 8, 14300, 0);
	desk_wait(&desk, 9000);
	desk.mute = true;
	desk_wait(&desk, 4500);
	desk.mute = false;
	desk_wait(&desk, 3000);
	desk_expect_nothing(&desk);
}
END_TEST

/* The next game may be played with another clock; readings of its first seconds are lost. */
START_TEST(a_delay_is_learnt_for_one_game)
{
	struct position position;

	sit_unstated(6000);
	desk_shuffle(&desk, 8, 9300, 0);
	desk_stop(&desk);
	desk.delay_ms = 0;
	position_start(&position);
	game_init(&desk.game, &position, desk.plies, 512);
	desk.turn = WHITE;
	clock_watch_begin(&desk.watch, &desk.game, desk.t_us);
	desk_start(&desk);
	desk.mute = true;
	desk_wait(&desk, 5500);
	desk.mute = false;
	desk_wait(&desk, 3000);
	desk_expect_nothing(&desk);
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
 * just ended, gives them away. A clock that was stopped for a moment makes no line look slow. */
START_TEST(a_small_increment_that_is_missing_is_told)
{
	desk_sit(&desk, "180+2", NULL, NULL);
	desk_start(&desk);
	desk_shuffle(&desk, 12, 2900, 2);
	if (_i == 1) {
		desk_wait(&desk, 1200);
		desk_stop(&desk);
		desk_wait(&desk, 500);
		desk_start(&desk);
		desk_shuffle(&desk, 4, 2900, 2);
	}
	desk_expect_nothing(&desk);
	desk_shuffle(&desk, 1, 2500, 0);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
	ck_assert_int_eq(desk.findings[0].difference_s, -2);
	desk_shuffle(&desk, 20, 2900, 2);
	ck_assert_int_eq(desk.n_findings, 1);
}
END_TEST

START_TEST(the_second_period_comes_with_the_fortieth_move)
{
	desk_sit_near_control(&desk);
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

/* --- 6.3 and I.2: the time used -------------------------------------------------------------- */

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
	desk_play(&desk, OPENING, use->think_ms, use->gain_s);
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

/* --- What never may be an alert --------------------------------------------------------------- */

START_TEST(without_a_time_control_increments_are_accepted)
{
	desk_sit(&desk, "?", NULL, NULL);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = 600000;
	desk_show(&desk);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 17);
	desk_expect_nothing(&desk);
	desk.left_ms[BLACK] += 300000;
	desk_wait(&desk, 1000);
	desk_expect_only(&desk, ALERT_CLOCK_TIME_JUMP, 1);
}
END_TEST

static const struct watch_row rows[] = {
	ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS,
	    a_wrong_setting_is_told_when_the_clock_starts, 1),
	ROW("6.3.1", ALERTS, ALERTS, the_first_increment_may_be_shown_or_not, 2),
	ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS,
	    a_wrong_increment_is_told_with_the_first_press, 1),
	ROW("6.3.1", ALERT_CLOCK_SETTING_MISMATCH, ALERTS, a_smaller_one_is_told_with_the_third, 2),
	ROW("6.3.1", ALERTS, ALERTS, joining_late_is_no_wrong_setting, 1),
	ROW("6.3.2", ALERTS, ALERTS, a_lever_that_swings_to_and_fro_is_no_jump, 3),
	ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS, a_press_that_brings_nothing_later_is_a_jump, 1),
	ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS, a_missing_increment_is_a_jump, 1),
	ROW("6.3.2", ALERTS, ALERTS, bronstein_gives_back_what_was_used, 1),
	ROW("6.3.2", ALERTS, ALERTS, a_delay_clock_may_stand_still, 1),
	ROW("6.3.2", ALERTS, ALERTS, a_delay_is_learnt_from_the_display, 1),
	ROW("6.3.2;6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS, a_jump_of_a_delay_clock_is_told, 1),
	ROW("6.3.2", ALERTS, ALERTS, a_display_that_stood_once_has_no_delay, 1),
	ROW("6.3.2", ALERTS, ALERTS, a_delay_that_was_learnt_is_counted_where_its_end_is_not_seen,
	    1),
	ROW("6.3.2", ALERTS, ALERTS, a_delay_is_learnt_for_one_game, 1),
	ROW("6.10.1", ALERT_CLOCK_DRIFT, ALERTS, drift_is_told_after_some_presses, 1),
	ROW("6.3.1;6.10.1", ALERT_CLOCK_DRIFT, ALERTS, drift_is_no_wrong_setting, 1),
	ROW("6.3.2", ALERT_CLOCK_TIME_JUMP, ALERTS, a_small_increment_that_is_missing_is_told, 2),
	ROW("6.3.1", ALERTS, ALERTS, the_second_period_comes_with_the_fortieth_move, 1),
	ROW("6.4;8.6", ALERT_MOVE_COUNTER_MISMATCH, ALERTS,
	    a_period_a_move_early_is_a_wrong_counter, 1),
	ROW("6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS, without_a_time_control_increments_are_accepted,
	    1),
	ROW("I.2", ALERTS, ALERTS, time_used_is_what_was_given_less_what_is_left, 4),
	ROW("I.2", ALERTS, ALERTS, time_used_counts_the_periods_received, 1),
};

const struct watch_rows rows_of_setting = { rows, sizeof(rows) / sizeof(rows[0]) };
