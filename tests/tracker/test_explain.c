/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "core/tracker/ends/sign.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/explain.h"
#include "tests/support.h"

enum { E2 = 12, D3 = 19, A4 = 24, E7 = 52 };

static const struct tolerance exact;

static struct position
position_of(const char *fen)
{
	struct position position;

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	return position;
}

static struct image
image_of(const struct position *position)
{
	uint8_t squares[64];
	struct image image;

	position_placement(position, squares);
	image_from(&image, squares, false);
	return image;
}

/* Play n random plies from *position; returns how many could be played. */
static int
play_randomly(struct position *position, int n, uint16_t *moves, unsigned int *seed)
{
	for (int i = 0; i < n; i++) {
		struct move_list list;

		movegen_legal(position, &list);
		if (list.count == 0)
			return i;
		*seed = *seed * 1103515245u + 12345u;
		moves[i] = list.moves[(*seed >> 8) % (unsigned int)list.count];
		position_after(position, moves[i], position);
	}
	return n;
}

START_TEST(explain_one_ply_is_found_and_unique)
{
	static struct evidence evidence;
	unsigned int seed = test_seed();
	int n_checked = 0;

	for (int round = 0; round < 200; round++) {
		struct position before = position_of(FEN_START), after;
		struct explanation found;
		uint16_t moves[80];

		if (play_randomly(&before, round % 80, moves, &seed) < round % 80)
			continue;
		after = before;
		if (play_randomly(&after, 1, moves, &seed) < 1)
			continue;
		struct image image = image_of(&after);

		ck_assert(explain(&before, &image, 1, &evidence, &exact, &found));
		ck_assert_int_eq(found.rival, COST_NEVER);
		ck_assert_uint_eq(found.moves[0], moves[0]);
		n_checked++;
	}
	ck_assert_int_gt(n_checked, 100);
}
END_TEST

START_TEST(explain_several_plies_lead_to_the_image)
{
	static struct evidence evidence;
	unsigned int seed = test_seed();

	for (int round = 0; round < 200; round++) {
		int n = 2 + round % 3;
		struct position before = position_of(FEN_START), after;
		struct explanation found;
		uint16_t moves[80];
		struct image image;

		play_randomly(&before, round % 40, moves, &seed);
		after = before;
		if (play_randomly(&after, n, moves, &seed) < n)
			continue;
		image = image_of(&after);
		memset(&evidence, 0, sizeof(evidence));
		for (int i = 0; i < n; i++) {
			evidence.changed[move_from(moves[i])] = 1;
			evidence.changed[move_to(moves[i])] = 1;
		}
		ck_assert(explain(&before, &image, n, &evidence, &exact, &found));
		for (int i = 0; i < n; i++) {
			ck_assert(movegen_is_legal(&before, found.moves[i]));
			position_after(&before, found.moves[i], &before);
		}
		ck_assert(image_shows(&image, &before, 0));
	}
}
END_TEST

