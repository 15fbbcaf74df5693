/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random positions for property tests: games from the start, from Chess960 starts, from men thrown
 * on the board. Everything follows from the seed that test_seed() prints.
 */
#pragma once

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/position.h"
#include "tests/support.h"

struct playout {
	uint64_t state;
};

static inline void
playout_begin(struct playout *random)
{
	random->state = test_seed() * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

/* A number from 0 to n - 1 (splitmix64, Steele and others 2014). */
static inline int
playout_random(struct playout *random, int n)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int)((z ^ z >> 31) % (uint64_t)n);
}

static inline void
playout_parse(const char *fen, struct position *ret_position)
{
	struct fen_error error;

	if (fen_parse(fen, strlen(fen), ret_position, &error) < 0)
		ck_abort_msg("'%s': column %d: %s", fen, error.column, error.cause);
}

/* Put the letter on the n-th square of the rank that is still free. */
static inline void
playout_place(char rank[9], char letter, int n)
{
	for (int file = 0; file < 8; file++)
		if (rank[file] == ' ' && n-- == 0) {
			rank[file] = letter;
			return;
		}
}

/* One of the 960 arrays, by the drawing of lots of Guidelines II.2; the two sides may differ. */
static inline void
playout_chess960_rank(struct playout *random, char rank[9])
{
	memcpy(rank, "        ", 9);
	rank[2 * playout_random(random, 4)] = 'b';
	rank[2 * playout_random(random, 4) + 1] = 'b';
	playout_place(rank, 'q', playout_random(random, 6));
	playout_place(rank, 'n', playout_random(random, 5));
	playout_place(rank, 'n', playout_random(random, 4));
	playout_place(rank, 'r', 0);
	playout_place(rank, 'k', 0);
	playout_place(rank, 'r', 0);
}

static inline void
playout_chess960_start(struct playout *random, struct position *ret_position)
{
	char white[9], black[9], rights[5], fen[FEN_SIZE];
	int n = 0;

	playout_chess960_rank(random, white);
	playout_chess960_rank(random, black);
	for (int file = 0; file < 8; file++)
		if (white[file] == 'r')
			rights[n++] = (char)('A' + file);
	for (int file = 0; file < 8; file++)
		if (black[file] == 'r')
			rights[n++] = (char)('a' + file);
	rights[n] = '\0';
	for (int file = 0; file < 8; file++)
		white[file] = (char)(white[file] - 'a' + 'A');
	snprintf(fen, sizeof(fen), "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, white,
	         rights);
	playout_parse(fen, ret_position);
}

static inline void
playout_put(struct position *position, struct playout *random, enum color side,
            enum piece_type type)
{
	const uint64_t taken = position->by_color[WHITE] | position->by_color[BLACK];
	const uint64_t sq = sq_bit(playout_random(random, 64));

	if ((sq & taken) != 0 || (type == PAWN && (sq & UINT64_C(0xff000000000000ff)) != 0))
		return;
	position->by_type[type] |= sq;
	position->by_color[side] |= sq;
}

/* Claim the right with some rook of the back rank, if there is one on that side of the king. */
static inline void
playout_claim_right(struct position *position, enum color side, enum castling_side to)
{
	const int king = position_king(position, side), rank = side == WHITE ? 0 : 7;

	if (sq_rank(king) != rank)
		return;
	for (int file = 0; file < 8; file++)
		if ((file > sq_file(king)) == (to == CASTLE_KING_SIDE) &&
		    position_piece_at(position, sq_make(file, rank)) == piece_make(side, ROOK))
			position->castling_rook[side][to] = (uint8_t)sq_make(file, rank);
}

/* Men thrown on the board, crowded or not, until the position can be played. */
static inline void
playout_thrown(struct playout *random, struct position *ret_position)
{
	static const enum piece_type types[] = {
		PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, ROOK, QUEEN
	};
	struct position p;

	do {
		const int n = 2 + playout_random(random, 26);

		memset(&p, 0, sizeof(p));
		memset(p.castling_rook, SQ_NONE, sizeof(p.castling_rook));
		p.ep = SQ_NONE;
		p.fullmove = 1;
		p.chess960 = true;
		p.side = (uint8_t)playout_random(random, 2);
		playout_put(&p, random, WHITE, KING);
		playout_put(&p, random, BLACK, KING);
		for (int i = 0; i < n; i++) {
			const enum piece_type type = types[playout_random(random, 8)];
			const enum color color = (enum color)playout_random(random, 2);

			playout_put(&p, random, color, type);
		}
		for (int i = 0; i < 4; i++)
			if (position_king(&p, WHITE) != SQ_NONE &&
			    position_king(&p, BLACK) != SQ_NONE && playout_random(random, 2) == 0)
				playout_claim_right(&p, (enum color)(i / 2),
				                    (enum castling_side)(i % 2));
	} while (position_check(&p) != POSITION_OK);
	p.key = position_key(&p);
	*ret_position = p;
}

/* Where the n-th playout begins: the orthodox start, a Chess960 one, thrown men, in turn. */
static inline void
playout_start(struct playout *random, int n, struct position *ret_position)
{
	if (n % 3 == 0)
		position_start(ret_position);
	else if (n % 3 == 1)
		playout_chess960_start(random, ret_position);
	else
		playout_thrown(random, ret_position);
}

/* A random legal move, or MOVE_NONE at the end of the game. */
static inline uint16_t
playout_move(struct playout *random, const struct position *position)
{
	struct move_list list;

	movegen_legal(position, &list);
	return list.count > 0 ? list.moves[playout_random(random, list.count)] : MOVE_NONE;
}
