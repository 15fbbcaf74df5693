/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Proofs by men that stay to the end, held against searches that do not know them.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/verdict/freeze.h"
#include "core/verdict/frontier.h"
#include "core/verdict/material.h"
#include "core/verdict/reach.h"
#include "tests/support.h"
#include "tests/verdict/asking.h"
#include "tests/verdict/dealing.h"
#include "tests/verdict/plain_search.h"

#define WALKS       24
#define WALK_STEPS  500
#define PROOFS_MIN  20   /* a walk, that need frozen men */
#define SEARCH_MOST 1500 /* positions of a search by guesses */
#define PLAIN_ONE   32   /* of so many proofs one is searched plainly */
#define MEMORY      ((size_t)4 << 20)

/* White never mates in these, and it takes frozen men to prove it. */
static const char *const seeds[] = {
	"8/1Q3p2/8/8/6pp/6pk/6pr/6K1 w - -", "8/8/2b5/8/5ppp/5pkp/5prr/B4K2 w - -",
	"8/6p1/8/2B5/pp6/kp6/rp6/1K6 b - -", "8/3p4/8/8/ppp4Q/pkp5/prp5/n1K5 b - -",
	"8/8/3q4/8/6pp/6pk/6pr/6KR w - -",   "3B2k1/8/p1p1p1p1/P1P1P1P1/8/2ppp3/3p4/3K4 b - -",
};
#define SEEDS (int)(sizeof(seeds) / sizeof(seeds[0]))

static void
take_off(struct position *position, uint64_t men)
{
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] &= ~men;
	position->by_color[WHITE] &= ~men;
	position->by_color[BLACK] &= ~men;
}

static int
deal_from(struct dealer *dealer, uint64_t squares)
{
	for (int skip = deal(dealer, bits_count(squares)); skip > 0; skip--)
		squares &= squares - 1;
	return bits_first(squares);
}

/* A man more, a man less, or one on another square or of another kind. */
static void
change_a_man(struct dealer *dealer, struct position *position)
{
	const uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	const int what = deal(dealer, 3);
	enum color side = (enum color)deal(dealer, 2);
	enum piece_type type =
		deal(dealer, 2) == 0 ? PAWN : (enum piece_type)(KNIGHT + deal(dealer, 4));
	int to;

	if (what > 0) {
		const uint64_t man = sq_bit(deal_from(dealer, occupied));

		side = (position->by_color[WHITE] & man) != 0 ? WHITE : BLACK;
		if ((position->by_type[KING] & man) != 0)
			type = KING;
		else if (what == 1)
			for (int t = PAWN; t < KING; t++)
				if ((position->by_type[t] & man) != 0)
					type = (enum piece_type)t;
		take_off(position, man);
		if (type != KING && deal(dealer, 3) == 0)
			return;
	}
	do
		to = deal(dealer, 64);
	while (!put_if_empty(position, side, type, to));
}

static void
mirror(struct position *position)
{
	const uint64_t white = position->by_color[WHITE];

	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] = __builtin_bswap64(position->by_type[type]);
	position->by_color[WHITE] = __builtin_bswap64(position->by_color[BLACK]);
	position->by_color[BLACK] = __builtin_bswap64(white);
	position->side = (uint8_t)(1 - position->side);
}

/* The best-first search, which knows the fixed point but no frozen men. */
static bool
search_mates(struct frontier *frontier, const struct position *position, enum color winner,
             void *memory)
{
	enum frontier_result result;

	frontier_begin(frontier, position, winner, memory, MEMORY);
	do
		result = frontier_run(frontier, 1000);
	while (result == FRONTIER_MORE && frontier->n_generated < SEARCH_MOST);
	return result == FRONTIER_MATE;
}

struct tools {
	struct plain_search plain;
	struct frontier frontier;
	uint64_t memory[MEMORY / sizeof(uint64_t)];
};

static bool
needs_frozen_men(const struct position *position, enum color winner)
{
	struct reach reach;

	reach_compute(position, &reach);
	return !material_never_mates(position, winner) && !reach_never_mates(&reach, winner);
}

