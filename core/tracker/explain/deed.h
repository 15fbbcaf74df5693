/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What hands have done to a position, judged by the picture alone: nothing, a legal ply, or what the Laws call
 * an illegal one and why (3.10.2). Who pressed, and when, is not asked here.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/seen/image.h"

enum deed_kind {
	DEED_NONE,       /* the board shows the position */
	DEED_LEGAL,      /* and now that after a legal ply */
	DEED_HAND,       /* men are lifted that a ply could need, or adjust (4.2) */
	DEED_ILLEGAL,    /* a man of the side to move was carried where he may not go */
	DEED_KING_LEFT,  /* where he might, but for his own king (3.9.2) */
	DEED_KING_TAKEN, /* the opponent's king was captured (1.4.2) */
	DEED_WRONG_SIDE, /* a man of the side that is not to move was carried */
	DEED_UNPROMOTED, /* a pawn went to the last rank and is one still (7.5.2) */
	DEED_CASTLING, /* king and a rook of his stand elsewhere on their rank, as castling does not take them */
	DEED_VICTIM_LEFT, /* the pawn captured in passing is still there (3.7.4) */
	DEED_MANY,        /* anything else */
};

struct deed {
	enum deed_kind kind;
	/* Of the man carried, the king for castling; only from DEED_ILLEGAL to DEED_VICTIM_LEFT. */
	uint8_t from, to;
	uint8_t piece;    /* enum piece, as he stood on `from` */
	uint8_t captured; /* what stood on `to`, EMPTY for nothing */
	uint64_t squares; /* that differ */
	bool begun;       /* it may also be the beginning of a legal ply: castling, en passant */
};

/* deed_find: what was done from *before to what *image shows, but for the squares of `excused`, whose
 * readings are not believed. A board that does not know its men tells less: a man carried to an empty
 * square is the one who stood there before. */
void deed_find(const struct position *before, const struct image *image, uint64_t excused,
               struct deed *ret_deed);

/* deed_find_carried: the same where it is known that no legal ply explains the picture: was it one man's being
 * carried, or a castling? Where not, false, and ret_deed->kind is DEED_NONE. */
bool deed_find_carried(const struct position *before, const struct image *image, uint64_t excused,
                       struct deed *ret_deed);

/* deed_is_illegal: a ply that is none (3.10.2), made by one hand's work: DEED_ILLEGAL to DEED_VICTIM_LEFT. */
bool deed_is_illegal(const struct deed *deed);

/* deed_is_way: might the man on `from` go to `to` if nobody had a king (3.2 to 3.7)? */
bool deed_is_way(const struct position *position, int from, int to);

/* deed_side: whose man was carried. */
enum color deed_side(const struct deed *deed);

/* deed_rook: where the rook of a DEED_CASTLING came from (SQ_NONE: *before has none there), and where he stands now. */
void deed_rook(const struct position *before, const struct deed *deed, int *ret_from, int *ret_to);

/* deed_position: what stands on the board after an illegal deed, `mover`'s opponent to move, whether or not legal play
 * can go on from it. */
void deed_position(const struct position *before, const struct deed *deed, enum color mover,
                   struct position *ret_after);
