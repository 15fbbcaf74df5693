/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/chess960.h"

#include <errno.h>
#include <string.h>

/* The order of the last three men of a side, from the a-file. */
static const enum piece_type chess960_last[3] = { ROOK, KING, ROOK };

/* Put the man on the n-th square that is still free, from the a-file and 0. */
static void
chess960_put(enum piece_type rank[8], int n, enum piece_type type)
{
	for (int file = 0; file < 8; file++)
		if (rank[file] == NO_PIECE_TYPE && n-- == 0) {
			rank[file] = type;
			return;
		}
}

/* number: 0..959. */
static void
chess960_rank(int number, enum piece_type ret_rank[8])
{
	/* The two knights on 5 squares; the second counted after the first is put down. */
	static const uint8_t knights[10][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 1 },
		                                { 1, 2 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 3 } };
	const int light = number % 4, dark = number / 4 % 4, queen = number / 16 % 6;
	const uint8_t *pair = knights[number / 96];

	for (int file = 0; file < 8; file++)
		ret_rank[file] = NO_PIECE_TYPE;
	ret_rank[2 * light + 1] = BISHOP; /* b1 is light */
	ret_rank[2 * dark] = BISHOP;
	chess960_put(ret_rank, queen, QUEEN);
	chess960_put(ret_rank, pair[0], KNIGHT);
	chess960_put(ret_rank, pair[1], KNIGHT);
	for (int i = 0; i < 3; i++)
		chess960_put(ret_rank, 0, chess960_last[i]);
}

static void
chess960_place(struct position *position, int sq, enum color side, enum piece_type type)
{
	position->by_type[type] |= sq_bit(sq);
	position->by_color[side] |= sq_bit(sq);
}

int
chess960_start(int number, struct position *ret_position)
{
	struct position position;
	enum piece_type rank[8];
	enum castling_side to = CASTLE_QUEEN_SIDE; /* of the next rook, from the a-file */

	if (number < 0 || number >= CHESS960_STARTS)
		return -EINVAL;
	chess960_rank(number, rank);
	memset(&position, 0, sizeof(position));
	for (int file = 0; file < 8; file++) {
		chess960_place(&position, sq_make(file, 0), WHITE, rank[file]);
		chess960_place(&position, sq_make(file, 1), WHITE, PAWN);
		chess960_place(&position, sq_make(file, 6), BLACK, PAWN);
		chess960_place(&position, sq_make(file, 7), BLACK, rank[file]);
		if (rank[file] != ROOK)
			continue;
		position.castling_rook[WHITE][to] = (uint8_t)sq_make(file, 0);
		position.castling_rook[BLACK][to] = (uint8_t)sq_make(file, 7);
		to = CASTLE_KING_SIDE;
	}
	position.side = WHITE;
	position.ep = SQ_NONE;
	position.fullmove = 1;
	position.chess960 = number != CHESS960_ORTHODOX;
	position.key = position_key(&position);
	*ret_position = position;
	return 0;
}

/* One back rank as a number, -1 when it is no starting array. No kind may occur too often; since the
 * limits add up to eight, none can then be missing. */
static int
chess960_number_of_rank(const uint8_t squares[8])
{
	int bishop[2] = { -1, -1 }; /* [0] on dark squares, [1] on light ones; 0..3 */
	int queen = -1, knight[2] = { -1, -1 };
	int n_knights = 0, n_last = 0;
	int for_queen = 0,
	    for_knight = 0; /* squares passed that were free when these were put down */

	for (int file = 0; file < 8; file++) {
		switch (piece_type(squares[file])) {
		case BISHOP:
			if (bishop[file & 1] >= 0)
				return -1;
			bishop[file & 1] = file / 2;
			continue;
		case QUEEN:
			if (queen >= 0)
				return -1;
			queen = for_queen++;
			continue;
		case KNIGHT:
			if (n_knights == 2)
				return -1;
			knight[n_knights++] = for_knight;
			break;
		case ROOK:
		case KING:
			if (n_last == 3 || piece_type(squares[file]) != chess960_last[n_last++])
				return -1;
			break;
		case NO_PIECE_TYPE:
		case PAWN:
		default:
			return -1;
		}
		for_queen++;
		for_knight++;
	}
	/* Pairs in order: 4 begin with the first square, 3 with the second ... */
	return bishop[1] + 4 * bishop[0] + 16 * queen +
	       96 * (knight[0] * (9 - knight[0]) / 2 + knight[1] - knight[0] - 1);
}

int
chess960_number_of_men(const uint8_t squares[64])
{
	for (int file = 0; file < 8; file++) {
		const uint8_t man = squares[sq_make(file, 0)];

		if (man == EMPTY || piece_color(man) != WHITE ||
		    squares[sq_make(file, 7)] != piece_make(BLACK, piece_type(man)) ||
		    squares[sq_make(file, 1)] != WHITE_PAWN ||
		    squares[sq_make(file, 6)] != BLACK_PAWN)
			return -1;
	}
	for (int sq = sq_make(0, 2); sq < sq_make(0, 6); sq++)
		if (squares[sq] != EMPTY)
			return -1;
	return chess960_number_of_rank(squares);
}

int
chess960_number(const struct position *position)
{
	uint8_t squares[64];

	/* With the men of a start each side has two rooks, one on either side of the king, so a right
	 * that is there is a right with that rook. */
	for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++)
		if (position->castling_rook[WHITE][i] == SQ_NONE ||
		    position->castling_rook[BLACK][i] == SQ_NONE)
			return -1;
	if (position->side != WHITE)
		return -1;
	position_placement(position, squares);
	return chess960_number_of_men(squares);
}
