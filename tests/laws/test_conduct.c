/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be known of hands from a board that reads one square after the other: how fast it is, and which
 * contacts no single hand can have made.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/laws/alert.h"
#include "core/laws/hands.h"
#include "core/laws/obligation.h"
#include "core/laws/touch.h"
#include "tests/support.h"

#define EVENTS_MAX 64
#define CASTLINGS  1000

static uint64_t state;

static uint32_t
below(uint32_t n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((state >> 33) % n);
}

/* The moment after t_us at which a board of that period comes to `place` and has told of it. */
static uint64_t
report_us(uint64_t t_us, int place, uint32_t period_us)
{
	uint64_t at_us = (uint64_t)period_us * (uint64_t)place / 64;

	while (at_us <= t_us)
		at_us += period_us;
	return at_us;
}

/* --- the pace ---------------------------------------------------------------------------------------- */

struct line {
	uint32_t period_us;
	bool backwards;
	uint32_t queue_us,
		burst_us; /* a message is late by up to so much; all come together so often */
};

/* What a board tells, in the order in which its scan comes by: not that in which men were touched. */
struct told {
	uint64_t at_us;
	uint8_t place;
};

static int
by_moment(const void *a, const void *b)
{
	const struct told *x = a, *y = b;

	return (x->at_us > y->at_us) - (x->at_us < y->at_us);
}

static struct told
tell(const struct line *line, uint64_t t_us)
{
	int place = (int)below(64);
	uint64_t at_us = report_us(t_us, line->backwards ? 63 - place : place, line->period_us) +
	                 below(line->queue_us + 1);

	if (line->burst_us > 0)
		at_us = (at_us / line->burst_us + 1) * line->burst_us + below(40000);
	return (struct told){ at_us, (uint8_t)place };
}

#define MEN_OF_MOVE 3

/* Moves as games have them: one man after the other, half a second apart, then a pause. */
static void
hear(struct scan_pace *pace, const struct line *line, int moves)
{
	uint64_t t_us = 1000000;

	for (int i = 0; i < moves; i++) {
		struct told told[MEN_OF_MOVE];

		t_us += 3000000;
		for (int man = 0; man < MEN_OF_MOVE; man++) {
			t_us += 100000 + below(500000);
			told[man] = tell(line, t_us);
		}
		qsort(told, MEN_OF_MOVE, sizeof(told[0]), by_moment);
		for (int man = 0; man < MEN_OF_MOVE; man++)
			scan_pace_report(pace, told[man].place, told[man].at_us);
	}
}

START_TEST(pace_is_measured_whatever_it_is)
{
	static const uint32_t periods[] = { 100000, 137000, 200000, 231000,
		                            250000, 450000, 600000, 1000000 };
	struct scan_pace pace;

	for (int backwards = 0; backwards < 2; backwards++) {
		struct line line = { periods[_i], backwards != 0, 5000, 0 };
		uint32_t period_us;

		scan_pace_init(&pace);
		ck_assert_uint_eq(scan_pace_period(&pace), SCAN_PACE_NOMINAL_US);
		ck_assert(!scan_pace_is_measured(&pace));
		hear(&pace, &line, 20);
		ck_assert(scan_pace_is_measured(&pace));
		period_us = scan_pace_period(&pace);
		ck_assert_uint_ge(period_us, periods[_i] * 97 / 100);
		ck_assert_uint_le(period_us, periods[_i] * 103 / 100);
		hear(&pace, &line, 300);
		ck_assert_uint_ge(scan_pace_period(&pace), periods[_i] * 98 / 100);
		ck_assert_uint_le(scan_pace_period(&pace), periods[_i] * 102 / 100);
	}
}
END_TEST