START_TEST(explain_takes_the_order_in_which_the_pieces_arrived)
{
	struct position start = position_of(FEN_START);
	struct position after =
		position_of("rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
	struct image image = image_of(&after);
	struct evidence evidence = {
		.placed[SQ_E4][WHITE_PAWN] = 3,
		.placed[SQ_D5][BLACK_PAWN] = 2,
		.placed[SQ_D4][WHITE_PAWN] = 1,
	};
	struct explanation found;
	char san[SAN_SIZE];

	ck_assert(explain(&start, &image, 3, &evidence, &exact, &found));
	ck_assert_int_lt(found.rival, COST_NEVER);
	san_format(&start, found.moves[0], san);
	ck_assert_str_eq(san, "d4");
	evidence.placed[SQ_E4][WHITE_PAWN] = 1;
	evidence.placed[SQ_D4][WHITE_PAWN] = 3;
	ck_assert(explain(&start, &image, 3, &evidence, &exact, &found));
	san_format(&start, found.moves[0], san);
	ck_assert_str_eq(san, "e4");
}
END_TEST

/* The reply was told of last: of two who were told of before it that one was first who was told of first. */
START_TEST(explain_takes_the_order_against_which_fewer_were_told_of)
{
	const int firsts[] = { SQ_D4, SQ_E4 };
	struct position start = position_of(FEN_START);
	struct position after =
		position_of("rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
	struct image image = image_of(&after);
	struct explanation found;

	for (int i = 0; i < 2; i++) {
		struct evidence evidence = { .placed[SQ_D5][BLACK_PAWN] = 3 };

		evidence.placed[firsts[i]][WHITE_PAWN] = 1;
		evidence.placed[firsts[1 - i]][WHITE_PAWN] = 2;
		ck_assert(explain(&start, &image, 3, &evidence, &exact, &found));
		ck_assert_int_eq(move_to(found.moves[0]), firsts[i]);
	}
}
END_TEST

/* A pawn stopped on d6, came to rest on d5, and was taken there in passing. */
START_TEST(explain_takes_where_a_man_came_to_rest)
{
	struct position before =
		position_of("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	struct position after =
		position_of("rnbqkbnr/ppp1pppp/3P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
	struct image image = image_of(&after);
	struct evidence evidence = {
		.changed[SQ_D5] = 2,
		.placed[SQ_D5 + 8][BLACK_PAWN] = 1,
		.placed[SQ_D5][BLACK_PAWN] = 2,
		.placed[SQ_D5 + 8][WHITE_PAWN] = 3,
	};
	struct explanation found;

	ck_assert(explain(&before, &image, 2, &evidence, &exact, &found));
	ck_assert_int_lt(found.rival, COST_NEVER);
	ck_assert_int_eq(move_to(found.moves[0]), SQ_D5);
	ck_assert_int_eq(move_kind(found.moves[1]), MOVE_EN_PASSANT);
}
END_TEST

/* d4 lifted, knights only adjusted: Nb1 Nxd4 Nc3 Nc6 would "explain" it, but left no traces. */
START_TEST(explain_needs_traces_of_every_ply)
{
	static struct evidence evidence;
	struct position position =
		position_of("r1bqkbnr/pppppppp/2n5/8/3P4/2N5/PPP1PPPP/R1BQKBNR b KQkq - 2 2");
	struct image image = image_of(&position);
	struct explanation found;

	evidence.changed[SQ_D4] = 1;
	image_put(&image, SQ_D4, EMPTY);
	for (int n = 1; n <= EXPLAIN_PLIES_MAX; n++)
		ck_assert(!explain(&position, &image, n, &evidence, &exact, &found));
}
END_TEST

START_TEST(explain_refuses_what_is_no_position)
{
	static struct evidence evidence;
	struct position start = position_of(FEN_START);
	struct image image;
	struct explanation found;

	memset(&image, 0, sizeof(image));
	for (int sq = 0; sq < 64; sq++)
		evidence.changed[sq] = 1;
	for (int n = 0; n <= EXPLAIN_PLIES_MAX; n++)
		ck_assert(!explain(&start, &image, n, &evidence, &exact, &found));
}
END_TEST

START_TEST(sign_of_the_kings_by_square)
{
	static const struct {
		int white, black;
		enum game_result result;
	} cases[] = {
		{ SQ_E4, SQ_D5, RESULT_WHITE_WINS }, { SQ_D5, SQ_E4, RESULT_WHITE_WINS },
		{ SQ_D4, SQ_E5, RESULT_BLACK_WINS }, { SQ_E5, SQ_D4, RESULT_BLACK_WINS },
		{ SQ_E4, SQ_E5, RESULT_DRAW },       { SQ_D4, SQ_D5, RESULT_DRAW },
		{ SQ_D4, SQ_E4, RESULT_DRAW },       { SQ_E4, SQ_E8, RESULT_NONE },
		{ SQ_E1, SQ_E5, RESULT_NONE },
	};

	struct position position = position_of(FEN_START);

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct image image;

		memset(&image, 0, sizeof(image));
		image_put(&image, cases[i].white, WHITE_KING);
		image_put(&image, cases[i].black, BLACK_KING);
		ck_assert_int_eq(sign_read(&image, &position, 0), cases[i].result);
	}
}
END_TEST

/* The clock has been pressed for whatever the lifted man did: he is in no hand, and nobody takes his own. */
START_TEST(explain_does_not_take_a_protected_man_for_one_being_taken)
{
	const struct tolerance one = { .squares = 1 };
	struct position position =
		position_of("rnbqkbnr/pppp1ppp/8/4p3/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
	static struct evidence evidence = { .pressed_us = { 2000000 }, .scan_us = 250000 };
	struct image image = image_of(&position);
	struct explanation found;

	image_put(&image, D3, EMPTY);
	evidence.changed[D3] = evidence.placed[D3][EMPTY] = 1;
	evidence.placed_us[D3][EMPTY] = 1000000;
	ck_assert(explain(&position, &image, 0, &evidence, &one, &found));
	ck_assert_int_ge(found.cost, COST_HELD);
}
END_TEST

START_TEST(explain_does_without_what_is_barred)
{
	struct position before = position_of(FEN_START), after;
	struct tolerance tolerance = exact;
	static struct evidence evidence;
	struct explanation found;
	struct image image;

	position_after(&before, move_make(E2, SQ_E4, MOVE_NORMAL), &after);
	image = image_of(&after);
	tolerance.barred = move_make(E2, SQ_E4, MOVE_NORMAL);
	tolerance.barred_ply = 1;
	ck_assert(explain(&before, &image, 1, &evidence, &tolerance, &found));
	tolerance.barred_ply = 0;
	ck_assert(!explain(&before, &image, 1, &evidence, &tolerance, &found));
}
END_TEST

/* The rook went from a1 to a4, and somewhere on its file in between, where no scan saw it. The king moved: it had been
 * checked. */
START_TEST(explain_rather_believes_a_check_that_the_king_answered)
{
	const struct tolerance one = { .squares = 1 };
	struct position before = position_of("4k3/2pp4/8/8/8/8/6PP/R5K1 w - - 0 1");
	struct position after = position_of("8/2ppk3/8/8/R7/8/6PP/6K1 b - - 0 2");
	static struct evidence evidence = {
		.pressed_us = { 1000000, 1300000 },
		.scan_us = 250000,
		.changed = { [SQ_A1] = 1, [SQ_E8] = 2, [E7] = 3, [A4] = 4 },
		.placed[SQ_A1][EMPTY] = 1,
		.placed[SQ_E8][EMPTY] = 2,
		.placed[E7][BLACK_KING] = 3,
		.placed[A4][WHITE_ROOK] = 4,
		.placed_us[SQ_A1][EMPTY] = 900000,
		.placed_us[SQ_E8][EMPTY] = 1100000,
		.placed_us[E7][BLACK_KING] = 1200000,
		.placed_us[A4][WHITE_ROOK] = 1500000,
	};
	struct image image = image_of(&after);
	struct explanation found;
	char san[SAN_SIZE];

	ck_assert(explain(&before, &image, 3, &evidence, &one, &found));
	ck_assert_int_eq(found.hidden, 1);
	san_format(&before, found.moves[0], san);
	ck_assert_str_eq(san, "Ra8+");
	/* It may as well have been elsewhere. */
	ck_assert_int_le(found.rival, found.cost + COST_DOUBT);
}
END_TEST

START_TEST(image_start_is_seen_from_both_sides)
{
	struct position start = position_of(FEN_START);
	uint8_t squares[64], turned[64];

	position_placement(&start, squares);
	for (int sq = 0; sq < 64; sq++)
		turned[63 - sq] = squares[sq];
	ck_assert(image_is_start(squares, false, &start));
	ck_assert(!image_is_start(squares, true, &start));
	ck_assert(image_is_start(turned, true, &start));
	ck_assert(!image_is_start(turned, false, &start));
	squares[SQ_D4] = WHITE_PAWN;
	ck_assert(!image_is_start(squares, false, &start));
	squares[SQ_D4] = EMPTY;
	squares[SQ_D1] = WHITE_KING;
	ck_assert(!image_is_start(squares, false, &start));
	for (int sq = 0; sq < 64; sq++)
		squares[sq] = squares[sq] != EMPTY ? SOME_MAN : EMPTY;
	ck_assert(image_is_start(squares, true, &start));
}
END_TEST

static Suite *
explain_suite(void)
{
	Suite *suite = suite_create("explain");
	TCase *tcase = tcase_create("explain");

	tcase_add_test(tcase, explain_one_ply_is_found_and_unique);
	tcase_add_test(tcase, explain_several_plies_lead_to_the_image);
	tcase_add_test(tcase, explain_takes_the_order_in_which_the_pieces_arrived);
	tcase_add_test(tcase, explain_takes_the_order_against_which_fewer_were_told_of);
	tcase_add_test(tcase, explain_takes_where_a_man_came_to_rest);
	tcase_add_test(tcase, explain_needs_traces_of_every_ply);
	tcase_add_test(tcase, explain_refuses_what_is_no_position);
	tcase_add_test(tcase, explain_does_not_take_a_protected_man_for_one_being_taken);
	tcase_add_test(tcase, explain_does_without_what_is_barred);
	tcase_add_test(tcase, explain_rather_believes_a_check_that_the_king_answered);
	tcase_add_test(tcase, sign_of_the_kings_by_square);
	tcase_add_test(tcase, image_start_is_seen_from_both_sides);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(explain_suite());
}
