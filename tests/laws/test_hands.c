/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which contacts no single hand can have made, as far as a board tells that reads one square after the other.
 */
#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/laws/alert/alert.h"
#include "core/laws/conduct/hands.h"
#include "tests/laws/reports.h"
#include "tests/support.h"

#define CASTLINGS 1000
#define BEGIN_US  UINT64_C(900000000)

/* Was `san` so played with two hands? */
static enum hands_verdict
judge_at_pace(const struct hands_pace *pace, const char *fen, const char *san,
              struct reports_touch *touches, size_t n, uint32_t period_us,
              struct hands_evidence *ret_evidence)
{
	struct contacts contacts;
	struct position before;
	struct hands_ply ply = { .before = &before, .until_us = TIME_UNKNOWN };

	reports_read_move(fen, san, &before, &ply.move);
	reports_of(&before, touches, n, period_us, &contacts);
	return hands_judge(pace, &contacts, &ply, ret_evidence);
}

static const struct hands_pace unhurried = { 575000, 20 };

static enum hands_verdict
judge(const char *fen, const char *san, struct reports_touch *touches, size_t n, uint32_t period_us,
      struct hands_evidence *ret_evidence)
{
	return judge_at_pace(&unhurried, fen, san, touches, n, period_us, ret_evidence);
}

#define CASTLE "4k3/8/8/8/8/8/8/4K2R w K - 0 1"

/* How a player carries: for so long, and so much longer at most. */
struct carrying {
	uint32_t least_us, more_us;
	struct hands_pace pace;
};

static const struct carrying quietly = { 250000, 650000, { 575000, 20 } };
static const struct carrying in_blitz = { 80000, 270000, { 215000, 20 } };

/* Both hands within spread_us of each other, either first. */
static int
count_two_handed(const struct carrying *carrying, uint32_t spread_us, uint32_t period_us)
{
	struct hands_evidence evidence;
	int n = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + reports_below(1000000);
		uint64_t down_us = t_us + carrying->least_us + reports_below(carrying->more_us);
		bool rook_up = reports_below(2) != 0, rook_down = reports_below(2) != 0;
		uint64_t second_up_us = t_us + reports_below(spread_us);
		uint64_t second_down_us = down_us + reports_below(spread_us);
		struct reports_touch touches[] = {
			{ t_us, rook_up ? SQ_H1 : SQ_E1, EMPTY },
			{ second_up_us, rook_up ? SQ_E1 : SQ_H1, EMPTY },
			{ down_us, rook_down ? SQ_F1 : SQ_G1, rook_down ? WHITE_ROOK : WHITE_KING },
			{ second_down_us, rook_down ? SQ_G1 : SQ_F1,
			  rook_down ? WHITE_KING : WHITE_ROOK },
		};

		n += judge_at_pace(&carrying->pace, CASTLE, "O-O", touches, 4, period_us,
		                   &evidence) == HANDS_TWO;
	}
	return n;
}

START_TEST(two_hands_are_seen_where_the_scan_allows_it)
{
	ck_assert_int_gt(count_two_handed(&quietly, 80000, 100000), CASTLINGS * 95 / 100);
	ck_assert_int_gt(count_two_handed(&quietly, 80000, 200000), CASTLINGS * 90 / 100);
	ck_assert_int_eq(count_two_handed(&quietly, 80000, 600000), 0);
}
END_TEST

/* Men who are carried for less than a round of the scan are put down before it is certain that both were in the air; of
 * those who may have been carried one after the other nothing is said. */
START_TEST(two_quick_hands_are_seen_too)
{
	ck_assert_int_gt(count_two_handed(&in_blitz, 80000, 100000), CASTLINGS * 95 / 100);
	ck_assert_int_gt(count_two_handed(&in_blitz, 80000, 200000), CASTLINGS * 85 / 100);
}
END_TEST

/* King, then rook, as quickly as the tables let half as quick again a hand do it. */
START_TEST(one_hand_is_never_two)
{
	static const uint32_t periods[] = { 50000, 100000, 150000, 200000, 250000, 320000, 600000 };
	struct hands_evidence evidence;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + reports_below(1000000);
		struct reports_touch touches[] = {
			{ t_us, SQ_E1, EMPTY },
			{ t_us + 90000, SQ_G1, WHITE_KING },
			{ t_us + 340000, SQ_H1, EMPTY },
			{ t_us + 430000, SQ_F1, WHITE_ROOK },
		};

		ck_assert_int_ne(judge(CASTLE, "O-O", touches, 4, periods[_i], &evidence),
		                 HANDS_TWO);
	}
}
END_TEST

