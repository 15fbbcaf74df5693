/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/position.h"

#include <stddef.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/generate.h"
#include "core/chess/make.h"
#include "core/chess/zobrist.h"

_Static_assert(sizeof(struct position) <= 128, "a position is copied at every move");

void
position_start(struct position *ret_position)
{
	static const enum piece_type back_rank[8] = { ROOK, KNIGHT, BISHOP, QUEEN,
		                                      KING, BISHOP, KNIGHT, ROOK };
	struct position position = {
		.side = WHITE,
		.ep = SQ_NONE,
		.castling_rook = { { SQ_H1, SQ_A1 }, { SQ_H8, SQ_A8 } },
		.fullmove = 1,
	};

	for (int file = 0; file < 8; file++) {
		position_put(&position, sq_make(file, 0), piece_make(WHITE, back_rank[file]));
		position_put(&position, sq_make(file, 1), WHITE_PAWN);
		position_put(&position, sq_make(file, 6), BLACK_PAWN);
		position_put(&position, sq_make(file, 7), piece_make(BLACK, back_rank[file]));
	}
	position.key = position_key(&position);
	*ret_position = position;
}

static enum piece_type
position_type_at(const struct position *position, int sq)
{
	if (((position->by_color[WHITE] | position->by_color[BLACK]) & sq_bit(sq)) == 0)
		return NO_PIECE_TYPE;
	for (int type = PAWN; type <= KING; type++)
		if ((position->by_type[type] & sq_bit(sq)) != 0)
			return (enum piece_type)type;
	return NO_PIECE_TYPE;
}

uint8_t
position_piece_at(const struct position *position, int sq)
{
	const enum piece_type type = position_type_at(position, sq);

	if (type == NO_PIECE_TYPE)
		return EMPTY;
	return piece_make((position->by_color[WHITE] & sq_bit(sq)) != 0 ? WHITE : BLACK, type);
}

uint8_t
position_arriving(const struct position *before, uint16_t move)
{
	if (move_kind(move) == MOVE_PROMOTION)
		return piece_make((enum color)before->side, move_promotion(move));
	return position_piece_at(before, move_from(move));
}

void
position_placement(const struct position *position, uint8_t ret_squares[64])
{
	memset(ret_squares, EMPTY, 64);
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++) {
			uint64_t men = position->by_type[type] & position->by_color[side];

			while (men != 0)
				ret_squares[bits_take(&men)] =
					piece_make((enum color)side, (enum piece_type)type);
		}
}

uint64_t
position_difference(const struct position *a, const struct position *b)
{
	uint64_t difference = (a->by_color[WHITE] ^ b->by_color[WHITE]) |
	                      (a->by_color[BLACK] ^ b->by_color[BLACK]);

	for (int type = PAWN; type <= KING; type++)
		difference |= a->by_type[type] ^ b->by_type[type];
	return difference;
}

int
position_king(const struct position *position, enum color side)
{
	const uint64_t king = position->by_type[KING] & position->by_color[side];

	return king != 0 ? bits_first(king) : SQ_NONE;
}

uint64_t
position_attackers(const struct position *position, int sq, enum color by, uint64_t occupied)
{
	const uint64_t queens = position->by_type[QUEEN];
	uint64_t set;

	set = attacks_pawn[color_other(by)][sq] & position->by_type[PAWN];
	set |= attacks_knight[sq] & position->by_type[KNIGHT];
	set |= attacks_king[sq] & position->by_type[KING];
	set |= attacks_bishop(sq, occupied) & (position->by_type[BISHOP] | queens);
	set |= attacks_rook(sq, occupied) & (position->by_type[ROOK] | queens);
	return set & position->by_color[by];
}

static bool
position_attacked(const struct position *position, enum color side)
{
	const int king = position_king(position, side);

	return king != SQ_NONE &&
	       position_attackers(position, king, color_other(side),
	                          position->by_color[WHITE] | position->by_color[BLACK]) != 0;
}

bool
position_in_check(const struct position *position)
{
	return position_attacked(position, (enum color)position->side);
}

/* The part of the key that is not men: side, rights, en passant. */
static uint64_t
position_state_key(const struct position *position)
{
	uint64_t key = position->side == BLACK ? zobrist_black : 0;

	for (int side = WHITE; side <= BLACK; side++)
		for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++)
			key ^= zobrist_castling[position->castling_rook[side][i]];
	return key ^ zobrist_ep[position->ep];
}

