/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The measure itself: a bench that counts wrongly is worse than none.
 */
#include <check.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "tests/bench/tracker_hidden.h"
#include "tests/bench/tracker_reference.h"
#include "tests/bench/tracker_score.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static struct bench_ply plies[6];
static struct sim_incident incident;
static struct bench_stream truth;
static struct score_watch watch;
static struct score score;

/* Six plies, one a second; the moves are only numbers here. */
static void
begin(void)
{
	memset(&truth, 0, sizeof(truth));
	memset(&score, 0, sizeof(score));
	for (size_t i = 0; i < 6; i++)
		plies[i] = (struct bench_ply){ .move = (uint16_t)(i + 1),
			                       .made_us = (i + 1) * SECOND };
	truth.plies = plies;
	truth.n_plies = 6;
	truth.incidents = &incident;
	score_watch_begin(&watch, &truth);
}

static void
report(size_t index, uint16_t move, uint64_t now_us)
{
	bool revised = false;

	score_watch_ply(&watch, index, move, true, now_us, &revised);
}

static size_t
finish(size_t *ret_first)
{
	return score_add(&score, &watch, ret_first);
}

START_TEST(what_was_played_is_right_and_its_latency_known)
{
	size_t first;

	begin();
	for (size_t i = 0; i < 6; i++)
		report(i, (uint16_t)(i + 1), (i + 1) * SECOND + 500000 + i * 1000);
	ck_assert_uint_eq(finish(&first), 0);
	ck_assert_uint_eq(first, 6);
	ck_assert_uint_eq(score.games_right, 1);
	ck_assert_uint_eq(score.revisions + score.false_reports, 0);
	ck_assert_uint_eq(score.to_made.n, 6);
	ck_assert(score_mean(&score.to_made) > 502.4 && score_mean(&score.to_made) < 502.6);
	ck_assert(score_percentile(&score.to_made, 100) == 505.0);
	score_free(&score);
}
END_TEST

/* A ply left out costs one, not all that come behind it. */
START_TEST(missing_and_inserted_plies_cost_one_each)
{
	size_t first;

	begin();
	for (size_t i = 0; i < 5; i++)
		report(i, (uint16_t)(i < 2 ? i + 1 : i + 2), 10 * SECOND);
	ck_assert_uint_eq(finish(&first), 1);
	ck_assert_uint_eq(first, 2);
	score_free(&score);
	begin();
	for (size_t i = 0; i < 7; i++)
		report(i, (uint16_t)(i < 3 ? i + 1 : i == 3 ? 99 : i), 10 * SECOND);
	ck_assert_uint_eq(finish(&first), 1);
	ck_assert_uint_eq(first, 3);
	ck_assert_uint_eq(score.games_right, 0);
	score_free(&score);
	begin();
	ck_assert_uint_eq(finish(&first), 6);
	score_free(&score);
}
END_TEST

START_TEST(revised_ply_is_right_in_the_end_and_counted)
{
	size_t first;

	begin();
	for (size_t i = 0; i < 6; i++)
		report(i, (uint16_t)(i == 5 ? 77 : i + 1), 7 * SECOND);
	report(5, MOVE_NONE, 8 * SECOND);
	report(5, 6, 9 * SECOND);
	ck_assert_uint_eq(finish(&first), 0);
	ck_assert_uint_eq(score.games_right, 1);
	ck_assert_uint_eq(score.revisions, 1);
	ck_assert_uint_eq(score.false_reports, 1);
	ck_assert(score_percentile(&score.to_end, 100) == 6000.0);
	score_free(&score);
}
END_TEST

START_TEST(what_a_hand_did_show_is_no_false_report)
{
	begin();
	incident = (struct sim_incident){
		.what = SIM_HESITATE, .sq = 28, .ply = 0, .from_us = SECOND / 2, .until_us = SECOND
	};
	truth.n_incidents = 1;
	report(0, move_make(12, 28, MOVE_NORMAL), SECOND / 2 + 600000);
	ck_assert_uint_eq(watch.false_reports, 0);
	report(0, move_make(12, 20, MOVE_NORMAL), SECOND / 2 + 700000);
	ck_assert_uint_eq(watch.false_reports, 1);
	report(0, move_make(12, 28, MOVE_NORMAL), 3 * SECOND);
	ck_assert_uint_eq(watch.false_reports, 2);
	ck_assert_uint_eq(watch.revisions, 2);
	begin();
	incident.what = SIM_FIDDLE;
	truth.n_incidents = 1;
	report(0, move_make(12, 28, MOVE_NORMAL), SECOND);
	ck_assert_uint_eq(watch.false_reports, 0);
	incident.what = SIM_KNOCK;
	begin();
	truth.n_incidents = 1;
	report(0, move_make(12, 28, MOVE_NORMAL), SECOND);
	ck_assert_uint_eq(watch.false_reports, 1);
}
END_TEST

