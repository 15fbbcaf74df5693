/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/verdict.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "tests/verdict/asking.h"

#define MEMORY ((size_t)64 << 20)

/* White's and Black's answer: y or n. */
struct known {
	const char *fen;
	const char *answers;
};

static const struct known table[] = {
	/* Men alone. */
	{ "8/8/8/1k6/8/3K4/8/8 w - -", "nn" },
	{ "8/8/8/1k6/8/3KB3/8/8 w - -", "nn" },
	{ "8/8/8/1k6/8/3KN3/8/8 w - -", "nn" },
	{ "8/8/8/1k6/8/3KR3/8/8 w - -", "yn" },
	{ "8/8/8/1k6/8/3KP3/8/8 w - -", "yn" },
	{ "8/8/8/1k6/8/3KNN2/8/8 w - -", "yn" },
	{ "8/8/8/1k6/8/3KBN2/8/8 w - -", "yn" },
	{ "8/8/8/1k6/8/3KB3/4B3/8 w - -", "yn" },
	{ "8/8/8/1k6/8/2BKB3/8/8 w - -", "nn" },
	{ "B7/1B6/8/1k6/8/8/4K3/8 b - -", "nn" },
	{ "8/8/4b3/1k6/8/3KB3/8/8 w - -", "yy" }, /* bishops of two colours */
	{ "8/8/3b4/1k6/8/3KB3/8/8 w - -", "nn" }, /* of one */
	{ "8/8/3q4/1k6/8/3KB3/8/8 w - -", "ny" },
	{ "8/8/3r4/1k6/8/3KB3/8/8 w - -", "ny" },
	{ "8/8/3n4/1k6/8/4KB2/8/8 w - -", "yy" },
	{ "8/8/3p4/1k6/8/4KB2/8/8 w - -", "yy" },
	{ "8/8/3q4/1k6/8/4KN2/8/8 w - -", "ny" },
	{ "8/6q1/2q5/1k6/8/4KN2/8/8 w - -", "ny" },
	{ "8/8/8/k2r4/8/4KN2/8/8 w - -", "yy" },
	{ "8/8/3p4/1k6/8/4KN2/8/8 w - -", "yy" },
	{ "8/8/8/k2n4/8/4KN2/8/8 w - -", "yy" },
	/* The game is over: mate before material (5.1.1), stalemate. */
	{ "7k/6Q1/6K1/8/8/8/8/8 b - -", "yn" },
	{ "kr6/pp6/8/8/8/6b1/8/K7 w - -", "ny" },
	{ "k7/8/1K6/8/8/8/8/7R b - -", "yn" },
	{ "7k/5K2/6Q1/8/8/8/8/8 b - -", "nn" },
	{ "6rk/5Npp/8/8/8/8/8/K7 b - -", "yn" },
	/* Forced moves. */
	{ "Kq6/8/8/8/8/8/8/3k4 w - -", "nn" },
	{ "K7/8/8/8/8/8/7q/3k4 b - -", "ny" },
	{ "k1K5/8/1Q6/8/8/8/8/8 b - -", "nn" },
	/* Walls of pawns that nobody passes. */
	{ "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - -", "nn" },
	{ "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", "nn" },
	{ "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", "nn" },
	{ "4k3/8/8/1p1p1p1p/pP1P1P1P/P7/8/4K3 w - -", "nn" },
	{ "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - -", "nn" },
	{ "4k1n1/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", "yy" },
	/* A nest of Black's that ends the game when it is left: frozen men prove the no. */
	{ "8/1Q3p2/8/8/6pp/6pk/6pr/6K1 w - -", "ny" },
	{ "3B2k1/8/p1p1p1p1/P1P1P1P1/8/2ppp3/3p4/3K4 b - -", "ny" },
	/* Castling that alone lets Black mate: the other moves lose the knight or the rook. */
	{ "8/8/8/8/8/5k2/7n/6KR w H -", "yy" },
	{ "8/8/8/8/8/5k2/7n/6KR w - -", "yn" },
	{ "8/8/8/8/8/7q/7P/4k1KR w H -", "yy" },
	{ "8/8/8/8/8/7q/7P/4k1KR w - -", "nn" },
	/* En passant that alone opens the position. */
	{ "8/2p1p3/2P1P3/1pP4p/7P/1p1p3p/1P1P3P/K1k5 w - b6", "yy" },
	{ "8/2p1p3/2P1P3/1pP4p/7P/1p1p3p/1P1P3P/K1k5 w - -", "nn" },
	{ "2k5/2p5/2P4p/2Pp1p1P/2p2PpK/1pP3P1/1P6/8 w - d6", "yy" },
	{ "2k5/2p5/2P4p/2Pp1p1P/2p2PpK/1pP3P1/1P6/8 w - -", "nn" },
	/* Ordinary ones. */
	{ FEN_START, "yy" },
	{ "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "yy" },
	{ "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "yy" },
};

static void
check_known(struct asking *asking, const struct known *known, enum verdict_mode mode)
{
	struct position position;

	asking_parse(known->fen, strlen(known->fen), &position);
	asking_position(asking, &position, mode, VERDICT_NODES_DEFAULT);
	for (int side = WHITE; side <= BLACK; side++) {
		const char got = asking_letter(asking->verdict.side[side].answer);

		if (mode == VERDICT_QUICK && got == '?')
			continue;
		ck_assert_msg(got == known->answers[side], "%s: %s: %c, expected %c", known->fen,
		              side == WHITE ? "White" : "Black", got, known->answers[side]);
		if (got == 'y')
			asking_check_line(&asking->verdict, (enum color)side, known->fen);
	}
}

START_TEST(verdict_known_positions_are_exact)
{
	struct asking asking;

	asking_begin(&asking, MEMORY);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		check_known(&asking, &table[i], VERDICT_EXACT);
		ck_assert_int_eq(verdict_is_dead(&asking.verdict),
		                 strcmp(table[i].answers, "nn") == 0);
		ck_assert_int_eq(verdict_is_live(&asking.verdict),
		                 strchr(table[i].answers, 'y') != NULL);
	}
	asking_end(&asking);
}
END_TEST

START_TEST(verdict_quick_is_never_wrong_and_needs_no_memory)
{
	struct asking asking = { .memory = NULL };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		check_known(&asking, &table[i], VERDICT_QUICK);
}
END_TEST

START_TEST(verdict_mirrored_positions_swap_the_answers)
{
	struct asking asking;

	asking_begin(&asking, MEMORY);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct known *known = &table[i];
		struct position position, mirrored;

		asking_parse(known->fen, strlen(known->fen), &position);
		mirrored = position;
		for (int type = PAWN; type <= KING; type++)
			mirrored.by_type[type] = __builtin_bswap64(position.by_type[type]);
		for (int side = WHITE; side <= BLACK; side++) {
			mirrored.by_color[1 - side] = __builtin_bswap64(position.by_color[side]);
			for (int n = 0; n < 2; n++) {
				const uint8_t rook = position.castling_rook[side][n];

				mirrored.castling_rook[1 - side][n] =
					rook == SQ_NONE ? SQ_NONE : (uint8_t)(rook ^ 56);
			}
		}
		mirrored.side = (uint8_t)(1 - position.side);
		mirrored.ep = position.ep == SQ_NONE ? SQ_NONE : (uint8_t)(position.ep ^ 56);
		mirrored.key = position_key(&mirrored);
		asking_position(&asking, &mirrored, VERDICT_EXACT, VERDICT_NODES_DEFAULT);
		for (int side = WHITE; side <= BLACK; side++)
			ck_assert_msg(asking_letter(asking.verdict.side[side].answer) ==
			                      known->answers[1 - side],
			              "%s, colours changed", known->fen);
	}
	asking_end(&asking);
}
END_TEST

