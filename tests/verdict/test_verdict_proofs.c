/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The proofs of "no", each held against searches written plainly here.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/verdict/brief.h"
#include "core/verdict/material.h"
#include "core/verdict/pack.h"
#include "core/verdict/reach.h"
#include "core/verdict/shadow.h"
#include "tests/support.h"
#include "tests/verdict/asking.h"
#include "tests/verdict/dealing.h"
#include "tests/verdict/plain_search.h"

#define MEMORY ((size_t)64 << 20)
/* A sanitizer makes it six times as slow, and walks the same code with fewer. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define POSITIONS 300
#endif
#endif
#ifndef POSITIONS
#define POSITIONS 400
#endif

/* A knight of White's against queens: every king, king and knight, with queens on exactly the
 * flights that neither of White's men attacks. None is mate: what material.c rests on. */
START_TEST(material_knight_never_mates_among_queens)
{
	int n_checks = 0;

	for (int k = 0; k < 64; k++)
		for (int w = 0; w < 64; w++)
			for (int n = 0; n < 64; n++) {
				struct position position;
				uint64_t blocked;

				if (w == k || n == k || n == w ||
				    (attacks_king[k] & sq_bit(w)) != 0 ||
				    (attacks_knight[n] & sq_bit(k)) == 0)
					continue;
				blocked = attacks_king[k] & ~attacks_king[w] & ~attacks_knight[n];
				empty_board(&position);
				position.side = BLACK;
				put(&position, BLACK, KING, k);
				put(&position, WHITE, KING, w);
				put(&position, WHITE, KNIGHT, n);
				while (blocked != 0)
					put(&position, BLACK, QUEEN, bits_take(&blocked));
				ck_assert(position_in_check(&position));
				ck_assert(movegen_any(&position));
				n_checks++;
			}
	ck_assert_int_gt(n_checks, 10000);
}
END_TEST

/* The same with one bishop and queens, rooks in their place: at most 2^8 choices of each. */
START_TEST(material_bishop_never_mates_among_queens_and_rooks)
{
	int n_checks = 0;

	for (int k = 0; k < 64; k++)
		for (int w = 0; w < 64; w++)
			for (int b = 0; b < 64; b++) {
				uint64_t blocked;

				if (w == k || b == k || b == w ||
				    (attacks_king[k] & sq_bit(w)) != 0 ||
				    (attacks_bishop(b, sq_bit(w)) & sq_bit(k)) == 0)
					continue;
				blocked = attacks_king[k] & ~attacks_king[w] & ~sq_bit(b) &
				          ~attacks_bishop(b, sq_bit(w));
				for (int type = ROOK; type <= QUEEN; type++) {
					struct position position;
					uint64_t set = blocked;

					empty_board(&position);
					position.side = BLACK;
					put(&position, BLACK, KING, k);
					put(&position, WHITE, KING, w);
					put(&position, WHITE, BISHOP, b);
					while (set != 0)
						put(&position, BLACK, (enum piece_type)type,
						    bits_take(&set));
					ck_assert(movegen_any(&position));
					n_checks++;
				}
			}
	ck_assert_int_gt(n_checks, 10000);
}
END_TEST

/* Does what holds whether a man is taken at home or not prove a "no"? */
static bool
prove_by_cases(const struct position *position, enum color winner, int about, struct asking *asking)
{
	static const enum reach_case cases[] = { REACH_LIVES, REACH_TAKEN };

	for (int n = 0; n < 2; n++) {
		struct frontier *frontier = &asking->verdict.frontier;
		struct shadow shadow;
		struct reach reach;

		reach_compute_case(position, about, cases[n], &reach);
		if (!reach_never_mates(&reach, winner) &&
		    (!shadow_begin(&shadow, frontier, &reach, position, winner,
		                   SHADOW_MOBILE_OFFICERS, asking->memory, asking->size) ||
		     shadow_run(&shadow, frontier, 2000) != FRONTIER_EXHAUSTED))
			return false;
	}
	return true;
}

/* Whatever proves a "no" is silent where a plain search has found a mate. */
static int
check_proofs(const struct position *position, const struct plain_search *search, enum color winner,
             struct asking *asking)
{
	char fen[FEN_SIZE];
	struct frontier *frontier = &asking->verdict.frontier;
	struct shadow shadow;
	struct reach reach;
	uint64_t nodes = 0;
	int proofs = 0;

