/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares that have not read their men, and read none rightly since, or read a man who stands beside them: what fails there may
 * excuse who seems to have been moved illegally. What never failed does not, nor where nobody can have gone.
 */
#include <check.h>

#include "core/chess/fen.h"
#include "core/laws/press/innocent_inside.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ_E5     (SQ_E1 + 32)
#define SQ_E6     (SQ_E1 + 40)
#define MISSED_US UINT64_C(10000000)

/* The record's plies were made one a second, its last man stands on e6, and e6 reads no man. */
static void
miss(void)
{
	for (uint32_t i = 0; i < game.n_plies; i++)
		plies[i].made_us = (i + 1) * UINT64_C(1000000);
	image_of(&game.now, &laws->image);
	image_put(&laws->image, SQ_E6, EMPTY);
	laws->view.troubled = sq_bit(SQ_E6);
	laws->now_us = MISSED_US;
	innocent_note(laws);
	ck_assert_uint_eq(laws->presses.blind, sq_bit(SQ_E6));
}

/* 1. e4 e6 by the record. */
static void
begin(void)
{
	presser_begin(FEN_START);
	append("e4"), append("e6");
	miss();
}

static void
go_on(const char *san)
{
	append(san);
	plies[game.n_plies - 1].made_us = MISSED_US + game.n_plies * UINT64_C(1000000);
	image_of(&game.now, &laws->image);
	image_put(&laws->image, SQ_E6, EMPTY);
	laws->view.troubled = 0;
	laws->now_us = plies[game.n_plies - 1].made_us;
	innocent_note(laws);
}

/* He has gone on from there: whether the square would read anybody, nobody knows. */
START_TEST(a_square_that_missed_a_man_may_do_so_still)
{
	begin();
	go_on("Nf3"), go_on("e5"), go_on("Nc3");
	ck_assert_uint_eq(laws->presses.blind, sq_bit(SQ_E6));
	presser_end();
}
END_TEST

/* The record knows better by now: he had gone to e5, and on e6 nobody was missing. */
START_TEST(a_square_on_which_nobody_stood_missed_nobody)
{
	begin();
	game_truncate(&game, 1);
	append("e5");
	plies[1].made_us = 2000000;
	go_on("Nf3");
	ck_assert_uint_eq(laws->presses.blind, 0);
	presser_end();
}
END_TEST

/* A pawn was there long before, and was read: it is the queen who was missed, and she had gone to f6. */
START_TEST(who_stood_there_before_was_not_missed)
{
	presser_begin(FEN_START);
	append("e4"), append("e6"), append("d4"), append("e5");
	append("Nf3"), append("Qe7"), append("Nc3"), append("Qe6");
	miss();
	game_truncate(&game, 7);
	append("Qf6");
	plies[7].made_us = 8000000;
	go_on("Bd3");
	ck_assert_uint_eq(laws->presses.blind, 0);
	presser_end();
}
END_TEST

/* Black takes on d2 and gives check, and is read on another square as well: is White's rook, carried to h4, told? */
static bool
is_told(const char *fen, const char *takes, int beside, uint8_t man)
{
	struct deed deed;
	struct image image;

	presser_begin(fen);
	append(takes);
	presser_press();
	image_put(&press.turn, beside, man);
	image = press.turn;
	image_put(&image, SQ_H1, EMPTY);
	image_put(&image, SQ_H1 + 24, WHITE_ROOK);
	deed_find(&press.base, &image, sq_bit(beside), &deed);
	ck_assert_int_eq(deed.kind, DEED_KING_LEFT);
	return evidence_is_sure(laws, &press, &image, &deed);
}

/* Between two squares, and read on both: he stands on the one where a ply takes him. */
START_TEST(he_stands_beside_only_where_he_may_have_gone)
{
	ck_assert(is_told("6k1/8/8/8/8/2p5/3N4/4K2R b - - 0 1", "cxd2+", SQ_E1 + 16, BLACK_PAWN));
	presser_end();
	ck_assert(!is_told("3q2k1/8/8/8/8/8/3N4/4K2R b - - 0 1", "Qxd2+", SQ_D1 + 16, BLACK_QUEEN));
	presser_end();
}
END_TEST

