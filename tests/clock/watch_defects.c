/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Defects of the clock, and stops.
 */
#include <stdlib.h>

#include "tests/clock/watch.h"

static struct desk desk;

/* --- 6.10: defects ---------------------------------------------------------------------------- */

START_TEST(a_clock_that_stands_while_it_runs_is_stuck)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
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
	ck_assert_int_eq(desk.n_disproved, 0);
}
END_TEST

/* The line says nothing for a while, and then that the time has run, or that it was pressed. */
START_TEST(a_silent_line_is_no_stuck_clock)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	for (int i = 1; i <= 2; i++) {
		desk.mute = true;
		desk_wait(&desk, 8000);
		desk_expect_only(&desk, ALERT_CLOCK_STUCK, i);
		ck_assert_int_eq(desk.n_disproved, i - 1);
		desk.mute = false;
		if (i == 1)
			desk_wait(&desk, 1000);
		else
			desk_play(&desk, desk.turn == WHITE ? "a2a3" : "a7a6", 200, 30);
		ck_assert_int_eq(desk.n_disproved, i);
	}
	desk_wait(&desk, 10000);
	desk_expect_only(&desk, ALERT_CLOCK_STUCK, 2);
}
END_TEST

/* A clock that stood and is pressed has stood. */
START_TEST(a_stuck_clock_that_is_pressed_stood)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk.stuck = true;
	desk_wait(&desk, 8000);
	desk_play(&desk, desk.turn == WHITE ? "a2a3" : "a7a6", 200, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_STUCK), 1);
	ck_assert_int_eq(desk.n_disproved, 0);
}
END_TEST

START_TEST(a_lost_board_is_no_stuck_clock)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
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

/* The line of the board, or that of the clock alone. */
static void
lose_line(bool unplugged)
{
	if (unplugged) {
		desk.mute = false;
		desk.unplugged = true;
		desk_show(&desk);
	} else {
		clock_watch_link(&desk.watch, false, desk.t_us);
	}
	desk.mute = true;
}

static void
find_line(bool unplugged)
{
	desk.mute = desk.unplugged = false;
	if (!unplugged)
		clock_watch_link(&desk.watch, true, desk.t_us);
	desk_show(&desk);
}

/* Where the line is said to be lost after that, or the clock, the first reading since tells the same: neither pressed, pressed once,
 * or often by a clock that gives nothing for it. */
START_TEST(a_lost_line_was_no_stuck_clock)
{
	static const struct {
		const char *control, *plies;
		int64_t gain_s;
	} games[] = { { "5400+30", "", 30 },
		      { "5400+30", "e1g1", 30 },
		      { "5400+30", "e1g1 f8e7", 30 },
		      { "300", "e1g1 f8e7 f1e1 b7b5 a4b3", 0 } };

	for (int unplugged = 0; unplugged < 2; unplugged++) {
		desk_sit(&desk, games[_i].control, NULL, NULL);
		desk_start(&desk);
		desk_play(&desk, OPENING, 5000, games[_i].gain_s);
		desk.mute = true;
		desk_wait(&desk, 8000);
		ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_STUCK), 1);
		lose_line(unplugged);
		desk_play(&desk, games[_i].plies, 3000, games[_i].gain_s);
		desk_wait(&desk, 20000);
		ck_assert_int_eq(desk.n_disproved, 0);
		find_line(unplugged);
		ck_assert_int_eq(desk.n_disproved, 1);
		desk_wait(&desk, 10000);
		ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_STUCK), 1);
	}
}
END_TEST

/* What stood while the line was lost, too, has stood; and so has what then ran. */
START_TEST(a_stuck_clock_that_was_lost_stood)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk.stuck = true;
	desk_wait(&desk, 8000);
	lose_line(_i);
	if (_i == 1)
		desk.stuck = false;
	desk_wait(&desk, 20000);
	desk.stuck = false;
	find_line(_i);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_STUCK), 1);
	ck_assert_int_eq(desk.n_disproved, 0);
}
END_TEST

START_TEST(a_jump_is_told_at_once)
{
	const struct clock_finding *finding;

	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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

/* --- 6.11: stops ------------------------------------------------------------------------------ */

START_TEST(a_stop_nobody_explains_is_told)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 30);
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

