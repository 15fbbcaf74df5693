/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the bench of irregularities says that nobody could tell.
 */
#include <check.h>

#include "tests/bench/irregular_hidden.h"
#include "tests/support.h"

#define BEGIN_US UINT64_C(5000000)
#define SCAN_MS  200

/* Milliseconds after the capture began at which the board told of it. */
struct reports {
	uint32_t man_ms, victim_ms, down_ms; /* 0: it never told */
};

static enum irregular_hidden
hides_capture(int from, int to, const struct reports *told)
{
	const struct {
		uint32_t ms;
		int sq;
		uint8_t piece;
	} all[] = { { told->man_ms, from, EMPTY },
		    { told->victim_ms, to, EMPTY },
		    { told->down_ms, to, WHITE_ROOK } };
	struct board_event events[3];
	struct bench_ply ply = { .move = move_make(from, to, MOVE_NORMAL) };
	struct sim_incident incident = { .what = SIM_TWO_HANDS_CAPTURE,
		                         .sq = (uint8_t)from,
		                         .from_us = BEGIN_US,
		                         .until_us = BEGIN_US + 500000 };
	struct bench_stream stream = { .events = events,
		                       .plies = &ply,
		                       .n_plies = 1,
		                       .incidents = &incident,
		                       .n_incidents = 1 };

	for (size_t i = 0; i < 3; i++)
		if (all[i].ms > 0)
			events[stream.n_events++] =
				(struct board_event){ .kind = BOARD_SQUARE,
				                      .t_us = BEGIN_US + all[i].ms * UINT64_C(1000),
				                      .square = { .sq = (uint8_t)all[i].sq,
				                                  .piece = all[i].piece } };
	return irregular_hidden(&stream, &incident, SCAN_MS, sim_profile_find("blitz")->manners);
}

START_TEST(men_lifted_together_and_a_square_long_empty_show_it)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, &(struct reports){ 100, 120, 520 }),
	                 HIDDEN_BY_NOTHING);
}
END_TEST

/* He who takes the other man in passing leaves the square empty for no longer than that. */
START_TEST(a_square_empty_for_a_round_does_not)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, &(struct reports){ 100, 120, 320 }),
	                 HIDDEN_BY_SCAN);
}
END_TEST

/* Taken at once himself, he was never seen to stand there: the square may have been empty for a moment. */
START_TEST(nor_does_a_man_who_was_never_seen_to_come)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, &(struct reports){ 100, 120, 0 }),
	                 HIDDEN_BY_SCAN);
}
END_TEST

/* A long way between them is no long way for who puts the one aside first: hands.h takes all for neighbours. */
START_TEST(nor_do_men_lifted_one_after_the_other_however_far_apart)
{
	ck_assert_int_eq(hides_capture(SQ_A1, SQ_A8, &(struct reports){ 260, 110, 600 }),
	                 HIDDEN_BY_SCAN);
	ck_assert_int_eq(hides_capture(SQ_E4, SQ_D4, &(struct reports){ 260, 110, 600 }),
	                 HIDDEN_BY_SCAN);
}
END_TEST

/* Of a man who had just come and was lifted before the scan saw him stand, only his coming was told. */
START_TEST(a_man_who_was_never_told_to_leave_was_not_seen_to_be_touched)
{
	struct board_event events[2] = {
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 100000,
		  .square = { .sq = SQ_A8, .piece = EMPTY } },
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 1500000,
		  .square = { .sq = SQ_A8, .piece = WHITE_ROOK } },
	};
	struct bench_ply ply = { .move = move_make(SQ_E4, SQ_D4, MOVE_NORMAL) };
	struct sim_incident incident = { .what = SIM_ADJUST_LATE,
		                         .sq = SQ_A8,
		                         .from_us = BEGIN_US,
		                         .until_us = BEGIN_US + 1400000 };
	struct bench_stream stream = { .events = events,
		                       .n_events = 2,
		                       .plies = &ply,
		                       .n_plies = 1,
		                       .incidents = &incident,
		                       .n_incidents = 1 };
	const struct sim_manners *manners = sim_profile_find("blitz")->manners;

	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_NOTHING);
	stream.events = events + 1;
	stream.n_events = 1;
	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_SCAN);
}
END_TEST

/* Lifted in the round that told of the opponent's man, he may have been lifted by the opponent, before. */
START_TEST(a_man_lifted_as_the_opponents_stood_may_be_touched_by_that_one)
{
	struct board_event events[2] = {
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 10000,
		  .square = { .sq = SQ_D5, .piece = BLACK_ROOK } },
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 150000,
		  .square = { .sq = SQ_A1, .piece = EMPTY } },
	};
	struct bench_ply both[2] = { { .move = move_make(SQ_D4, SQ_D5, MOVE_NORMAL) },
		                     { .move = move_make(SQ_E4, SQ_E1, MOVE_NORMAL) } };
	struct sim_incident incident = { .what = SIM_TOUCH_MOVE,
		                         .sq = SQ_A1,
		                         .ply = 1,
		                         .from_us = BEGIN_US,
		                         .until_us = BEGIN_US + 2000000 };
	struct bench_stream stream = { .events = events,
		                       .n_events = 2,
		                       .plies = both,
		                       .n_plies = 2,
		                       .incidents = &incident,
		                       .n_incidents = 1 };
	const struct sim_manners *manners = sim_profile_find("human")->manners;

	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_SCAN);
	events[1].t_us += 100000;
	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_NOTHING);
}
END_TEST

/* What one round tells of has no order. */
START_TEST(rook_and_king_of_one_round_have_no_order)
{
	struct board_event events[2] = {
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 50000,
		  .square = { .sq = SQ_H1, .piece = EMPTY } },
		{ .kind = BOARD_SQUARE,
		  .t_us = BEGIN_US + 59000,
		  .square = { .sq = SQ_E1, .piece = EMPTY } },
	};
	struct bench_ply ply = { .move = move_make(SQ_E1, SQ_H1, MOVE_CASTLING) };
	struct sim_incident incident = { .what = SIM_ROOK_FIRST,
		                         .sq = SQ_H1,
		                         .from_us = BEGIN_US,
		                         .until_us = BEGIN_US + 900000 };
	struct bench_stream stream = { .events = events,
		                       .n_events = 2,
		                       .plies = &ply,
		                       .n_plies = 1,
		                       .incidents = &incident,
		                       .n_incidents = 1 };
	const struct sim_manners *manners = sim_profile_find("human")->manners;

	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_SCAN);
	events[1].t_us += SCAN_MS * 1000;
	ck_assert_int_eq(irregular_hidden(&stream, &incident, SCAN_MS, manners), HIDDEN_BY_NOTHING);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bench_irregular");
	TCase *tcase = tcase_create("bench_irregular");

	tcase_add_test(tcase, men_lifted_together_and_a_square_long_empty_show_it);
	tcase_add_test(tcase, a_square_empty_for_a_round_does_not);
	tcase_add_test(tcase, nor_does_a_man_who_was_never_seen_to_come);
	tcase_add_test(tcase, nor_do_men_lifted_one_after_the_other_however_far_apart);
	tcase_add_test(tcase, a_man_who_was_never_told_to_leave_was_not_seen_to_be_touched);
	tcase_add_test(tcase, a_man_lifted_as_the_opponents_stood_may_be_touched_by_that_one);
	tcase_add_test(tcase, rook_and_king_of_one_round_have_no_order);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