/* Nor where a hurried one is quicker than they: the king is down before the rook is up, and one round tells of both. */
START_TEST(one_hurried_hand_is_not_two)
{
	struct hands_evidence evidence;
	int n = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = UINT64_C(900000000) + reports_below(1000000);
		uint64_t down_us = up_us + in_blitz.least_us + reports_below(in_blitz.more_us);
		uint64_t rook_us = down_us + 60000 + reports_below(190000);
		struct reports_touch touches[] = {
			{ up_us, SQ_E1, EMPTY },
			{ down_us, SQ_G1, WHITE_KING },
			{ rook_us, SQ_H1, EMPTY },
			{ rook_us + in_blitz.least_us + reports_below(in_blitz.more_us), SQ_F1,
			  WHITE_ROOK },
		};

		n += judge_at_pace(&in_blitz.pace, CASTLE, "O-O", touches, 4, 200000, &evidence) ==
		     HANDS_TWO;
	}
	ck_assert_int_eq(n, 0);
}
END_TEST

/* A king put down, and his rook taken up, before one hand comes from the one to the other: the board need not have seen both in
 * the air. Not of a king who was told of again on his square, nor of a hand that comes without a stop. */
START_TEST(a_rook_taken_up_as_the_king_comes_down_was_another_hand)
{
	static const uint32_t periods[] = { 50000, 100000 };
	struct hands_evidence evidence;
	int n = 0, again = 0, one = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t down_us = BEGIN_US + 400000 + reports_below(1000000);
		uint64_t rook_us = down_us + reports_below(50000);
		struct reports_touch touches[] = {
			{ down_us - 350000, SQ_E1, EMPTY },
			{ down_us, SQ_G1, WHITE_KING },
			{ rook_us, SQ_H1, EMPTY },
			{ rook_us + 350000, SQ_F1, WHITE_ROOK },
			{ down_us - 220000, SQ_G1, WHITE_KING },
			{ down_us - 110000, SQ_G1, EMPTY },
		};
		struct reports_touch hovering[6], by_one[4];

		memcpy(hovering, touches, sizeof(hovering));
		memcpy(by_one, touches, sizeof(by_one));
		by_one[2].t_us = down_us + 150000;
		one += judge(CASTLE, "O-O", by_one, 4, periods[_i], &evidence) == HANDS_TWO;
		n += judge(CASTLE, "O-O", touches, 4, periods[_i], &evidence) == HANDS_TWO;
		again += judge(CASTLE, "O-O", hovering, 6, periods[_i], &evidence) == HANDS_TWO;
	}
	ck_assert_int_gt(n, CASTLINGS * 6 / 10);
	ck_assert_int_eq(again, 0);
	ck_assert_int_eq(one, 0);
}
END_TEST

/* Both in the air at once, the rook a moment after the king: one hand takes longer to have both, be it a quick one. */
START_TEST(a_hand_that_takes_up_both_is_slower)
{
	struct hands_evidence evidence;
	int two = 0, one = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = BEGIN_US + reports_below(1000000);
		struct reports_touch with_two[] = { { up_us, SQ_E1, EMPTY },
			                            { up_us + 90000, SQ_H1, EMPTY },
			                            { up_us + 500000, SQ_G1, WHITE_KING },
			                            { up_us + 900000, SQ_F1, WHITE_ROOK } };
		struct reports_touch with_one[] = { { up_us, SQ_E1, EMPTY },
			                            { up_us + 250000, SQ_H1, EMPTY },
			                            { up_us + 700000, SQ_G1, WHITE_KING },
			                            { up_us + 1100000, SQ_F1, WHITE_ROOK } };

		two += judge(CASTLE, "O-O", with_two, 4, 100000, &evidence) == HANDS_TWO;
		one += judge(CASTLE, "O-O", with_one, 4, 100000, &evidence) == HANDS_TWO;
	}
	ck_assert_int_gt(two, CASTLINGS * 95 / 100);
	ck_assert_int_eq(one, 0);
}
END_TEST

/* A hand that takes away the victim, keeps him and takes up its own man shifts the one on the way to the other, and does so sooner
 * than the tables say of one thing after another. */
