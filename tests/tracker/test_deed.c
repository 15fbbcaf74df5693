/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What hands have done to a position, from what the board shows.
 */
#include "core/tracker/explain/deed.h"

#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "tests/support.h"

static const struct {
	const char *name, *before;
	const char *after; /* what the board shows: the men of a FEN */
	enum deed_kind kind;
	const char *move; /* from and to, where a man was carried */
} deeds[] = {
	{ "nothing", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	  DEED_NONE, NULL },
	{ "a legal ply", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
	  DEED_LEGAL, NULL },
	{ "and the reply begun", "4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1",
	  "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", DEED_LEGAL, NULL },
	{ "a man in the hand", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	  DEED_HAND, NULL },
	{ "castling begun, king first", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	  "4k3/8/8/8/8/8/8/6K1 w - - 0 1", DEED_HAND, NULL },
	{ "a pawn goes sideways", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	  "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1", DEED_ILLEGAL, "e2f2" },
	{ "an own man is taken", "4k3/8/8/8/8/5P2/8/4K1N1 w - - 0 1",
	  "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", DEED_ILLEGAL, "g1f3" },
	{ "a pinned bishop moves", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1",
	  "4r1k1/8/8/8/8/3B4/8/4K3 w - - 0 1", DEED_KING_LEFT, "e2d3" },
	{ "a king steps into check", "4k3/8/8/8/8/8/3r4/6K1 w - - 0 1",
	  "4k3/8/8/8/8/8/3r1K2/8 w - - 0 1", DEED_KING_LEFT, "g1f2" },
	{ "a king is taken", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4R3/8/8/8/8/8/8/4K3 w - - 0 1",
	  DEED_KING_TAKEN, "e7e8" },
	{ "a man of the other side", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
	  "4k3/8/8/4p3/8/8/4P3/4K3 w - - 0 1", DEED_WRONG_SIDE, "e7e5" },
	{ "a pawn stays a pawn", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "P7/7k/8/8/8/8/8/4K3 w - - 0 1",
	  DEED_UNPROMOTED, "a7a8" },
	{ "a pawn taken in passing stays", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1",
	  "4k3/8/5P2/5p2/8/8/8/4K3 w - - 0 1", DEED_VICTIM_LEFT, "e5f6" },
	{ "castling through check", "4k3/8/b7/8/8/8/8/4K2R w K - 0 1",
	  "4k3/8/b7/8/8/8/8/5RK1 w - - 0 1", DEED_CASTLING, "e1g1" },
	{ "castling through check, and two of his opponent's are in the air",
	  "4k3/6pp/b7/8/8/8/8/4K2R w K - 0 1", "4k3/8/b7/8/8/8/8/5RK1 w - - 0 1", DEED_MANY, NULL },
	{ "a pawn is no queen on his own first rank", "4k3/8/8/8/2P5/8/8/4K3 w - - 0 1",
	  "4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1", DEED_MANY, NULL },
	{ "two men fall", "4k3/5ppp/8/8/8/8/8/4K3 b - - 0 1", "4k3/7p/8/8/8/8/8/4K3 b - - 0 1",
	  DEED_MANY, NULL },
	{ "both kings away", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/3K4/8/8/8/8 w - - 0 1",
	  DEED_MANY, NULL },
};

static void
read_men(const char *fen, uint8_t ret_squares[64])
{
	int rank = 7, file = 0;

	memset(ret_squares, EMPTY, 64);
	for (; *fen != ' '; fen++) {
		if (*fen == '/') {
			rank--;
			file = 0;
		} else if (*fen >= '1' && *fen <= '8') {
			file += *fen - '0';
		} else {
			for (uint8_t piece = 1; piece < PIECES; piece++)
				if (piece_letter(piece) == *fen)
					ret_squares[sq_make(file, rank)] = piece;
			file++;
		}
	}
}

