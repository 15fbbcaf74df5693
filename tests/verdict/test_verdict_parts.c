/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fixed points that hold for a part of all series of moves, and what is put together from them.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/verdict/outlook.h"
#include "core/verdict/reach.h"
#include "tests/support.h"
#include "tests/verdict/asking.h"
#include "tests/verdict/dealing.h"
#include "tests/verdict/plain_search.h"

#define POSITIONS 1000 /* for each part */
#define OUTLOOKS  3000

/* No mate in a part of all series of moves, says its fixed point: the plain search of that part
 * must not find one. True when that is said. */
static bool
check_part(const struct position *position, const struct reach *reach, struct plain_search *search,
           enum plain_part part, uint64_t men)
{
	const bool never[2] = { reach_never_mates(reach, WHITE), reach_never_mates(reach, BLACK) };
	char fen[FEN_SIZE];

	if (!never[WHITE] && !never[BLACK])
		return false;
	fen_format(position, fen);
	plain_search_part(search, position, part, men);
	for (int side = WHITE; side <= BLACK; side++)
		ck_assert_msg(!never[side] || !search->mates[side],
		              "part %d, men %#llx, winner %d: %s", (int)part,
		              (unsigned long long)men, side, fen);
	return true;
}

START_TEST(reach_of_a_part_agrees_with_plain_search_of_it)
{
	struct dealer dealer = { .state = UINT64_C(0x8badf00d5eed1234) ^ test_seed() };
	struct plain_search *search = malloc(sizeof(*search));
	const int positions = test_many(POSITIONS);
	int n_proofs = 0;

	ck_assert_ptr_nonnull(search);
	for (int n = 0; n < positions; n++) {
		struct position position;
		struct reach reach;
		uint64_t men, frozen = 0;

		deal_position(&dealer, &position);
		position.ep = SQ_NONE;
		position.key = position_key(&position);
		men = position.by_color[WHITE] | position.by_color[BLACK];
		if (!movegen_any(&position))
			continue;
		for (uint64_t left = men; left != 0;) {
			const int sq = bits_take(&left);

			frozen |= deal(&dealer, 2) == 0 ? sq_bit(sq) : 0;
		}
		reach_compute_frozen(&position, frozen, &reach);
		n_proofs += check_part(&position, &reach, search, PLAIN_FROZEN, frozen);
		men &= ~position.by_type[KING];
		for (int skip = deal(&dealer, 3); men != 0 && skip > 0; skip--)
			men &= men - 1;
		if (men == 0)
			continue;
		reach_compute_case(&position, bits_first(men), REACH_LIVES, &reach);
		n_proofs += check_part(&position, &reach, search, PLAIN_LIVES, men & -men);
		reach_compute_case(&position, bits_first(men), REACH_TAKEN, &reach);
		n_proofs += check_part(&position, &reach, search, PLAIN_TAKEN, men & -men);
	}
	ck_assert_int_gt(n_proofs, positions / 4);
	free(search);
}
END_TEST

/* A man that never leaves takes a square from his king: White mates with Bg7. */
START_TEST(reach_man_that_lives_blocks_his_king)
{
	static const char fen[] = "5Bbk/5p1p/5P1P/1p1p1p1p/1P1P1P1P/8/8/K7 w - -";
	struct position position;
	struct reach reach;

	asking_parse(fen, strlen(fen), &position);
	reach_compute_case(&position, SQ_G8, REACH_LIVES, &reach);
	ck_assert(!reach_never_mates(&reach, WHITE));
	reach_compute_frozen(&position, sq_bit(SQ_G8) | sq_bit(SQ_H8), &reach);
	ck_assert(!reach_never_mates(&reach, WHITE));
}
END_TEST

START_TEST(outlook_agrees_with_plain_search)
{
	struct dealer dealer = { .state = UINT64_C(0x0f1e2d3c4b5a6978) ^ test_seed() };
	struct plain_search *search = malloc(sizeof(*search));
	int n_proofs = 0;

	ck_assert_ptr_nonnull(search);
	for (int n = 0; n < OUTLOOKS; n++) {
		const enum color winner = (enum color)deal(&dealer, 2);
		struct position position;
		char fen[FEN_SIZE];

		deal_position(&dealer, &position);
		if (!movegen_any(&position) || !outlook_never_mates_after(&position, winner))
			continue;
		/* Those that are proved before a move are many: one in so many will do. */
		if (outlook_never_mates(&position, winner) && n % 128 != 0)
			continue;
		fen_format(&position, fen);
		plain_search_run(search, &position);
		ck_assert_msg(!search->mates[winner], "winner %d: %s", (int)winner, fen);
		n_proofs++;
	}
	ck_assert_int_gt(n_proofs, 0); /* there are about a dozen */
	free(search);
}
END_TEST

/* Proved only after each move, at once, or not at all. */
START_TEST(outlook_looks_one_move_ahead)
{
	static const struct {
		const char *fen;
		enum color winner;
		bool never, after;
	} known[] = {
		{ "8/3p4/3P4/5Kp1/6Pk/6p1/4B1P1/8 w - -", BLACK, false, true },
		{ "kQ6/8/8/3p1p1p/p1pPpPpP/P1P1P1P1/8/4K3 b - d3", BLACK, false, true },
		{ "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", WHITE, true, true },
		{ "k1K5/8/1Q6/8/8/8/8/8 b - -", BLACK, true, true },
		{ "4k1n1/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - -", BLACK, false, false },
		{ FEN_START, WHITE, false, false },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct position position;

		asking_parse(known[i].fen, strlen(known[i].fen), &position);
		ck_assert_msg(outlook_never_mates(&position, known[i].winner) == known[i].never,
		              "%s", known[i].fen);
		ck_assert_msg(outlook_never_mates_after(&position, known[i].winner) ==
		                      known[i].after,
		              "%s, after a move", known[i].fen);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict_parts");
	TCase *tcase = tcase_create("verdict_parts");

	tcase_set_timeout(tcase, 240);
	tcase_add_test(tcase, reach_of_a_part_agrees_with_plain_search_of_it);
	tcase_add_test(tcase, reach_man_that_lives_blocks_his_king);
	tcase_add_test(tcase, outlook_agrees_with_plain_search);
	tcase_add_test(tcase, outlook_looks_one_move_ahead);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
