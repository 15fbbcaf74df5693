/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/san.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

#define KNIGHTS "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"    /* c3 and g3: both to e2, e4 */
#define ROOKS   "R7/6k1/8/8/8/8/8/R3K3 w - - 0 1"      /* a1 and a8: both to a2 .. a7 */
#define QUEENS  "8/8/4k3/8/Q6Q/8/8/K6Q w - - 0 1"      /* a4, h4, h1: all to e4, e1 ... */
#define PINNED  "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"  /* the knight on c3 may not go to e2 */
#define BOTH    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" /* castling on both sides */
#define PROMOTE "3r3k/2P5/8/8/8/8/8/2K5 w - - 0 1"     /* c8, and d8 with capture */
#define PASSED  "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"    /* e5xd6 e.p. */
#define FRC     "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"    /* castling by rook */

static const struct {
	const char *fen, *uci, *san;
} written[] = {
	{ FEN_START, "e2e4", "e4" },
	{ FEN_START, "g1f3", "Nf3" },
	{ KNIGHTS, "c3e4", "Nce4" },
	{ KNIGHTS, "g3e2", "Nge2" },
	{ KNIGHTS, "c3d5", "Nd5" },
	{ ROOKS, "a1a3", "R1a3" },
	{ ROOKS, "a8a3", "R8a3" },
	{ ROOKS, "a8b8", "Rb8" },
	{ QUEENS, "h4e4", "Qh4e4+" },
	{ QUEENS, "a4e4", "Qae4+" },
	{ QUEENS, "h1e4", "Q1e4+" },
	{ PINNED, "g1e2", "Ne2" },
	{ BOTH, "e1g1", "O-O" },
	{ BOTH, "e1c1", "O-O-O" },
	{ BOTH, "a1a8", "Rxa8+" },
	{ PROMOTE, "c7c8q", "c8=Q" },
	{ PROMOTE, "c7d8q", "cxd8=Q+" },
	{ PROMOTE, "c7d8n", "cxd8=N" },
	{ PASSED, "e5d6", "exd6" },
	{ FRC, "f1g1", "O-O" },
	{ FRC, "f1b1", "O-O-O" },
	{ "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+" },
	{ "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#" },
	{ "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", "d4e5", "dxe5" },
};

START_TEST(san_format_is_minimal)
{
	struct position position;
	char san[SAN_SIZE], uci[UCI_SIZE];
	uint16_t move, again;

	playout_parse(written[_i].fen, &position);
	ck_assert_int_eq(uci_parse(&position, written[_i].uci, strlen(written[_i].uci), &move), 0);
	uci_format(&position, move, uci);
	ck_assert_str_eq(uci, written[_i].uci);
	san_format(&position, move, san);
	ck_assert_str_eq(san, written[_i].san);
	ck_assert_int_eq(san_parse(&position, san, strlen(san), &again), SAN_OK);
	ck_assert_uint_eq(again, move);
}
END_TEST