START_TEST(a_hand_that_shifts_its_man_on_the_way_is_not_two)
{
	static const uint32_t periods[] = { 50000, 100000 };
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	struct hands_evidence evidence;
	int two = 0, one = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = BEGIN_US + reports_below(1000000);
		struct reports_touch shifting[] = { { up_us, SQ_D5, EMPTY },
			                            { up_us + 240000, SQ_E4, EMPTY },
			                            { up_us + 600000, SQ_D5, WHITE_PAWN } };
		struct reports_touch with_two[] = { { up_us, SQ_D5, EMPTY },
			                            { up_us + reports_below(60000), SQ_E4, EMPTY },
			                            { up_us + 600000, SQ_D5, WHITE_PAWN } };

		one += judge(fen, "exd5", shifting, 3, periods[_i], &evidence) == HANDS_TWO;
		two += judge(fen, "exd5", with_two, 3, periods[_i], &evidence) == HANDS_TWO;
	}
	ck_assert_int_lt(one, CASTLINGS * 15 / 100);
	ck_assert_int_gt(two, CASTLINGS * 95 / 100);
}
END_TEST

START_TEST(evidence_is_numbers)
{
	struct reports_touch touches[] = { { UINT64_C(900000000), SQ_E1, EMPTY },
		                           { UINT64_C(900000000), SQ_H1, EMPTY },
		                           { UINT64_C(900400000), SQ_G1, WHITE_KING },
		                           { UINT64_C(900400000), SQ_F1, WHITE_ROOK } };
	struct hands_evidence evidence;
	struct ruleset rules;
	struct position position;
	struct alert alert;
	struct text text;
	char line[ALERT_LINE_SIZE];
	size_t len;

	ck_assert_int_eq(judge(CASTLE, "O-O", touches, 4, 200000, &evidence), HANDS_TWO);
	ck_assert_uint_ge(evidence.scan_us, 196000);
	ck_assert_uint_le(evidence.possible_us, 215000);
	ck_assert_uint_gt(evidence.needed_us, evidence.possible_us);
	ck_assert_int_eq(fen_parse(CASTLE, strlen(CASTLE), &position, NULL), 0);
	ruleset_default(&rules, "2020-01-01");
	alert_init(&alert, ALERT_TWO_HANDED_MOVE, &rules, &position);
	alert.hands = &evidence;
	text_begin(&text, line, sizeof(line));
	ck_assert_int_eq(alert_write(&text, &alert, OUTPUT_ALERTS), 0);
	ck_assert_int_eq(text_end(&text, &len), 0);
	ck_assert_ptr_nonnull(strstr(line, "\"hands\":{\"scan_ms\":"));
	ck_assert_ptr_nonnull(strstr(line,
	                             "\"contacts\":[{\"square\":\"e1\",\"man\":\"K\",\"what\":"
	                             "\"lifted\",\"after\":"));
	ck_assert_ptr_nonnull(
		strstr(line, "Possible two-handed move by White; confirm only if seen."));
}
END_TEST

START_TEST(too_slow_a_board_cannot_tell)
{
	struct reports_touch touches[] = { { UINT64_C(900000000), SQ_E1, EMPTY },
		                           { UINT64_C(900000000), SQ_H1, EMPTY },
		                           { UINT64_C(900400000), SQ_G1, WHITE_KING },
		                           { UINT64_C(900400000), SQ_F1, WHITE_ROOK } };
	struct hands_evidence evidence;

	ck_assert_int_eq(judge(CASTLE, "O-O", touches, 4, 600000, &evidence), HANDS_UNKNOWABLE);
	ck_assert_int_eq(evidence.move, HANDS_CASTLING);
	/* As hands.h says them, in milliseconds. */
	ck_assert_uint_eq(hands_limit(HANDS_CASTLING) / 1000, 273);
	ck_assert_uint_eq(hands_limit(HANDS_PROMOTION) / 1000, 234);
	ck_assert_uint_eq(hands_limit(HANDS_CAPTURE) / 1000, 321);
}
END_TEST

/* Whose hand takes the victim away while his own man is on its way cannot be told: a swap. */
START_TEST(capture_in_passing_is_no_evidence)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	static const struct hands_pace quick = { 180000, 20 };
	struct hands_evidence evidence;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + reports_below(1000000);
		uint32_t carried_us = 30000 + reports_below(300000);
		struct reports_touch touches[] = {
			{ t_us, SQ_E4, EMPTY },
			{ t_us + carried_us, SQ_D5, EMPTY },
			{ t_us + carried_us + 10000 + reports_below(80000), SQ_D5, WHITE_PAWN },
		};

		ck_assert_int_ne(judge_at_pace(&quick, fen, "exd5", touches, 3, 100000, &evidence),
		                 HANDS_TWO);
	}
}
END_TEST

