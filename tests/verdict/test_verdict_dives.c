/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dives towards a picture of a mate: their lines are legal and mate, and are found.
 */
#include <check.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/verdict/material.h"
#include "core/verdict/smother.h"
#include "tests/support.h"

#define POSITIONS 3000

struct dealer {
	uint64_t state;
};

static int
deal(struct dealer *dealer, int n)
{
	dealer->state ^= dealer->state << 13;
	dealer->state ^= dealer->state >> 7;
	dealer->state ^= dealer->state << 17;
	return (int)((dealer->state >> 20) % (uint64_t)n);
}

static void
put_anywhere(struct dealer *dealer, struct position *position, enum color side,
             enum piece_type type)
{
	int sq;

	do {
		sq = type == PAWN ? 8 + deal(dealer, 48) : deal(dealer, 64);
	} while (((position->by_color[WHITE] | position->by_color[BLACK]) & sq_bit(sq)) != 0);
	position->by_type[type] |= sq_bit(sq);
	position->by_color[side] |= sq_bit(sq);
}

/* The winner has a knight or bishop, now and then another; the loser one to four men. */
static void
deal_minor(struct dealer *dealer, enum color winner, struct position *ret_position)
{
	const enum color loser = color_other(winner);

	do {
		*ret_position = (struct position){
			.side = (uint8_t)deal(dealer, 2),
			.ep = SQ_NONE,
			.castling_rook = { { SQ_NONE, SQ_NONE }, { SQ_NONE, SQ_NONE } },
			.fullmove = 1,
		};
		put_anywhere(dealer, ret_position, WHITE, KING);
		put_anywhere(dealer, ret_position, BLACK, KING);
		for (int n = deal(dealer, 8) == 0 ? 2 : 1; n > 0; n--)
			put_anywhere(dealer, ret_position, winner,
			             deal(dealer, 2) == 0 ? KNIGHT : BISHOP);
		for (int n = 1 + deal(dealer, 4); n > 0; n--)
			put_anywhere(dealer, ret_position, loser,
			             (enum piece_type)(PAWN + deal(dealer, 5)));
		ret_position->key = position_key(ret_position);
	} while (position_check(ret_position) != POSITION_OK || !movegen_any(ret_position) ||
	         material_never_mates(ret_position, winner));
}

static void
check_line(const struct position *start, enum color winner, const uint16_t *moves, size_t len)
{
	struct position position = *start;
	char fen[FEN_SIZE];

	fen_format(start, fen);
	for (size_t i = 0; i < len; i++) {
		ck_assert_msg(movegen_is_legal(&position, moves[i]), "%s: ply %zu is not legal",
		              fen, i + 1);
		position_after(&position, moves[i], &position);
	}
	ck_assert_msg(position.side != (uint8_t)winner && position_in_check(&position) &&
	                      !movegen_any(&position),
	              "%s: the line does not mate", fen);
}

START_TEST(smother_mates_nearly_always)
{
	struct dealer dealer = { .state = UINT64_C(0x9e3779b97f4a7c15) ^ test_seed() };
	int n_found = 0;

	for (int n = 0; n < POSITIONS; n++) {
		const enum color winner = (enum color)(n % 2);
		struct position position;
		uint16_t moves[SMOTHER_PLIES_MAX];
		uint64_t nodes = 0;
		size_t len;

		deal_minor(&dealer, winner, &position);
		ck_assert(smother_applies(&position, winner));
		len = smother_run(&position, winner, 12, moves, &nodes);
		if (len == 0)
			continue;
		ck_assert_uint_le(len, SMOTHER_PLIES_MAX);
		ck_assert_uint_ge(nodes, len);
		check_line(&position, winner, moves, len);
		n_found++;
	}
	/* 98 of 100 are; a few of the others cannot be mated at all. */
	ck_assert_int_gt(n_found, POSITIONS * 95 / 100);
}
END_TEST

START_TEST(smother_applies_to_bishops_and_knights_alone)
{
	static const struct {
		const char *fen;
		bool applies;
	} table[] = {
		{ "8/8/8/1k6/8/3KB3/8/8 w - -", true },   { "8/8/8/1k6/8/3KBN2/8/8 w - -", true },
		{ "8/8/8/1k6/8/3K4/8/8 w - -", false },   { "8/8/8/1k6/8/3KBP2/8/8 w - -", false },
		{ "8/8/8/1k6/8/3KNR2/8/8 w - -", false }, { "8/8/8/1k6/8/3KNQ2/8/8 w - -", false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct position position;
		struct fen_error error;

		ck_assert(fen_parse(table[i].fen, strlen(table[i].fen), &position, &error) == 0);
		ck_assert_msg(smother_applies(&position, WHITE) == table[i].applies, "%s",
		              table[i].fen);
		ck_assert(!smother_applies(&position, BLACK));
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict_dives");
	TCase *tcase = tcase_create("verdict_dives");

	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, smother_applies_to_bishops_and_knights_alone);
	tcase_add_test(tcase, smother_mates_nearly_always);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
