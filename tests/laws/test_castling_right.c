/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A king who castles though the record has the right to it as lost, by plies that may not have been.
 */
#include <check.h>

#include "core/chess/fen.h"
#include "core/laws/press/innocent_inside.h"
#include "tests/laws/presser.h"
#include "tests/support.h"

/* White's king stands on g1, his rook on *rook: is that told? */
static bool
is_castling_sure(int rook)
{
	struct deed deed;
	struct image image = press.turn;

	image_put(&image, SQ_E1, EMPTY), image_put(&image, SQ_H1, EMPTY);
	image_put(&image, SQ_G1, WHITE_KING), image_put(&image, rook, WHITE_ROOK);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert(deed_is_illegal(&deed));
	return evidence_is_sure(laws, &press, &image, &deed);
}

/* His king went to e2 and back. */
static void
begin(void)
{
	presser_begin(FEN_START);
	append("e4"), append("e5"), append("Nf3"), append("Nc6"), append("Bc4"), append("Nf6");
	append("Ke2"), append("d6"), append("Ke1"), append("a6");
	presser_press();
}

START_TEST(right_is_lost_by_what_was_played_for_sure)
{
	begin();
	ck_assert(is_castling_sure(SQ_F1));
	plies[6].doubtful = PLY_DOUBT_UNSEEN;
	ck_assert(!is_castling_sure(SQ_F1));
	ck_assert(is_castling_sure(SQ_E1)); /* no castling puts the rook there */
	presser_end();
}
END_TEST

START_TEST(right_that_never_was_is_lost)
{
	presser_begin("r1bqkb1r/1pp2ppp/p1np1n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w kq - 0 6");
	append("d3"), append("h6");
	presser_press();
	ck_assert(is_castling_sure(SQ_F1));
	presser_end();
}
END_TEST

/* 4.7.2: the rook may follow the press, for so long. */
START_TEST(king_who_has_left_his_rook_has_not_castled)
{
	struct image image;
	struct deed deed;

	begin();
	plies[6].doubtful = PLY_DOUBT_UNSEEN;
	image = press.turn;
	image_put(&image, SQ_E1, EMPTY), image_put(&image, SQ_G1, WHITE_KING);
	deed_find(&press.base, &image, 0, &deed);
	ck_assert(deed_is_illegal(&deed));
	laws->image = image;
	laws->now_us = press.t_us + PRESSES_LATE_US - 1;
	ck_assert(!evidence_is_sure(laws, &press, &image, &deed));
	laws->now_us = press.t_us + PRESSES_LATE_US;
	ck_assert(evidence_is_sure(laws, &press, &image, &deed));
	presser_end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("castling right");
	TCase *tcase = tcase_create("castling right");

	tcase_add_test(tcase, right_is_lost_by_what_was_played_for_sure);
	tcase_add_test(tcase, right_that_never_was_is_lost);
	tcase_add_test(tcase, king_who_has_left_his_rook_has_not_castled);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
