/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of two positions is worth more to the side to move.
 */
#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/tracker/explain/standing.h"
#include "tests/support.h"

static int
balance(const char *fen)
{
	struct position position;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	return standing_balance(&position);
}

static const struct {
	const char *better, *worse;
} pairs[] = {
	/* A knight, and a king of the endgame, in the middle. */
	{ "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1" },
	{ "4k3/p7/8/8/4K3/8/P7/8 w - - 0 1", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1" },
	/* With queens and rooks on the board he is safer behind his pawns. */
	{ "r2qr1k1/5ppp/8/8/8/8/5PPP/R2QR1K1 w - - 0 1",
	  "r2qr1k1/5ppp/8/8/8/4K3/5PPP/R2QR3 w - - 0 1" },
	/* A rook on an open file, a bishop who sees far. */
	{ "4k3/p6p/8/8/8/8/P6P/3RK3 w - - 0 1", "4k3/p6p/8/8/8/8/P6P/R3K3 w - - 0 1" },
	{ "4k3/p6p/8/8/8/8/P5BP/4K3 w - - 0 1", "4k3/p6p/8/8/8/8/P6P/4K2B w - - 0 1" },
	/* A pawn nobody can stop, beside another one of his, and not behind one. */
	{ "4k3/7p/8/P7/8/8/8/4K3 w - - 0 1", "4k3/p7/8/P7/8/8/8/4K3 w - - 0 1" },
	{ "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P1P5/4K3 w - - 0 1" },
	{ "4k3/p7/8/8/8/1P6/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/P7/P7/4K3 w - - 0 1" },
	/* The same seen by the other one. */
	{ "4k3/8/8/4n3/8/8/8/4K3 b - - 0 1", "n3k3/8/8/8/8/8/8/4K3 b - - 0 1" },
};

START_TEST(standing_tells_who_stands_better)
{
	ck_assert_int_gt(balance(pairs[_i].better), balance(pairs[_i].worse));
}
END_TEST

START_TEST(standing_is_the_same_for_both_sides)
{
	ck_assert_int_eq(balance("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
	ck_assert_int_eq(balance("r3k3/p1p4p/2n5/8/4P3/8/5P1P/2B1K2R w - - 0 1"),
	                 -balance("r3k3/p1p4p/2n5/8/4P3/8/5P1P/2B1K2R b - - 0 1"));
	ck_assert_int_eq(balance("r3k3/p1p4p/2n5/8/4P3/8/5P1P/2B1K2R w - - 0 1"),
	                 balance("2b1k2r/5p1p/8/4p3/8/2N5/P1P4P/R3K3 b - - 0 1"));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("standing");
	TCase *tcase = tcase_create("standing");

	tcase_add_loop_test(tcase, standing_tells_who_stands_better, 0,
	                    (int)(sizeof(pairs) / sizeof(pairs[0])));
	tcase_add_test(tcase, standing_is_the_same_for_both_sides);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
