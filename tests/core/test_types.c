/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/types.h"

#include <check.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "tests/support.h"

START_TEST(sq_numbers_run_from_a1_to_h8)
{
	ck_assert_int_eq(sq_make(0, 0), SQ_A1);
	ck_assert_int_eq(sq_make(7, 0), SQ_H1);
	ck_assert_int_eq(sq_make(4, 3), SQ_E4);
	ck_assert_int_eq(sq_make(3, 4), SQ_D5);
	ck_assert_int_eq(sq_make(7, 7), SQ_H8);
	for (int sq = 0; sq < 64; sq++) {
		ck_assert_int_eq(sq_make(sq_file(sq), sq_rank(sq)), sq);
		ck_assert_uint_eq(sq_bit(sq) >> sq, 1);
	}
}
END_TEST

/* The squares that a king can have reached, ply by ply. */
START_TEST(sq_king_steps_are_those_a_king_makes)
{
	for (int from = 0; from < 64; from++) {
		uint64_t reached = sq_bit(from), last = 0;

		for (int steps = 0; reached != last; steps++) {
			uint64_t fresh = reached & ~last;

			last = reached;
			while (fresh != 0) {
				const int to = bits_take(&fresh);

				ck_assert_int_eq(sq_king_steps(from, to), steps);
				reached |= attacks_king[to];
			}
		}
		ck_assert_uint_eq(reached, BITS_ALL);
	}
}
END_TEST

START_TEST(sq_is_light_on_half_of_the_board)
{
	int n_light = 0;

	for (int sq = 0; sq < 64; sq++)
		n_light += sq_is_light(sq);
	ck_assert_int_eq(n_light, 32);
	ck_assert(!sq_is_light(SQ_A1));
	ck_assert(sq_is_light(SQ_H1));
	ck_assert(sq_is_light(SQ_E4));
	ck_assert(!sq_is_light(SQ_D4));
}
END_TEST

START_TEST(piece_joins_type_and_color)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++) {
			const uint8_t piece = piece_make((enum color)side, (enum piece_type)type);

			ck_assert_int_eq(piece_type(piece), type);
			ck_assert_int_eq(piece_color(piece), side);
			ck_assert_int_lt(piece, PIECES);
		}
	ck_assert_int_eq(piece_make(WHITE, KING), WHITE_KING);
	ck_assert_int_eq(piece_make(BLACK, PAWN), BLACK_PAWN);
	ck_assert_int_eq(piece_type(EMPTY), NO_PIECE_TYPE);
}
END_TEST

START_TEST(piece_letters_are_those_of_fen)
{
	const char letters[] = "PNBRQKpnbrqk";

	ck_assert_int_eq(piece_letter(EMPTY), '.');
	for (int i = 0; i < 12; i++)
		ck_assert_int_eq(piece_letter(piece_make((enum color)(i / 6),
		                                         (enum piece_type)(PAWN + i % 6))),
		                 letters[i]);
}
END_TEST

START_TEST(color_other_is_the_opponent)
{
	ck_assert_int_eq(color_other(WHITE), BLACK);
	ck_assert_int_eq(color_other(BLACK), WHITE);
}
END_TEST

START_TEST(move_keeps_squares_kind_and_promotion)
{
	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++) {
			for (int kind = MOVE_NORMAL; kind <= MOVE_CASTLING; kind++) {
				const uint16_t move = move_make(from, to, (enum move_kind)kind);

				ck_assert_int_eq(move_from(move), from);
				ck_assert_int_eq(move_to(move), to);
				ck_assert_int_eq(move_kind(move), kind);
				if (kind != MOVE_PROMOTION)
					ck_assert_int_eq(move_promotion(move), NO_PIECE_TYPE);
			}
			for (int type = KNIGHT; type <= QUEEN; type++) {
				const uint16_t move =
					move_make_promotion(from, to, (enum piece_type)type);

				ck_assert_int_eq(move_from(move), from);
				ck_assert_int_eq(move_to(move), to);
				ck_assert_int_eq(move_kind(move), MOVE_PROMOTION);
				ck_assert_int_eq(move_promotion(move), type);
			}
		}
}
END_TEST

START_TEST(move_target_of_castling_is_the_kings)
{
	ck_assert_int_eq(move_target(move_make(SQ_D4, SQ_E4, MOVE_NORMAL)), SQ_E4);
	ck_assert_int_eq(move_target(move_make(SQ_E1, SQ_H1, MOVE_CASTLING)), SQ_G1);
	ck_assert_int_eq(move_target(move_make(SQ_E8, SQ_A8, MOVE_CASTLING)), SQ_C8);
	/* From any square, with any rook (Guidelines II). */
	ck_assert_int_eq(move_target(move_make(sq_make(1, 0), SQ_C1, MOVE_CASTLING)), SQ_G1);
	ck_assert_int_eq(move_target(move_make(sq_make(1, 7), SQ_A8, MOVE_CASTLING)), SQ_C8);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("types");
	TCase *tcase = tcase_create("types");

	tcase_add_test(tcase, sq_numbers_run_from_a1_to_h8);
	tcase_add_test(tcase, sq_king_steps_are_those_a_king_makes);
	tcase_add_test(tcase, sq_is_light_on_half_of_the_board);
	tcase_add_test(tcase, piece_joins_type_and_color);
	tcase_add_test(tcase, piece_letters_are_those_of_fen);
	tcase_add_test(tcase, color_other_is_the_opponent);
	tcase_add_test(tcase, move_keeps_squares_kind_and_promotion);
	tcase_add_test(tcase, move_target_of_castling_is_the_kings);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