static const struct {
	const char *fen, *text;
	enum san_result result;
	const char *uci; /* for SAN_OK */
} readings[] = {
	/* Castling with letters and noughts, with and without marks. */
	{ BOTH, "O-O", SAN_OK, "e1g1" },
	{ BOTH, "0-0", SAN_OK, "e1g1" },
	{ BOTH, "o-o", SAN_OK, "e1g1" },
	{ BOTH, "0-0-0", SAN_OK, "e1c1" },
	{ BOTH, "O-O-O+!?", SAN_OK, "e1c1" },
	{ FRC, "O-O", SAN_OK, "f1g1" },
	{ FRC, "0-0-0", SAN_OK, "f1b1" },
	{ FEN_START, "O-O", SAN_ILLEGAL, NULL },
	{ BOTH, "O-O-", SAN_SYNTAX, NULL },
	{ BOTH, "OO", SAN_SYNTAX, NULL },
	{ BOTH, "O-O-O-O", SAN_SYNTAX, NULL },
	/* Marks are not verified. */
	{ FEN_START, "e4+", SAN_OK, "e2e4" },
	{ FEN_START, "e4#", SAN_OK, "e2e4" },
	{ FEN_START, "Nf3!!", SAN_OK, "g1f3" },
	{ FEN_START, "Nf3?!", SAN_OK, "g1f3" },
	/* Promotion. */
	{ PROMOTE, "c8=Q", SAN_OK, "c7c8q" },
	{ PROMOTE, "c8Q", SAN_OK, "c7c8q" },
	{ PROMOTE, "c8(Q)", SAN_OK, "c7c8q" },
	{ PROMOTE, "c8/Q", SAN_OK, "c7c8q" },
	{ PROMOTE, "c8=q", SAN_OK, "c7c8q" },
	{ PROMOTE, "c8=N+", SAN_OK, "c7c8n" },
	{ PROMOTE, "cxd8=B", SAN_OK, "c7d8b" },
	{ PROMOTE, "c7xd8R", SAN_OK, "c7d8r" },
	{ PROMOTE, "cd8R", SAN_OK, "c7d8r" },
	{ PROMOTE, "c8", SAN_AMBIGUOUS, NULL },
	{ PROMOTE, "cxd8", SAN_AMBIGUOUS, NULL },
	{ PROMOTE, "c8=K", SAN_SYNTAX, NULL },
	{ PROMOTE, "c8=P", SAN_SYNTAX, NULL },
	{ PROMOTE, "c8=", SAN_SYNTAX, NULL },
	{ PROMOTE, "c8(Q", SAN_SYNTAX, NULL },
	{ PROMOTE, "c8Q)", SAN_SYNTAX, NULL },
	{ PROMOTE, "=Q", SAN_SYNTAX, NULL },
	{ FEN_START, "e4=Q", SAN_ILLEGAL, NULL },
	/* En passant. */
	{ PASSED, "exd6", SAN_OK, "e5d6" },
	{ PASSED, "exd6e.p.", SAN_OK, "e5d6" },
	{ PASSED, "exd6e.p.+", SAN_OK, "e5d6" },
	{ PASSED, "ed6", SAN_OK, "e5d6" },
	{ PASSED, "d6", SAN_OK, "e5d6" },
	{ PASSED, "e.p.", SAN_SYNTAX, NULL },
	/* Disambiguation: too much is fine, too little is not. */
	{ KNIGHTS, "Ne4", SAN_AMBIGUOUS, NULL },
	{ KNIGHTS, "Nce4", SAN_OK, "c3e4" },
	{ KNIGHTS, "N3e4", SAN_AMBIGUOUS, NULL },
	{ KNIGHTS, "Nc3e4", SAN_OK, "c3e4" },
	{ KNIGHTS, "Nc3-e4", SAN_OK, "c3e4" },
	{ KNIGHTS, "Nxd5", SAN_OK, "c3d5" },
	{ KNIGHTS, "Nbe4", SAN_ILLEGAL, NULL },
	{ ROOKS, "R1a3", SAN_OK, "a1a3" },
	{ ROOKS, "Ra3", SAN_AMBIGUOUS, NULL },
	{ ROOKS, "Raa3", SAN_AMBIGUOUS, NULL },
	{ QUEENS, "Qh4e4", SAN_OK, "h4e4" },
	{ QUEENS, "Qhe4", SAN_AMBIGUOUS, NULL },
	{ PINNED, "Ne2", SAN_OK, "g1e2" },
	{ PINNED, "Nce2", SAN_ILLEGAL, NULL },
	/* Long algebraic, a letter for the pawn, other signs of capture. */
	{ FEN_START, "e2-e4", SAN_OK, "e2e4" },
	{ FEN_START, "e2e4", SAN_OK, "e2e4" },
	{ FEN_START, "Pe4", SAN_OK, "e2e4" },
	{ FEN_START, "Ng1-f3", SAN_OK, "g1f3" },
	{ FEN_START, "Ng1xf3", SAN_OK, "g1f3" },
	{ FEN_START, "g1f3", SAN_OK, "g1f3" },
	{ BOTH, "Ra1:a8", SAN_OK, "a1a8" },
	/* A small b is a file, a large one a bishop. */
	{ "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", "ba3", SAN_ILLEGAL, NULL },
	{ "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", "Be3", SAN_OK, "c1e3" },
	{ "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", "b3", SAN_OK, "b2b3" },
	/* Not legal. */
	{ FEN_START, "e5", SAN_ILLEGAL, NULL },
	{ FEN_START, "Nf6", SAN_ILLEGAL, NULL },
	{ FEN_START, "Ke2", SAN_ILLEGAL, NULL },
	/* Not notation. */
	{ FEN_START, "", SAN_SYNTAX, NULL },
	{ FEN_START, "!", SAN_SYNTAX, NULL },
	{ FEN_START, "e", SAN_SYNTAX, NULL },
	{ FEN_START, "4", SAN_SYNTAX, NULL },
	{ FEN_START, "e9", SAN_SYNTAX, NULL },
	{ FEN_START, "i4", SAN_SYNTAX, NULL },
	{ FEN_START, "Xe4", SAN_SYNTAX, NULL },
	{ FEN_START, "NNf3", SAN_SYNTAX, NULL },
	{ FEN_START, "Nxxf3", SAN_SYNTAX, NULL },
	{ FEN_START, " e4", SAN_SYNTAX, NULL },
	{ FEN_START, "--", SAN_SYNTAX, NULL },
	{ FEN_START, "1-0", SAN_SYNTAX, NULL },
	{ FEN_START,
	  "\xc3\xa9"
	  "4",
	  SAN_SYNTAX, NULL },
};

