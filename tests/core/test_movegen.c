/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/movegen.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "tests/core/plain_rules.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define PLAYOUTS 120
#define PLIES    80

static int
compare_moves(const void *a, const void *b)
{
	return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The list holds what the plain rules hold, no move twice, and the counters agree with it. */
static void
check_against_plain_rules(const struct position *position)
{
	struct plain_moves plain;
	struct move_list list;
	char fen[FEN_SIZE];

	fen_format(position, fen);
	plain_legal(position, &plain);
	movegen_legal(position, &list);
	ck_assert_msg(list.count == plain.count, "%s: %d moves, the plain rules give %d", fen,
	              list.count, plain.count);
	qsort(list.moves, (size_t)list.count, sizeof(list.moves[0]), compare_moves);
	qsort(plain.moves, (size_t)plain.count, sizeof(plain.moves[0]), compare_moves);
	for (int i = 0; i < list.count; i++)
		ck_assert_msg(list.moves[i] == plain.moves[i],
		              "%s: move %04x, the plain rules have %04x", fen, list.moves[i],
		              plain.moves[i]);
	ck_assert_msg(movegen_count(position) == list.count, "%s: counted %d of %d", fen,
	              movegen_count(position), list.count);
	ck_assert_int_eq(movegen_any(position), list.count > 0);
}

START_TEST(movegen_random_play_agrees_with_plain_rules)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < PLAYOUTS; n++) {
		struct position position;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < PLIES; ply++) {
			uint16_t move;

			check_against_plain_rules(&position);
			move = playout_move(&random, &position);
			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
		}
	}
}
END_TEST

START_TEST(movegen_thrown_men_agree_with_plain_rules)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 4000; n++) {
		struct position position;

		playout_thrown(&random, &position);
		check_against_plain_rules(&position);
	}
}
END_TEST