/* Nor where it fumbles, so that the square is empty for two rounds: a quick player has brought his man by then. */
START_TEST(slow_passing_of_a_quick_hand_is_no_evidence)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	struct hands_evidence evidence;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = UINT64_C(900000000) + reports_below(1000000);
		uint64_t taken_us = up_us + 130000 + reports_below(200000);
		struct reports_touch touches[] = {
			{ up_us, SQ_E4, EMPTY },
			{ taken_us, SQ_D5, EMPTY },
			{ taken_us + 10000 + reports_below(200000), SQ_D5, WHITE_PAWN },
		};

		ck_assert_int_ne(
			judge_at_pace(&in_blitz.pace, fen, "exd5", touches, 3, 100000, &evidence),
			HANDS_TWO);
	}
}
END_TEST

/* But who never carries a man so quickly did not carry this one to it; of a player not yet known nobody can say. */
START_TEST(who_carries_slowly_does_not_capture_in_passing)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	static const struct hands_pace unknown = { 575000, HANDS_PACE_MOVES - 1 };
	struct reports_touch touches[] = { { UINT64_C(900000000), SQ_E4, EMPTY },
		                           { UINT64_C(900000000), SQ_D5, EMPTY },
		                           { UINT64_C(900190000), SQ_D5, WHITE_PAWN } };
	struct reports_touch again[] = { touches[0], touches[1], touches[2] };
	struct hands_evidence evidence;

	ck_assert_int_eq(judge(fen, "exd5", touches, 3, 200000, &evidence), HANDS_TWO);
	ck_assert_int_eq(judge_at_pace(&unknown, fen, "exd5", again, 3, 200000, &evidence),
	                 HANDS_NOTHING);
}
END_TEST

/* Nor is it where the opponent takes that man in turn, before the press: the square is empty once more then, and was not for
 * long when the victim left it. */
START_TEST(who_is_taken_in_turn_says_nothing_of_the_capture)
{
	static const char fen[] = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1";
	struct hands_evidence evidence;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = UINT64_C(900000000) + reports_below(1000000);
		uint64_t taken_us = up_us + 120000, down_us = taken_us + 80000;
		uint64_t reply_us = down_us + 500000;
		struct reports_touch touches[] = {
			{ up_us, SQ_E4, EMPTY },
			{ taken_us, SQ_D5, EMPTY },
			{ down_us, SQ_D5, WHITE_PAWN },
			{ reply_us, SQ_E5 + 8, EMPTY },
			{ reply_us + 150000, SQ_D5, EMPTY },
			{ reply_us + 300000, SQ_D5, BLACK_PAWN },
		};

		/* One report of both is of no empty square. */
		if (reports_due_us(taken_us, SQ_D5 ^ 56, 100000) ==
		    reports_due_us(down_us, SQ_D5 ^ 56, 100000))
			continue;
		ck_assert_int_ne(
			judge_at_pace(&in_blitz.pace, fen, "exd5", touches, 6, 100000, &evidence),
			HANDS_TWO);
	}
}
END_TEST

/* The one hand takes the pawn and the other one puts the queen down, whether or not one round tells of both; a hand that
 * has the queen in it, and needs what the tables say, does not. */
START_TEST(two_hands_that_promote_are_seen_from_round_to_round)
{
	static const char fen[] = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
	struct hands_evidence evidence;
	int two = 0, one = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t up_us = UINT64_C(900000000) + reports_below(1000000);
		struct reports_touch together[] = { { up_us, SQ_E8 - 8, EMPTY },
			                            { up_us + reports_below(80000), SQ_E8,
			                              WHITE_QUEEN } };
		struct reports_touch in_turn[] = { { up_us, SQ_E8 - 8, EMPTY },
			                           { up_us + 245000, SQ_E8, WHITE_QUEEN } };

		two += judge_at_pace(&in_blitz.pace, fen, "e8=Q+", together, 2, 100000,
		                     &evidence) == HANDS_TWO;
		one += judge_at_pace(&in_blitz.pace, fen, "e8=Q+", in_turn, 2, 100000, &evidence) ==
		       HANDS_TWO;
	}
	ck_assert_int_gt(two, CASTLINGS * 95 / 100);
	ck_assert_int_eq(one, 0);
}
END_TEST

