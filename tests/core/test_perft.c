/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Without arguments: our own table. With arguments: suites in EPD form (position ;D1 n ;D2 n ...) by
 * their names in the folder of shared material; counts above $ADOUBED_PERFT_MAX are left out.
 */
#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/perft_tree.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

/* Nodes per count unless ADOUBED_PERFT_MAX says more: sanitized and unoptimised builds are slow. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define PERFT_MAX_NODES 20000
#else
#define PERFT_MAX_NODES 1000000
#endif
#define MADE_MAX_NODES 10000 /* of trees walked a second time, every leaf made */

static const struct {
	const char *fen;
	int depth;
	uint64_t nodes;
} table[] = {
	/* The well-known ones. */
	{ FEN_START, 1, 20 },
	{ FEN_START, 2, 400 },
	{ FEN_START, 3, 8902 },
	{ FEN_START, 4, 197281 },
	{ "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862 },
	{ "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624 },
	{ "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333 },
	{ "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333 },
	{ "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379 },
	{ "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890 },
	/* Promotions: with check, out of check, underpromotion that gives check. */
	{ "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182838 },
	{ "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 5, 266199 },
	{ "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342 },
	{ "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683 },
	{ "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217 },
	/* En passant: uncovering along rank and diagonal, giving check, getting out of check. */
	{ "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888 },
	{ "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133 },
	{ "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467 },
	{ "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 3, 711 },
	{ "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", 3, 555 },
	/* Castling: gives check, is prevented, rights lost by capture. */
	{ "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072 },
	{ "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711 },
	{ "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476 },
	{ "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206 },
	/* Discovered and double check, stalemate, mate. */
	{ "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658 },
	{ "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527 },
	{ "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584 },
	{ "2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1", 32, 1 },
	/* Chess960. */
	{ "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672 },
	{ "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3, 18002 },
	{ "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318 },
	{ "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", 4, 285754 },
	{ "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1", 4, 541480 },
	{ "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", 4, 118388 },
	{ "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", 5, 985298 },
	{ "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", 4, 405636 },
	{ "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", 4, 64639 },
	{ "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", 3, 71908 },
	{ "2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2 w K - 0 1", 3, 3382 },
};

START_TEST(perft_table_is_exact)
{
	struct position position;

	playout_parse(table[_i].fen, &position);
	ck_assert_uint_eq(perft(&position, 0), 1);
	ck_assert_msg(perft(&position, table[_i].depth) == table[_i].nodes,
	              "%s: depth %d: %" PRIu64 " instead of %" PRIu64, table[_i].fen,
	              table[_i].depth, perft(&position, table[_i].depth), table[_i].nodes);
	/* perft() has taken one copy of the tree: try every one that runs here. */
	if (table[_i].depth < 2)
		return;
	ck_assert_uint_eq(perft_tree_any(&position, table[_i].depth), table[_i].nodes);
#ifdef ADOUBED_PERFT_BMI2
	if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("bmi2")) {
		ck_assert_uint_eq(perft_tree_bmi2(&position, table[_i].depth), table[_i].nodes);
		ck_assert_uint_eq(perft_tree_pext(&position, table[_i].depth), table[_i].nodes);
	}
#endif
}
END_TEST

/* The same tree by position_after() and movegen_legal(), every leaf made. Bounded by depth. */
static uint64_t
count_made(const struct position *position, int depth)
{
	struct move_list list;
	uint64_t nodes = 0;

	if (depth == 0)
		return 1;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(position, list.moves[i], &after);
		nodes += count_made(&after, depth - 1);
	}
	return nodes;
}

START_TEST(perft_equals_count_of_leaves_made)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 60; n++) {
		struct position position;
		char fen[FEN_SIZE];

		playout_start(&random, n, &position);
		for (int ply = playout_random(&random, 40); ply > 0; ply--) {
			const uint16_t move = playout_move(&random, &position);

			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
		}
		fen_format(&position, fen);
		for (int depth = 1; depth <= 3; depth++)
			ck_assert_msg(perft(&position, depth) == count_made(&position, depth),
			              "%s: depth %d", fen, depth);
	}
}
END_TEST

struct suite_sum {
	int n_positions, n_refused, n_counts, n_wrong;
	uint64_t nodes;
};

/* One ";Dn count". */
static void
check_count(const char *fen, const struct position *position, const char *field, uint64_t max_nodes,
            struct suite_sum *sum)
{
	uint64_t expected, counted;
	int depth;

	if (sscanf(field, " D%d %" SCNu64, &depth, &expected) != 2) {
		printf("%s: cannot read '%s'\n", fen, field);
		sum->n_wrong++;
		return;
	}
	if (expected > max_nodes)
		return;
	counted = perft(position, depth);
	sum->n_counts++;
	sum->nodes += counted;
	if (counted == expected &&
	    (expected > MADE_MAX_NODES || depth > 10 || count_made(position, depth) == expected))
		return;
	printf("%s: depth %d: %" PRIu64 " instead of %" PRIu64 "\n", fen, depth, counted, expected);
	sum->n_wrong++;
}

static void
check_line(char *line, bool may_refuse, uint64_t max_nodes, struct suite_sum *sum)
{
	struct position position;
	struct fen_error error;
	char *rest, *field;
	const char *fen = strtok_r(line, ";", &rest);

	if (!fen || fen[0] == '#')
		return;
	sum->n_positions++;
	if (fen_parse(fen, strlen(fen), &position, &error) < 0) {
		printf("refused: %s: column %d: %s\n", fen, error.column, error.cause);
		sum->n_refused++;
		sum->n_wrong += !may_refuse;
		return;
	}
	while ((field = strtok_r(NULL, ";", &rest)))
		check_count(fen, &position, field, max_nodes, sum);
}

/* Returns 0, 1 or TEST_SKIP. */
static int
check_suite(const char *name, uint64_t max_nodes)
{
	const bool may_refuse = strstr(name, "unreachable") != NULL;
	const char *path = test_shared_path(name);
	struct suite_sum sum = { 0 };
	char *text, *line, *rest;
	size_t size;

	if (!path) {
		printf("%s is absent: skipped\n", name);
		return TEST_SKIP;
	}
	text = test_read_file(path, &size);
	if (!text) {
		perror(path);
		return EXIT_FAILURE;
	}
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		check_line(line, may_refuse, max_nodes, &sum);
	free(text);
	printf("%s: %d positions, %d refused, %d counts up to %" PRIu64 ", %" PRIu64
	       " nodes, %d wrong\n",
	       name, sum.n_positions, sum.n_refused, sum.n_counts, max_nodes, sum.nodes,
	       sum.n_wrong);
	return sum.n_wrong == 0 && sum.n_counts > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int
check_suites(int n, char **names)
{
	const char *set = getenv("ADOUBED_PERFT_MAX");
	const uint64_t max_nodes = set ? strtoull(set, NULL, 10) : PERFT_MAX_NODES;
	int status = EXIT_SUCCESS;

	for (int i = 0; i < n; i++) {
		const int result = check_suite(names[i], max_nodes);

		fflush(stdout);
		if (status != EXIT_FAILURE && result != EXIT_SUCCESS)
			status = result;
	}
	return status;
}

int
main(int argc, char **argv)
{
	Suite *suite;
	TCase *tcase;

	if (argc > 1)
		return check_suites(argc - 1, argv + 1);
	test_seed();
	suite = suite_create("perft");
	tcase = tcase_create("perft");
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, perft_table_is_exact, 0, COUNT_OF(table));
	tcase_add_test(tcase, perft_equals_count_of_leaves_made);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
