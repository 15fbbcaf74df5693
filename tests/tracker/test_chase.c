/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scrambles: hands that outrun the record, so that for many plies no position is shown in full.
 */
#include <string.h>

#include <check.h>

#include "core/chess/fen.h"
#include "core/tracker/anew/chase.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

static const struct midgame_tale tales[] = {
	{ "a man who is taken is carried off low over the board: nobody plays six plies in half a "
	  "second",
	  "8/1b3k2/4p3/1p4p1/1P1B2R1/4K3/6r1/8 w - - 0 37",
	  "{+4s g2- +1180ms g4- +559ms g2+R +340ms +185ms W! +1711ms g2- +820ms b7- +916ms f2+R "
	  "+5ms g2+b +236ms d2+R +7ms f2- +152ms B! +77ms a2+R +12ms d2- +237ms a2- +1937ms d4- "
	  "+470ms e5+B +510ms W!} +2s",
	  "Rxg2@299 Bxg2@299 Be5@298" },
	{ "two are taken on one square before a scan sees them, and play goes on",
	  "2r1bb2/4qp1k/Npn2npp/4p3/1PB5/1Q2PN1P/1B3PP1/3R2K1 w - - 0 26",
	  "{b2- +110ms c3+B +120ms W! +220ms f6- +50ms e4+n +10ms c3- +20ms B! +40ms e1+B "
	  "+130ms e4- +30ms W! +120ms f6+n +80ms B! +160ms b4- +110ms W! +40ms c6- +20ms "
	  "b5+P +270ms B! +40ms e1- +60ms W! +10ms b6- +220ms a5+p +120ms B! +80ms b5- "
	  "+150ms W! +30ms b6+P +20ms a5- +170ms B! +50ms a4+p +30ms b3- +210ms W! +10ms "
	  "a2+Q +150ms a4- +110ms B! +120ms a3+p +60ms d1- +190ms b1+R +40ms e8- +40ms "
	  "c6+b} +2s",
	  "Bc3@299 Ne4@299 Be1@298 Nf6@298 b5*@297 Na5*@297 Bxa5*@296 bxa5*@296 "
	  "b6*@295 a4*@295 Qa2*@294 a3@294 Rb1~ Bc6~*" },
	{ "men who are taken as fast as they come",
	  "r1bq1rk1/pp3pbp/2n3p1/2n1p3/2PpP3/PP1Q2PP/1BPN1PB1/R3K1NR w KQ - 0 13",
	  "{+130ms d3- +10ms f3+Q +40ms W! +60ms f7- +50ms f5+p +100ms B! +150ms f3- "
	  "+220ms e2+Q +150ms d4- W! +160ms B! +60ms d3+p +30ms e2- +190ms c2- +30ms d1+Q "
	  "+70ms W! +80ms d3- +40ms B! +10ms d1- +170ms c2+Q +70ms W! +30ms c6- +50ms "
	  "d4+n +50ms b2- +40ms B! +280ms W! +30ms d4:B +100ms d8- +100ms d4:q +40ms B! "
	  "+10ms c2- +200ms W! +20ms c1+Q +100ms c5- +60ms d3+n +120ms B! +110ms e2+K "
	  "+20ms e1- +30ms W! +120ms d3- +40ms c1- +160ms B! +40ms a1- c1+n +170ms b2+n "
	  "+30ms c1:R +20ms W! +150ms b2- +60ms d8+r +10ms f8- +160ms c1- +10ms d1+R "
	  "+120ms d4-} +2s",
	  "Qf3@299 f5@299 Qe2@298 d3@298 Qd1*@297 dxc2*@297 Qxc2*@296 Nd4*@296 "
	  "Bxd4*@295 Qxd4*@295 Qc1*@294 Nd3+@294 Ke2@293 Nxc1+@293 Rxc1@292 Rd8? Rd1?" },
	{ "but who press no more while a clock runs on look at their game: what was pressed for "
	  "stands",
	  "5q2/1Q6/1Q6/7k/8/8/4N1B1/6K1 w - - 0 1",
	  "{+220ms b7- +520ms c7+Q +1s W! +2750ms f8- +240ms f5+q +690ms B! +4550ms e2- +420ms "
	  "g3+N +2200ms W! +3900ms h5- +560ms g5+k +10s g5- +240ms h5+k +290ms g3- +380ms e2+N "
	  "+360ms f5- +160ms f8+q +810ms h5- +490ms g4+k +2500ms c6+Q +40ms c7- +360ms c6- "
	  "+160ms c3+Q +1630ms f8- +470ms g7+q} +8s",
	  "Q7c7@299 Qf5@299 Ng3+@298" },
	{ "that a line has other plies in place of many that were pressed for says nothing for it",
	  "8/8/1R1pNk1p/3P1p2/4n2P/5KP1/5r2/8 w - - 0 56",
	  "{+274ms f3- +80ms W! +529ms e3+K +516ms f2- +87ms B! +222ms e6- +17ms W! +265ms "
	  "g2+r +159ms f4+N +1041ms g2- +9ms f2+P +66ms g3+r +411ms B! +123ms f2- +1284ms "
	  "e3- +357ms W! +168ms e2+K +891ms f6- +73ms B! +461ms e5+k +450ms e3+N +66ms f4- "
	  "+515ms W! +19ms e3- +10ms d3+N +150ms d5- +590ms e5- +12ms B! +5ms d5+k +686ms "
	  "b6- +94ms W! +431ms b5+R +549ms B! +33ms d5- +65ms e6+k +385ms d3- +352ms W! "
	  "+60ms B! +244ms f4+N +150ms f6+k +9ms e6- +763ms W! +278ms f4- +56ms h5+N "
	  "+1285ms g6+k +10ms B! +5ms f6- +375ms g3- +725ms h5- +637ms W! +357ms f2+N +66ms "
	  "g3+n +93ms e4- +299ms B! +142ms f2-} +2s",
	  "Ke3@299 Rg2@299 Nf4@298 Rxg3+@298 Ke2@297 Ke5@297 Nd3+@296 Kxd5@296 Rb5+@295 Ke6@295 "
	  "Nf4+@294 Kf6@294 Nh5+@293 Kg6@293 Nxg3@292 Nxg3+@292" },
};