/* A walk from proof to proof, each held against the searches. How many there were. */
static int
walk(struct dealer *dealer, struct position position, enum color winner, struct tools *tools)
{
	int n_proofs = 0;

	for (int n = 0; n < WALK_STEPS; n++) {
		struct position next = position;
		char fen[FEN_SIZE];

		for (int changes = 1 + deal(dealer, 2); changes > 0; changes--)
			change_a_man(dealer, &next);
		next.side = (uint8_t)deal(dealer, 2);
		next.key = position_key(&next);
		if (position_check(&next) != POSITION_OK || !movegen_any(&next) ||
		    !freeze_never_mates(&next, winner) || !needs_frozen_men(&next, winner))
			continue;
		fen_format(&next, fen);
		ck_assert_msg(!search_mates(&tools->frontier, &next, winner, tools->memory),
		              "winner %d mates: %s", (int)winner, fen);
		if (n_proofs++ % PLAIN_ONE == 0) {
			plain_search_run(&tools->plain, &next);
			ck_assert_msg(!tools->plain.mates[winner], "winner %d mates plainly: %s",
			              (int)winner, fen);
		}
		position = next;
	}
	return n_proofs;
}

START_TEST(freeze_walks_agree_with_searches)
{
	struct dealer dealer = { .state = UINT64_C(0x51ab1e5afe5afe01) ^ test_seed() };
	struct tools *tools = malloc(sizeof(*tools));
	const int walks = test_many(WALKS);
	int n_proofs = 0;

	ck_assert_ptr_nonnull(tools);
	for (int n = 0; n < walks; n++) {
		const enum color winner = (enum color)deal(&dealer, 2);
		struct position position;

		asking_parse(seeds[n % SEEDS], strlen(seeds[n % SEEDS]), &position);
		if (winner == BLACK)
			mirror(&position);
		position.key = position_key(&position);
		ck_assert_msg(needs_frozen_men(&position, winner), "%s", seeds[n % SEEDS]);
		ck_assert_msg(freeze_never_mates(&position, winner), "%s", seeds[n % SEEDS]);
		n_proofs += walk(&dealer, position, winner, tools);
	}
	printf("%d proofs by frozen men\n", n_proofs);
	ck_assert_int_gt(n_proofs, PROOFS_MIN * walks);
	free(tools);
}
END_TEST

/* Each was proved wrongly once one of the conditions in freeze.c was left out. */
START_TEST(freeze_traps_are_not_proved)
{
	static const struct {
		const char *fen;
		enum color winner;
	} traps[] = {
		/* A flight is left; the move takes nothing; one of the promotions does not mate. */
		{ "3k4/3P4/2PP4/8/p1p1p1p1/P1P1P1P1/8/2Kb4 b - -", BLACK },
		{ "5K2/8/8/8/3p2pB/1n5k/6p1/8 b - -", WHITE },
		{ "2k5/PRP5/PKP5/PPP5/2q2R2/P6R/4B3/B7 w - -", BLACK },
		/* A man that can be taken, without a check, or by a king. */
		{ "8/1Q6/8/8/6pp/6pk/p5p1/6K1 w - -", WHITE },
		{ "4N1k1/2r3PR/4P1PK/6PP/8/8/8/8 b - -", BLACK },
		{ "3B4/k7/p1p1p1p1/P1P1P1P1/P2p4/P2p4/3p4/3K4 w - -", WHITE },
		/* A king that may walk; an attacker that may have gone. */
		{ "8/7r/1p3pB1/3p4/b7/2n1p2b/3k1rp1/7K w - -", WHITE },
		{ "8/8/8/5q2/4p3/5pK1/5Bbp/6bk w - -", WHITE },
		{ "8/8/8/8/2n5/qB6/ppK5/kn2q3 b - -", WHITE },
		{ "6rk/5Kpp/6B1/4b3/8/8/8/8 b - -", WHITE },
		/* A mate while all of them stay. */
		{ "b2B2k1/3b4/p1p1p1p1/P1P1P1P1/8/2ppp3/3p4/3K4 w - -", WHITE },
	};
	struct asking asking;

	asking_begin(&asking, MEMORY);
	for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); i++) {
		struct position position;

		asking_parse(traps[i].fen, strlen(traps[i].fen), &position);
		ck_assert_msg(!freeze_never_mates(&position, traps[i].winner), "%s", traps[i].fen);
		asking_position(&asking, &position, VERDICT_EXACT, VERDICT_NODES_DEFAULT);
		ck_assert_msg(asking.verdict.side[traps[i].winner].answer == VERDICT_YES, "%s",
		              traps[i].fen);
		asking_check_line(&asking.verdict, traps[i].winner, traps[i].fen);
	}
	asking_end(&asking);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict_freeze");
	TCase *tcase = tcase_create("verdict_freeze");

	tcase_set_timeout(tcase, 240);
	tcase_add_test(tcase, freeze_walks_agree_with_searches);
	tcase_add_test(tcase, freeze_traps_are_not_proved);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
