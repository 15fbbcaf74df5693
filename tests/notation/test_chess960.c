/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/chess960.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static void
start_rank(int number, char ret_rank[9])
{
	struct position position;

	ck_assert_int_eq(chess960_start(number, &position), 0);
	for (int file = 0; file < 8; file++)
		ret_rank[file] = piece_letter(position_piece_at(&position, file));
	ret_rank[8] = '\0';
}

static const struct {
	int number;
	const char *rank;
} known[] = {
	{ 0, "BBQNNRKR" },  { 1, "BQNBNRKR" },   { 2, "BQNNRBKR" },
	{ 3, "BQNNRKRB" },  { 4, "QBBNNRKR" },   { 16, "BBNQNRKR" },
	{ 96, "BBQNRNKR" }, { 518, "RNBQKBNR" }, { 959, "RKRNNQBB" },
};

START_TEST(chess960_known_numbers)
{
	char rank[9];

	start_rank(known[_i].number, rank);
	ck_assert_str_eq(rank, known[_i].rank);
}
END_TEST

/* II.2: the king between the rooks, the bishops on different colours. */
static bool
is_valid(const char rank[9])
{
	const char *king = strchr(rank, 'K');
	const char *bishop = strchr(rank, 'B');

	return strchr(rank, 'R') < king && strrchr(rank, 'R') > king &&
	       (strrchr(rank, 'B') - bishop) % 2 != 0;
}

START_TEST(chess960_every_number_is_a_start_and_comes_back)
{
	for (int number = 0; number < CHESS960_STARTS; number++) {
		struct position position;
		uint8_t squares[64];
		char rank[9];
		int letters[128] = { 0 };

		start_rank(number, rank);
		for (int file = 0; file < 8; file++)
			letters[(unsigned char)rank[file]]++;
		ck_assert_msg(letters['R'] == 2 && letters['N'] == 2 && letters['B'] == 2 &&
		                      letters['Q'] == 1 && letters['K'] == 1 && is_valid(rank),
		              "%d: %s", number, rank);
		ck_assert_int_eq(chess960_start(number, &position), 0);
		ck_assert_int_eq(position_check(&position), POSITION_OK);
		ck_assert_uint_eq(position.key, position_key(&position));
		ck_assert_int_eq(chess960_number(&position), number);
		position_placement(&position, squares);
		ck_assert_int_eq(chess960_number_of_men(squares), number);
	}
}
END_TEST

/* Every text of FEN leads back to the same position, rights and all. */
START_TEST(chess960_every_start_comes_back_from_its_fens)
{
	for (int number = 0; number < CHESS960_STARTS; number++) {
		struct position position, again;
		char fen[FEN_SIZE], want[FEN_SIZE], rank[9];

		ck_assert_int_eq(chess960_start(number, &position), 0);
		fen_format(&position, fen);
		ck_assert_ptr_nonnull(strstr(fen, " w KQkq - 0 1"));
		playout_parse(fen, &again);
		ck_assert(position_same(&position, &again));
		ck_assert_mem_eq(position.castling_rook, again.castling_rook, 4);

		start_rank(number, rank);
		snprintf(want, sizeof(want), " w %c%c%c%c - 0 1",
		         (int)(strrchr(rank, 'R') - rank) + 'A',
		         (int)(strchr(rank, 'R') - rank) + 'A',
		         (int)(strrchr(rank, 'R') - rank) + 'a',
		         (int)(strchr(rank, 'R') - rank) + 'a');
		fen_format_shredder(&position, fen);
		ck_assert_msg(strstr(fen, want), "%d: %s", number, fen);
		playout_parse(fen, &again);
		ck_assert(position_same(&position, &again) && again.chess960);
		ck_assert_mem_eq(position.castling_rook, again.castling_rook, 4);
	}
}
END_TEST