START_TEST(verdict_small_steps_give_the_same)
{
	static const char *const fens[] = {
		"8/8/2k2p2/8/6K1/4B3/1B6/8 w - -",
		"2k5/b7/8/p1p1p1p1/P1P1P1P1/8/B5B1/4K3 w - -",
		"7k/p1p5/8/6p1/5pP1/4pPpB/P1P1P1B1/5BNK w - -",
	};
	struct asking at_once, by_steps;

	asking_begin(&at_once, MEMORY);
	asking_begin(&by_steps, MEMORY);
	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		struct position position;

		asking_parse(fens[i], strlen(fens[i]), &position);
		asking_position(&at_once, &position, VERDICT_EXACT, VERDICT_NODES_DEFAULT);
		verdict_begin(&by_steps.verdict, &position, VERDICT_EXACT, VERDICT_NODES_DEFAULT,
		              by_steps.memory, by_steps.size);
		for (int n = 0; !verdict_step(&by_steps.verdict, 500); n++) {
			const uint64_t spent = by_steps.verdict.side[WHITE].n_nodes +
			                       by_steps.verdict.side[BLACK].n_nodes;

			/* A dive and one position's moves are not cut in two. */
			ck_assert_uint_le(spent, (uint64_t)(n + 1) * (500 + 6000));
		}
		for (int side = WHITE; side <= BLACK; side++) {
			ck_assert_int_eq(at_once.verdict.side[side].answer,
			                 by_steps.verdict.side[side].answer);
			ck_assert_int_eq(at_once.verdict.side[side].proof,
			                 by_steps.verdict.side[side].proof);
		}
	}
	asking_end(&at_once);
	asking_end(&by_steps);
}
END_TEST