	fen_format(position, fen);
	reach_compute(position, &reach);
	if (search->mates[winner] && movegen_any(position)) {
		ck_assert_msg(!material_never_mates(position, winner), "material: %s", fen);
		ck_assert_msg(!brief_never_mates(position, winner, &nodes), "brief: %s", fen);
		ck_assert_msg(!reach_never_mates(&reach, winner), "reach: %s", fen);
	} else if (movegen_any(position)) {
		proofs += reach_never_mates(&reach, winner);
	}
	for (uint64_t men = (position->by_color[WHITE] | position->by_color[BLACK]) &
	                    ~position->by_type[KING];
	     men != 0 && movegen_any(position);) {
		const bool proved = prove_by_cases(position, winner, bits_take(&men), asking);

		ck_assert_msg(!proved || !search->mates[winner], "cases: %s", fen);
		proofs += proved;
	}
	for (int choice = 0; choice < SHADOW_CHOICES && movegen_any(position); choice++) {
		enum frontier_result result;

		if (!shadow_begin(&shadow, frontier, &reach, position, winner,
		                  (enum shadow_choice)choice, asking->memory, asking->size))
			continue;
		result = shadow_run(&shadow, frontier, 20000);
		ck_assert_msg(result != FRONTIER_EXHAUSTED || !search->mates[winner],
		              "shadows %d, winner %d: %s", choice, (int)winner, fen);
		proofs += result == FRONTIER_EXHAUSTED;
	}
	return proofs;
}

static void
check_against_plain_search(const struct position *position, struct plain_search *search,
                           struct asking *asking, int *io_proofs, int *io_complete)
{
	char fen[FEN_SIZE];

	fen_format(position, fen);
	plain_search_run(search, position);
	for (int side = WHITE; side <= BLACK; side++)
		*io_proofs += check_proofs(position, search, (enum color)side, asking);
	asking_position(asking, position, VERDICT_EXACT, 200000);
	*io_complete += search->complete;
	for (int side = WHITE; side <= BLACK; side++) {
		const enum verdict_answer answer = asking->verdict.side[side].answer;

		if (search->mates[side])
			ck_assert_msg(answer == VERDICT_YES, "%s: %d mates, not %c", fen, side,
			              asking_letter(answer));
		else if (search->complete)
			ck_assert_msg(answer == VERDICT_NO, "%s: %d never mates, not %c", fen, side,
			              asking_letter(answer));
		if (answer == VERDICT_YES)
			asking_check_line(&asking->verdict, (enum color)side, fen);
	}
}

START_TEST(verdict_random_positions_agree_with_plain_search)
{
	struct dealer dealer = { .state = UINT64_C(0x9e3779b97f4a7c15) ^ test_seed() };
	struct plain_search *search = malloc(sizeof(*search));
	int n_proofs = 0, n_complete = 0;
	struct asking asking;

	ck_assert_ptr_nonnull(search);
	asking_begin(&asking, MEMORY);
	/* Of how many the plain search sees the end is luck; by bad luck some more are dealt. */
	for (int n = 0; n < POSITIONS || (n_complete <= POSITIONS / 50 && n < 4 * POSITIONS); n++) {
		struct position position;

		deal_position(&dealer, &position);
		check_against_plain_search(&position, search, &asking, &n_proofs, &n_complete);
	}
	ck_assert_int_gt(n_proofs, POSITIONS / 10);
	ck_assert_int_gt(n_complete, POSITIONS / 50);
	ck_assert_int_lt(n_complete, POSITIONS);
	asking_end(&asking);
	free(search);
}
END_TEST

/* What was proved wrongly by a program for this before: White or Black does mate in these. */
START_TEST(reach_traps_are_not_proved)
{
	static const char *const fens[] = {
		"8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -",
		"k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -",
	};
	struct asking asking;

	asking_begin(&asking, MEMORY);
	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		struct position position;

		asking_parse(fens[i], strlen(fens[i]), &position);
		asking_position(&asking, &position, VERDICT_EXACT, VERDICT_NODES_DEFAULT);
		ck_assert_msg(asking.verdict.side[WHITE].answer == VERDICT_YES, "%s", fens[i]);
		asking_check_line(&asking.verdict, WHITE, fens[i]);
	}
	asking_end(&asking);
}
END_TEST

START_TEST(pack_round_trip_keeps_everything)
{
	static const char *const fens[] = {
		FEN_START,
		"r3k2r/p2pqpb1/bn2pnp1/4N3/2pPp3/5Q1p/PPP1BPPP/R3K2R b KQkq d3",
		"1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg -",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6",
	};

	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		struct position position, restored;
		struct pack pack, without;

		asking_parse(fens[i], strlen(fens[i]), &position);
		pack_position(&position, &pack);
		pack_restore(&pack, (enum color)position.side, position.chess960, &restored);
		ck_assert_msg(position_same(&position, &restored), "%s", fens[i]);
		ck_assert_int_eq(position.ep, restored.ep);
		if (i == 0 || i == 3) {
			/* Rights and en passant are part of it. */
			position.ep = SQ_NONE;
			position.castling_rook[WHITE][0] = SQ_NONE;
			pack_position(&position, &without);
			ck_assert(!pack_same(&pack, &without));
		}
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict_proofs");
	TCase *tcase = tcase_create("verdict_proofs");

	tcase_set_timeout(tcase, 240);
	tcase_add_test(tcase, material_knight_never_mates_among_queens);
	tcase_add_test(tcase, material_bishop_never_mates_among_queens_and_rooks);
	tcase_add_test(tcase, verdict_random_positions_agree_with_plain_search);
	tcase_add_test(tcase, reach_traps_are_not_proved);
	tcase_add_test(tcase, pack_round_trip_keeps_everything);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