/* A rook stands beside the middle of his square, and no clock is connected. */
static const struct tale clockless[] = {
	{ "where no clock is, a man who is not read where he stands does not stop the record while "
	  "play goes on fast",
	  "start no-clock e2- e4+P e7- e5+p g1- b8- c6+n f1- c4+B g8- f6+n d2- d3+P f8- c5+b "
	  "+300ms f3+N c1- g5+B h7- h6+p g5- h4+B +2s",
	  "e4 e5 Nf3* Nc6* Bc4* Nf6* d3* Bc5* Bg5 h6 Bh4~" },
	{ "nor does one who is read where he came from till the next scan, on a board that tells "
	  "of "
	  "no square by itself",
	  "start no-clock +1s +560ms {e2=. scan} +340ms {e4=P scan} +650ms {b8=. scan} +210ms "
	  "{c6=n f3=N scan} +240ms {d7=. g1=. scan} +270ms {d5=p e4=. scan} +610ms {d5=P scan} "
	  "+220ms {d5=. scan} +790ms {d8=. scan} +420ms {d5=q b1=. scan} +190ms {c3=N scan} "
	  "+260ms {d5=. scan} +700ms {h5=q scan} +680ms {f1=. scan} +230ms {e2=B scan} +450ms "
	  "{c8=. scan} +260ms {g4=b scan} +690ms {d3=P d2=. scan} +2s",
	  "e4 Nc6* Nf3* d5* exd5* Qxd5* Nc3* Qh5 Be2 Bg4 d3~" },
};

START_TEST(hands_are_followed_where_no_clock_is)
{
	story_check(&clockless[_i]);
}
END_TEST

START_TEST(the_record_follows_hands_that_outrun_it)
{
	midgame_check(&tales[_i]);
}
END_TEST

static int
square(const char *sq)
{
	return (sq[1] - '1') * 8 + (sq[0] - 'a');
}

static void
say(struct chase *chase, unsigned int t_ms, const char *sq, uint8_t was, uint8_t now)
{
	chase->changes[chase->n_changes++] = (struct account_change){
		.t_us = t_ms * UINT64_C(1000),
		.sq = (uint8_t)square(sq),
		.was = was,
		.now = now,
	};
}