START_TEST(chess960_518_is_the_orthodox_start)
{
	struct position position, orthodox;
	char fen[FEN_SIZE];

	ck_assert_int_eq(chess960_start(CHESS960_ORTHODOX, &position), 0);
	position_start(&orthodox);
	ck_assert(position_same(&position, &orthodox));
	ck_assert_uint_eq(position.key, orthodox.key);
	ck_assert_int_eq(position.chess960, orthodox.chess960);
	ck_assert_int_eq(chess960_number(&orthodox), CHESS960_ORTHODOX);
	fen_format(&position, fen);
	ck_assert_str_eq(fen, FEN_START);
	fen_format_shredder(&position, fen);
	ck_assert_str_eq(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
	ck_assert_int_eq(chess960_start(CHESS960_ORTHODOX + 1, &position), 0);
	ck_assert(position.chess960);
}
END_TEST

START_TEST(chess960_other_numbers_are_refused)
{
	struct position position, before;

	position_start(&position);
	before = position;
	ck_assert_int_eq(chess960_start(-1, &position), -EINVAL);
	ck_assert_int_eq(chess960_start(960, &position), -EINVAL);
	ck_assert_int_eq(chess960_start(INT32_MAX, &position), -EINVAL);
	ck_assert_int_eq(chess960_start(INT32_MIN, &position), -EINVAL);
	ck_assert_mem_eq(&position, &before, sizeof(position));
}
END_TEST

static void
set_ranks(const char rank[9], uint8_t ret_squares[64])
{
	static const char letters[] = ".PNBRQK";

	memset(ret_squares, EMPTY, 64);
	for (int file = 0; file < 8; file++) {
		const enum piece_type type =
			(enum piece_type)(strchr(letters, rank[file]) - letters);

		ret_squares[file] = piece_make(WHITE, type);
		ret_squares[sq_make(file, 1)] = WHITE_PAWN;
		ret_squares[sq_make(file, 6)] = BLACK_PAWN;
		ret_squares[sq_make(file, 7)] = piece_make(BLACK, type);
	}
}

/* The next arrangement of the letters in alphabetical order; false after the last. */
static bool
next_arrangement(char rank[9])
{
	int i = 6, j = 7;

	while (i >= 0 && rank[i] >= rank[i + 1])
		i--;
	if (i < 0)
		return false;
	while (rank[j] <= rank[i])
		j--;
	for (char c = rank[i]; c != '\0'; c = '\0') {
		rank[i] = rank[j];
		rank[j] = c;
	}
	for (int a = i + 1, b = 7; a < b; a++, b--) {
		const char c = rank[a];

		rank[a] = rank[b];
		rank[b] = c;
	}
	return true;
}

/* All 5,040 ways to set up eight men: the valid ones have the 960 numbers, the others none. */
START_TEST(chess960_arrangements_have_a_number_if_valid)
{
	bool seen[CHESS960_STARTS] = { false };
	char rank[9] = "BBKNNQRR";
	int n_all = 0, n_valid = 0;

	do {
		uint8_t squares[64];
		int number;

		set_ranks(rank, squares);
		number = chess960_number_of_men(squares);
		n_all++;
		ck_assert_msg(is_valid(rank) == (number >= 0), "%s: %d", rank, number);
		if (number < 0)
			continue;
		n_valid++;
		ck_assert_int_lt(number, CHESS960_STARTS);
		ck_assert_msg(!seen[number], "%d twice", number);
		seen[number] = true;
	} while (next_arrangement(rank));
	ck_assert_int_eq(n_all, 5040);
	ck_assert_int_eq(n_valid, CHESS960_STARTS);
}
END_TEST

static const char *const not_starts[] = {
	/* laws.md has the first: one knight of Black on the wrong square */
	"rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", /* turned, not mirrored */
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
	"kqrnbbnr/pppppppp/8/8/8/8/PPPPPPPP/KQRNBBNR w - - 0 1", /* king outside the rooks */
	"rrkqnbbn/pppppppp/8/8/8/8/PPPPPPPP/RRKQNBBN w - - 0 1", /* both rooks on one side */
	"rbnbkqnr/pppppppp/8/8/8/8/PPPPPPPP/RBNBKQNR w - - 0 1", /* bishops on light squares */
	"rnnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKBNR w - - 0 1", /* three knights */
	"rnbqkbqr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBQR w - - 0 1", /* two queens */
	"rnbrkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBRKBNR w - - 0 1", /* three rooks */
	"rnbkrbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKRBNR w - - 0 1", /* a rook after the last */
	"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1", /* no queen */
	"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w - - 0 1", /* a pawn is missing */
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPNPPP/RNBQKBNR w - - 0 1", /* a knight for a pawn */
	"rnbqkbnr/ppppnppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", /* a pawn has moved */
	"rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"RNBQKBNR/8/pppppppp/8/8/PPPPPPPP/8/rnbqkbnr w - - 0 1", /* the wrong way round */
};

START_TEST(chess960_other_positions_have_no_number)
{
	struct position position;
	uint8_t squares[64];

	playout_parse(not_starts[_i], &position);
	position_placement(&position, squares);
	ck_assert_int_eq(chess960_number_of_men(squares), -1);
	ck_assert_int_eq(chess960_number(&position), -1);
}
END_TEST

START_TEST(chess960_a_man_too_many_or_of_the_other_side_is_no_start)
{
	uint8_t squares[64];

	set_ranks("RNBQKBNR", squares);
	ck_assert_int_eq(chess960_number_of_men(squares), CHESS960_ORTHODOX);
	squares[SQ_D4] = WHITE_KNIGHT;
	ck_assert_int_eq(chess960_number_of_men(squares), -1);
	squares[SQ_D4] = EMPTY;
	squares[SQ_A1] = BLACK_ROOK;
	ck_assert_int_eq(chess960_number_of_men(squares), -1);
}
END_TEST

START_TEST(chess960_number_asks_for_side_and_rights)
{
	static const char *const used[] = {
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	};

	for (int i = 0; i < COUNT_OF(used); i++) {
		struct position position;
		uint8_t squares[64];

		playout_parse(used[i], &position);
		position_placement(&position, squares);
		ck_assert_int_eq(chess960_number_of_men(squares), CHESS960_ORTHODOX);
		ck_assert_int_eq(chess960_number(&position), -1);
	}
}
END_TEST

/* What is read, and how it is written as X-FEN and as Shredder-FEN. */
static const struct {
	const char *placement, *side, *read, *x_fen, *shredder;
	int rooks[2][2]; /* [color][castling_side] */
} rights[] = {
	{ "r3k2r/8/8/8/8/8/8/R3K2R",
	  "w",
	  "KQkq",
	  "KQkq",
	  "HAha",
	  { { SQ_H1, SQ_A1 }, { SQ_H8, SQ_A8 } } },
	{ "4k3/8/8/8/8/8/8/RR2K2R",
	  "w",
	  "KQ",
	  "KQ",
	  "HA",
	  { { SQ_H1, SQ_A1 }, { SQ_NONE, SQ_NONE } } },
	{ "4k3/8/8/8/8/8/8/RR2K2R", "w", "KB", "KB", "HB", { { SQ_H1, 1 }, { SQ_NONE, SQ_NONE } } },
	{ "4k3/8/8/8/8/8/8/RR2K2R", "w", "BH", "KB", "HB", { { SQ_H1, 1 }, { SQ_NONE, SQ_NONE } } },
	{ "4k3/8/8/8/8/8/8/R2K1RR1",
	  "w",
	  "F",
	  "F",
	  "F",
	  { { SQ_F1, SQ_NONE }, { SQ_NONE, SQ_NONE } } },
	{ "4k3/8/8/8/8/8/8/R2K1RR1",
	  "w",
	  "K",
	  "K",
	  "G",
	  { { SQ_G1, SQ_NONE }, { SQ_NONE, SQ_NONE } } },
	{ "4k3/8/8/8/8/8/8/R2K1RR1",
	  "w",
	  "GA",
	  "KQ",
	  "GA",
	  { { SQ_G1, SQ_A1 }, { SQ_NONE, SQ_NONE } } },
	{ "r2kr1r1/8/8/8/8/8/8/1K6",
	  "b",
	  "eq",
	  "eq",
	  "ea",
	  { { SQ_NONE, SQ_NONE }, { SQ_E8, SQ_A8 } } },
	{ "rr1kr1r1/8/8/8/8/8/8/2K5",
	  "b",
	  "eb",
	  "eb",
	  "eb",
	  { { SQ_NONE, SQ_NONE }, { SQ_E8, 57 } } },
	{ "r2r3k/8/8/8/8/8/8/1RK3R1",
	  "b",
	  "GBq",
	  "KQq",
	  "GBa",
	  { { SQ_G1, 1 }, { SQ_NONE, SQ_A8 } } },
	{ "r2r3k/8/8/8/8/8/8/1RK3R1",
	  "b",
	  "d",
	  "d",
	  "d",
	  { { SQ_NONE, SQ_NONE }, { SQ_NONE, SQ_D8 } } },
	{ "r3k2r/8/8/8/8/8/8/R3K2R",
	  "w",
	  "-",
	  "-",
	  "-",
	  { { SQ_NONE, SQ_NONE }, { SQ_NONE, SQ_NONE } } },
};

static void
check_written_rights(const char *fen, const char *placement, const char *side, const char *want)
{
	char whole[FEN_SIZE];

	snprintf(whole, sizeof(whole), "%s %s %s - 0 1", placement, side, want);
	ck_assert_str_eq(fen, whole);
}

START_TEST(fen_rights_of_inner_rooks)
{
	struct position position, again;
	char fen[FEN_SIZE];

	snprintf(fen, sizeof(fen), "%s %s %s - 0 1", rights[_i].placement, rights[_i].side,
	         rights[_i].read);
	playout_parse(fen, &position);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(position.castling_rook[i / 2][i % 2],
		                 rights[_i].rooks[i / 2][i % 2]);
	fen_format(&position, fen);
	check_written_rights(fen, rights[_i].placement, rights[_i].side, rights[_i].x_fen);
	playout_parse(fen, &again);
	ck_assert(position_same(&position, &again));
	fen_format_shredder(&position, fen);
	check_written_rights(fen, rights[_i].placement, rights[_i].side, rights[_i].shredder);
	playout_parse(fen, &again);
	ck_assert(position_same(&position, &again));
}
END_TEST

static void
play(struct position *position, const char *uci)
{
	uint16_t move;

	ck_assert_int_eq(uci_parse(position, uci, strlen(uci), &move), 0);
	position_after(position, move, position);
}

/* Another rook goes outside the castling rook, and away again: the right is the same throughout. */
START_TEST(fen_letter_changes_when_another_rook_goes_outside)
{
	struct position position;
	char fen[FEN_SIZE];

	playout_parse("4k3/8/8/R7/8/8/8/1R2K3 w Q - 0 1", &position);
	play(&position, "a5a1");
	fen_format(&position, fen);
	ck_assert_str_eq(fen, "4k3/8/8/8/8/8/8/RR2K3 b B - 1 1");
	fen_format_shredder(&position, fen);
	ck_assert_str_eq(fen, "4k3/8/8/8/8/8/8/RR2K3 b B - 1 1");
	play(&position, "e8e7");
	play(&position, "a1a2");
	fen_format(&position, fen);
	ck_assert_str_eq(fen, "8/4k3/8/8/8/8/R7/1R2K3 b Q - 3 2");
	fen_format_shredder(&position, fen);
	ck_assert_str_eq(fen, "8/4k3/8/8/8/8/R7/1R2K3 b B - 3 2");
}
END_TEST

static void
check_fens(const struct position *position)
{
	static void (*const writers[])(const struct position *,
	                               char[FEN_SIZE]) = { fen_format, fen_format_shredder };

	for (int i = 0; i < COUNT_OF(writers); i++) {
		struct position again;
		char fen[FEN_SIZE];

		writers[i](position, fen);
		playout_parse(fen, &again);
		ck_assert_msg(again.key == position->key && again.halfmove == position->halfmove &&
		                      again.fullmove == position->fullmove &&
		                      memcmp(again.castling_rook, position->castling_rook, 4) == 0,
		              "%s", fen);
	}
}

START_TEST(fen_random_chess960_games_come_back)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 96; n++) {
		struct position start, position;

		ck_assert_int_eq(chess960_start(playout_random(&random, 960), &start), 0);
		position = start;
		for (int ply = 0; ply < 60; ply++) {
			const uint16_t move = playout_move(&random, &position);

			check_fens(&position);
			/* Knights who went out and came back leave the start as it was. */
			ck_assert_int_eq(chess960_number(&position) >= 0,
			                 position.key == start.key);
			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
		}
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chess960");
	TCase *tcase = tcase_create("chess960");

	test_seed();
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, chess960_known_numbers, 0, COUNT_OF(known));
	tcase_add_test(tcase, chess960_every_number_is_a_start_and_comes_back);
	tcase_add_test(tcase, chess960_every_start_comes_back_from_its_fens);
	tcase_add_test(tcase, chess960_518_is_the_orthodox_start);
	tcase_add_test(tcase, chess960_other_numbers_are_refused);
	tcase_add_test(tcase, chess960_arrangements_have_a_number_if_valid);
	tcase_add_loop_test(tcase, chess960_other_positions_have_no_number, 0,
	                    COUNT_OF(not_starts));
	tcase_add_test(tcase, chess960_a_man_too_many_or_of_the_other_side_is_no_start);
	tcase_add_test(tcase, chess960_number_asks_for_side_and_rights);
	tcase_add_loop_test(tcase, fen_rights_of_inner_rooks, 0, COUNT_OF(rights));
	tcase_add_test(tcase, fen_letter_changes_when_another_rook_goes_outside);
	tcase_add_test(tcase, fen_random_chess960_games_come_back);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