START_TEST(doubtful_reports_are_no_false_ones_until_the_doubt_goes)
{
	bool revised = false;

	begin();
	ck_assert(!score_watch_ply(&watch, 0, 77, false, SECOND, &revised));
	ck_assert(!score_watch_ply(&watch, 1, 2, false, SECOND, &revised));
	ck_assert_uint_eq(watch.false_reports, 0);
	ck_assert_uint_eq(watch.doubtful, 2);
	ck_assert_uint_eq(watch.doubtful_right, 1);
	ck_assert(score_watch_ply(&watch, 0, 77, true, 2 * SECOND, &revised));
	ck_assert(!score_watch_ply(&watch, 0, 77, true, 3 * SECOND, &revised));
	ck_assert(!score_watch_ply(&watch, 1, 2, true, 3 * SECOND, &revised));
	ck_assert_uint_eq(watch.false_reports, 1);
	ck_assert_uint_eq(watch.doubtful, 2);
}
END_TEST

START_TEST(doubt_that_is_left_and_underpromotions_are_counted)
{
	uint16_t to_knight = move_make_promotion(48, 56, KNIGHT);
	bool revised = false;
	size_t first;

	begin();
	plies[3].move = plies[4].move = to_knight;
	score_watch_ply(&watch, 0, 1, false, SECOND, &revised);
	score_watch_ply(&watch, 1, 2, false, 2 * SECOND, &revised);
	score_watch_ply(&watch, 1, 2, true, 3 * SECOND, &revised);
	score_watch_ply(&watch, 2, 77, false, 3 * SECOND, &revised);
	score_watch_ply(&watch, 3, to_knight, true, 4 * SECOND, &revised);
	score_watch_ply(&watch, 4, move_make_promotion(48, 56, QUEEN), true, 5 * SECOND, &revised);
	finish(&first);
	ck_assert_uint_eq(score.left_in_doubt, 1);
	ck_assert_uint_eq(score.underpromotions, 2);
	ck_assert_uint_eq(score.underpromotions_right, 1);
	score_free(&score);
}
END_TEST

START_TEST(cause_of_a_false_report_is_told)
{
	const struct {
		uint16_t move; /* at place 2, where 12-28 was played at 3 s */
		uint64_t now_us;
		enum score_cause cause;
	} cases[] = {
		{ move_make(12, 28, MOVE_NORMAL), 4 * SECOND, SCORE_NOT_FALSE },
		{ move_make(12, 20, MOVE_NORMAL), 2 * SECOND, SCORE_ON_WAY },
		{ move_make(13, 20, MOVE_NORMAL), 2 * SECOND, SCORE_TOO_EARLY },
		{ move_make(12, 20, MOVE_NORMAL), 4 * SECOND, SCORE_ELSEWHERE },
		{ move_make(13, 20, MOVE_NORMAL), 4 * SECOND, SCORE_OTHER_MAN },
	};
	bool revised = false;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin();
		plies[2].move = move_make(12, 28, MOVE_NORMAL);
		report(0, 1, SECOND);
		report(1, 2, 2 * SECOND);
		ck_assert_int_eq(
			score_watch_ply(&watch, 2, cases[i].move, true, cases[i].now_us, &revised),
			cases[i].cause);
		ck_assert_uint_eq(watch.causes[cases[i].cause], i == 0 ? 3 : 1);
	}
	begin();
	report(0, 77, SECOND);
	ck_assert_int_eq(score_watch_ply(&watch, 1, 78, true, 3 * SECOND, &revised), SCORE_BEHIND);
	ck_assert_int_eq(score_watch_ply(&watch, 2, 2, true, 3 * SECOND, &revised), SCORE_SHIFTED);
}
END_TEST