static void
begin(struct chase *chase, const char *fen, unsigned int scan_lag_ms)
{
	*chase = (struct chase){ .scan_lag_us = scan_lag_ms * UINT64_C(1000) };
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &chase->from, NULL), 0);
}

/* Both press in turn, who is to move first. */
static void
press(struct chase *chase, unsigned int t_ms)
{
	enum color mover = (enum color)chase->from.side;

	chase->presses[chase->n_presses] = (struct chase_press){
		.since_us = t_ms * UINT64_C(1000),
		.t_us = t_ms * UINT64_C(1000),
		.side = chase->n_presses % 2 == 0 ? mover : color_other(mover),
	};
	chase->n_presses++;
}

static void
check_line(const struct chase *chase, const char *const plies[], int n)
{
	struct chase_line line;

	chase_find(chase, &line);
	ck_assert_int_lt(line.cost, COST_NEVER);
	ck_assert_int_eq(line.n_plies, n);
	for (int i = 0; i < n; i++)
		ck_assert_uint_eq(line.moves[i],
		                  move_make(square(plies[i]), square(plies[i] + 2), MOVE_NORMAL));
}

/* Bf7 Ke7 Bg8 are made, and Kf8, before anything is told of where they came to. */
static void
find_unread(unsigned int scan_lag_ms, struct chase_line *ret_line)
{
	static const unsigned int presses_ms[] = { 440, 530, 680, 1070, 1220, 1770 };
	static struct chase chase;

	begin(&chase, "3kB3/7p/6p1/5pP1/5b2/8/1P5P/1K6 w - - 0 44", scan_lag_ms);
	for (int i = 0; i < 6; i++)
		press(&chase, presses_ms[i]);
	say(&chase, 10, "e8", piece_make(WHITE, BISHOP), EMPTY);
	say(&chase, 590, "d8", piece_make(BLACK, KING), EMPTY);
	say(&chase, 1210, "f8", EMPTY, piece_make(BLACK, KING));
	say(&chase, 1420, "d5", EMPTY, piece_make(WHITE, BISHOP));
	say(&chase, 1510, "f4", piece_make(BLACK, BISHOP), EMPTY);
	say(&chase, 1680, "h2", piece_make(WHITE, PAWN), piece_make(BLACK, BISHOP));
	chase_find(&chase, ret_line);
}

/* Two pawns of Black's come to d5, the second of whom takes who took the first; by their presses. Nor has he the second one in his hand
 * while he plays his queen. */
START_TEST(nobody_presses_long_before_his_man_is_told_of)
{
	static const char *const plies[] = { "d6d5", "e4d5", "c6d5", "c4b3", "d8d6" };
	static const unsigned int presses_ms[] = { 474, 666, 1170, 3146, 3347 };
	static struct chase chase;

	begin(&chase, "r2q1rk1/bp3pp1/p1pp1n1p/P3p3/2B1P3/2PP3P/1P3PP1/R1BQ1RK1 b - - 0 15", 770);
	for (int i = 0; i < 5; i++)
		press(&chase, presses_ms[i]);
	say(&chase, 18, "d6", piece_make(BLACK, PAWN), EMPTY);
	say(&chase, 458, "e4", piece_make(WHITE, PAWN), EMPTY);
	say(&chase, 1143, "d5", EMPTY, piece_make(BLACK, PAWN));
	say(&chase, 1227, "c6", piece_make(BLACK, PAWN), EMPTY);
	say(&chase, 2146, "a2", EMPTY, piece_make(WHITE, BISHOP));
	say(&chase, 2341, "c4", piece_make(WHITE, BISHOP), EMPTY);
	say(&chase, 2746, "a2", piece_make(WHITE, BISHOP), EMPTY);
	say(&chase, 3168, "d8", piece_make(BLACK, QUEEN), EMPTY);
	say(&chase, 3411, "b3", EMPTY, piece_make(WHITE, BISHOP));
	say(&chase, 3618, "d6", EMPTY, piece_make(BLACK, QUEEN));
	check_line(&chase, plies, 5);
}
END_TEST