START_TEST(san_parse_is_forgiving_and_exact)
{
	const char *text = readings[_i].text;
	struct position position;
	enum san_result result;
	uint16_t move = 0xffff;
	char uci[UCI_SIZE];

	playout_parse(readings[_i].fen, &position);
	result = san_parse(&position, text, strlen(text), &move);
	ck_assert_msg(result == readings[_i].result, "'%s' in %s: result %u", text,
	              readings[_i].fen, (unsigned int)result);
	if (readings[_i].result != SAN_OK) {
		ck_assert_uint_eq(move, 0xffff);
		return;
	}
	uci_format(&position, move, uci);
	ck_assert_str_eq(uci, readings[_i].uci);
}
END_TEST

START_TEST(san_parse_reads_no_further_than_len)
{
	struct position position;
	uint16_t move;

	position_start(&position);
	ck_assert_int_eq(san_parse(&position, "e4x", 2, &move), SAN_OK);
	ck_assert_int_eq(san_parse(&position, "e4\0!", 4, &move), SAN_SYNTAX);
}
END_TEST

static const struct {
	const char *fen, *text;
	bool legal;
} uci_readings
	[] = {
		{ BOTH, "e1g1", true },
		{ BOTH, "e1h1", true }, /* the rook's square can mean nothing else */
		{ FRC, "f1g1", true },
		{ FRC, "f1b1", true },
		{ FRC, "f1c1", false },
		{ PROMOTE, "c7c8q", true },
		{ PROMOTE, "c7c8", false },
		{ PROMOTE, "c7c8Q", false },
		{ PROMOTE, "c7c8k", false },
		{ FEN_START, "e2e4q", false },
		{ FEN_START, "e2e5", false },
		{ FEN_START, "", false },
		{ FEN_START, "0000", false },
	};

START_TEST(uci_parse_reads_legal_moves_only)
{
	const char *text = uci_readings[_i].text;
	struct position position;
	uint16_t move = 0xffff;

	playout_parse(uci_readings[_i].fen, &position);
	ck_assert_int_eq(uci_parse(&position, text, strlen(text), &move),
	                 uci_readings[_i].legal ? 0 : -EINVAL);
	ck_assert_int_eq(move == 0xffff, !uci_readings[_i].legal);
}
END_TEST

/* Every legal move comes back from its SAN and its UCI, and no two moves share one. */
static void
check_names(const struct position *position)
{
	static char san[MOVE_LIST_MAX][SAN_SIZE], uci[MOVE_LIST_MAX][UCI_SIZE];
	struct move_list list;
	char fen[FEN_SIZE];

	fen_format(position, fen);
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		uint16_t move;

		san_format(position, list.moves[i], san[i]);
		ck_assert_msg(san_parse(position, san[i], strlen(san[i]), &move) == SAN_OK &&
		                      move == list.moves[i],
		              "%s: %s", fen, san[i]);
		uci_format(position, list.moves[i], uci[i]);
		ck_assert_msg(uci_parse(position, uci[i], strlen(uci[i]), &move) == 0 &&
		                      move == list.moves[i],
		              "%s: %s", fen, uci[i]);
		for (int j = 0; j < i; j++) {
			ck_assert_msg(strcmp(san[i], san[j]) != 0, "%s: %s twice", fen, san[i]);
			ck_assert_msg(strcmp(uci[i], uci[j]) != 0, "%s: %s twice", fen, uci[i]);
		}
	}
}

START_TEST(san_and_uci_random_moves_come_back)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 24; n++) {
		struct position position;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < 40; ply++) {
			uint16_t move;

			check_names(&position);
			move = playout_move(&random, &position);
			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
		}
	}
}
END_TEST

START_TEST(san_longest_texts_fit)
{
	struct position position;
	uint16_t move;
	char san[SAN_SIZE];

	playout_parse("8/8/4k3/8/Q3n2Q/8/8/K6Q w - - 0 1", &position);
	ck_assert_int_eq(uci_parse(&position, "h4e4", 4, &move), 0);
	san_format(&position, move, san);
	ck_assert_str_eq(san, "Qh4xe4+");
	check_names(&position);
	playout_parse("3rkr2/4P3/4K3/8/8/8/8/8 w - - 0 1", &position);
	ck_assert_int_eq(uci_parse(&position, "e7f8q", 5, &move), 0);
	san_format(&position, move, san);
	ck_assert_str_eq(san, "exf8=Q+");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("san");
	TCase *tcase = tcase_create("san");

	test_seed();
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, san_format_is_minimal, 0, COUNT_OF(written));
	tcase_add_loop_test(tcase, san_parse_is_forgiving_and_exact, 0, COUNT_OF(readings));
	tcase_add_test(tcase, san_parse_reads_no_further_than_len);
	tcase_add_loop_test(tcase, uci_parse_reads_legal_moves_only, 0, COUNT_OF(uci_readings));
	tcase_add_test(tcase, san_and_uci_random_moves_come_back);
	tcase_add_test(tcase, san_longest_texts_fit);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
