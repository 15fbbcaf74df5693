/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the presses say: missing and hasty ones.
 */
#include <stdlib.h>

#include "core/chess/san.h"
#include "core/laws/clock/clock_watch_state.h"
#include "tests/clock/watch.h"

static struct desk desk;

/* --- 6.2.1, 6.2.2: pressing ------------------------------------------------------------------- */

START_TEST(a_clean_game_is_silent)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, OPENING, 20000, 30);
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
	desk_wait(&desk, 12000);
	white_us = desk.t_us;
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 12000);
	black_us = desk.t_us;
	desk_press_bare(&desk, 30);
	find_ply("e2e4", white_us - 9000000, TIME_UNKNOWN);
	find_ply("e7e5", white_us - 6000000, TIME_UNKNOWN);
	find_ply("g1f3", white_us - 3000000, white_us);
	find_ply("b8c6", black_us - 9000000, TIME_UNKNOWN);
	find_ply("f1b5", black_us - 6000000, TIME_UNKNOWN);
	find_ply("a7a6", black_us - 3000000, black_us);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_MISSED_PRESS_PAIR)->missed, 2);
}
END_TEST

/* A game that is joined begins when the board shows its first ply, and that was pressed for before. */
START_TEST(a_press_from_before_the_record_began_is_not_missed)
{
	uint64_t press_us;

	desk_sit(&desk, "180+2", NULL, NULL);
	desk_start(&desk);
	desk_wait(&desk, 2000);
	desk_press_bare(&desk, 2);
	press_us = desk.watch.now_us;
	desk_wait(&desk, 200);
	find_ply("e2e4", desk.t_us, press_us);
	clock_watch_begin(&desk.watch, &desk.game, desk.t_us);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	desk_play(&desk, "e7e5 g1f3 b8c6 f1b5 a7a6", 2000, 2);
	/* All of it is told anew. */
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	desk_play(&desk, "b5c6 d7c6", 2000, 2);
	desk_expect_nothing(&desk);
}
END_TEST

/* The board has them when its link is back. */
START_TEST(plies_of_a_lost_link_lack_no_presses)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	clock_watch_link(&desk.watch, false, desk.t_us);
	desk.t_us += 9000000;
	clock_watch_link(&desk.watch, true, desk.t_us);
	desk_show(&desk);
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us); /* as it was */
	desk.t_us += 900000;
	clock_watch_scan(&desk.watch, desk.t_us);
	clock_watch_board(&desk.watch, &desk.game, 4, 0, desk.t_us);
	desk_ply(&desk, "g1f3");
	desk_ply(&desk, "b8c6");
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
}
END_TEST

/* His clock ran on beside the board, and was pressed, when its plug was out. */
START_TEST(plies_beside_an_unplugged_clock_lack_no_presses)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk.unplugged = true;
	desk_show(&desk);
	desk_ply(&desk, "g1f3");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "b8c6");
	desk_wait(&desk, 5000);
	desk_ply(&desk, "f1b5");
	desk_press_bare(&desk, 30);
	desk.unplugged = false;
	desk_show(&desk);
	clock_watch_plies(&desk.watch, &desk.game, 2, desk.t_us); /* all that is told anew */
	desk_play(&desk, "a7a6 b5a4 g8f6 e1g1", 5000, 30);
	desk_expect_only(&desk, ALERT_CLOCK_DISCONNECTED, 1);
}
END_TEST

/* Nobody saw when they were made, nor how they were pressed for. */
START_TEST(plies_that_a_person_puts_in_lack_no_presses)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	find_ply("g1f3", TIME_UNKNOWN, TIME_UNKNOWN);
	find_ply("b8c6", TIME_UNKNOWN, TIME_UNKNOWN);
	clock_watch_plies(&desk.watch, &desk.game, 2, desk.t_us);
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
}
END_TEST

static void
say_result(enum game_result result)
{
	desk.game.result = (uint8_t)result;
	clock_watch_result(&desk.watch, &desk.game, desk.t_us);
}

/* They play on behind a result that is taken back: those presses are not counted, not even when all is told anew, much
 * later and while the clock is paused once more. */
START_TEST(plies_of_a_game_that_was_over_lack_no_presses)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	say_result(RESULT_DRAW);
	desk_play(&desk, "g1f3 b8c6", 5000, 30);
	say_result(RESULT_NONE);
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	desk_order(&desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	desk_order(&desk, CLOCK_ORDER_RESUME, WHITE, 0);
	desk_play(&desk, "b5c6 d7c6", 5000, 30);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_NOT_PRESSED), 0);
	ck_assert_int_eq(desk_found(&desk, ALERT_MISSED_PRESS_PAIR), 0);
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

/* What nobody has played was not left without a press. */
START_TEST(plies_taken_back_lack_no_presses)
{
	miss_a_pair();
	game_truncate(&desk.game, 0);
	clock_watch_plies(&desk.watch, &desk.game, 0, desk.t_us);
	ck_assert(!clock_watch_is_correction(&desk.watch));
	ck_assert_uint_eq(desk.watch.player[WHITE].missed, 0);
	ck_assert_uint_eq(desk.watch.player[BLACK].missed, 0);
}
END_TEST

