/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/position.h"

#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

/* Play one move given in UCI, in place. */
static void
play(struct position *position, const char *uci)
{
	uint16_t move;

	ck_assert_msg(uci_parse(position, uci, strlen(uci), &move) == 0, "%s is not legal", uci);
	position_after(position, move, position);
}

START_TEST(position_start_is_the_initial_array)
{
	struct position start, parsed;
	uint8_t squares[64];

	position_start(&start);
	playout_parse(FEN_START, &parsed);
	ck_assert(position_same(&start, &parsed));
	ck_assert_uint_eq(start.key, parsed.key);
	ck_assert_int_eq(position_check(&start), POSITION_OK);
	ck_assert_int_eq(start.fullmove, 1);
	position_placement(&start, squares);
	for (int sq = 0; sq < 64; sq++)
		ck_assert_int_eq(squares[sq], position_piece_at(&start, sq));
	ck_assert_int_eq(squares[SQ_E1], WHITE_KING);
	ck_assert_int_eq(squares[SQ_D8], BLACK_QUEEN);
	ck_assert_int_eq(squares[SQ_E4], EMPTY);
	ck_assert_int_eq(position_king(&start, WHITE), SQ_E1);
	ck_assert_int_eq(position_king(&start, BLACK), SQ_E8);
}
END_TEST

START_TEST(position_king_absent_is_no_square)
{
	const struct position nobody = { .ep = SQ_NONE };

	ck_assert_int_eq(position_king(&nobody, WHITE), SQ_NONE);
	ck_assert_int_eq(position_check(&nobody), POSITION_KINGS);
}
END_TEST