/* White's knight on g1 is not read, and White presses with Black's bishop on h3: is that told? */
static bool
is_told_of_bishop(uint64_t now_us, uint64_t answered_us)
{
	const int c8 = SQ_C1 + 56, h3 = SQ_H1 + 16;
	struct deed deed;
	struct image image;
	bool told;

	presser_begin("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
	append("c3"), append("a6");
	presser_press();
	press.next_us = answered_us;
	laws->now_us = now_us;
	laws->changed_us[h3] = PRESSED_US - 500000;
	image_put(&press.turn, SQ_G1, EMPTY);
	image = press.turn;
	image_put(&image, c8, EMPTY), image_put(&image, h3, BLACK_BISHOP);
	deed_find(&press.base, &image, sq_bit(SQ_G1), &deed);
	ck_assert_int_eq(deed.kind, DEED_WRONG_SIDE);
	told = evidence_is_sure(laws, &press, &image, &deed);
	presser_end();
	return told;
}

/* The knight may have gone to h3 and been taken there, if Black answers. */
START_TEST(who_lets_the_clock_stand_has_not_answered)
{
	ck_assert(!is_told_of_bishop(PRESSED_US + 1000000, TIME_UNKNOWN));
	ck_assert(!is_told_of_bishop(PRESSED_US + 3000000, PRESSED_US + 1000000));
	ck_assert(is_told_of_bishop(PRESSED_US + 3000000, TIME_UNKNOWN));
}
END_TEST

/* A guess of the record's stays one, though in time it is doubted no more; not what it has learnt instead. */
START_TEST(time_makes_no_guess_sure)
{
	presser_begin(FEN_START);
	append("e4"), append("e5");
	presser_press();
	press.base = game.start, press.n_plies = 0;
	image_of(&press.base, &press.turn);
	ck_assert(!presses_is_guess(laws, &press, 0));
	press.guessed = plies[0].move;
	ck_assert(presses_is_guess(laws, &press, 0));
	press.guessed = plies[1].move;
	ck_assert(!presses_is_guess(laws, &press, 0));
	presser_end();
}
END_TEST

/* Nor is it one when the board has told that its man has left the one square and come to the other. */
START_TEST(a_guess_that_the_board_bears_out_is_none)
{
	const int e2 = SQ_E1 + 8, e4 = SQ_E1 + 24;

	presser_begin(FEN_START);
	append("e4"), append("e5");
	presser_press();
	press.base = game.start, press.n_plies = 0;
	image_of(&press.base, &press.turn);
	position_placement(&press.base, laws->conduct.contacts.squares);
	press.guessed = plies[0].move;
	laws->now_us = PRESSED_US + 1000000;
	read_square(TURN_US + 1000000, e4, WHITE_PAWN);
	ck_assert(presses_is_guess(laws, &press, 0));
	read_square(PRESSED_US + 100000, e2, EMPTY);
	ck_assert(!presses_is_guess(laws, &press, 0));
	presser_end();
}
END_TEST

/* Nor has a man played whom his square has read all the time, when the board has had the time to tell that he left. */
START_TEST(who_is_read_where_he_stood_has_not_been_seen_to_play)
{
	const int e2 = SQ_E1 + 8;

	presser_begin(FEN_START);
	append("e4"), append("e5");
	presser_press();
	press.base = game.start, press.n_plies = 0;
	image_of(&press.base, &press.turn);
	laws->image = press.turn;
	ck_assert(presses_is_guess(laws, &press, 0));
	laws->now_us = PRESSED_US + 100000;
	ck_assert(!presses_is_guess(laws, &press, 0));
	laws->now_us = PRESSED_US + 3000000;
	laws->changed_us[e2] = TURN_US + 1000000;
	ck_assert(!presses_is_guess(laws, &press, 0));
	presser_end();
}
END_TEST

/* White's queen was read on a4, he pressed so long before Black did, and then a4 is told to be empty. The record has her on c2 by now,
 * from where she may go to e4. */
static bool
is_rewritten(uint64_t before_us)
{
	const int a4 = SQ_A1 + 24;
	bool rewritten;

	presser_begin("6k1/7p/8/8/2p5/8/7P/3QK3 w - - 0 1");
	append("Qc2"), append("h6"), append("Qe4");
	plies[0].completed_us = TURN_US - before_us;
	position_placement(&game.start, laws->conduct.contacts.squares);
	read_square(TURN_US - 650000, a4, WHITE_QUEEN);
	read_square(TURN_US + 200000, a4, EMPTY);
	presser_press();
	press.n_plies = 2;
	position_after(&game.start, move_make(SQ_D1, a4, MOVE_NORMAL), &press.base);
	image_of(&press.base, &press.turn);
	rewritten = evidence_is_rewritten(laws, &press, 2);
	presser_end();
	return rewritten;
}

/* She was on a4 yet a round of the scan before she was told to be gone: so near the press no hand has taken her elsewhere. */
START_TEST(who_stood_there_at_the_press_had_not_gone_elsewhere)
{
	ck_assert(is_rewritten(600000));
	ck_assert(!is_rewritten(10000));
}
END_TEST

/* Black's pawn stands on e5 so long before White presses for his own ply before: was that pawn's ply the answer to it? */
static bool
is_answered_before(uint64_t early_us)
{
	const int e7 = SQ_E1 + 48;
	bool answered;

	presser_begin(FEN_START);
	append("e4"), append("e5");
	presser_press();
	position_placement(&game.start, laws->conduct.contacts.squares);
	press.follows = true;
	press.own_us = TURN_US - 100000;
	read_square(press.own_us - early_us - 1000, e7, EMPTY);
	read_square(press.own_us - early_us, SQ_E5, BLACK_PAWN);
	answered = evidence_was_answered_before(laws, &press);
	presser_end();
	return answered;
}

/* A hasty reply may come before the press; one that has stood there for a while has been answered by it. */
START_TEST(what_stood_there_is_what_his_press_before_answered)
{
	ck_assert(!is_answered_before(300000));
	ck_assert(is_answered_before(3000000));
}
END_TEST

/* White's rook goes from a1 to h3 past a2, and is told to have left it so much later than that he has come: is the record overruled? */
static bool
is_against_record(uint64_t later_us)
{
	const int a2 = SQ_A1 + 8, h3 = SQ_H1 + 16;
	struct deed deed;
	struct image image;
	bool sure;

	presser_begin("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
	append("Ke2"), append("Kd8");
	presser_press();
	position_placement(&game.now, laws->conduct.contacts.squares);
	laws->changed_us[h3] = PRESSED_US - 500000;
	laws->changed_us[a2] = laws->changed_us[h3] + later_us;
	read_square(PRESSED_US - 900000, SQ_A1, EMPTY);
	read_square(PRESSED_US - 800000, a2, WHITE_ROOK);
	read_square(laws->changed_us[h3], h3, WHITE_ROOK);
	read_square(laws->changed_us[a2], a2, EMPTY);
	image = press.turn;
	image_put(&image, SQ_A1, EMPTY), image_put(&image, h3, WHITE_ROOK);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_ILLEGAL);
	sure = evidence_against_record(laws, &press, &image, &deed);
	presser_end();
	return sure;
}

/* Every square is read once in a round: the one he has left, it may be, behind the one where he stands. */
START_TEST(who_passed_a_square_may_be_told_to_have_left_it_a_round_later)
{
	ck_assert(is_against_record(5000));
	ck_assert(!is_against_record(CONTACTS_SLOWEST_US + 1000));
}
END_TEST

/* The tracker does not believe e6. But it read its pawn when the turn began: it is in order, and what it reads since is this turn's. */
START_TEST(a_square_that_read_its_man_when_the_turn_began_is_not_odd)
{
	begin();
	presser_press();
	image_put(&press.turn, SQ_E6, EMPTY);
	laws->changed_us[SQ_E6] = PRESSED_US;
	ck_assert_uint_eq(evidence_odd_squares(laws, &press), sq_bit(SQ_E6));
	image_of(&game.now, &press.turn);
	ck_assert_uint_eq(evidence_odd_squares(laws, &press), 0);
	presser_end();
}
END_TEST

static Suite *
missed_suite(void)
{
	Suite *suite = suite_create("missed");
	TCase *tcase = tcase_create("missed");

	tcase_add_test(tcase, a_square_that_missed_a_man_may_do_so_still);
	tcase_add_test(tcase, a_square_on_which_nobody_stood_missed_nobody);
	tcase_add_test(tcase, who_stood_there_before_was_not_missed);
	tcase_add_test(tcase, he_stands_beside_only_where_he_may_have_gone);
	tcase_add_test(tcase, who_lets_the_clock_stand_has_not_answered);
	tcase_add_test(tcase, time_makes_no_guess_sure);
	tcase_add_test(tcase, a_guess_that_the_board_bears_out_is_none);
	tcase_add_test(tcase, who_is_read_where_he_stood_has_not_been_seen_to_play);
	tcase_add_test(tcase, who_stood_there_at_the_press_had_not_gone_elsewhere);
	tcase_add_test(tcase, what_stood_there_is_what_his_press_before_answered);
	tcase_add_test(tcase, who_passed_a_square_may_be_told_to_have_left_it_a_round_later);
	tcase_add_test(tcase, a_square_that_read_its_man_when_the_turn_began_is_not_odd);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(missed_suite());
}