static uint64_t
position_man_key(enum color side, enum piece_type type, int sq)
{
	return zobrist_man[piece_make(side, type)][sq];
}

void
position_assume_castling(struct position *position)
{
	static const uint8_t kings[2] = { SQ_E1, SQ_E8 };
	static const uint8_t rooks[2][2] = {
		{ SQ_H1, SQ_A1 },
		{ SQ_H8, SQ_A8 },
	};

	for (int side = WHITE; side <= BLACK; side++)
		for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++)
			if (position_piece_at(position, kings[side]) ==
			            piece_make((enum color)side, KING) &&
			    position_piece_at(position, rooks[side][i]) ==
			            piece_make((enum color)side, ROOK))
				position->castling_rook[side][i] = rooks[side][i];
	position->key = position_key(position);
}

uint64_t
position_key(const struct position *position)
{
	uint64_t key = position_state_key(position);

	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++) {
			uint64_t men = position->by_type[type] & position->by_color[side];

			while (men != 0)
				key ^= position_man_key((enum color)side, (enum piece_type)type,
				                        bits_take(&men));
		}
	return key;
}

/* Move the men of `move` in *after, which is a copy of the position before it. Returns the change
 * of the key by these men. */
static uint64_t
position_move_men(struct position *after, uint16_t move, enum piece_type type,
                  enum piece_type captured)
{
	const enum color us = (enum color)after->side, them = color_other(us);
	const int from = move_from(move), to = move_to(move);
	uint64_t key = position_man_key(us, type, from);

	switch (move_kind(move)) {
	case MOVE_CASTLING: {
		const int rank = sq_rank(from);
		const bool king_side = to > from;

		make_castling(after, us, from, to);
		return key ^ position_man_key(us, KING, sq_make(king_side ? 6 : 2, rank)) ^
		       position_man_key(us, ROOK, to) ^
		       position_man_key(us, ROOK, sq_make(king_side ? 5 : 3, rank));
	}
	case MOVE_EN_PASSANT:
		make_en_passant(after, us, from, to);
		return key ^ position_man_key(us, PAWN, to) ^
		       position_man_key(them, PAWN, to - bits_forward_step(us));
	case MOVE_PROMOTION:
		make_promotion(after, us, from, to, move_promotion(move));
		key ^= position_man_key(us, move_promotion(move), to);
		break;
	case MOVE_NORMAL:
		if (type == PAWN && to - from == 2 * bits_forward_step(us))
			make_double_step(after, us, from, to);
		else
			make_man(after, us, type, from, to);
		key ^= position_man_key(us, type, to);
		break;
	}
	return captured != NO_PIECE_TYPE ? key ^ position_man_key(them, captured, to) : key;
}

/* A counter stops at its end: 65535 plies without a pawn move cannot be played (9.6.2), but read. */
static uint16_t
position_counted(uint16_t n)
{
	return n < UINT16_MAX ? (uint16_t)(n + 1) : n;
}

void
position_after(const struct position *before, uint16_t move, struct position *ret_after)
{
	const enum piece_type type = position_type_at(before, move_from(move));
	const enum piece_type captured = move_kind(move) == MOVE_CASTLING
	                                         ? NO_PIECE_TYPE
	                                         : position_type_at(before, move_to(move));
	struct position after = *before;

	INVARIANT(type != NO_PIECE_TYPE);
	after.key ^= position_state_key(before);
	after.key ^= position_move_men(&after, move, type, captured);
	if (!generate_any_en_passant(&after))
		after.ep = SQ_NONE;
	after.key ^= position_state_key(&after);
	after.halfmove =
		type == PAWN || captured != NO_PIECE_TYPE ? 0 : position_counted(before->halfmove);
	if (before->side == BLACK)
		after.fullmove = position_counted(before->fullmove);
	*ret_after = after;
}

bool
position_same(const struct position *a, const struct position *b)
{
	if (memcmp(a->by_type, b->by_type, sizeof(a->by_type)) != 0 ||
	    memcmp(a->by_color, b->by_color, sizeof(a->by_color)) != 0 || a->side != b->side ||
	    memcmp(a->castling_rook, b->castling_rook, sizeof(a->castling_rook)) != 0)
		return false;
	return (generate_any_en_passant(a) ? a->ep : SQ_NONE) ==
	       (generate_any_en_passant(b) ? b->ep : SQ_NONE);
}