/* By radio, several rounds come at once: what happened when is lost. */
START_TEST(pace_of_bursts_is_unknown)
{
	const struct line line = { 450000, false, 5000, 350000 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	hear(&pace, &line, 300);
	ck_assert(scan_pace_is_measured(&pace));
	ck_assert_uint_eq(scan_pace_period(&pace), SCAN_PACE_UNKNOWN);
}
END_TEST

START_TEST(reports_of_one_round_are_where_the_scan_has_them)
{
	const struct line line = { 200000, false, 3000, 0 };
	struct scan_pace pace;

	scan_pace_init(&pace);
	hear(&pace, &line, 100);
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

/* --- hands ------------------------------------------------------------------------------------------- */

struct touch {
	uint64_t t_us;
	int sq;
	uint8_t piece;
};

static int
by_time(const void *a, const void *b)
{
	const struct touch *x = a, *y = b;

	return (x->t_us > y->t_us) - (x->t_us < y->t_us);
}

/* What is known of a board of that period after a while; as last asked for. */
static const struct scan_pace *
pace_of(uint32_t period_us)
{
	static struct scan_pace pace;
	static uint32_t measured_us;
	const struct line line = { period_us, false, 0, 0 };

	if (measured_us != period_us) {
		scan_pace_init(&pace);
		hear(&pace, &line, 60);
		measured_us = period_us;
	}
	return &pace;
}

/* The touches as a board of that period reports them. */
static void
report(const struct position *before, struct touch *touches, size_t n, uint32_t period_us,
       struct contacts *ret_contacts)
{
	struct tracker_view view = { .games = 1 };

	contacts_init(ret_contacts);
	position_placement(before, view.squares);
	contacts_look(ret_contacts, &view, 0);
	ret_contacts->pace = *pace_of(period_us);
	for (size_t i = 0; i < n; i++)
		touches[i].t_us = report_us(touches[i].t_us, touches[i].sq ^ 56, period_us) + 5200;
	qsort(touches, n, sizeof(*touches), by_time);
	for (size_t i = 0; i < n; i++) {
		view.squares[touches[i].sq] = touches[i].piece;
		contacts_look(ret_contacts, &view, touches[i].t_us);
	}
}

static void
read_move(const char *fen, const char *san, struct position *ret_before, uint16_t *ret_move)
{
	ck_assert_int_eq(fen_parse(fen, strlen(fen), ret_before, NULL), 0);
	ck_assert_int_eq(san_parse(ret_before, san, strlen(san), ret_move), SAN_OK);
}

/* Was `san` so played with two hands? */
static enum hands_verdict
judge_at_pace(const struct hands_pace *pace, const char *fen, const char *san,
              struct touch *touches, size_t n, uint32_t period_us,
              struct hands_evidence *ret_evidence)
{
	struct contacts contacts;
	struct position before;
	struct hands_ply ply = { .before = &before, .until_us = TIME_UNKNOWN };

	read_move(fen, san, &before, &ply.move);
	report(&before, touches, n, period_us, &contacts);
	return hands_judge(pace, &contacts, &ply, ret_evidence);
}

static const struct hands_pace unhurried = { 575000, 20 };

static enum hands_verdict
judge(const char *fen, const char *san, struct touch *touches, size_t n, uint32_t period_us,
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
		uint64_t t_us = UINT64_C(900000000) + below(1000000);
		uint64_t down_us = t_us + carrying->least_us + below(carrying->more_us);
		bool rook_up = below(2) != 0, rook_down = below(2) != 0;
		uint64_t second_up_us = t_us + below(spread_us);
		uint64_t second_down_us = down_us + below(spread_us);
		struct touch touches[] = {
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
	static const uint32_t periods[] = { 100000, 150000, 200000, 250000, 320000, 600000 };
	struct hands_evidence evidence;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + below(1000000);
		struct touch touches[] = {
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
		uint64_t up_us = UINT64_C(900000000) + below(1000000);
		uint64_t down_us = up_us + in_blitz.least_us + below(in_blitz.more_us);
		uint64_t rook_us = down_us + 60000 + below(190000);
		struct touch touches[] = {
			{ up_us, SQ_E1, EMPTY },
			{ down_us, SQ_G1, WHITE_KING },
			{ rook_us, SQ_H1, EMPTY },
			{ rook_us + in_blitz.least_us + below(in_blitz.more_us), SQ_F1,
			  WHITE_ROOK },
		};

		n += judge_at_pace(&in_blitz.pace, CASTLE, "O-O", touches, 4, 200000, &evidence) ==
		     HANDS_TWO;
	}
	ck_assert_int_eq(n, 0);
}
END_TEST

START_TEST(evidence_is_numbers)
{
	struct touch touches[] = { { UINT64_C(900000000), SQ_E1, EMPTY },
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
	struct touch touches[] = { { UINT64_C(900000000), SQ_E1, EMPTY },
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
		uint64_t t_us = UINT64_C(900000000) + below(1000000);
		uint32_t carried_us = 30000 + below(300000);
		struct touch touches[] = {
			{ t_us, SQ_E4, EMPTY },
			{ t_us + carried_us, SQ_D5, EMPTY },
			{ t_us + carried_us + 10000 + below(80000), SQ_D5, WHITE_PAWN },
		};

		ck_assert_int_ne(judge_at_pace(&quick, fen, "exd5", touches, 3, 100000, &evidence),
		                 HANDS_TWO);
	}
}
END_TEST

/* But who never carries a man so quickly did not carry this one to it; of a player not yet known nobody can say. */
START_TEST(who_carries_slowly_does_not_capture_in_passing)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	static const struct hands_pace unknown = { 575000, HANDS_PACE_MOVES - 1 };
	struct touch touches[] = { { UINT64_C(900000000), SQ_E4, EMPTY },
		                   { UINT64_C(900000000), SQ_D5, EMPTY },
		                   { UINT64_C(900190000), SQ_D5, WHITE_PAWN } };
	struct touch again[] = { touches[0], touches[1], touches[2] };
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
		uint64_t up_us = UINT64_C(900000000) + below(1000000);
		uint64_t taken_us = up_us + 120000, down_us = taken_us + 80000;
		uint64_t reply_us = down_us + 500000;
		struct touch touches[] = {
			{ up_us, SQ_E4, EMPTY },
			{ taken_us, SQ_D5, EMPTY },
			{ down_us, SQ_D5, WHITE_PAWN },
			{ reply_us, SQ_E5 + 8, EMPTY },
			{ reply_us + 150000, SQ_D5, EMPTY },
			{ reply_us + 300000, SQ_D5, BLACK_PAWN },
		};

		/* One report of both is of no empty square. */
		if (report_us(taken_us, SQ_D5 ^ 56, 100000) ==
		    report_us(down_us, SQ_D5 ^ 56, 100000))
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
		uint64_t up_us = UINT64_C(900000000) + below(1000000);
		struct touch together[] = { { up_us, SQ_E8 - 8, EMPTY },
			                    { up_us + below(80000), SQ_E8, WHITE_QUEEN } };
		struct touch in_turn[] = { { up_us, SQ_E8 - 8, EMPTY },
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
	struct touch free_way[] = { { up_us, SQ_A1, EMPTY },
		                    { up_us + 200000, SQ_A8, WHITE_ROOK } };
	struct touch dragged[] = { { up_us, SQ_A1, EMPTY },
		                   { up_us + 100000, SQ_A1 + 32, WHITE_ROOK },
		                   { up_us + 500000, SQ_A1 + 32, EMPTY },
		                   { up_us + 600000, SQ_A8, WHITE_ROOK } };
	struct hands_pace pace = { 0 };
	struct contacts contacts;
	struct position before;
	struct hands_ply ply = { .before = &before, .until_us = TIME_UNKNOWN };

	read_move(fen, "Ra8", &before, &ply.move);
	report(&before, free_way, 2, 100000, &contacts);
	hands_note(&pace, &contacts, &ply);
	ck_assert_uint_eq(pace.n, 1);
	report(&before, dragged, 4, 100000, &contacts);
	hands_note(&pace, &contacts, &ply);
	ck_assert_uint_eq(pace.n, 1);
}
END_TEST

/* --- order ------------------------------------------------------------------------------------------- */

/* Castled so with one hand: was the rook first? The quickest hands of the simulator, in hundredths of those. */
static int
count_rook_first(bool rook, uint32_t slower, uint32_t period_us)
{
	int n = 0;

	for (int i = 0; i < CASTLINGS; i++) {
		uint64_t t_us = UINT64_C(900000000) + below(1000000);
		uint32_t away_us = 60000 + below(190000);
		uint32_t carried_us = rook ? 80000 + below(270000) : 0;
		uint32_t first_us = (away_us + carried_us) * slower / 100;
		struct touch touches[] = {
			{ t_us, rook ? SQ_H1 : SQ_E1, EMPTY },
			{ t_us + first_us, rook ? SQ_E1 : SQ_H1, EMPTY },
		};
		struct touch_turn turn = { .until_us = TIME_UNKNOWN };
		struct touch_finding finding;
		struct contacts contacts;
		struct position before;

		read_move(CASTLE, "O-O", &before, &turn.move);
		turn.before = &before;
		report(&before, touches, 2, period_us, &contacts);
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
	struct touch touches[] = {
		{ BEGIN_US, SQ_H1 + 8, EMPTY },       { BEGIN_US + 500000, SQ_H1 + 16, WHITE_PAWN },
		{ BEGIN_US + 3000000, SQ_E1, EMPTY }, { BEGIN_US + 3500000, SQ_G1, WHITE_KING },
		{ BEGIN_US + 4000000, SQ_H1, EMPTY }, { BEGIN_US + 4500000, SQ_F1, WHITE_ROOK },
	};
	struct touch_turn turn = { .until_us = TIME_UNKNOWN };
	struct touch_finding finding;
	struct contacts contacts;
	struct position before;

	read_move(fen, "h3", &before, &turn.move);
	turn.before = &before;
	report(&before, touches, 6, 200000, &contacts);
	touch_judge(&contacts, &turn, &finding);
	ck_assert_int_eq(finding.what, TOUCH_CASTLING_ILLEGAL);
	turn.until_us = BEGIN_US + 1500000;
	touch_judge(&contacts, &turn, &finding);
	ck_assert_int_eq(finding.what, TOUCH_NOTHING);
}
END_TEST

/* The rook is gone for three seconds, from late_us after the opponent's move was reported. */
static enum touch_what
judge_touch(int64_t late_us, uint64_t soonest_us)
{
	const uint64_t late = BEGIN_US + (uint64_t)late_us;
	struct touch touches[] = {
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

	read_move(CASTLE, "Kd1", &before, &turn.move);
	turn.before = &before;
	report(&before, touches, 4, 200000, &contacts);
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

/* A square that comes and goes is no evidence of a hand; one that did once is. */
START_TEST(a_square_that_flickers_is_no_evidence)
{
	static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
	const int d5 = SQ_D1 + 32, e4 = SQ_E1 + 24;
	struct hands_evidence evidence;

	for (int flickers = 1; flickers <= 2; flickers++) {
		struct touch touches[7] = { { BEGIN_US, e4, EMPTY }, { BEGIN_US, d5, EMPTY } };
		size_t n = 2;

		touches[n++] = (struct touch){ BEGIN_US + 1500000, d5, WHITE_PAWN };
		for (int i = 0; i < flickers; i++) {
			uint64_t t_us = BEGIN_US - 4000000 + (uint64_t)i * 2000000;

			touches[n++] = (struct touch){ t_us, d5, EMPTY };
			touches[n++] = (struct touch){ t_us + 500000, d5, BLACK_PAWN };
		}
		ck_assert_int_eq(judge(fen, "exd5", touches, n, 200000, &evidence),
		                 flickers == 1 ? HANDS_TWO : HANDS_NOTHING);
	}
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
			int sq = (int)below(64);

			if (position_piece_at(&position, sq) == EMPTY)
				continue;
			touched.sq[touched.n] = (uint8_t)sq;
			touched.unclear[touched.n++] = below(2) != 0;
		}
		if (!obligation(&position, &touched, &moves))
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

	state = test_seed();
	tcase_add_loop_test(tcase, pace_is_measured_whatever_it_is, 0, 8);
	tcase_add_test(tcase, pace_of_bursts_is_unknown);
	tcase_add_test(tcase, reports_of_one_round_are_where_the_scan_has_them);
	tcase_add_test(tcase, what_came_later_needs_a_round_where_no_order_is_known);
	tcase_add_test(tcase, two_hands_are_seen_where_the_scan_allows_it);
	tcase_add_test(tcase, two_quick_hands_are_seen_too);
	tcase_add_test(tcase, one_hurried_hand_is_not_two);
	tcase_add_loop_test(tcase, one_hand_is_never_two, 0, 6);
	tcase_add_test(tcase, evidence_is_numbers);
	tcase_add_test(tcase, too_slow_a_board_cannot_tell);
	tcase_add_test(tcase, capture_in_passing_is_no_evidence);
	tcase_add_test(tcase, who_carries_slowly_does_not_capture_in_passing);
	tcase_add_test(tcase, who_is_taken_in_turn_says_nothing_of_the_capture);
	tcase_add_test(tcase, two_hands_that_promote_are_seen_from_round_to_round);
	tcase_add_test(tcase, pace_is_of_men_who_are_carried);
	tcase_add_loop_test(tcase, rook_first_is_seen_from_round_to_round, 0, 4);
	tcase_add_test(tcase, what_comes_after_the_press_is_another_turns);
	tcase_add_test(tcase, nobody_touches_before_he_can_answer);
	tcase_add_test(tcase, a_square_that_flickers_is_no_evidence);
	tcase_add_test(tcase, what_must_be_played_can_be);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(conduct_suite());
}
