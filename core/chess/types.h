/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Squares, men, sides and moves: numbered once, here, for the whole program.
 *
 * Square order everywhere: a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63, so file = sq & 7 and
 * rank = sq >> 3, both 0..7. A set of squares is a uint64_t whose bit n is square n. Drivers
 * convert from their own numbering at their edge.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum color { WHITE, BLACK };

static inline enum color
color_other(enum color side)
{
	return side == WHITE ? BLACK : WHITE;
}

enum piece_type { NO_PIECE_TYPE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

/* A man on a square: type | color << 3. EMPTY is zero. */
enum piece {
	EMPTY = 0,
	WHITE_PAWN = 1,
	WHITE_KNIGHT,
	WHITE_BISHOP,
	WHITE_ROOK,
	WHITE_QUEEN,
	WHITE_KING,
	BLACK_PAWN = 9,
	BLACK_KNIGHT,
	BLACK_BISHOP,
	BLACK_ROOK,
	BLACK_QUEEN,
	BLACK_KING,
	PIECES = 15,
	SOME_MAN = PIECES /* what a board reads that knows only whether a square is occupied */
};

static inline uint8_t
piece_make(enum color side, enum piece_type type)
{
	return (uint8_t)((unsigned int)type | (unsigned int)side << 3);
}

static inline enum piece_type
piece_type(uint8_t piece)
{
	return (enum piece_type)(piece & 7u);
}

/* piece_color: meaningless for EMPTY. */
static inline enum color
piece_color(uint8_t piece)
{
	return (enum color)(piece >> 3);
}

/* The FEN letter of a man: PNBRQK, pnbrqk; '.' for EMPTY, '?' for SOME_MAN. 0..15 only. */
static inline char
piece_letter(uint8_t piece)
{
	return ".PNBRQK  pnbrqk?"[piece];
}

enum {
	SQ_A1 = 0,
	SQ_C1 = 2,
	SQ_D1 = 3,
	SQ_E1 = 4,
	SQ_F1 = 5,
	SQ_G1 = 6,
	SQ_H1 = 7,
	SQ_D4 = 27,
	SQ_E4 = 28,
	SQ_D5 = 35,
	SQ_E5 = 36,
	SQ_A8 = 56,
	SQ_C8 = 58,
	SQ_D8 = 59,
	SQ_E8 = 60,
	SQ_F8 = 61,
	SQ_G8 = 62,
	SQ_H8 = 63,
	SQ_NONE = 64 /* "no square", wherever a square is optional */
};

static inline int
sq_make(int file, int rank)
{
	return rank * 8 + file;
}

static inline int
sq_file(int sq)
{
	return sq & 7;
}

static inline int
sq_rank(int sq)
{
	return sq >> 3;
}

/* sq_is_last_rank: is sq on the rank where side's pawns are promoted (3.7.5)? */
static inline bool
sq_is_last_rank(int sq, enum color side)
{
	return sq_rank(sq) == (side == WHITE ? 7 : 0);
}

/* sq_king_steps: how many moves a king needs from a to b on an empty board, 0..7. */
static inline int
sq_king_steps(int a, int b)
{
	const int files = sq_file(a) - sq_file(b), ranks = sq_rank(a) - sq_rank(b);
	const int f = files < 0 ? -files : files, r = ranks < 0 ? -ranks : ranks;

	return f > r ? f : r;
}

static inline uint64_t
sq_bit(int sq)
{
	return UINT64_C(1) << sq;
}

/* sq_is_light: a1 is dark. */
static inline bool
sq_is_light(int sq)
{
	return ((sq_file(sq) + sq_rank(sq)) & 1) != 0;
}

/* sq_name: "e4". */
struct sq_name {
	char text[3];
};

static inline struct sq_name
sq_name(int sq)
{
	return (struct sq_name){ { (char)('a' + sq_file(sq)), (char)('1' + sq_rank(sq)), '\0' } };
}

/* A move in 16 bits: from 0-5, to 6-11, kind 12-13, promotion piece 14-15 (knight + n).
 *
 * Castling is written as the king's square to the castling rook's square, in orthodox chess too:
 * that is the only form that is never ambiguous in Chess960 (Guidelines II). 0 is no move.
 */
#define MOVE_NONE ((uint16_t)0)

enum move_kind { MOVE_NORMAL, MOVE_PROMOTION, MOVE_EN_PASSANT, MOVE_CASTLING };

static inline uint16_t
move_make(int from, int to, enum move_kind kind)
{
	return (uint16_t)((unsigned int)from | (unsigned int)to << 6 | (unsigned int)kind << 12);
}

/* move_make_promotion: type is KNIGHT..QUEEN. */
static inline uint16_t
move_make_promotion(int from, int to, enum piece_type type)
{
	return (uint16_t)(move_make(from, to, MOVE_PROMOTION) |
	                  ((unsigned int)type - (unsigned int)KNIGHT) << 14);
}

static inline int
move_from(uint16_t move)
{
	return move & 63;
}

/* move_to: for castling, the rook's square. */
static inline int
move_to(uint16_t move)
{
	return move >> 6 & 63;
}

static inline enum move_kind
move_kind(uint16_t move)
{
	return (enum move_kind)(move >> 12 & 3);
}

/* move_target: where the man of the move stands after it; for castling, the king (3.8.2). */
static inline int
move_target(uint16_t move)
{
	int to = move_to(move);

	if (move_kind(move) != MOVE_CASTLING)
		return to;
	return sq_make(to > move_from(move) ? 6 : 2, sq_rank(to));
}

/* move_rook_target: where the rook of a castling move stands after it (3.8.2). */
static inline int
move_rook_target(uint16_t move)
{
	int rook = move_to(move);

	return sq_make(rook > move_from(move) ? 5 : 3, sq_rank(rook));
}

/* move_is_half_of: is `half`, a move of one man, what the rook alone does in `castling`? */
static inline bool
move_is_half_of(uint16_t half, uint16_t castling)
{
	return move_kind(castling) == MOVE_CASTLING && move_kind(half) == MOVE_NORMAL &&
	       move_to(castling) == move_from(half) && move_rook_target(castling) == move_to(half);
}

/* move_goes_back: does the man who came by the move `played`, neither castling, in passing nor by promotion, go back by `move`? */
static inline bool
move_goes_back(uint16_t move, uint16_t played)
{
	return move_kind(move) == MOVE_NORMAL && move_kind(played) == MOVE_NORMAL &&
	       move_from(move) == move_to(played) && move_to(move) == move_from(played);
}

/* move_join: two moves of a man, neither castling, in passing nor by promotion, in one: from where the first begins to where the second
 * ends. MOVE_NONE: they are not of one man. */
static inline uint16_t
move_join(uint16_t first, uint16_t second)
{
	return move_kind(first) == MOVE_NORMAL && move_kind(second) == MOVE_NORMAL &&
	                       move_to(first) == move_from(second)
	               ? move_make(move_from(first), move_to(second), MOVE_NORMAL)
	               : MOVE_NONE;
}

/* move_victim: where the man stands whom the move takes, if it takes one; in passing, beside the square it goes to (3.7.3.1).
 * Not for castling. */
static inline int
move_victim(uint16_t move)
{
	return move_kind(move) == MOVE_EN_PASSANT
	               ? sq_make(sq_file(move_to(move)), sq_rank(move_from(move)))
	               : move_to(move);
}

/* move_squares: the squares whose men a move changes: where it begins and ends, whom it takes, and of castling both men's. */
static inline uint64_t
move_squares(uint16_t move)
{
	uint64_t squares = sq_bit(move_from(move)) | sq_bit(move_to(move));

	if (move_kind(move) == MOVE_CASTLING)
		return squares | sq_bit(move_target(move)) | sq_bit(move_rook_target(move));
	return squares | sq_bit(move_victim(move));
}

/* move_promotion: the new piece's type, NO_PIECE_TYPE where the move is no promotion. */
static inline enum piece_type
move_promotion(uint16_t move)
{
	return move_kind(move) == MOVE_PROMOTION ? (enum piece_type)((move >> 14) + KNIGHT)
	                                         : NO_PIECE_TYPE;
}