static bool
position_right_stands(const struct position *position, enum color side, enum castling_side to)
{
	const int rook = position->castling_rook[side][to], king = position_king(position, side);
	const int rank = side == WHITE ? 0 : 7;

	if (rook == SQ_NONE)
		return true;
	if (rook > SQ_NONE || sq_rank(king) != rank || sq_rank(rook) != rank ||
	    (sq_bit(rook) & position->by_type[ROOK] & position->by_color[side]) == 0 ||
	    (to == CASTLE_KING_SIDE) != (rook > king))
		return false;
	return position->chess960 ||
	       (sq_file(king) == 4 && sq_file(rook) == (to == CASTLE_KING_SIDE ? 7 : 0));
}

static bool
position_castling_stands(const struct position *position)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++)
			if (!position_right_stands(position, (enum color)side,
			                           (enum castling_side)i))
				return false;
	return true;
}

/* The square passed and the one it came from are empty, and the pawn stands before them. */
static bool
position_double_step_stands(const struct position *position)
{
	const enum color us = (enum color)position->side, them = color_other(us);
	uint64_t empty;

	if (position->ep == SQ_NONE)
		return true;
	if (position->ep > SQ_NONE || (sq_bit(position->ep) & bits_rank(us, 6)) == 0)
		return false;
	empty = sq_bit(position->ep) | bits_forward(us, sq_bit(position->ep));
	return (empty & (position->by_color[WHITE] | position->by_color[BLACK])) == 0 &&
	       (bits_forward(them, sq_bit(position->ep)) & position->by_type[PAWN] &
	        position->by_color[them]) != 0;
}

enum position_fault
position_check_standing(const struct position *position)
{
	for (int i = WHITE; i <= BLACK; i++)
		if (bits_count(position->by_type[KING] & position->by_color[i]) != 1)
			return POSITION_KINGS;
	if ((position->by_type[PAWN] & (BITS_RANK_1 | BITS_RANK_8)) != 0)
		return POSITION_PAWN_ON_EDGE;
	if (!position_castling_stands(position))
		return POSITION_CASTLING;
	if (!position_double_step_stands(position))
		return POSITION_EN_PASSANT;
	for (int i = WHITE; i <= BLACK; i++)
		if (bits_count(position->by_color[i]) > 16 ||
		    bits_count(position->by_type[PAWN] & position->by_color[i]) > 8)
			return POSITION_MEN;
	return POSITION_OK;
}

enum position_fault
position_check(const struct position *position)
{
	enum position_fault fault = position_check_standing(position);

	/* Said before the faults that it would hide. */
	if (fault != POSITION_KINGS && fault != POSITION_PAWN_ON_EDGE &&
	    position_attacked(position, color_other((enum color)position->side)))
		return POSITION_OPPONENT_IN_CHECK;
	return fault;
}

const char *
position_fault_text(enum position_fault fault)
{
	switch (fault) {
	case POSITION_OK:
		return "no fault";
	case POSITION_KINGS:
		return "each side must have exactly one king";
	case POSITION_PAWN_ON_EDGE:
		return "a pawn stands on the first or eighth rank";
	case POSITION_OPPONENT_IN_CHECK:
		return "the side that is not to move stands in check";
	case POSITION_CASTLING:
		return "a right to castle without king and rook on their squares";
	case POSITION_EN_PASSANT:
		return "no pawn can just have passed the en passant square";
	case POSITION_MEN:
		return "a side has more than 16 men or more than 8 pawns";
	}
	return "unknown fault";
}

uint64_t
position_rooks_beside_king(const struct position *position, enum color side, enum castling_side to)
{
	const uint64_t king = position->by_type[KING] & position->by_color[side];
	const uint64_t rooks =
		position->by_type[ROOK] & position->by_color[side] & bits_rank(side, 1);

	return to == CASTLE_KING_SIDE ? rooks & ~(king - 1) : rooks & (king - 1);
}

int
position_outermost_rook(const struct position *position, enum color side, enum castling_side to)
{
	const uint64_t rooks = position_rooks_beside_king(position, side, to);

	if (rooks == 0)
		return SQ_NONE;
	return to == CASTLE_KING_SIDE ? 63 - __builtin_clzll(rooks) : bits_first(rooks);
}
