/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/sense.h"

#include "core/chess/bits.h"
#include "core/tracker/explain/cost.h"

/* By enum piece_type. A king takes last. */
static const int worth[] = { 0, 1, 3, 3, 5, 9, 99 };

int
sense_worth(enum piece_type type)
{
	return worth[type];
}

int
sense_gain(const struct position *before, uint16_t move)
{
	switch (move_kind(move)) {
	case MOVE_CASTLING:
		return 0;
	case MOVE_EN_PASSANT:
		return worth[PAWN];
	case MOVE_NORMAL:
	case MOVE_PROMOTION:
		break;
	}
	return worth[piece_type(position_piece_at(before, move_to(move)))];
}

static int
least_worth(const struct position *position, uint64_t men)
{
	for (int type = PAWN; type <= KING; type++)
		if (position->by_type[type] & men)
			return worth[type];
	return 0;
}

int
sense_loss(const struct position *before, uint16_t move)
{
	enum color us = (enum color)before->side, enemy = color_other(us);
	uint64_t from = sq_bit(move_from(move));
	uint64_t occupied = (before->by_color[WHITE] | before->by_color[BLACK]) & ~from;
	int price = worth[piece_type(position_piece_at(before, move_from(move)))];
	uint64_t takers, protectors;
	int loss;

	if (move_kind(move) == MOVE_CASTLING || price == worth[KING])
		return 0;
	takers = position_attackers(before, move_to(move), enemy, occupied);
	if (takers == 0)
		return 0;
	protectors = position_attackers(before, move_to(move), us, occupied) & ~from;
	loss = price - sense_gain(before, move);
	if (protectors != 0)
		loss -= least_worth(before, takers);
	return loss > 0 ? loss : 0;
}

int
sense_forced(int n_legal)
{
	/* Ten times the logarithm of 30 / n_legal. */
	static const uint8_t decibans[] = { 8, 8, 8, 8, 8, 8, 7, 6, 6, 5, 5, 4, 4, 4,
		                            3, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0 };

	return n_legal < (int)sizeof(decibans) ? decibans[n_legal] : 0;
}

int
sense_swap_cost(const struct position *before, uint16_t move, int last)
{
	int gain = sense_gain(before, move);
	int cost = COST_SWAP_UNSEEN;

	if (sense_loss(before, move) > 0)
		cost += COST_UNWISE;
	else
		cost -= gain < 5 ? gain : 5;
	return move_to(move) == last ? cost - COST_SWAP_TAKES_BACK : cost;
}

int
sense_standing(const struct position *position, int sq)
{
	enum color us = (enum color)position->side, enemy = color_other(us);
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t takers = position_attackers(position, sq, us, occupied);
	int win = worth[piece_type(position_piece_at(position, sq))];

	if (takers == 0)
		return 0;
	if (position_attackers(position, sq, enemy, occupied) != 0)
		win -= least_worth(position, takers);
	return win > 0 ? win : 0;
}

int
sense_winnable(const struct position *position)
{
	enum color enemy = color_other((enum color)position->side);
	uint64_t men = position->by_color[enemy] & ~position->by_type[KING];
	int most = 0;

	while (men != 0) {
		int win = sense_standing(position, bits_take(&men));

		if (win > most)
			most = win;
	}
	return most;
}

bool
sense_threatens(const struct position *position, int by, int sq)
{
	uint8_t man = position_piece_at(position, by), victim = position_piece_at(position, sq);
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];

	if (victim == EMPTY || piece_type(victim) == KING ||
	    !(position_attackers(position, sq, piece_color(man), occupied) & sq_bit(by)))
		return false;
	return worth[piece_type(victim)] > worth[piece_type(man)] ||
	       position_attackers(position, sq, piece_color(victim), occupied) == 0;
}

uint64_t
sense_attacked(const struct position *position, int by)
{
	enum color us = piece_color(position_piece_at(position, by));
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t men = position->by_color[color_other(us)], attacked = 0;

	while (men != 0) {
		int sq = bits_take(&men);

		if (position_attackers(position, sq, us, occupied) & sq_bit(by))
			attacked |= sq_bit(sq);
	}
	return attacked;
}

uint64_t
sense_threatened(const struct position *position, int by)
{
	uint64_t men = sense_attacked(position, by), threatened = 0;

	while (men != 0) {
		int sq = bits_take(&men);

		if (sense_threatens(position, by, sq))
			threatened |= sq_bit(sq);
	}
	return threatened;
}

int
sense_edge(int sq)
{
	int file = sq_file(sq) < 4 ? 3 - sq_file(sq) : sq_file(sq) - 4;
	int rank = sq_rank(sq) < 4 ? 3 - sq_rank(sq) : sq_rank(sq) - 4;

	return file > rank ? file : rank;
}
