/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a move gains and what it gives away.
 */
#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/tracker/explain/sense.h"
#include "tests/support.h"

static const struct {
	const char *fen, *uci;
	int gain, loss;
} cases[] = {
	/* Nobody can take him. */
	{ "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0, 0 },
	/* A queen put where a pawn takes her, protected or not. */
	{ "4k3/8/3p4/8/8/8/8/4K2Q w - - 0 1", "h1e4", 0, 0 },
	{ "7k/8/3p4/8/8/4Q3/8/4K3 w - - 0 1", "e3e5", 0, 9 },
	{ "7k/8/3p4/8/3P4/4Q3/8/4K3 w - - 0 1", "e3e5", 0, 8 },
	/* A pawn between pawns is fair exchange; so is a rook for a rook. */
	{ "4k3/8/3p4/8/3P4/8/8/4K3 w - - 0 1", "d4d5", 0, 0 },
	{ "3rk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1, 0 },
	{ "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", 5, 0 },
	/* A rook for a protected knight. */
	{ "4k3/8/1p6/n7/8/8/8/R3K3 w Q - 0 1", "a1a5", 3, 2 },
	/* En passant takes a pawn; castling nothing. */
	{ "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1, 0 },
	{ "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, 0 },
};

START_TEST(sense_counts_what_is_taken_and_what_may_be_lost)
{
	struct position position;
	uint16_t move;

	ck_assert_int_eq(fen_parse(cases[_i].fen, strlen(cases[_i].fen), &position, NULL), 0);
	ck_assert_int_eq(uci_parse(&position, cases[_i].uci, strlen(cases[_i].uci), &move), 0);
	ck_assert_int_eq(sense_gain(&position, move), cases[_i].gain);
	ck_assert_int_eq(sense_loss(&position, move), cases[_i].loss);
}
END_TEST

START_TEST(sense_tells_a_forced_reply)
{
	ck_assert_int_eq(sense_forced(30), 0);
	ck_assert_int_eq(sense_forced(218), 0);
	ck_assert_int_eq(sense_forced(15), 3);
	ck_assert_int_eq(sense_forced(1), 8);
	for (int n = 1; n < 40; n++)
		ck_assert_int_ge(sense_forced(n), sense_forced(n + 1));
}
END_TEST

/* Who stands on sq, where the side to move may take him. */
static const struct {
	const char *fen;
	int sq, win;
} standing[] = {
	{ "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 12, 5 },     /* free to be taken */
	{ "4k3/8/8/8/8/4n3/3P4/4K3 w - - 0 1", 20, 3 },   /* by a pawn */
	{ "4k3/8/8/6b1/8/4n3/3P4/4K3 w - - 0 1", 20, 2 }, /* who is taken in his turn */
	{ "4k3/8/8/6b1/8/4p3/4R3/4K3 w - - 0 1", 20, 0 }, /* not worth a rook */
	{ "4k3/8/8/8/8/4n3/8/K7 w - - 0 1", 20, 0 },      /* out of reach */
};

START_TEST(sense_counts_what_is_left_standing)
{
	struct position position;

	ck_assert_int_eq(fen_parse(standing[_i].fen, strlen(standing[_i].fen), &position, NULL), 0);
	ck_assert_int_eq(sense_standing(&position, standing[_i].sq), standing[_i].win);
}
END_TEST

/* Whom the man on `by` threatens on sq. */
static const struct {
	const char *fen;
	int by, sq;
	bool threatens;
} threats[] = {
	{ "4k3/8/8/8/8/4n3/3P4/4K3 w - - 0 1", 11, 20, true },    /* who is free to be taken */
	{ "4k3/8/8/6b1/8/4p3/4R3/4K3 w - - 0 1", 12, 20, false }, /* a pawn is not worth a rook */
	{ "r3k3/8/2b5/8/8/8/4K3/R7 w - - 0 1", 0, 42, false },    /* out of his reach */
	{ "4k3/8/8/8/8/8/4r3/4R2K w - - 0 1", 4, 60, false },     /* kings are not taken */
};

START_TEST(sense_tells_who_is_threatened)
{
	struct position position;
	uint64_t threatened;

	ck_assert_int_eq(fen_parse(threats[_i].fen, strlen(threats[_i].fen), &position, NULL), 0);
	ck_assert_int_eq(sense_threatens(&position, threats[_i].by, threats[_i].sq),
	                 threats[_i].threatens);
	threatened = sense_threatened(&position, threats[_i].by);
	ck_assert_int_eq((threatened >> threats[_i].sq & 1) != 0, threats[_i].threatens);
}
END_TEST

START_TEST(sense_knows_the_middle_of_the_board)
{
	ck_assert_int_eq(sense_edge(27), 0);
	ck_assert_int_eq(sense_edge(36), 0);
	ck_assert_int_eq(sense_edge(18), 1);
	ck_assert_int_eq(sense_edge(49), 2);
	ck_assert_int_eq(sense_edge(7), 3);
	ck_assert_int_eq(sense_edge(32), 3);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sense");
	TCase *tcase = tcase_create("sense");

	tcase_add_loop_test(tcase, sense_counts_what_is_taken_and_what_may_be_lost, 0,
	                    (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(tcase, sense_tells_a_forced_reply);
	tcase_add_loop_test(tcase, sense_counts_what_is_left_standing, 0,
	                    (int)(sizeof(standing) / sizeof(standing[0])));
	tcase_add_loop_test(tcase, sense_tells_who_is_threatened, 0,
	                    (int)(sizeof(threats) / sizeof(threats[0])));
	tcase_add_test(tcase, sense_knows_the_middle_of_the_board);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