START_TEST(deeds_are_told_apart)
{
	struct position before, after;
	uint8_t squares[64];
	struct image image;
	struct deed deed;

	if (fen_parse(deeds[_i].before, strlen(deeds[_i].before), &before, NULL) != 0) {
		/* The opponent stands in check: no FEN that may be played on from. */
		read_men(deeds[_i].before, squares);
		image_from(&image, squares, false);
		position_start(&before);
		memcpy(before.by_type, image.by_type, sizeof(before.by_type));
		memcpy(before.by_color, image.by_color, sizeof(before.by_color));
		memset(before.castling_rook, SQ_NONE, sizeof(before.castling_rook));
	}
	read_men(deeds[_i].after, squares);
	image_from(&image, squares, false);
	deed_find(&before, &image, 0, &deed);
	ck_assert_msg(deed.kind == deeds[_i].kind, "%s: %d", deeds[_i].name, (int)deed.kind);
	ck_assert_int_eq(deed_is_illegal(&deed), deeds[_i].move != NULL);
	if (!deeds[_i].move)
		return;
	ck_assert_int_eq(deed.from, sq_make(deeds[_i].move[0] - 'a', deeds[_i].move[1] - '1'));
	ck_assert_int_eq(deed.to, sq_make(deeds[_i].move[2] - 'a', deeds[_i].move[3] - '1'));
	deed_position(&before, &deed, (enum color)before.side, &after);
	ck_assert_uint_eq(after.key, position_key(&after));
	ck_assert_int_eq(after.side, color_other((enum color)before.side));
	if (deed.kind != DEED_VICTIM_LEFT)
		ck_assert_uint_eq(image_difference(&image, &after), 0);
}
END_TEST

/* Who is in the air for the reply stands where he stood. */
START_TEST(a_reply_begun_is_no_part_of_castling)
{
	static const char before_fen[] = "4k3/7p/b7/8/8/8/8/4K2R w K - 0 1";
	struct position before, after;
	uint8_t squares[64];
	struct image image;
	struct deed deed;

	ck_assert_int_eq(fen_parse(before_fen, strlen(before_fen), &before, NULL), 0);
	read_men("4k3/8/b7/8/8/8/8/5RK1 w - - 0 1", squares);
	image_from(&image, squares, false);
	deed_find(&before, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_CASTLING);
	deed_position(&before, &deed, WHITE, &after);
	ck_assert_uint_eq(image_difference(&image, &after), sq_bit(sq_make(7, 6)));
}
END_TEST

/* Black's move out of turn is none of his: the same move is White's yet. */
START_TEST(out_of_turn_the_move_goes_on)
{
	static const char before_fen[] = "4k3/7p/8/8/8/8/8/4K3 w - - 0 13";
	struct position before, after;
	uint8_t squares[64];
	struct image image;
	struct deed deed;

	ck_assert_int_eq(fen_parse(before_fen, strlen(before_fen), &before, NULL), 0);
	read_men("4k3/8/7p/8/8/8/8/4K3 w - - 0 13", squares);
	image_from(&image, squares, false);
	deed_find(&before, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_WRONG_SIDE);
	deed_position(&before, &deed, BLACK, &after);
	ck_assert_int_eq(after.side, WHITE);
	ck_assert_uint_eq(after.fullmove, 13);
}
END_TEST

/* Squares that are not believed count for nothing; a board that knows no men tells less. */
START_TEST(readings_that_are_not_believed_do_not_count)
{
	struct position before;
	uint8_t squares[64];
	struct image image;
	struct deed deed;

	position_start(&before);
	position_placement(&before, squares);
	squares[SQ_E1] = EMPTY;
	image_from(&image, squares, false);
	deed_find(&before, &image, sq_bit(SQ_E1), &deed);
	ck_assert_int_eq(deed.kind, DEED_NONE);
	for (int sq = 0; sq < 64; sq++)
		squares[sq] = squares[sq] == EMPTY ? EMPTY : SOME_MAN;
	squares[SQ_E1] = SOME_MAN;
	squares[SQ_G1] = EMPTY;
	squares[SQ_E4] = SOME_MAN;
	image_from(&image, squares, false);
	deed_find(&before, &image, 0, &deed);
	ck_assert_int_eq(deed.kind, DEED_ILLEGAL);
	ck_assert_int_eq(deed.from, SQ_G1);
	ck_assert_int_eq(deed.to, SQ_E4);
}
END_TEST

static Suite *
deed_suite(void)
{
	Suite *suite = suite_create("deed");
	TCase *tcase = tcase_create("deed");

	tcase_add_loop_test(tcase, deeds_are_told_apart, 0,
	                    (int)(sizeof(deeds) / sizeof(deeds[0])));
	tcase_add_test(tcase, a_reply_begun_is_no_part_of_castling);
	tcase_add_test(tcase, out_of_turn_the_move_goes_on);
	tcase_add_test(tcase, readings_that_are_not_believed_do_not_count);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(deed_suite());
}