/* The board shows the ply a moment later, and the record has no press for it. It is no press too many afterwards either. */
START_TEST(a_press_that_the_record_lacks_was_for_the_ply_that_came_with_it)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4 e7e5", 5000, 30);
	desk_wait(&desk, 4000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 300);
	desk_ply(&desk, "g1f3");
	desk_wait(&desk, 800);
	desk_ply(&desk, "b8c6");
	desk_press(&desk, 30);
	desk_wait(&desk, 6000);
	desk_play(&desk, "f1b5 a7a6", 5000, 30);
	desk_expect_nothing(&desk);
}
END_TEST

/* Black presses for nothing, and White gives him the turn back: the clock has counted a move too many on both sides, and brings
 * the next period's time one early (6.4). */
START_TEST(presses_for_no_ply_set_a_counter_wrong)
{
	desk_sit(&desk, "40/5400+30:1800+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 5000, 30);
	desk_wait(&desk, 9000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 9000);
	desk_expect_only(&desk, ALERT_MOVE_COUNTER_MISMATCH, 1);
	ck_assert_uint_eq(desk_finding(&desk, ALERT_MOVE_COUNTER_MISMATCH)->side, BLACK);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 2000);
	desk_ply(&desk, "e7e5"); /* no press of White's is for that, though it has none yet */
	desk_wait(&desk, 9000);
	desk_press(&desk, 30);
	desk_play(&desk, "g1f3 b8c6", 5000, 30);
	desk_expect_only(&desk, ALERT_MOVE_COUNTER_MISMATCH, 2);
	ck_assert_uint_eq(desk.findings[1].side, WHITE);
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

/* Black has pressed for nothing, White gives the turn back: that is no press for what White answers Black's move with later. */
START_TEST(who_gives_the_turn_back_means_no_ply_of_his)
{
	desk_sit(&desk, "5400+30", NULL, NULL);
	desk_start(&desk);
	desk_play(&desk, "e2e4", 5000, 30);
	desk_wait(&desk, 8000);
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 8000);
	desk_press_bare(&desk, 30);
	desk_wait(&desk, 2500);
	clock_watch_board(&desk.watch, &desk.game, 1, 0, desk.t_us);
	desk_play(&desk, "e7e5", 400, 30);
	desk_wait(&desk, 500);
	desk_ply(&desk, "g1f3");
	clock_watch_board(&desk.watch, &desk.game, 0, 0, desk.t_us);
	desk_wait(&desk, 7000);
	ck_assert_int_eq(desk_found(&desk, ALERT_CLOCK_PRESSED_BEFORE_MOVE), 0);
}
END_TEST

static const struct watch_row rows[] = {
	ROW("6.2.1", ALERTS, ALERTS, a_clean_game_is_silent, 1),
	ROW("6.2.2", ALERTS, ALERTS, a_press_after_the_reply_is_not_missing, 1),
	ROW("6.2.2", ALERTS, ALERTS, presses_that_come_at_once_are_each_heard, 1),
	ROW("Q7 5.1;D.2.3", ALERT_MISSED_PRESS_PAIR, ALERTS, who_cannot_press_is_not_told_of, 1),
	ROW("Q7 5.6", ALERT_TIME_TROUBLE, ALERTS, who_is_spared_recording_is_told_of, 1),
	ROW("6.2.1", ALERTS, ALERTS, plies_found_again_were_pressed_all_the_same, 1),
	ROW("6.2.1", ALERT_MISSED_PRESS_PAIR, ALERT_CLOCK_NOT_PRESSED, missed_presses_are_a_pair,
	    1),
	ROW("6.2.1", ALERT_MISSED_PRESS_PAIR, ALERT_CLOCK_NOT_PRESSED,
	    pairs_found_at_one_time_are_told_once, 1),
	ROW("6.2.1", ALERTS, ALERTS, a_press_from_before_the_record_began_is_not_missed, 1),
	ROW("6.2.1", ALERT_CLOCK_NOT_PRESSED, ALERTS, who_has_not_pressed_is_told_once_for_that_ply,
	    1),
	ROW("6.2.1", ALERTS, ALERTS, plies_of_a_lost_link_lack_no_presses, 1),
	ROW("6.2.1", ALERTS, ALERTS, plies_beside_an_unplugged_clock_lack_no_presses, 1),
	ROW("6.2.1", ALERTS, ALERTS, plies_that_a_person_puts_in_lack_no_presses, 1),
	ROW("6.2.1", ALERTS, ALERTS, plies_of_a_game_that_was_over_lack_no_presses, 1),
	ROW("6.2.1", ALERTS, ALERTS, corrective_presses_end_the_pair, 1),
	ROW("6.2.1", ALERTS, ALERTS, plies_taken_back_lack_no_presses, 1),
	ROW("6.2.1", ALERTS, ALERTS,
	    a_press_that_the_record_lacks_was_for_the_ply_that_came_with_it, 1),
	ROW("6.4", ALERT_MOVE_COUNTER_MISMATCH, ALERTS, presses_for_no_ply_set_a_counter_wrong, 1),
	ROW("6.2.4", ALERT_CLOCK_PRESSED_BEFORE_MOVE, ALERTS, a_press_before_the_move_is_told, 1),
	ROW("6.2.4", ALERTS, ALERTS, who_gives_the_turn_back_means_no_ply_of_his, 1),
	ROW("6.2.4", ALERTS, ALERTS, a_board_that_is_late_shows_no_early_press, 2),
	ROW("6.2.4", ALERTS, ALERTS, a_ply_found_behind_its_answer_was_not_late, 1),
};

const struct watch_rows rows_of_presses = { rows, sizeof(rows) / sizeof(rows[0]) };
