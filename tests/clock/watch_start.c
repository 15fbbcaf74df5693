/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The beginning of a game: whose clock runs first, and who is not there.
 */
#include "tests/clock/watch.h"

static struct desk desk;

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

static void
begin_next_game(void)
{
	struct position start;

	position_start(&start);
	game_init(&desk.game, &start, desk.plies, 512);
	clock_watch_begin(&desk.watch, &desk.game, desk.t_us);
}

static void
draw(void)
{
	desk.game.result = RESULT_DRAW;
	clock_watch_result(&desk.watch, &desk.game, desk.t_us);
}

/* The men are put up again while the time of who was to move runs on, with a result or without. */
START_TEST(the_last_game_time_runs_on)
{
	int64_t set_ms;

	desk_sit(&desk, "300+3", NULL, fix_sides);
	set_ms = desk.left_ms[WHITE];
	desk_start(&desk);
	desk_play(&desk, OPENING " e1g1", 1000, 3);
	if (_i == 1)
		draw();
	desk_wait(&desk, 10000);
	begin_next_game();
	desk_wait(&desk, 10000);
	desk_expect_nothing(&desk);
	/* It is stopped, set, and started: for this one. */
	desk_stop(&desk);
	desk_wait(&desk, 5000);
	desk.left_ms[WHITE] = desk.left_ms[BLACK] = set_ms;
	desk_show(&desk);
	desk_start(&desk);
	desk_wait(&desk, 10000);
	desk_expect_only(&desk, ALERT_WRONG_CLOCK_RUNNING_AT_START, 1);
}
END_TEST

/* It stood when the last game was over: it was started for this one, before the last man stood. */
START_TEST(the_clock_stood_and_was_started_for_this_game)
{
	desk_sit(&desk, "300+3", NULL, fix_sides);
	desk_start(&desk);
	desk_play(&desk, OPENING " e1g1", 1000, 3);
	draw();
	desk_stop(&desk);
	desk_wait(&desk, 5000);
	desk_start(&desk);
	begin_next_game();
	desk_wait(&desk, 10000);
	ck_assert_int_eq(desk_found(&desk, ALERT_WRONG_CLOCK_RUNNING_AT_START), 1);
}
END_TEST

START_TEST(black_starts_white_time)
{
	desk_sit(&desk, "300", NULL, fix_sides);
	desk.turn = BLACK;
	desk_show(&desk);
	desk.turn = WHITE;
	desk_start(&desk);
	desk_play(&desk, OPENING, 4000, 0);
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
	desk_play(&desk, OPENING, 4000, 0);
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
	desk_play(&desk, OPENING, 30000, 30);
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

static const struct watch_row rows[] = {
	ROW("6.6", ALERT_WRONG_CLOCK_RUNNING_AT_START, ALERTS, black_time_running_first_is_wrong,
	    1),
	ROW("6.6", ALERTS, ALERTS, the_last_game_time_runs_on, 2),
	ROW("6.6", ALERTS, ALERTS, the_clock_stood_and_was_started_for_this_game, 1),
	ROW("6.6", ALERTS, ALERTS, black_starts_white_time, 1),
	ROW("6.6", ALERTS, ALERTS, black_presses_the_running_clock_to_start_white, 1),
	ROW("6.6", ALERTS, ALERTS, whose_clock_runs_comes_out_with_the_game, 1),
	ROW("6.5", ALERT_CLOCK_SIDES_UNKNOWN, ALERTS, sides_that_contradict_the_setting_are_told,
	    1),
	ROW("6.6", ALERT_GAME_NOT_STARTED, ALERTS, a_game_nobody_starts_is_told, 1),
	ROW("Q5 18.2", ALERT_PHOTO_WINDOW_CLOSED, ALERTS,
	    photographs_end_with_the_round_s_first_minutes, 1),
	ROW("6.7.1", ALERT_DEFAULT_TIME_EXPIRED, ALERTS, default_time_counts_from_the_actual_start,
	    1),
	ROW("6.7.1", ALERTS, ALERTS, default_time_counts_from_the_clock_where_nobody_says_more, 1),
	ROW("6.7.1", ALERT_DEFAULT_TIME_APPROACHING, ALERTS, who_is_there_does_not_default, 1),
	ROW("6.7.1", ALERT_DEFAULT_TIME_EXPIRED, ALERTS, default_zero_needs_an_absence, 1),
	ROW("6.7.2;Q5 7.5", ALERT_BOTH_PLAYERS_ABSENT, ALERTS, both_late_is_white_loss_or_shared,
	    2),
};

const struct watch_rows rows_of_start = { rows, sizeof(rows) / sizeof(rows[0]) };
