/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a player gives away by a ply, when all that pays is taken after it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/tracker/explain/foresight.h"
#include "tests/support.h"

/* In pawns; how the men stand then is worth no more than another one. */
static const struct {
	const char *fen, *uci;
	int given;
} cases[] = {
	/* Nothing can be taken, before or after. */
	{ "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0 },
	/* A knight is left to be taken, or not taken. */
	{ "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", 3 },
	{ "4k3/8/8/8/8/4n3/3P4/4K3 w - - 0 1", "d2d3", 3 },
	{ "4k3/8/8/8/8/4n3/3P4/4K3 w - - 0 1", "d2e3", 0 },
	/* Protected, he is given for the pawn who takes him. */
	{ "4k3/8/3p4/8/3P4/5N2/8/4K3 w - - 0 1", "f3e5", 2 },
	/* A rook for a rook is a fair exchange, a rook for a knight is none. */
	{ "3r2k1/8/8/8/8/8/3R4/3R3K w - - 0 1", "d2d5", 5 },
	{ "r5k1/8/8/8/8/8/R7/R6K w - - 0 1", "a2a8", 0 },
	/* A rook for a protected knight is none; one left to be taken is lost. */
	{ "n5k1/2p5/1n6/8/8/8/8/R6K w - - 0 1", "a1a8", 2 },
	{ "r5k1/8/1n6/8/8/8/8/R6K w - - 0 1", "a1a2", 5 },
	/* Mate is worth as much as a queen. */
	{ "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 0 },
	{ "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1b1", 9 },
	/* A pawn who becomes a queen is worth one. */
	{ "8/P7/8/8/8/8/8/K6k w - - 0 1", "a7a8q", 0 },
	{ "8/P7/8/8/8/8/8/K6k w - - 0 1", "a1b1", 7 },
};

START_TEST(foresight_counts_what_is_given_away)
{
	struct position position;
	uint16_t move;

	ck_assert_int_eq(fen_parse(cases[_i].fen, strlen(cases[_i].fen), &position, NULL), 0);
	ck_assert_int_eq(uci_parse(&position, cases[_i].uci, strlen(cases[_i].uci), &move), 0);
	ck_assert_int_le(
		abs(foresight_given_away(&position, move) - cases[_i].given * STANDING_PAWN),
		STANDING_PAWN);
}
END_TEST

/* A knight who gives check to the king and takes the queen next: no capture tells of it. */
START_TEST(foresight_sees_what_the_reply_threatens)
{
	static const char fen[] = "4k3/8/8/8/5p2/4n3/8/1Q2K3 w - - 0 1";
	struct position position;
	uint16_t forked, kept;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	ck_assert_int_eq(uci_parse(&position, "b1a1", 4, &forked), 0);
	ck_assert_int_eq(uci_parse(&position, "b1c1", 4, &kept), 0);
	ck_assert_int_lt(foresight_given_away(&position, forked), 2 * STANDING_PAWN);
	ck_assert_int_gt(foresight_outlook(&position, kept),
	                 foresight_outlook(&position, forked) + 8 * STANDING_PAWN);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("foresight");
	TCase *tcase = tcase_create("foresight");

	tcase_add_loop_test(tcase, foresight_counts_what_is_given_away, 0,
	                    (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(tcase, foresight_sees_what_the_reply_threatens);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