/* Two plies by hand, on the events of a board: what the usual algorithm must see and what it cannot. */
START_TEST(usual_algorithm_reads_a_calm_board_and_loses_a_quick_one)
{
	static struct board_event events[8];
	struct position position;
	const struct {
		uint64_t t_us;
		uint8_t sq, piece;
	} touches[] = { { 2 * SECOND, 12, EMPTY },
		        { 2 * SECOND + 300000, 28, WHITE_PAWN },
		        { 4 * SECOND, 52, EMPTY },
		        { 4 * SECOND + 300000, 36, BLACK_PAWN } };

	begin();
	events[0] = (struct board_event){ .kind = BOARD_SCAN, .t_us = SECOND };
	position_start(&position);
	position_placement(&position, events[0].scan);
	for (size_t i = 0; i < 4; i++)
		events[i + 1] =
			(struct board_event){ .kind = BOARD_SQUARE,
			                      .t_us = touches[i].t_us,
			                      .square = { touches[i].sq, touches[i].piece } };
	truth.events = events;
	truth.n_events = 5;
	reference_read(&truth, false, &watch);
	ck_assert_uint_eq(watch.n, 2);
	ck_assert_uint_eq(watch.moves[0], move_make(12, 28, MOVE_NORMAL));
	ck_assert_uint_eq(watch.settled_us[0], 2 * SECOND + 700000);
	ck_assert_uint_eq(watch.moves[1], move_make(52, 36, MOVE_NORMAL));
	/* The reply within 400 ms: two plies in one picture. */
	events[3].t_us = 2 * SECOND + 400000;
	events[4].t_us = 2 * SECOND + 600000;
	score_watch_begin(&watch, &truth);
	reference_read(&truth, false, &watch);
	ck_assert_uint_eq(watch.n, 0);
}
END_TEST

/* What a hand showed is no false report, but recorded for good it is false. */
START_TEST(what_is_certain_and_wrong_when_all_is_over_is_counted)
{
	uint16_t shown = move_make(12, 28, MOVE_NORMAL);
	bool revised = false;
	size_t first;

	begin();
	incident = (struct sim_incident){ .what = SIM_HESITATE,
		                          .sq = 28,
		                          .ply = 2,
		                          .from_us = 2 * SECOND,
		                          .until_us = 3 * SECOND };
	truth.n_incidents = 1;
	report(0, 1, SECOND);
	score_watch_ply(&watch, 1, 77, false, 2 * SECOND, &revised);
	report(2, shown, 3 * SECOND);
	report(3, 78, 4 * SECOND);
	report(3, 4, 5 * SECOND);
	report(4, 79, 6 * SECOND);
	report(4, MOVE_NONE, 7 * SECOND);
	finish(&first);
	ck_assert_uint_eq(score.false_in_end, 1);
	ck_assert(score_is_false_in_end(&watch, 2));
	ck_assert(!score_is_false_in_end(&watch, 1) && !score_is_false_in_end(&watch, 3));
	score_free(&score);
}
END_TEST

/* A knight nobody saw, who may have gone to f3 or h3, comes out on g5; f3_piece is read on f3 for so long before that. */
static size_t
hidden_knight(uint8_t f3_piece, uint64_t for_us)
{
	static struct board_event events[6];
	const int e7 = sq_make(4, 6), e6 = sq_make(4, 5), f3 = sq_make(5, 2), h3 = sq_make(7, 2),
		  g5 = sq_make(6, 4);
	const int squares[4] = { SQ_G1, e7, f3, g5 };
	const uint8_t pieces[4] = { EMPTY, EMPTY, f3_piece, WHITE_KNIGHT };
	const uint16_t played[3] = { move_make(SQ_G1, f3, MOVE_NORMAL),
		                     move_make(e7, e6, MOVE_NORMAL),
		                     move_make(f3, g5, MOVE_NORMAL) };
	const uint16_t recorded[3] = { move_make(SQ_G1, h3, MOVE_NORMAL), played[1],
		                       move_make(h3, g5, MOVE_NORMAL) };
	struct position start;

	begin();
	position_start(&start);
	events[0] = (struct board_event){ .kind = BOARD_SCAN };
	for (int sq = 0; sq < 64; sq++)
		events[0].scan[sq] = position_piece_at(&start, sq);
	for (size_t i = 0; i < 4; i++) {
		events[i + 1] = (struct board_event){ .kind = BOARD_SQUARE,
			                              .t_us = (i + 1) * SECOND - 1000 };
		events[i + 1].square.sq = (uint8_t)squares[i];
		events[i + 1].square.piece = pieces[i];
	}
	events[5] = events[4];
	events[4] = events[3];
	events[4].t_us += for_us;
	events[4].square.piece = EMPTY;
	for (size_t i = 0; i < 3; i++) {
		plies[i].move = played[i];
		plies[i].made_us = i < 2 ? (i + 1) * SECOND : 4 * SECOND;
	}
	truth.n_plies = 3;
	truth.events = events;
	truth.n_events = 6;
	truth.end_us = 6 * SECOND;
	return hidden_plies(&truth, false, recorded, 3);
}