START_TEST(a_pawn_that_cannot_go_on_wants_no_piece)
{
	desk_sit(&desk, "300", "r7/P6k/8/8/8/8/7K/8 w - - 0 1", NULL);
	desk_start(&desk);
	desk_wait(&desk, 3000);
	desk_stop(&desk);
	desk_wait(&desk, 11000);
	desk_expect_only(&desk, ALERT_CLOCK_STOPPED, 1);
}
END_TEST

START_TEST(time_changed_in_a_stop_is_told_when_it_runs_again)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
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
	desk_play(&desk, OPENING, 5000, 0);
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

/* Behind a pause the clock is started for Black, though White is to move. */
static void
restart_for_black(void)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(&desk);
	desk_wait(&desk, 20000);
	desk.turn = BLACK;
	desk_show(&desk);
	desk_start(&desk);
}

START_TEST(restarted_for_the_wrong_side)
{
	restart_for_black();
	desk_wait(&desk, 6000);
	desk_expect_only(&desk, ALERT_CLOCK_RUNNING_WRONG_SIDE, 1);
}
END_TEST

START_TEST(restarted_for_the_wrong_side_and_put_right)
{
	restart_for_black();
	desk_wait(&desk, 2000);
	desk_press(&desk, 30);
	desk_wait(&desk, 10000);
	desk_expect_nothing(&desk);
}
END_TEST

static const struct watch_row rows[] = {
	ROW("6.10.1", ALERT_CLOCK_STUCK, ALERTS, a_clock_that_stands_while_it_runs_is_stuck, 1),
	ROW("6.10.1", ALERTS, ALERTS, a_lost_board_is_no_stuck_clock, 1),
	ROW("6.10.1", ALERTS, ALERTS, a_silent_line_is_no_stuck_clock, 1),
	ROW("6.10.1", ALERTS, ALERTS, a_stuck_clock_that_is_pressed_stood, 1),
	ROW("6.10.1", ALERTS, ALERTS, a_lost_line_was_no_stuck_clock, 4),
	ROW("6.10.1", ALERTS, ALERTS, a_stuck_clock_that_was_lost_stood, 2),
	ROW("6.10.1;Q6 4.14.12", ALERT_CLOCK_TIME_JUMP, ALERTS, a_jump_is_told_at_once, 2),
	ROW("6.10.1", ALERT_CLOCK_TIME_JUMP, ALERTS, a_reading_that_was_wrong_is_told_once, 2),
	ROW("6.10.2", ALERTS, ALERTS, a_snapshot_excuses_what_follows, 1),
	ROW("6.10.1", ALERT_CLOCK_DISCONNECTED, ALERTS, an_unplugged_clock_is_told, 1),
	ROW("6.11.2", ALERT_CLOCK_STOPPED, ALERTS, a_stop_nobody_explains_is_told, 1),
	ROW("6.11.2", ALERT_CLOCK_STOPPED, ALERTS,
	    men_put_away_after_a_stop_are_the_end_of_the_game, 4),
	ROW("6.11.3", ALERTS, ALERTS, the_arbiter_may_stop_and_start, 1),
	ROW("6.11.2", ALERT_PROMOTION_PIECE_MISSING, ALERTS, a_stop_at_a_promotion_wants_a_piece,
	    1),
	ROW("6.11.2", ALERT_CLOCK_STOPPED, ALERTS, a_pawn_that_cannot_go_on_wants_no_piece, 1),
	ROW("6.11.3", ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER, ALERTS,
	    time_changed_in_a_stop_is_told_when_it_runs_again, 1),
	ROW("6.11.3", ALERTS, ALERTS, a_clock_set_for_the_next_game_is_none_of_this_one, 1),
	ROW("6.2.1", ALERT_CLOCK_RUNNING_WRONG_SIDE, ALERTS, restarted_for_the_wrong_side, 1),
	ROW("6.2.1", ALERTS, ALERTS, restarted_for_the_wrong_side_and_put_right, 1),
	ROW("Q6 4.12", ALERT_CLOCK_BATTERY_LOW, ALERTS,
	    a_low_battery_is_told_before_the_game_and_in_it, 2),
};

const struct watch_rows rows_of_defects = { rows, sizeof(rows) / sizeof(rows[0]) };
