/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chess position, orthodox or Chess960: bitboards, side to move, castling rights, en passant.
 *
 * A position is a value of at most 128 bytes: it is copied, not undone (a recorder keeps every
 * position anyway). It says nothing of how it came about: repetition belongs to the game.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/types.h"

enum castling_side { CASTLE_KING_SIDE, CASTLE_QUEEN_SIDE };

struct position {
	uint64_t by_type[7];  /* index enum piece_type; [0] unused, kept 0 */
	uint64_t by_color[2]; /* index enum color */
	uint64_t key;         /* zobrist: men, side, rights, en passant only when capturable */
	uint8_t side;         /* enum color, to move */
	uint8_t ep;           /* square passed by the last move's double step, or SQ_NONE; set
	                             * only when a pawn may legally capture there (9.2.3.1) */
	uint8_t castling_rook[2][2]; /* [color][castling_side]: square of the rook, or SQ_NONE when
	                             * the right is lost */
	bool chess960;     /* how castling is written (X-FEN, UCI); the rules are the same */
	uint16_t halfmove; /* plies since the last capture or pawn move (9.3, 9.6.2) */
	uint16_t fullmove; /* move number, from 1 */
};

/* position_start: the orthodox initial position (2.3). */
void position_start(struct position *ret_position);

/* position_put: a man (not EMPTY) onto sq, which is empty. position_take_off: those of `squares` off. Men only: rights, side
 * and en passant are the caller's. */
static inline void
position_put(struct position *position, int sq, uint8_t piece)
{
	position->by_type[piece_type(piece)] |= sq_bit(sq);
	position->by_color[piece_color(piece)] |= sq_bit(sq);
}

static inline void
position_take_off(struct position *position, uint64_t squares)
{
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] &= ~squares;
	position->by_color[WHITE] &= ~squares;
	position->by_color[BLACK] &= ~squares;
}

/* position_piece_at: the man on sq (0..63), EMPTY where there is none. */
uint8_t position_piece_at(const struct position *position, int sq);

/* position_arriving: who stands on move_target() behind `move`, which is legal in *before: what a pawn becomes. */
uint8_t position_arriving(const struct position *before, uint16_t move);

/* position_placement: all 64 squares, a1 first. */
void position_placement(const struct position *position, uint8_t ret_squares[64]);

/* position_difference: the squares on which other men stand in *a than in *b. */
uint64_t position_difference(const struct position *a, const struct position *b);

/* position_king: the square of side's king, or SQ_NONE. */
int position_king(const struct position *position, enum color side);

/* position_attackers: the men of `by` that attack sq, with `occupied` as the blockers. */
uint64_t position_attackers(const struct position *position, int sq, enum color by,
                            uint64_t occupied);

/* position_in_check: is the side to move in check (3.9)? */
bool position_in_check(const struct position *position);

/* position_after: make `move`, which must be legal in *before, into *ret_after (3, 3.7.3.5, 3.8.2).
 * The two may be the same object. Counters, rights, en passant and key follow. Never fails.
 */
void position_after(const struct position *before, uint16_t move, struct position *ret_after);

/* position_rooks_beside_king: side's rooks on its first rank, on that side of its king. */
uint64_t position_rooks_beside_king(const struct position *position, enum color side,
                                    enum castling_side to);

/* position_outermost_rook: the square of side's rook on its first rank farthest from its king on that side of him, or SQ_NONE: what
 * K, Q, k and q mean in X-FEN. */
int position_outermost_rook(const struct position *position, enum color side,
                            enum castling_side to);

/* position_assume_castling: give the rights nobody can deny by the look of it: king and rook are at home.
 * The key follows. For positions that come without their history. */
void position_assume_castling(struct position *position);

/* position_key: the key computed from nothing; equals position->key (tests hold it to that). */
uint64_t position_key(const struct position *position);

/* position_same: the same position by article 9.2.3: side to move, men, rights of castling, and en
 * passant only if the capture is legal. Decided on the position itself, not on the key.
 */
bool position_same(const struct position *a, const struct position *b);

enum position_fault {
	POSITION_OK,
	POSITION_KINGS,             /* not exactly one king a side */
	POSITION_PAWN_ON_EDGE,      /* a pawn on the first or eighth rank */
	POSITION_OPPONENT_IN_CHECK, /* the side not to move stands in check */
	POSITION_CASTLING,          /* a right without its king and rook on their squares */
	POSITION_EN_PASSANT,        /* no double step can have passed that square */
	POSITION_MEN,               /* more than 16 men, or 8 pawns, of a side */
};

/* position_check: can legal moves be generated from here? POSITION_OK or the first fault. */
enum position_fault position_check(const struct position *position);

/* position_check_standing: the same, but the side not to move may stand in check, as an illegal move
 * that stands leaves it (A.4.2). Legal moves can be generated there too: none of them takes the king. */
enum position_fault position_check_standing(const struct position *position);

/* position_fault_text: an English phrase for messages. Never NULL. */
const char *position_fault_text(enum position_fault fault);
