/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flags, what they mean, and the time trouble before them.
 */
#include "tests/clock/watch.h"

static struct desk desk;

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

	desk_sit_near_control(&desk);
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
	desk.left_ms[BLACK] = 0;
	desk.fallen[BLACK] = true;
	desk_show(&desk);
	desk_wait(&desk, 4000);
	desk.left_ms[WHITE] = 0;
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
	desk.left_ms[BLACK] = desk.left_ms[WHITE] = 0;
	desk.fallen[BLACK] = desk.fallen[WHITE] = true;
	desk_show(&desk);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_BOTH_FLAGS_FALLEN)->first, CLOCK_NOBODY);
	ck_assert(desk_finding(&desk, ALERT_BOTH_FLAGS_FALLEN)->last_period);
}
END_TEST

/* A bit that the line has turned over: minutes are left, as before, and the next reading tells of no flag. */
START_TEST(a_flag_in_one_reading_with_time_left_is_none)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 3000, 30);
	desk_wait(&desk, 5000);
	desk.fallen[_i / 2] = _i % 2 == 0;
	desk.shown[_i / 2] = _i % 2 == 1;
	desk_show(&desk);
	desk.fallen[_i / 2] = desk.shown[_i / 2] = false;
	desk_wait(&desk, 5000);
	desk_expect_nothing(&desk);
}
END_TEST

START_TEST(a_flag_that_is_seen_again_is_one)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 5000);
	desk.shown[WHITE] = true;
	desk_wait(&desk, 2000);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_FLAG_FALLEN)->side, WHITE);
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

/* While an illegal move of White's is put back Black's time runs out; he gets what he had, and more, and play goes on. */
START_TEST(who_is_given_his_time_back_with_the_position_plays_on)
{
	struct clock_put_back put_back = { .open = true, .side = WHITE, .penalty_s = 60 };

	desk_sit(&desk, "60", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 1000, 0);
	for (int side = WHITE; side <= BLACK; side++)
		put_back.before_s[side] = (int32_t)(desk.left_ms[side] / 1000);
	desk_press_bare(&desk, 0);
	clock_watch_put_back(&desk.watch, &put_back);
	run_out();
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 1);
	desk_stop(&desk);
	desk_wait(&desk, 5000);
	desk.left_ms[BLACK] = 1000 * (put_back.before_s[BLACK] + put_back.penalty_s);
	desk.fallen[BLACK] = false;
	desk_show(&desk);
	desk.turn = WHITE;
	desk_start(&desk);
	put_back.open = false;
	clock_watch_put_back(&desk.watch, &put_back);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_ADDED_TIME_AFTER_FLAG), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_TIME_JUMP), 0);
	run_out();
	ck_assert_int_eq(desk_found(&desk, ALERT_FLAG_FALLEN), 2);
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

static const struct watch_row rows[] = {
	ROW("6.2.1;6.4", ALERT_FLAG_FALLEN, ALERTS, a_flag_short_of_the_control_is_critical, 1),
	ROW("6.2.1;6.8", ALERTS, ALERTS, presses_after_a_flag_are_not_missed, 1),
	ROW("6.4", ALERT_FLAG_FALLEN_CONTROL_MET, ALERTS,
	    a_flag_at_a_control_that_was_met_is_information, 1),
	ROW("Q6 4.2", ALERT_FLAG_FALLEN, ALERTS, zero_without_a_flag_is_a_flag_after_two_seconds,
	    1),
	ROW("6.4", ALERT_BOTH_FLAGS_FALLEN, ALERTS, both_flags_are_told_with_the_first, 1),
	ROW("6.4;III.3", ALERT_BOTH_FLAGS_FALLEN, ALERTS, both_flags_in_one_reading_have_no_first,
	    1),
	ROW("6.4", ALERTS, ALERTS, a_flag_in_one_reading_with_time_left_is_none, 4),
	ROW("6.4", ALERT_FLAG_FALLEN, ALERTS, a_flag_that_is_seen_again_is_one, 1),
	ROW("6.8", ALERT_FLAG_FALLEN, ALERTS, mate_after_the_flag_is_the_record_s_affair, 1),
	ROW("5.1.1;6.8", ALERTS, ALERTS, a_flag_after_mate_is_nothing, 1),
	ROW("6.9", ALERT_FLAG_FALLEN, ALERTS, a_flag_says_who_can_mate, 4),
	ROW("8.4;8.5.1", ALERT_TIME_TROUBLE, ALERT_BOTH_PLAYERS_TIME_TROUBLE,
	    below_five_minutes_recording_ends, 1),
	ROW("8.4", ALERTS, ALERTS, with_half_a_minute_a_move_it_never_does, 1),
	ROW("Q6 4.14.1", ALERT_CLOCK_RAN_AFTER_FLAG, ALERTS,
	    the_other_clock_must_stand_after_a_flag, 1),
	ROW("Q6 4.14.10", ALERT_CLOCK_ADDED_TIME_AFTER_FLAG, ALERTS,
	    time_added_after_the_flag_is_told, 1),
	ROW("7.1", ALERTS, ALERTS, who_is_given_his_time_back_with_the_position_plays_on, 1),
};

const struct watch_rows rows_of_flags = { rows, sizeof(rows) / sizeof(rows[0]) };
