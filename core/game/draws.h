/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repetition and move counters: what articles 9.2, 9.3 and 9.6 ask of the positions of a game.
 *
 * Two positions are the same when the same player is to move, men of the same kind and colour stand on
 * the same squares and the possible moves are the same: castling rights lost by a move count, rights
 * that are only barred for the moment do not, and en passant counts only where the capture is legal
 * (9.2.3; 9.2.2 in the edition of 2018). Keys find candidates; position_same() decides.
 *
 * Only positions since the last capture or pawn move can come again, so only they are kept. Memory is
 * the caller's; pushing allocates nothing and costs at most one key comparison per kept position.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/game/game.h"

/* 75 moves by each player end the game (9.6.2): 150 plies and the position before them. A game that
 * goes on unnoticed is remembered this far back. */
#define DRAWS_POSITIONS_MAX 256

struct draws {
	struct position
		positions[DRAWS_POSITIONS_MAX];    /* oldest first, since the last capture or pawn
							 * move */
	uint16_t occurrences[DRAWS_POSITIONS_MAX]; /* of that position, up to it */
	uint32_t n;
};

struct draws_count {
	uint32_t occurrences;   /* of the position now, this one included */
	uint32_t plies;         /* since the last capture or pawn move */
	bool threefold;         /* 9.2: a claim would be right */
	bool fifty;             /* 9.3: 50 moves by each; a claim would be right */
	bool fivefold;          /* 9.6.1: the game is drawn */
	bool fivefold_in_a_row; /* 9.6.a of 2014: five times, one move by each apart each time */
	bool seventy_five;      /* 9.6.2: the game is drawn; not when the last move mated */
};

/* draws_init: the game begins in *start, whose own halfmove counter goes on counting. */
void draws_init(struct draws *draws, const struct position *start);

/* draws_push: *after is the position after one more legal ply. */
void draws_push(struct draws *draws, const struct position *after);

/* draws_break: play goes on from *position, to which no legal ply led (game_break). What came before it
 * still counts where the players went on taking turns and no man was taken and no pawn moved
 * (position->halfmove is not 0): those positions did occur. Otherwise the count begins anew. */
void draws_break(struct draws *draws, const struct position *position);

/* draws_fold: as the first n_plies of the record leave it, breaks included; annulled plies count no
 * more. */
void draws_fold(struct draws *draws, const struct game *game, uint32_t n_plies);

/* draws_now: the counts for the position pushed last. */
void draws_now(const struct draws *draws, struct draws_count *ret_count);

/* draws_if: the counts as they would be after the legal `move`: a claim with an intended move (9.2.1.1,
 * 9.3.1). *draws does not change. */
void draws_if(const struct draws *draws, uint16_t move, struct draws_count *ret_count);