START_TEST(what_no_picture_told_is_counted_apart)
{
	ck_assert_uint_eq(hidden_knight(EMPTY, SECOND), 2);
	ck_assert_uint_eq(hidden_knight(WHITE_KNIGHT, SECOND), 0);
	ck_assert_uint_eq(hidden_knight(WHITE_KNIGHT, SECOND / 10), 0);
	/* Both are told of in one scan. */
	ck_assert_uint_eq(hidden_knight(WHITE_KNIGHT, SECOND / 40), 2);
}
END_TEST

/* A pawn that took on e4 or c4, nobody saw where: the board knows no men, and the pawn is lifted. c4 is seen to be
 * empty for a moment. */
static size_t
hidden_capture(bool c4_is_lifted)
{
	static struct board_event events[10];
	const int d5 = sq_make(3, 4), c4 = sq_make(2, 3), e4 = sq_make(4, 3);
	const int squares[9] = {
		sq_make(4, 1), e4, sq_make(3, 6), d5, sq_make(2, 1), c4, d5, c4, c4
	};
	const uint16_t played[4] = { move_make(squares[0], e4, MOVE_NORMAL),
		                     move_make(squares[2], d5, MOVE_NORMAL),
		                     move_make(squares[4], c4, MOVE_NORMAL),
		                     move_make(d5, c4, MOVE_NORMAL) };
	const uint16_t recorded[4] = { played[0], played[1], played[2],
		                       move_make(d5, e4, MOVE_NORMAL) };
	struct position start;

	begin();
	position_start(&start);
	events[0] = (struct board_event){ .kind = BOARD_SCAN };
	for (int sq = 0; sq < 64; sq++)
		events[0].scan[sq] = position_piece_at(&start, sq) != EMPTY ? SOME_MAN : EMPTY;
	for (size_t i = 0; i < 9; i++) {
		events[i + 1] = (struct board_event){ .kind = BOARD_SQUARE,
			                              .t_us = (i / 2 + 1) * SECOND - 1000 };
		events[i + 1].square.sq = (uint8_t)squares[i];
		events[i + 1].square.piece = i < 7 && i % 2 == 0 ? EMPTY : SOME_MAN;
	}
	events[8].square.piece = c4_is_lifted ? EMPTY : SOME_MAN;
	for (size_t i = 0; i < 4; i++) {
		plies[i].move = played[i];
		plies[i].made_us = plies[i].truth.completed_us = (i + 1) * SECOND;
	}
	truth.n_plies = 4;
	truth.events = events;
	truth.n_events = 10;
	truth.end_us = 6 * SECOND;
	return hidden_plies(&truth, true, recorded, 4);
}

START_TEST(what_a_board_that_knows_no_men_did_not_tell_is_counted_apart)
{
	ck_assert_uint_eq(hidden_capture(false), 1);
	ck_assert_uint_eq(hidden_capture(true), 0);
}
END_TEST

static Suite *
bench_score_suite(void)
{
	Suite *suite = suite_create("bench_score");
	TCase *tcase = tcase_create("score");

	tcase_add_test(tcase, what_was_played_is_right_and_its_latency_known);
	tcase_add_test(tcase, missing_and_inserted_plies_cost_one_each);
	tcase_add_test(tcase, revised_ply_is_right_in_the_end_and_counted);
	tcase_add_test(tcase, what_a_hand_did_show_is_no_false_report);
	tcase_add_test(tcase, doubtful_reports_are_no_false_ones_until_the_doubt_goes);
	tcase_add_test(tcase, doubt_that_is_left_and_underpromotions_are_counted);
	tcase_add_test(tcase, what_is_certain_and_wrong_when_all_is_over_is_counted);
	tcase_add_test(tcase, cause_of_a_false_report_is_told);
	tcase_add_test(tcase, usual_algorithm_reads_a_calm_board_and_loses_a_quick_one);
	tcase_add_test(tcase, what_no_picture_told_is_counted_apart);
	tcase_add_test(tcase, what_a_board_that_knows_no_men_did_not_tell_is_counted_apart);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(bench_score_suite());
}