/* Random play meets these too seldom to rely on it. */
static const struct {
	const char *fen;
	const char *uci; /* the move asked about; castling as king takes rook in Chess960 */
	bool legal;
} single_moves[] = {
	/* Two pawns leave the rank of king and rook. */
	{ "8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", "e4d3", false },
	{ "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1", "e4d3", true },
	/* The double step opened a check, which the capture does not close. */
	{ "8/8/8/k7/3Pp3/8/8/3KB3 b - d3 0 1", "e4d3", false },
	/* The capturer is pinned on its file; of two capturers one is. */
	{ "8/8/4k3/8/3Pp3/8/4R3/3K4 b - d3 0 1", "e4d3", false },
	{ "2k5/8/8/8/2pPp3/8/8/2R1K3 b - d3 0 1", "c4d3", false },
	{ "2k5/8/8/8/2pPp3/8/8/2R1K3 b - d3 0 1", "e4d3", true },
	/* The capturer stays on the diagonal that pins it. */
	{ "8/7k/8/8/3Pp3/8/8/1B1K4 b - d3 0 1", "e4d3", true },
	/* The double step gave check, and taking it away is an answer. */
	{ "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", "e4d3", true },
	/* Castling out of, through, into check; past an attacked rook. */
	{ "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", false },
	{ "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1g1", false },
	{ "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1c1", true },
	{ "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "e1g1", false },
	{ "4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1", "e1g1", true },
	{ "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", "e1c1", true },
	{ "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", false },
	/* Chess960: the rook pinned on the first rank would uncover its king. */
	{ "4k3/8/8/8/8/8/8/qR1K1R2 w FB - 0 1", "d1b1", false },
	{ "4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1", "d1b1", true },
	/* Chess960: king stays, rook stays, king and rook change places. */
	{ "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", true },
	{ "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", true },
	{ "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true },
	{ "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", true },
	/* The outer rook holds the right, a second one stands in its way. */
	{ "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", "h8a8", false },
	/* A pawn pinned on its file may advance, on a diagonal only capture the pinner. */
	{ "4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", true },
	{ "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", false },
	{ "4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2g3", true },
	/* The king may not step back along the line of the check. */
	{ "4k3/8/8/8/4r3/8/4K3/8 w - - 0 1", "e2e1", false },
	/* Promotion with check, capture and pin. */
	{ "3r1k2/2P5/8/8/8/8/8/2K5 w - - 0 1", "c7d8n", true },
	{ "2r2k2/2P5/8/8/8/8/8/2K5 w - - 0 1", "c7c8q", false },
};

START_TEST(movegen_hard_cases_are_decided)
{
	const char *fen = single_moves[_i].fen;
	struct position position;
	uint16_t move;

	playout_parse(fen, &position);
	ck_assert_msg((uci_parse(&position, single_moves[_i].uci, strlen(single_moves[_i].uci),
	                         &move) == 0) == single_moves[_i].legal,
	              "%s: %s", fen, single_moves[_i].uci);
	check_against_plain_rules(&position);
}
END_TEST

/* Every one of the 65536 codes: legal exactly when it is listed. */
static const char *const code_positions[] = {
	FEN_START,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1",
	"k7/8/K7/8/8/8/8/1R6 b - - 0 1",
};

START_TEST(movegen_is_legal_agrees_with_list_for_every_code)
{
	static bool listed[65536];
	struct position position;
	struct move_list list;

	memset(listed, 0, sizeof(listed));
	playout_parse(code_positions[_i], &position);
	movegen_legal(&position, &list);
	for (int i = 0; i < list.count; i++)
		listed[list.moves[i]] = true;
	for (int code = 0; code < 65536; code++)
		if (movegen_is_legal(&position, (uint16_t)code) != listed[code])
			ck_abort_msg("%s: code %04x", code_positions[_i], (unsigned int)code);
}
END_TEST

/* Of each man alone, of everybody but him, and of nobody. */
START_TEST(movegen_legal_of_lists_their_part_in_the_same_order)
{
	struct position position;
	struct move_list all, part;

	playout_parse(code_positions[_i], &position);
	movegen_legal(&position, &all);
	for (int sq = 0; sq <= 128; sq++) {
		uint64_t movers = sq == 128 ? 0 : sq < 64 ? sq_bit(sq) : ~sq_bit(sq - 64);
		int n = 0;

		movegen_legal_of(&position, movers, &part);
		for (int i = 0; i < all.count; i++)
			if (movers & sq_bit(move_from(all.moves[i]))) {
				ck_assert_int_lt(n, part.count);
				ck_assert_uint_eq(part.moves[n++], all.moves[i]);
			}
		ck_assert_int_eq(n, part.count);
	}
}
END_TEST

static const struct {
	const char *fen;
	bool check, any;
} endings[] = {
	{ "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false },
	{ "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false },
	{ "k7/8/K7/8/8/8/8/1R6 b - - 0 1", false, false },
	{ "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", true, true },
	{ FEN_START, false, true },
	/* Only an en passant capture is left. */
	{ "6k1/8/3p4/3Pp3/8/6q1/8/7K w - e6 0 1", false, true },
	{ "6k1/8/3p4/3Pp3/8/6q1/8/7K w - - 0 1", false, false },
	/* Only castling, by which the king stays where he is. */
	{ "k4r2/8/8/8/8/7p/7P/6KR w H - 0 1", false, true },
	{ "k4r2/8/8/8/8/7p/7P/6KR w - - 0 1", false, false },
};

START_TEST(movegen_mate_and_stalemate_are_told_apart)
{
	struct position position;

	playout_parse(endings[_i].fen, &position);
	ck_assert_int_eq(position_in_check(&position), endings[_i].check);
	ck_assert_int_eq(movegen_any(&position), endings[_i].any);
}
END_TEST

/* The widest positions known, and one wider than any game can reach: the list holds them. */
static const struct {
	const char *fen;
	int count;
} widest[] = {
	{ "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218 },
	{ "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218 },
	{ "2QQ1Q2/Q6Q/2Q3Q1/K3Q3/1Q5Q/7Q/k7/2QQ1QQ1 w - - 0 1", 226 },
};

START_TEST(movegen_widest_positions_fit_the_list)
{
	struct position position;
	struct move_list list;

	playout_parse(widest[_i].fen, &position);
	movegen_legal(&position, &list);
	ck_assert_int_eq(list.count, widest[_i].count);
	ck_assert_int_eq(movegen_count(&position), widest[_i].count);
}
END_TEST

/* A pinned rook keeps to his file; a king who castles goes to his own square, not to the rook's. */
START_TEST(movegen_targets_are_where_a_man_may_go)
{
	struct position position;

	playout_parse("4r1k1/8/8/8/8/8/4R3/R3K3 w Q - 0 1", &position);
	ck_assert_uint_eq(movegen_targets(&position, sq_make(4, 1)),
	                  sq_bit(sq_make(4, 2)) | sq_bit(sq_make(4, 3)) | sq_bit(sq_make(4, 4)) |
	                          sq_bit(sq_make(4, 5)) | sq_bit(sq_make(4, 6)) |
	                          sq_bit(sq_make(4, 7)));
	ck_assert(movegen_targets(&position, sq_make(4, 0)) & sq_bit(sq_make(2, 0)));
	ck_assert(!(movegen_targets(&position, sq_make(4, 0)) & sq_bit(sq_make(0, 0))));
	ck_assert_uint_eq(movegen_targets(&position, sq_make(6, 7)), 0); /* not to move */
	ck_assert_uint_eq(movegen_targets(&position, sq_make(3, 3)), 0); /* nobody */
}
END_TEST

START_TEST(movegen_same_position_same_order)
{
	struct position position;
	struct move_list a, b;

	playout_parse(code_positions[1], &position);
	movegen_legal(&position, &a);
	movegen_legal(&position, &b);
	ck_assert_int_eq(a.count, b.count);
	ck_assert_mem_eq(a.moves, b.moves, (size_t)a.count * sizeof(a.moves[0]));
}
END_TEST

/* A king left in check by an illegal move that stands: the other side may do what the rules allow, and
 * taking the king is not among it. */
static void
check_king_is_no_prey(const struct position *position)
{
	const int king = position_king(position, color_other((enum color)position->side));
	struct plain_moves plain;
	struct move_list list;
	int n_plain = 0;

	ck_assert_int_eq(position_check(position), POSITION_OPPONENT_IN_CHECK);
	ck_assert_int_eq(position_check_standing(position), POSITION_OK);
	plain_legal(position, &plain);
	movegen_legal(position, &list);
	for (int i = 0; i < plain.count; i++) {
		if (move_to(plain.moves[i]) == king)
			continue;
		n_plain++;
		ck_assert(movegen_is_legal(position, plain.moves[i]));
	}
	ck_assert_int_eq(list.count, n_plain);
	ck_assert_int_eq(movegen_count(position), n_plain);
}

START_TEST(movegen_a_king_left_in_check_is_no_prey)
{
	struct playout random;
	int n_checks = 0;

	playout_begin(&random);
	for (int n = 0; n < PLAYOUTS; n++) {
		struct position position;
		uint16_t move;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < PLIES && (move = playout_move(&random, &position)); ply++) {
			struct position left = position;

			left.side = (uint8_t)color_other((enum color)position.side);
			left.ep = SQ_NONE;
			if (position_in_check(&position) && !position_in_check(&left)) {
				check_king_is_no_prey(&left);
				n_checks++;
			}
			position_after(&position, move, &position);
		}
	}
	ck_assert_int_gt(n_checks, 50);
}
END_TEST

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

int
main(void)
{
	Suite *suite = suite_create("movegen");
	TCase *tcase = tcase_create("movegen");

	test_seed();
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, movegen_random_play_agrees_with_plain_rules);
	tcase_add_test(tcase, movegen_thrown_men_agree_with_plain_rules);
	tcase_add_loop_test(tcase, movegen_hard_cases_are_decided, 0, COUNT_OF(single_moves));
	tcase_add_loop_test(tcase, movegen_is_legal_agrees_with_list_for_every_code, 0,
	                    COUNT_OF(code_positions));
	tcase_add_loop_test(tcase, movegen_legal_of_lists_their_part_in_the_same_order, 0,
	                    COUNT_OF(code_positions));
	tcase_add_loop_test(tcase, movegen_mate_and_stalemate_are_told_apart, 0, COUNT_OF(endings));
	tcase_add_loop_test(tcase, movegen_widest_positions_fit_the_list, 0, COUNT_OF(widest));
	tcase_add_test(tcase, movegen_targets_are_where_a_man_may_go);
	tcase_add_test(tcase, movegen_same_position_same_order);
	tcase_add_test(tcase, movegen_a_king_left_in_check_is_no_prey);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