/* Who drags a man over the board, or sets him down on the way, has not carried him: his pace is of the other ways. */
START_TEST(pace_is_of_men_who_are_carried)
{
	static const char fen[] = "8/7k/8/8/8/8/8/R3K3 w - - 0 1";
	static const uint64_t up_us = 900000000;
	struct reports_touch free_way[] = { { up_us, SQ_A1, EMPTY },
		                            { up_us + 200000, SQ_A8, WHITE_ROOK } };
	struct reports_touch dragged[] = { { up_us, SQ_A1, EMPTY },
		                           { up_us + 100000, SQ_A1 + 32, WHITE_ROOK },
		                           { up_us + 500000, SQ_A1 + 32, EMPTY },
		                           { up_us + 600000, SQ_A8, WHITE_ROOK } };
	struct hands_pace pace = { 0 };
	struct contacts contacts;
	struct position before;
	struct hands_ply ply = { .before = &before, .until_us = TIME_UNKNOWN };

	reports_read_move(fen, "Ra8", &before, &ply.move);
	reports_of(&before, free_way, 2, 100000, &contacts);
	hands_note(&pace, &contacts, &ply);
	ck_assert_uint_eq(pace.n, 1);
	reports_of(&before, dragged, 4, 100000, &contacts);
	hands_note(&pace, &contacts, &ply);
	ck_assert_uint_eq(pace.n, 1);
}
END_TEST

/* A square that comes and goes is no evidence of a hand; one that did once is. */
START_TEST(a_square_that_flickers_is_no_evidence)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	const int d5 = SQ_D1 + 32, e4 = SQ_E1 + 24;
	struct hands_evidence evidence;

	for (int flickers = 1; flickers <= 2; flickers++) {
		struct reports_touch touches[7] = { { BEGIN_US, e4, EMPTY },
			                            { BEGIN_US, d5, EMPTY } };
		size_t n = 2;

		touches[n++] = (struct reports_touch){ BEGIN_US + 1500000, d5, WHITE_PAWN };
		for (int i = 0; i < flickers; i++) {
			uint64_t t_us = BEGIN_US - 4000000 + (uint64_t)i * 2000000;

			touches[n++] = (struct reports_touch){ t_us, d5, EMPTY };
			touches[n++] = (struct reports_touch){ t_us + 500000, d5, BLACK_PAWN };
		}
		ck_assert_int_eq(judge(fen, "exd5", touches, n, 200000, &evidence),
		                 flickers == 1 ? HANDS_TWO : HANDS_NOTHING);
	}
}
END_TEST

static Suite *
hands_suite(void)
{
	Suite *suite = suite_create("hands");
	TCase *tcase = tcase_create("hands");

	reports_seed(test_seed());
	tcase_add_test(tcase, two_hands_are_seen_where_the_scan_allows_it);
	tcase_add_test(tcase, two_quick_hands_are_seen_too);
	tcase_add_test(tcase, one_hurried_hand_is_not_two);
	tcase_add_loop_test(tcase, one_hand_is_never_two, 0, 7);
	tcase_add_loop_test(tcase, a_rook_taken_up_as_the_king_comes_down_was_another_hand, 0, 2);
	tcase_add_test(tcase, a_hand_that_takes_up_both_is_slower);
	tcase_add_loop_test(tcase, a_hand_that_shifts_its_man_on_the_way_is_not_two, 0, 2);
	tcase_add_test(tcase, evidence_is_numbers);
	tcase_add_test(tcase, too_slow_a_board_cannot_tell);
	tcase_add_test(tcase, capture_in_passing_is_no_evidence);
	tcase_add_test(tcase, slow_passing_of_a_quick_hand_is_no_evidence);
	tcase_add_test(tcase, who_carries_slowly_does_not_capture_in_passing);
	tcase_add_test(tcase, who_is_taken_in_turn_says_nothing_of_the_capture);
	tcase_add_test(tcase, two_hands_that_promote_are_seen_from_round_to_round);
	tcase_add_test(tcase, pace_is_of_men_who_are_carried);
	tcase_add_test(tcase, a_square_that_flickers_is_no_evidence);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(hands_suite());
}
