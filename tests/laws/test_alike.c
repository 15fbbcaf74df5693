/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of two men alike, and of one whom nobody saw before he was taken: who is accused of an illegal move, and who not?
 */
#include <check.h>

#include "core/chess/fen.h"
#include "core/laws/press/innocent_inside.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

#define SQ_C1 (SQ_A1 + 2)
#define SQ_C2 (SQ_A1 + 10)
#define SQ_F2 (SQ_F1 + 8)
#define SQ_A2 (SQ_A1 + 8)

static struct image image; /* what White has done, as it is read */

/* White's man is read there, and gone from there: is that told? */
static bool
is_sure_but_for(uint64_t excused, int from, int to)
{
	struct deed deed;

	image = press.turn;
	image_put(&image, to, image_at(&image, from));
	image_put(&image, from, EMPTY);
	deed_find(&press.base, &image, excused, &deed);
	ck_assert(deed_is_illegal(&deed));
	return evidence_is_sure(laws, &press, &image, &deed);
}

static bool
is_sure(int from, int to)
{
	return is_sure_but_for(0, from, to);
}

/* White's rooks stand on c1 and f1. One is read on c2, and f1 reads none; c1, too, loses its rook as soon as the board tells of what was
 * pressed for, or has been seen to lose him and read him again before. Then one is read on c1; at last before the press, and behind the
 * one on c2. One may have been read on read_too all the time. */
static bool
is_rook_accused(bool away, uint64_t left_us, int read_too)
{
	bool sure;

	presser_begin("4k3/p7/8/8/8/8/8/2R2RK1 b - - 0 1");
	append("a6");
	presser_press();
	position_placement(&game.now, laws->conduct.contacts.squares);
	if (read_too != SQ_NONE)
		image_put(&press.turn, read_too, WHITE_ROOK);
	laws->image = press.turn;
	image_put(&laws->image, SQ_F1, EMPTY), image_put(&laws->image, SQ_C2, WHITE_ROOK);
	if (away && left_us == PRESSED_US - 700000) {
		read_square(left_us, SQ_C1, EMPTY);
		read_square(PRESSED_US - 400000, SQ_C2, WHITE_ROOK);
		read_square(PRESSED_US - 300000, SQ_C1, WHITE_ROOK);
	} else if (away && left_us < PRESSED_US) {
		read_square(left_us, SQ_C1, EMPTY);
		read_square(left_us + 100000, SQ_C1, WHITE_ROOK);
	}
	if (!away || left_us != PRESSED_US - 700000)
		read_square(PRESSED_US - 400000, SQ_C2, WHITE_ROOK);
	read_square(PRESSED_US + 200000, SQ_F1, EMPTY);
	if (away && left_us >= PRESSED_US) {
		read_square(left_us, SQ_C1, EMPTY);
		read_square(left_us + 600000, SQ_C1, WHITE_ROOK);
	}
	sure = is_sure_but_for(read_too == SQ_NONE ? 0 : sq_bit(read_too), SQ_F1, SQ_C2);
	presser_end();
	return sure;
}

/* The rook of c1 went to c2, and the other one to c1 when White's turn had come again. */
START_TEST(another_may_have_come_to_the_square_that_he_left)
{
	ck_assert(is_rook_accused(false, 0, SQ_NONE));
	ck_assert(!is_rook_accused(true, PRESSED_US + 210000, SQ_NONE));
	ck_assert(is_rook_accused(true, PRESSED_US + 1500000, SQ_NONE));
	ck_assert(is_rook_accused(true, PRESSED_US - 2000000, SQ_NONE));
	ck_assert(!is_rook_accused(true, PRESSED_US - 700000, SQ_NONE));
	ck_assert(is_rook_accused(true, PRESSED_US - 2000000, SQ_H1 + 32));
	ck_assert(!is_rook_accused(true, PRESSED_US - 700000, SQ_H1 + 32));
}
END_TEST

/* White's rooks stand on c1 and f1. By the record the one of f1 went to d1, which was read so long after his press; so long after it f2
 * reads a rook, too, and c1 none. */
static bool
is_second_accused(uint64_t d1_us, uint64_t f2_us)
{
	bool sure;

	presser_begin("4k3/p7/8/8/8/8/8/2R2RK1 b - - 0 1");
	append("a6"), append("Rfd1"), append("a5");
	plies[1].completed_us = TURN_US - 100000;
	presser_press();
	position_placement(&game.start, laws->conduct.contacts.squares);
	read_square(plies[1].completed_us + d1_us, SQ_D1, WHITE_ROOK);
	read_square(plies[1].completed_us + f2_us, SQ_F2, WHITE_ROOK);
	sure = is_sure(SQ_C1, SQ_F2);
	presser_end();
	return sure;
}

START_TEST(two_alike_told_of_in_one_round_may_have_been_exchanged)
{
	ck_assert(!is_second_accused(300000, 400000));
	ck_assert(!is_second_accused(400000, 300000));
	ck_assert(is_second_accused(300000, 1000000));
	ck_assert(is_second_accused(1000000, 1100000));
}
END_TEST

/* White's rook went to c1, and nobody saw him there, as the record has it, and Black's queen has taken him there with check. Had he gone
 * to f1, it would be none. */
START_TEST(who_was_taken_unseen_may_have_gone_elsewhere)
{
	presser_begin("7k/7p/8/8/8/8/P1q5/4R1K1 b - - 0 1");
	append("h6"), append("Rc1"), append("Qxc1+");
	presser_press();
	for (int sq = 0; sq < 64; sq++)
		laws->changed_us[sq] = sq == SQ_A2 ? 0 : 2500000;
	ck_assert(is_sure(SQ_A2, SQ_A2 + 8));
	plies[1].doubtful = PLY_DOUBT_RIVAL;
	ck_assert(!is_sure(SQ_A2, SQ_A2 + 8));
	ck_assert(is_sure(SQ_A2, SQ_A2 + 24)); /* no pawn goes so far, whichever ply it was */
	plies[1].doubtful = PLY_DOUBT_PASSING;
	ck_assert(is_sure(SQ_A2, SQ_A2 + 8));
	plies[1].doubtful = PLY_DOUBT_RIVAL;
	read_square(2500000, SQ_C1, WHITE_ROOK);
	ck_assert(is_sure(SQ_A2, SQ_A2 + 8));
	presser_end();
}
END_TEST

static Suite *
alike_suite(void)
{
	Suite *suite = suite_create("alike");
	TCase *tcase = tcase_create("alike");

	tcase_add_test(tcase, another_may_have_come_to_the_square_that_he_left);
	tcase_add_test(tcase, two_alike_told_of_in_one_round_may_have_been_exchanged);
	tcase_add_test(tcase, who_was_taken_unseen_may_have_gone_elsewhere);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(alike_suite());
}
