/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The moves of the Laws once more, as plainly as can be: a board of 64 letters, steps on it, every move
 * made and the king looked at. Slow, and sharing nothing with core/chess but the numbering.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/chess/position.h"

struct plain_board {
	uint8_t men[64]; /* enum piece */
	enum color side;
	int ep;
	int rights[2][2];
};

struct plain_moves {
	uint16_t moves[512];
	int count;
};

static const int plain_steps[16][2] = {
	{ 1, 0 }, { -1, 0 }, { 0, 1 },  { 0, -1 }, { 1, 1 },   { 1, -1 },  { -1, 1 }, { -1, -1 },
	{ 1, 2 }, { 2, 1 },  { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 },
};

static inline void
plain_from(const struct position *position, struct plain_board *ret_board)
{
	position_placement(position, ret_board->men);
	ret_board->side = (enum color)position->side;
	ret_board->ep = position->ep;
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < 2; i++)
			ret_board->rights[side][i] = position->castling_rook[side][i];
}

/* The square one step on, or -1 off the board. */
static inline int
plain_step(int sq, const int step[2], int times)
{
	const int file = sq % 8 + times * step[0], rank = sq / 8 + times * step[1];

	return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/* Which of plain_steps a man uses, from *ret_first, and how far. */
static inline int
plain_range(enum piece_type type, int *ret_first, int *ret_last)
{
	*ret_first = type == BISHOP ? 4 : type == KNIGHT ? 8 : 0;
	*ret_last = type == ROOK ? 4 : type == KNIGHT ? 16 : 8;
	return type == KNIGHT || type == KING ? 1 : 7;
}

static inline bool
plain_is(const struct plain_board *board, int sq, enum color side, enum piece_type type)
{
	return sq >= 0 && board->men[sq] == piece_make(side, type);
}

static inline bool
plain_attacked(const struct plain_board *board, int sq, enum color by)
{
	const int behind = by == WHITE ? -1 : 1;

	for (int type = KNIGHT; type <= KING; type++) {
		int first, last;
		const int range = plain_range((enum piece_type)type, &first, &last);

		for (int i = first; i < last; i++)
			for (int n = 1; n <= range; n++) {
				const int from = plain_step(sq, plain_steps[i], n);

				if (plain_is(board, from, by, (enum piece_type)type))
					return true;
				if (from < 0 || board->men[from] != EMPTY)
					break;
			}
	}
	return plain_is(board, plain_step(sq, (const int[2]){ 1, behind }, 1), by, PAWN) ||
	       plain_is(board, plain_step(sq, (const int[2]){ -1, behind }, 1), by, PAWN);
}

static inline bool
plain_king_attacked(const struct plain_board *board, enum color side)
{
	for (int sq = 0; sq < 64; sq++)
		if (plain_is(board, sq, side, KING))
			return plain_attacked(board, sq, color_other(side));
	return true;
}

/* Keep the move if the mover's king is safe after it. */
static inline void
plain_try(const struct plain_board *board, uint16_t move, struct plain_moves *moves)
{
	const int from = move_from(move), to = move_to(move);
	struct plain_board after = *board;

	after.men[to] = move_kind(move) == MOVE_PROMOTION
	                        ? piece_make(board->side, move_promotion(move))
	                        : board->men[from];
	after.men[from] = EMPTY;
	if (move_kind(move) == MOVE_EN_PASSANT)
		after.men[to + (board->side == WHITE ? -8 : 8)] = EMPTY;
	if (!plain_king_attacked(&after, board->side))
		moves->moves[moves->count++] = move;
}

static inline void
plain_try_pawn(const struct plain_board *board, int from, int to, struct plain_moves *moves)
{
	if (to / 8 != 0 && to / 8 != 7) {
		plain_try(board, move_make(from, to, MOVE_NORMAL), moves);
		return;
	}
	for (int type = KNIGHT; type <= QUEEN; type++)
		plain_try(board, move_make_promotion(from, to, (enum piece_type)type), moves);
}

static inline void
plain_pawn(const struct plain_board *board, int from, struct plain_moves *moves)
{
	const int ahead = board->side == WHITE ? 1 : -1;
	const int one = from + 8 * ahead;

	if (board->men[one] == EMPTY) {
		plain_try_pawn(board, from, one, moves);
		if (from / 8 == (board->side == WHITE ? 1 : 6) &&
		    board->men[one + 8 * ahead] == EMPTY)
			plain_try(board, move_make(from, one + 8 * ahead, MOVE_NORMAL), moves);
	}
	for (int aside = -1; aside <= 1; aside += 2) {
		const int to = plain_step(from, (const int[2]){ aside, ahead }, 1);

		if (to < 0)
			continue;
		if (to == board->ep)
			plain_try(board, move_make(from, to, MOVE_EN_PASSANT), moves);
		else if (board->men[to] != EMPTY && piece_color(board->men[to]) != board->side)
			plain_try_pawn(board, from, to, moves);
	}
}

static inline void
plain_piece(const struct plain_board *board, int from, struct plain_moves *moves)
{
	int first, last;
	const int range = plain_range(piece_type(board->men[from]), &first, &last);

	for (int i = first; i < last; i++)
		for (int n = 1; n <= range; n++) {
			const int to = plain_step(from, plain_steps[i], n);

			if (to < 0 ||
			    (board->men[to] != EMPTY && piece_color(board->men[to]) == board->side))
				break;
			plain_try(board, move_make(from, to, MOVE_NORMAL), moves);
			if (board->men[to] != EMPTY)
				break;
		}
}

/* Walk from a to b on one rank, both included: is everything but king and rook away? */
static inline bool
plain_vacant(const struct plain_board *board, int a, int b, int king, int rook)
{
	for (int sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
		if (sq != king && sq != rook && board->men[sq] != EMPTY)
			return false;
	return true;
}

static inline void
plain_castle(const struct plain_board *board, int king, int rook, struct plain_moves *moves)
{
	const int base = king / 8 * 8;
	const int king_to = base + (rook > king ? 6 : 2), rook_to = base + (rook > king ? 5 : 3);
	struct plain_board after = *board;

	if (!plain_vacant(board, king, king_to, king, rook) ||
	    !plain_vacant(board, rook, rook_to, king, rook))
		return;
	for (int sq = king < king_to ? king : king_to; sq <= (king < king_to ? king_to : king);
	     sq++) {
		struct plain_board on_the_way = *board;

		on_the_way.men[king] = EMPTY;
		if (plain_attacked(&on_the_way, sq, color_other(board->side)))
			return;
	}
	after.men[king] = EMPTY;
	after.men[rook] = EMPTY;
	after.men[king_to] = piece_make(board->side, KING);
	after.men[rook_to] = piece_make(board->side, ROOK);
	if (!plain_king_attacked(&after, board->side))
		moves->moves[moves->count++] = move_make(king, rook, MOVE_CASTLING);
}

static inline void
plain_legal(const struct position *position, struct plain_moves *ret_moves)
{
	struct plain_board board;

	plain_from(position, &board);
	ret_moves->count = 0;
	for (int sq = 0; sq < 64; sq++) {
		const uint8_t man = board.men[sq];

		if (man == EMPTY || piece_color(man) != board.side)
			continue;
		if (piece_type(man) == PAWN)
			plain_pawn(&board, sq, ret_moves);
		else
			plain_piece(&board, sq, ret_moves);
		for (int i = 0; i < 2 && piece_type(man) == KING; i++)
			if (board.rights[board.side][i] != SQ_NONE)
				plain_castle(&board, sq, board.rights[board.side][i], ret_moves);
	}
}