/* A position, a move in UCI, the FEN after it. */
static const struct {
	const char *before, *uci, *after;
} moves[] = {
	{ FEN_START, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1" },
	/* No black pawn stands beside e4: no en passant square. */
	{ FEN_START, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
	{ "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 7 3", "e2e4",
	  "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3" },
	/* The pawn beside it is pinned, or the king would be uncovered: none either. */
	{ "8/8/3k4/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "8/8/3k4/8/3pP3/8/8/3RK3 b - - 0 1" },
	{ "8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1" },
	{ "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "d4e3",
	  "rnbqkbnr/ppp1pppp/8/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 4" },
	{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9" },
	{ "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10" },
	{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9" },
	{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "h1h2", "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 6 9" },
	{ "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8e7", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 6 10" },
	{ "r3k3/1P6/8/8/8/8/8/4K3 w q - 3 9", "b7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 9" },
	{ "4k3/1P6/8/8/8/8/8/4K3 w - - 3 9", "b7b8q", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 9" },
	/* Chess960: king and rook change places; the king stays; the rook stays. */
	{ "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
	{ "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
	{ "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
	{ "1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2" },
	/* Counters stop where their type ends. */
	{ "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "e8e7",
	  "8/4k3/8/8/8/8/8/4K3 w - - 65535 65535" },
};

START_TEST(position_after_follows_the_move)
{
	struct position position;
	char fen[FEN_SIZE];

	playout_parse(moves[_i].before, &position);
	play(&position, moves[_i].uci);
	fen_format(&position, fen);
	ck_assert_str_eq(fen, moves[_i].after);
	ck_assert_uint_eq(position.key, position_key(&position));
}
END_TEST

START_TEST(position_after_into_itself_equals_into_another)
{
	struct position before, other;
	struct move_list list;

	playout_parse(moves[6].before, &before);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++) {
		struct position same = before;

		position_after(&before, list.moves[i], &other);
		position_after(&same, list.moves[i], &same);
		ck_assert(position_same(&same, &other));
		ck_assert_uint_eq(same.key, other.key);
	}
}
END_TEST

START_TEST(position_random_play_keeps_key_and_stays_valid)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 300; n++) {
		struct position position;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < 120; ply++) {
			const uint16_t move = playout_move(&random, &position);

			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
			ck_assert_uint_eq(position.key, position_key(&position));
			ck_assert_int_eq(position_check(&position), POSITION_OK);
			ck_assert_uint_eq(position.by_color[WHITE] & position.by_color[BLACK], 0);
		}
	}
}
END_TEST

static const struct {
	const char *a, *b;
	bool same;
} pairs[] = {
	{ FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 30 40", true },
	{ FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true },
	{ FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", false },
	{ FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", false },
	{ FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", false },
	/* En passant counts when it is legal, and only then (9.2.3.1). */
	{ "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false },
	{ "8/8/3k4/8/3pP3/8/8/3RK3 b - e3 0 1", "8/8/3k4/8/3pP3/8/8/3RK3 b - - 0 1", true },
	{ "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true },
};

START_TEST(position_same_is_that_of_the_laws)
{
	struct position a, b;

	playout_parse(pairs[_i].a, &a);
	playout_parse(pairs[_i].b, &b);
	ck_assert_int_eq(position_same(&a, &b), pairs[_i].same);
	ck_assert_int_eq(position_same(&b, &a), pairs[_i].same);
	/* A key that differs must not hide a repetition; equal ones are likely but no proof. */
	ck_assert_int_eq(a.key == b.key, pairs[_i].same);
}
END_TEST

START_TEST(position_same_sees_through_an_idle_en_passant_square)
{
	struct position a, b;

	playout_parse("8/8/3k4/8/3pP3/8/8/3RK3 b - - 0 1", &a);
	b = a;
	b.ep = 20; /* e3: a pawn stands ready, but it is pinned */
	ck_assert(position_same(&a, &b));
}
END_TEST

START_TEST(position_attackers_are_men_of_one_side)
{
	struct position position;
	uint64_t occupied;

	playout_parse("3k4/4p3/3p4/8/1B2R3/3N4/8/4K3 w - - 0 1", &position);
	occupied = position.by_color[WHITE] | position.by_color[BLACK];
	/* e5: pawn d6; rook e4 and knight d3. */
	ck_assert_uint_eq(position_attackers(&position, SQ_E5, BLACK, occupied), sq_bit(43));
	ck_assert_uint_eq(position_attackers(&position, SQ_E5, WHITE, occupied),
	                  sq_bit(SQ_E4) | sq_bit(19));
	/* e7: the bishop on b4 sees it when d6 is empty; the king on d8 holds it. */
	ck_assert_uint_eq(position_attackers(&position, 52, WHITE, occupied), sq_bit(SQ_E4));
	ck_assert_uint_eq(position_attackers(&position, 52, WHITE, occupied & ~sq_bit(43)),
	                  sq_bit(SQ_E4) | sq_bit(25));
	ck_assert_uint_eq(position_attackers(&position, 52, BLACK, occupied), sq_bit(SQ_D8));
}
END_TEST

/* Each fault, made by hand on a position that is right. */
static void
set_ep_e6(struct position *p)
{
	p->ep = 44;
}

static void
set_ep_e9(struct position *p)
{
	p->ep = 200;
}

static void
remove_king(struct position *p)
{
	p->by_type[KING] &= ~sq_bit(SQ_E8);
	p->by_color[BLACK] &= ~sq_bit(SQ_E8);
}

static void
second_king(struct position *p)
{
	p->by_type[KING] |= sq_bit(SQ_E4);
	p->by_color[WHITE] |= sq_bit(SQ_E4);
}

static void
pawn_on_edge(struct position *p)
{
	p->by_type[KNIGHT] &= ~sq_bit(1);
	p->by_type[PAWN] |= sq_bit(1);
}

static void
queen_gives_check(struct position *p)
{
	p->by_type[QUEEN] |= sq_bit(52);
	p->by_type[PAWN] &= ~sq_bit(52);
	p->by_color[BLACK] &= ~sq_bit(52);
	p->by_color[WHITE] = (p->by_color[WHITE] & ~sq_bit(SQ_D1)) | sq_bit(52);
	p->by_type[QUEEN] &= ~sq_bit(SQ_D1);
}

static void
right_without_rook(struct position *p)
{
	p->by_type[ROOK] &= ~sq_bit(SQ_H1);
	p->by_color[WHITE] &= ~sq_bit(SQ_H1);
}

static void
right_on_wrong_side(struct position *p)
{
	p->castling_rook[WHITE][CASTLE_KING_SIDE] = SQ_A1;
}

static void
right_off_the_board(struct position *p)
{
	p->castling_rook[BLACK][CASTLE_QUEEN_SIDE] = 255;
}

static void
seventeenth_man(struct position *p)
{
	p->by_type[KNIGHT] |= sq_bit(SQ_E4);
	p->by_color[WHITE] |= sq_bit(SQ_E4);
}

static void
ninth_pawn(struct position *p)
{
	p->by_type[KNIGHT] &= ~sq_bit(1);
	p->by_color[WHITE] = (p->by_color[WHITE] & ~sq_bit(1)) | sq_bit(SQ_E4);
	p->by_type[PAWN] |= sq_bit(SQ_E4);
}

static const struct {
	void (*spoil)(struct position *p);
	enum position_fault fault;
} faults[] = {
	{ set_ep_e6, POSITION_EN_PASSANT },
	{ set_ep_e9, POSITION_EN_PASSANT },
	{ remove_king, POSITION_KINGS },
	{ second_king, POSITION_KINGS },
	{ pawn_on_edge, POSITION_PAWN_ON_EDGE },
	{ queen_gives_check, POSITION_OPPONENT_IN_CHECK },
	{ right_without_rook, POSITION_CASTLING },
	{ right_on_wrong_side, POSITION_CASTLING },
	{ right_off_the_board, POSITION_CASTLING },
	{ seventeenth_man, POSITION_MEN },
	{ ninth_pawn, POSITION_MEN },
};

START_TEST(position_check_names_the_fault)
{
	struct position position;

	position_start(&position);
	faults[_i].spoil(&position);
	ck_assert_int_eq(position_check(&position), faults[_i].fault);
}
END_TEST

START_TEST(position_check_orthodox_rights_need_orthodox_squares)
{
	struct position position;

	playout_parse("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", &position);
	ck_assert(position.chess960);
	ck_assert_int_eq(position_check(&position), POSITION_OK);
	position.chess960 = false;
	ck_assert_int_eq(position_check(&position), POSITION_CASTLING);
}
END_TEST

START_TEST(position_fault_text_differs_for_every_fault)
{
	for (int a = POSITION_OK; a <= POSITION_MEN; a++)
		for (int b = POSITION_OK; b < a; b++)
			ck_assert_str_ne(position_fault_text((enum position_fault)a),
			                 position_fault_text((enum position_fault)b));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("position");
	TCase *tcase = tcase_create("position");

	test_seed();
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, position_start_is_the_initial_array);
	tcase_add_test(tcase, position_king_absent_is_no_square);
	tcase_add_loop_test(tcase, position_after_follows_the_move, 0, COUNT_OF(moves));
	tcase_add_test(tcase, position_after_into_itself_equals_into_another);
	tcase_add_test(tcase, position_random_play_keeps_key_and_stays_valid);
	tcase_add_loop_test(tcase, position_same_is_that_of_the_laws, 0, COUNT_OF(pairs));
	tcase_add_test(tcase, position_same_sees_through_an_idle_en_passant_square);
	tcase_add_test(tcase, position_attackers_are_men_of_one_side);
	tcase_add_loop_test(tcase, position_check_names_the_fault, 0, COUNT_OF(faults));
	tcase_add_test(tcase, position_check_orthodox_rights_need_orthodox_squares);
	tcase_add_test(tcase, position_fault_text_differs_for_every_fault);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
