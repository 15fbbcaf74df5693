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

/* 1. e4 e6 by the record, and e6 reads no man. */
static void
begin(void)
{
	presser_begin(FEN_START);
	append("e4"), append("e6");
	plies[0].made_us = 1000000;
	plies[1].made_us = 2000000;
	image_of(&game.now, &laws->image);
	image_put(&laws->image, SQ_E6, EMPTY);
	laws->view.troubled = sq_bit(SQ_E6);
	laws->now_us = MISSED_US;
	innocent_note(laws);
	ck_assert_uint_eq(laws->presses.blind, sq_bit(SQ_E6));
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

static Suite *
missed_suite(void)
{
	Suite *suite = suite_create("missed");
	TCase *tcase = tcase_create("missed");

	tcase_add_test(tcase, a_square_that_missed_a_man_may_do_so_still);
	tcase_add_test(tcase, a_square_on_which_nobody_stood_missed_nobody);
	tcase_add_test(tcase, he_stands_beside_only_where_he_may_have_gone);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(missed_suite());
}