/* c8 reads a white rook all the time. */
START_TEST(who_takes_back_like_whom_was_taken_is_told_of_by_nobody)
{
	static const char *const plies[] = { "e4g4", "d8c8", "c4c8", "e7g5" };
	static const unsigned int presses_ms[] = { 249, 545, 978, 2120 };
	static struct chase chase;

	begin(&chase, "2Rr4/1p1rqkp1/p3p2p/8/2R1Q3/4P1PP/1P3P2/6K1 w - - 0 34", 770);
	for (int i = 0; i < 4; i++)
		press(&chase, presses_ms[i]);
	say(&chase, 58, "e4", piece_make(WHITE, QUEEN), EMPTY);
	say(&chase, 368, "d8", piece_make(BLACK, ROOK), EMPTY);
	say(&chase, 640, "g4", EMPTY, piece_make(WHITE, QUEEN));
	say(&chase, 677, "c4", piece_make(WHITE, ROOK), EMPTY);
	say(&chase, 1483, "e7", piece_make(BLACK, QUEEN), EMPTY);
	say(&chase, 2515, "g5", EMPTY, piece_make(BLACK, QUEEN));
	check_line(&chase, plies, 4);
}
END_TEST

START_TEST(a_slow_board_may_hide_three_plies_in_a_row)
{
	struct chase_line line;

	find_unread(770, &line);
	ck_assert_int_eq(line.n_plies, 6);
	ck_assert_int_lt(line.cost, COST_NEVER);
	ck_assert_uint_eq(line.moves[3], move_make(square("e7"), square("f8"), MOVE_NORMAL));
	ck_assert_uint_eq(line.moves[5], move_make(square("f4"), square("h2"), MOVE_NORMAL));
	/* Nobody makes them while a board looks at its squares that takes no time for that. */
	find_unread(400, &line);
	ck_assert_int_eq(line.cost, COST_NEVER);
}
END_TEST

/* White has castled, or only his rook has moved while a hand held the king over g1, or beside it: there he was read until he was
 * taken. What does it cost to believe the latter? */
static int
cost_of_king_in_the_air(unsigned int taken_ms)
{
	static const char fen[] = "4k3/7p/8/2b5/8/8/5PPP/4K2R w K - 0 1";
	static struct chase chase;
	struct chase_line line;

	chase = (struct chase){ .scan_lag_us = 300000 };
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &chase.from, NULL), 0);
	say(&chase, 10, "e1", piece_make(WHITE, KING), EMPTY);
	say(&chase, 300, "g1", EMPTY, piece_make(WHITE, KING));
	say(&chase, 500, "h1", piece_make(WHITE, ROOK), EMPTY);
	say(&chase, 800, "f1", EMPTY, piece_make(WHITE, ROOK));
	say(&chase, 1000, "h7", piece_make(BLACK, PAWN), EMPTY);
	say(&chase, 1200, "h6", EMPTY, piece_make(BLACK, PAWN));
	say(&chase, 1400, "f2", piece_make(WHITE, PAWN), EMPTY);
	say(&chase, 1600, "f4", EMPTY, piece_make(WHITE, PAWN));
	say(&chase, taken_ms - 200, "c5", piece_make(BLACK, BISHOP), EMPTY);
	say(&chase, taken_ms, "g1", piece_make(WHITE, KING), piece_make(BLACK, BISHOP));
	chase_find(&chase, &line);
	return line.cost;
}

START_TEST(nobody_is_held_over_a_square_while_play_goes_on)
{
	ck_assert_int_lt(cost_of_king_in_the_air(2000), COST_NEVER);
	ck_assert_int_eq(cost_of_king_in_the_air(4400), COST_NEVER);
}
END_TEST

/* Both press, and White once more, while the board tells of a knight lifted and put back, if that is between the first two, and of
 * 1. e4. How many presses are lost by the line that has only this ply? */
