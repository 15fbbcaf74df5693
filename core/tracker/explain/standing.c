/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/standing.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/explain/sense.h"

/* Both sides' men but kings and pawns are worth less, in pawns: two rooks and a minor piece each, or a queen and one. */
#define ENDGAME_BELOW 26

/* In hundredths of a pawn. A bishop is a little more than a knight. */
static const int men_worth[] = { 0, 100, 300, 310, 500, 900, 0 };

enum {
	KNIGHT_AT_EDGE = 10, /* less, for each step from the middle */
	BISHOP_REACHES = 3,  /* more, for each square */
	ROOK_REACHES = 2,
	QUEEN_REACHES = 1,
	ROOK_BEHIND_NONE = 15, /* more, on a file without pawns */
	ROOK_BEHIND_HIS = 8,   /* ... with none of his own */
	PAWN_STEP = 4,         /* more, for each rank; twice that in the endgame */
	PAWN_AT_EDGE = 2,
	PAWN_DOUBLED = 10,
	PAWN_ALONE = 8,    /* none of his own beside him */
	PAWN_PASSED = 2,   /* more, for each rank, squared; and once more in the endgame */
	KING_AWAY = 12,    /* more, for each step from the middle; in the endgame less */
	KING_AHEAD = 8,    /* less, for each rank, unless in the endgame */
	KING_BEHIND = 8,   /* more, for each pawn of his beside him, unless in the endgame */
	KING_ATTACKED = 2, /* the opponent's, for each square beside him, by his man's weight */
};

/* One side of a position. */
struct side_of {
	const struct position *position;
	uint64_t occupied, own_pawns, other_pawns;
	int other_king;
	enum color side;
	bool endgame;
};

static uint64_t
men_of(const struct side_of *of, enum piece_type type)
{
	return of->position->by_type[type] & of->position->by_color[of->side];
}

static int
rank_for(enum color side, int sq)
{
	return side == WHITE ? sq_rank(sq) : 7 - sq_rank(sq);
}

static uint64_t
beside_file(uint64_t file)
{
	return (file & ~BITS_FILE_A) >> 1 | (file & ~BITS_FILE_H) << 1;
}

/* All squares of the ranks before that of sq. */
static uint64_t
ranks_ahead(enum color side, int sq)
{
	uint64_t behind = BITS_ALL >> (63 - sq), ahead = BITS_ALL << sq;
	uint64_t own = BITS_RANK_1 << 8 * sq_rank(sq);

	return (side == WHITE ? ahead : behind) & ~own;
}

static int
pawn_standing(const struct side_of *of, int sq)
{
	uint64_t file = BITS_FILE_A << sq_file(sq), beside = beside_file(file);
	uint64_t ahead = ranks_ahead(of->side, sq);
	int rank = rank_for(of->side, sq);
	int worth = rank * PAWN_STEP * (of->endgame ? 2 : 1) - sense_edge(sq) * PAWN_AT_EDGE;

	if (!((file | beside) & ahead & of->other_pawns))
		worth += rank * rank * (PAWN_PASSED + (of->endgame ? 1 : 0));
	if (file & ahead & of->own_pawns)
		worth -= PAWN_DOUBLED;
	if (!(beside & of->own_pawns))
		worth -= PAWN_ALONE;
	return worth;
}

static int
king_standing(const struct side_of *of, int sq)
{
	if (of->endgame)
		return -sense_edge(sq) * KING_AWAY;
	return sense_edge(sq) * KING_AWAY - rank_for(of->side, sq) * KING_AHEAD +
	       bits_count(attacks_king[sq] & of->own_pawns) * KING_BEHIND;
}

static int
rook_standing(const struct side_of *of, int sq)
{
	uint64_t file = BITS_FILE_A << sq_file(sq);

	if (file & of->own_pawns)
		return 0;
	return file & of->other_pawns ? ROOK_BEHIND_HIS : ROOK_BEHIND_NONE;
}

/* What he attacks who is neither king nor pawn, and what that is worth. */
static int
reach(const struct side_of *of, enum piece_type type, int sq)
{
	static const int each[] = { 0, 0, 0, BISHOP_REACHES, ROOK_REACHES, QUEEN_REACHES, 0 };
	static const int at_king[] = { 0, 0, 1, 1, 2, 3, 0 };
	uint64_t attacked = type == KNIGHT ? attacks_knight[sq] : 0;

	if (type == BISHOP || type == QUEEN)
		attacked |= attacks_bishop(sq, of->occupied);
	if (type == ROOK || type == QUEEN)
		attacked |= attacks_rook(sq, of->occupied);
	return bits_count(attacked & ~of->position->by_color[of->side]) * each[type] +
	       bits_count(attacked & attacks_king[of->other_king]) * at_king[type] * KING_ATTACKED *
	               (of->endgame ? 1 : 2);
}

static int
man_standing(const struct side_of *of, enum piece_type type, int sq)
{
	switch (type) {
	case PAWN:
		return pawn_standing(of, sq);
	case KNIGHT:
		return reach(of, type, sq) - sense_edge(sq) * KNIGHT_AT_EDGE;
	case ROOK:
		return reach(of, type, sq) + rook_standing(of, sq);
	case BISHOP:
	case QUEEN:
		return reach(of, type, sq);
	case KING:
		return king_standing(of, sq);
	case NO_PIECE_TYPE:
		break;
	}
	return 0;
}

static int
side_standing(const struct position *position, enum color side, bool endgame)
{
	enum color other = color_other(side);
	uint64_t pawns = position->by_type[PAWN];
	const struct side_of of = {
		.position = position,
		.occupied = position->by_color[WHITE] | position->by_color[BLACK],
		.own_pawns = pawns & position->by_color[side],
		.other_pawns = pawns & position->by_color[other],
		.other_king = position_king(position, other),
		.side = side,
		.endgame = endgame,
	};
	int sum = 0;

	for (enum piece_type type = PAWN; type <= KING; type++) {
		uint64_t men = men_of(&of, type);

		sum += bits_count(men) * men_worth[type];
		while (men != 0)
			sum += man_standing(&of, type, bits_take(&men));
	}
	return sum;
}

bool
standing_is_endgame(const struct position *position)
{
	int sum = 0;

	for (enum piece_type type = KNIGHT; type <= QUEEN; type++)
		sum += bits_count(position->by_type[type]) * sense_worth(type);
	return sum < ENDGAME_BELOW;
}

int
standing_balance(const struct position *position)
{
	enum color us = (enum color)position->side;
	bool endgame = standing_is_endgame(position);

	return side_standing(position, us, endgame) -
	       side_standing(position, color_other(us), endgame);
}