START_TEST(verdict_limit_and_little_memory_give_unknown)
{
	/* A mate that no dive and no thousand positions find, and a no that takes 250 000. */
	static const struct known hard[] = {
		{ "k1bK4/1p1p4/1P1Pp3/1p2Pp2/1p3P2/1P3P2/5P2/8 w - -", "yy" },
		{ "k7/p1p1p3/8/8/8/P1P3p1/4P1Pp/7K w - -", "?y" },
	};
	struct asking asking;

	asking_begin(&asking, VERDICT_MEMORY_MIN);
	for (size_t i = 0; i < sizeof(hard) / sizeof(hard[0]); i++) {
		struct position position;
		bool unknown = false;

		asking_parse(hard[i].fen, strlen(hard[i].fen), &position);
		asking_position(&asking, &position, VERDICT_EXACT, 3000);
		for (int side = WHITE; side <= BLACK; side++) {
			const struct verdict_side *answer = &asking.verdict.side[side];

			unknown |= answer->answer == VERDICT_UNKNOWN;
			ck_assert(answer->answer != VERDICT_UNKNOWN ||
			          answer->proof == VERDICT_PROOF_NONE);
			ck_assert_uint_le(answer->n_nodes, 3000 + 6000);
		}
		ck_assert_msg(unknown, "%s is too easy for this test", hard[i].fen);
		asking_position(&asking, &position, VERDICT_EXACT, VERDICT_NODES_DEFAULT);
		for (int side = WHITE; side <= BLACK; side++)
			ck_assert(asking.verdict.side[side].answer != VERDICT_YES ||
			          hard[i].answers[side] != 'n');
	}
	asking_end(&asking);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict");
	TCase *tcase = tcase_create("verdict");

	tcase_set_timeout(tcase, 240);
	tcase_add_test(tcase, verdict_known_positions_are_exact);
	tcase_add_test(tcase, verdict_quick_is_never_wrong_and_needs_no_memory);
	tcase_add_test(tcase, verdict_mirrored_positions_swap_the_answers);
	tcase_add_test(tcase, verdict_small_steps_give_the_same);
	tcase_add_test(tcase, verdict_limit_and_little_memory_give_unknown);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