static uint32_t
count_lost(bool between)
{
	static struct story story;
	struct chase_line line = { .n_plies = 1, .moves = { move_make(12, 28, MOVE_NORMAL) } };
	struct chase chase = { .n_presses = 3 };
	uint32_t lost;

	story_begin(&story);
	story_tell(&story, "start GO(W) +9s");
	chase.from = story.tracker->game.now;
	for (int i = 0; i < 3; i++)
		chase.presses[i] = (struct chase_press){ .since_us = (uint64_t)(i + 1) * 1000000,
			                                 .t_us = (uint64_t)(i + 1) * 1000000,
			                                 .side = i % 2 == 0 ? WHITE : BLACK };
	say(&chase, between ? 1200 : 700, "g8", piece_make(BLACK, KNIGHT), EMPTY);
	say(&chase, between ? 1400 : 900, "g8", EMPTY, piece_make(BLACK, KNIGHT));
	say(&chase, 2400, "e2", piece_make(WHITE, PAWN), EMPTY);
	say(&chase, 2700, "e4", EMPTY, piece_make(WHITE, PAWN));
	for (int i = 0; i < chase.n_changes; i++)
		chase.changes[i].number = (uint32_t)i + 1;
	line.told[0] = 3;
	chase_write(story.tracker, &chase, &line);
	ck_assert_uint_eq(story.tracker->game.n_plies, 1);
	ck_assert(record_is_pressed(story.tracker, 0));
	lost = story.tracker->trust.lost;
	story_end(&story, false);
	return lost;
}

START_TEST(presses_between_which_something_was_told_may_be_for_plies_that_are_missing)
{
	ck_assert_uint_eq(count_lost(true), 2);
	/* Pressed there and back, and nothing was moved. */
	ck_assert_uint_eq(count_lost(false), 0);
}
END_TEST

/* Four plies, one each second. What does it cost to believe in them, if so many presses were heard, the first of them by `presser`, and
 * the clock is read so seldom? */
static int
cost_of_four(int n_presses, enum color presser, bool no_clock, uint64_t hides_us)
{
	static const char *const plies[] = { "e2e4", "e7e5", "b1c3", "b8c6" };
	static struct chase chase;
	struct chase_line line;

	begin(&chase, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 250);
	chase.clockless = no_clock;
	chase.hides_us = hides_us;
	for (unsigned int i = 0; i < 4; i++) {
		uint8_t man = position_piece_at(&chase.from, square(plies[i]));

		say(&chase, 1000 * i + 500, plies[i], man, EMPTY);
		say(&chase, 1000 * i + 700, plies[i] + 2, EMPTY, man);
	}
	for (int i = 0; i < n_presses; i++) {
		press(&chase, 1000 * (unsigned int)i + (presser == WHITE ? 900 : 0));
		chase.presses[i].side = i % 2 == 0 ? presser : color_other(presser);
	}
	chase_begin_with_mover(&chase);
	chase_find(&chase, &line);
	ck_assert_int_eq(line.n_plies, 4);
	return line.cost;
}

START_TEST(plies_that_nobody_pressed_for_are_believed_less)
{
	int pressed = cost_of_four(4, WHITE, false, 0);
	int seldom = cost_of_four(0, WHITE, false, 1000000);

	ck_assert_int_gt(seldom, pressed);
	ck_assert_int_gt(cost_of_four(0, WHITE, false, 0), seldom);
	/* Two plies so far apart were not both pressed for between two readings. */
	ck_assert_int_eq(cost_of_four(0, WHITE, false, 500000), cost_of_four(0, WHITE, false, 0));
	ck_assert_int_eq(cost_of_four(0, WHITE, true, 0), pressed);
}
END_TEST

START_TEST(the_press_for_the_ply_before_is_for_none_of_the_line)
{
	ck_assert_int_eq(cost_of_four(5, BLACK, false, 0), cost_of_four(4, WHITE, false, 0));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chase");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, the_record_follows_hands_that_outrun_it, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, hands_are_followed_where_no_clock_is, 0,
	                    (int)(sizeof(clockless) / sizeof(clockless[0])));
	tcase_add_test(tcase, a_slow_board_may_hide_three_plies_in_a_row);
	tcase_add_test(tcase, nobody_presses_long_before_his_man_is_told_of);
	tcase_add_test(tcase, who_takes_back_like_whom_was_taken_is_told_of_by_nobody);
	tcase_add_test(tcase, nobody_is_held_over_a_square_while_play_goes_on);
	tcase_add_test(tcase,
	               presses_between_which_something_was_told_may_be_for_plies_that_are_missing);
	tcase_add_test(tcase, plies_that_nobody_pressed_for_are_believed_less);
	tcase_add_test(tcase, the_press_for_the_ply_before_is_for_none_of_the_line);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
