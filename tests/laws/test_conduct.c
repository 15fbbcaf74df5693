/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be known of hands from a board that reads one square after the other: how fast it is, and in what order men
 * were touched.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/laws/conduct/obligation.h"
#include "core/laws/conduct/touch.h"
#include "tests/laws/reports.h"
#include "tests/support.h"

#define CASTLINGS 1000

#define CASTLE "4k3/8/8/8/8/8/8/4K2R w K - 0 1"

/* --- the pace ---------------------------------------------------------------------------------------- */

/* Boards of other makes read their squares more often than a wired one does. */
START_TEST(pace_of_a_quick_board_is_measured_too)
{
	static const uint32_t periods[] = { 41000, 50000, 70000 };
	struct reports_line line = { periods[_i], false, 2000, 0 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	reports_hear(&pace, &line, 60);
	ck_assert_uint_ge(scan_pace_period(&pace), periods[_i] * 97 / 100);
	ck_assert_uint_le(scan_pace_period(&pace), periods[_i] * 103 / 100);
}
END_TEST

START_TEST(pace_is_measured_whatever_it_is)
{
	static const uint32_t periods[] = { 100000, 137000, 200000, 231000,
		                            250000, 450000, 600000, 1000000 };
	struct scan_pace pace;

	for (int backwards = 0; backwards < 2; backwards++) {
		struct reports_line line = { periods[_i], backwards != 0, 5000, 0 };
		uint32_t period_us;

		scan_pace_init(&pace);
		ck_assert_uint_eq(scan_pace_period(&pace), SCAN_PACE_NOMINAL_US);
		ck_assert(!scan_pace_is_measured(&pace));
		reports_hear(&pace, &line, 20);
		ck_assert(scan_pace_is_measured(&pace));
		period_us = scan_pace_period(&pace);
		ck_assert_uint_ge(period_us, periods[_i] * 97 / 100);
		ck_assert_uint_le(period_us, periods[_i] * 103 / 100);
		reports_hear(&pace, &line, 300);
		ck_assert_uint_ge(scan_pace_period(&pace), periods[_i] * 98 / 100);
		ck_assert_uint_le(scan_pace_period(&pace), periods[_i] * 102 / 100);
	}
}
END_TEST

/* By radio, several rounds come at once: what happened when is lost. */
START_TEST(pace_of_bursts_is_unknown)
{
	const struct reports_line line = { 450000, false, 5000, 350000 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	reports_hear(&pace, &line, 300);
	ck_assert(scan_pace_is_measured(&pace));
	ck_assert_uint_eq(scan_pace_period(&pace), SCAN_PACE_UNKNOWN);
}
END_TEST

/* Old votes count less and less. */
START_TEST(pace_is_measured_when_the_bursts_are_over)
{
	const struct reports_line bursts = { 450000, false, 5000, 350000 },
				  line = { 250000, false, 5000, 0 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	reports_hear(&pace, &bursts, 2000);
	ck_assert_uint_eq(scan_pace_period(&pace), SCAN_PACE_UNKNOWN);
	reports_hear(&pace, &line, 1000);
	ck_assert_uint_ge(scan_pace_period(&pace), 245000);
	ck_assert_uint_le(scan_pace_period(&pace), 255000);
}
END_TEST

/* It may be another board that comes back. */
START_TEST(pace_is_measured_anew_when_the_link_was_lost)
{
	struct position before;
	struct contacts contacts;
	uint16_t move;

	reports_read_move(CASTLE, "O-O", &before, &move);
	reports_of(&before, NULL, 0, 100000, &contacts);
	ck_assert(scan_pace_is_measured(&contacts.pace));
	contacts_lost(&contacts);
	ck_assert(!scan_pace_is_measured(&contacts.pace));
}
END_TEST

START_TEST(reports_of_one_round_are_where_the_scan_has_them)
{
	const struct reports_line line = { 200000, false, 3000, 0 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	reports_hear(&pace, &line, 100);
	ck_assert(scan_pace_same_round(&pace, 60, 1000000, 63, 1009000));
	ck_assert(scan_pace_same_round(&pace, 63, 1009000, 60, 1000000));
	ck_assert(!scan_pace_same_round(&pace, 60, 1000000, 63, 1209000));
	ck_assert(!scan_pace_same_round(&pace, 60, 1000000, 63, 1100000));
	/* A round later, but for the way from the one square to the other. */
	ck_assert(scan_pace_is_later(&pace, 63, 1009000, 60, 1200000));
	ck_assert(scan_pace_is_later(&pace, 60, 1000000, 63, 1209000));
	ck_assert(!scan_pace_is_later(&pace, 60, 1000000, 63, 1009000));
	ck_assert(!scan_pace_is_later(&pace, 60, 1200000, 63, 1009000));
	/* The first waited on the line, behind clock messages. */
	ck_assert(scan_pace_is_later(&pace, 63, 1034000, 60, 1200000));
	ck_assert(!scan_pace_is_later(&pace, 60, 1000000, 63, 1034000));
}
END_TEST

/* Where the order is not known, less than a round proves nothing. */
START_TEST(what_came_later_needs_a_round_where_no_order_is_known)
{
	struct scan_pace pace;

	scan_pace_init(&pace);
	ck_assert(!scan_pace_is_later(&pace, 63, 1009000, 60, 1200000));
	ck_assert(scan_pace_is_later(&pace, 63, 1009000, 60, 1009000 + SCAN_PACE_NOMINAL_US));
}
END_TEST
/* --- order ------------------------------------------------------------------------------------------- */

/* Castled so with one hand: was the rook first? The quickest hands of the simulator, in hundredths of those. */
static int
count_rook_first(bool rook, uint32_t slower, uint32_t period_us)
{
	int n = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + reports_below(1000000);
		uint32_t away_us = 60000 + reports_below(190000);
		uint32_t carried_us = rook ? 80000 + reports_below(270000) : 0;
		uint32_t first_us = (away_us + carried_us) * slower / 100;
		struct reports_touch touches[] = {
			{ t_us, rook ? SQ_H1 : SQ_E1, EMPTY },
			{ t_us + first_us, rook ? SQ_E1 : SQ_H1, EMPTY },
		};
		struct touch_turn turn = { .until_us = TIME_UNKNOWN };
		struct touch_finding finding;
		struct contacts contacts;
		struct position before;

		reports_read_move(CASTLE, "O-O", &before, &turn.move);
		turn.before = &before;
		reports_of(&before, touches, 2, period_us, &contacts);
		touch_judge(&contacts, &turn, &finding);
		n += finding.what == TOUCH_ROOK_FIRST;
	}
	return n;
}

/* From one round of the scan to the next; a rook of the next round is never first. */
START_TEST(rook_first_is_seen_from_round_to_round)
{
	static const struct {
		uint32_t period_us, slower;
		int per_cent;
	} boards[] = {
		{ 100000, 100, 99 }, { 200000, 100, 97 }, { 200000, 250, 99 }, { 600000, 250, 95 }
	};

	ck_assert_int_ge(count_rook_first(true, boards[_i].slower, boards[_i].period_us),
	                 CASTLINGS * boards[_i].per_cent / 100);
	ck_assert_int_eq(count_rook_first(false, boards[_i].slower, boards[_i].period_us), 0);
}
END_TEST

#define BEGIN_US UINT64_C(900000000)

/* Castled where it is not legal, and taken back, after the ply was pressed: in his next turn, not in this one. */
START_TEST(what_comes_after_the_press_is_another_turns)
{
	static const char fen[] = "4k3/8/b7/8/8/8/7P/R3K2R w KQ - 0 1";
	struct reports_touch touches[] = {
		{ BEGIN_US, SQ_H1 + 8, EMPTY },       { BEGIN_US + 500000, SQ_H1 + 16, WHITE_PAWN },
		{ BEGIN_US + 3000000, SQ_E1, EMPTY }, { BEGIN_US + 3500000, SQ_G1, WHITE_KING },
		{ BEGIN_US + 4000000, SQ_H1, EMPTY }, { BEGIN_US + 4500000, SQ_F1, WHITE_ROOK },
	};
	struct touch_turn turn = { .until_us = TIME_UNKNOWN };
	struct touch_finding finding;
	struct contacts contacts;
	struct position before;

	reports_read_move(fen, "h3", &before, &turn.move);
	turn.before = &before;
	reports_of(&before, touches, 6, 200000, &contacts);
	touch_judge(&contacts, &turn, &finding);
	ck_assert_int_eq(finding.what, TOUCH_CASTLING_ILLEGAL);
	turn.until_us = BEGIN_US + 1500000;
	touch_judge(&contacts, &turn, &finding);
	ck_assert_int_eq(finding.what, TOUCH_NOTHING);
}
END_TEST

/* The bishop is not read on c4, and stood on b3 before he came to b5; his own ply to c4 was pressed for so long before b3. */
static enum touch_what
judge_let_go(uint64_t before_us)
{
	static const char fen[] = "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1";
	struct reports_touch touches[] = {
		{ BEGIN_US - 3000000, SQ_C1 + 24, EMPTY },
		{ BEGIN_US, SQ_A1 + 17, WHITE_BISHOP },
		{ BEGIN_US + 4000000, SQ_A1 + 17, EMPTY },
		{ BEGIN_US + 4500000, SQ_A1 + 33, WHITE_BISHOP },
	};
	struct touch_turn turn = { .from_us = BEGIN_US - 100000,
		                   .own_us = before_us == 0 ? 0 : BEGIN_US - before_us,
		                   .until_us = TIME_UNKNOWN };
	struct touch_finding finding;
	struct contacts contacts;
	struct position before;

	reports_read_move(fen, "Bb5+", &before, &turn.move);
	turn.before = &before;
	reports_of(&before, touches, 4, 200000, &contacts);
	touch_judge(&contacts, &turn, &finding);
	return finding.what;
}

START_TEST(who_goes_on_before_he_is_read_is_let_go_where_he_is)
{
	ck_assert_int_eq(judge_let_go(100000), TOUCH_RELEASED);
	ck_assert_int_eq(judge_let_go(600000),
	                 TOUCH_NOTHING); /* rounds have come by: he was not there */
	ck_assert_int_eq(judge_let_go(-UINT64_C(400000)), TOUCH_NOTHING); /* nor was it his turn */
	ck_assert_int_eq(judge_let_go(0), TOUCH_NOTHING);
}
END_TEST

/* The rook is gone for three seconds, from late_us after the opponent's move was reported. */
static enum touch_what
judge_touch(int64_t late_us, uint64_t soonest_us)
{
	const uint64_t late = BEGIN_US + (uint64_t)late_us;
	struct reports_touch touches[] = {
		{ late - 100000, SQ_H1, EMPTY },
		{ late + 3000000, SQ_H1, WHITE_ROOK },
		{ late + 4000000, SQ_E1, EMPTY },
		{ late + 4500000, SQ_E1 - 1, WHITE_KING },
	};
	struct touch_turn turn = { .answered_us = BEGIN_US,
		                   .soonest_us = soonest_us,
		                   .until_us = TIME_UNKNOWN };
	struct touch_finding finding;
	struct contacts contacts;
	struct position before;

	reports_read_move(CASTLE, "Kd1", &before, &turn.move);
	turn.before = &before;
	reports_of(&before, touches, 4, 200000, &contacts);
	ck_assert_uint_eq(touch_answer_us(&contacts, &turn), touches[2].t_us - BEGIN_US);
	touch_judge(&contacts, &turn, &finding);
	return finding.what;
}

/* He has never answered so soon: it was not his hand. Where that is not known, it was. */
START_TEST(nobody_touches_before_he_can_answer)
{
	ck_assert_int_eq(judge_touch(0, 300000), TOUCH_NOTHING);
	ck_assert_int_eq(judge_touch(0, 0), TOUCH_MOVE);
	/* What he answers was reported behind his touch: he saw it made. */
	ck_assert_int_eq(judge_touch(-400000, 0), TOUCH_MOVE);
	ck_assert_int_eq(judge_touch(-400000, 300000), TOUCH_NOTHING);
	ck_assert_int_eq(judge_touch(600000, 300000), TOUCH_MOVE);
}
END_TEST

/* --- obligations --------------------------------------------------------------------------------------- */

/* Whatever is touched, what must be played is legal, and something can be. */
START_TEST(what_must_be_played_can_be)
{
	static const char *const fens[] = {
		"r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
		"4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
		"1r5k/P7/8/8/8/8/7K/8 w - - 0 1",
	};

	for (int i = 0; i < 4000; i++) {
		struct position position;
		struct touched touched = { .n = 0 };
		struct move_list moves;

		ck_assert_int_eq(fen_parse(fens[i % 4], strlen(fens[i % 4]), &position, NULL), 0);
		for (int n = 0; n < 3; n++) {
			int sq = (int)reports_below(64);

			if (position_piece_at(&position, sq) == EMPTY)
				continue;
			touched.sq[touched.n] = (uint8_t)sq;
			touched.unclear[touched.n++] = reports_below(2) != 0;
		}
		obligation(&position, &touched, &moves);
		if (touched.n == 0)
			ck_assert_int_eq(moves.count, movegen_count(&position));
		ck_assert_int_gt(moves.count, 0);
		for (int n = 0; n < moves.count; n++)
			ck_assert(movegen_is_legal(&position, moves.moves[n]));
	}
}
END_TEST

static Suite *
conduct_suite(void)
{
	Suite *suite = suite_create("conduct");
	TCase *tcase = tcase_create("conduct");

	reports_seed(test_seed());
	tcase_add_loop_test(tcase, pace_is_measured_whatever_it_is, 0, 8);
	tcase_add_loop_test(tcase, pace_of_a_quick_board_is_measured_too, 0, 3);
	tcase_add_test(tcase, pace_of_bursts_is_unknown);
	tcase_add_test(tcase, pace_is_measured_when_the_bursts_are_over);
	tcase_add_test(tcase, pace_is_measured_anew_when_the_link_was_lost);
	tcase_add_test(tcase, reports_of_one_round_are_where_the_scan_has_them);
	tcase_add_test(tcase, what_came_later_needs_a_round_where_no_order_is_known);
	tcase_add_loop_test(tcase, rook_first_is_seen_from_round_to_round, 0, 4);
	tcase_add_test(tcase, what_comes_after_the_press_is_another_turns);
	tcase_add_test(tcase, who_goes_on_before_he_is_read_is_let_go_where_he_is);
	tcase_add_test(tcase, nobody_touches_before_he_can_answer);
	tcase_add_test(tcase, what_must_be_played_can_be);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(conduct_suite());
}
