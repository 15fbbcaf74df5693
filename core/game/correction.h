/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person changes in the record: plies taken back, replaced or put in, a position set, a result.
 *
 * A correction is evidence that outweighs the board. It says what the record must be up to its place;
 * the plies behind it stay as far as they can still be played by the same men, and the first that
 * cannot goes with all that follow it, up to the next break: behind that another position counts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"

enum correction_what {
	CORRECTION_TAKE_BACK, /* the last n_plies plies, and the breaks among them */
	CORRECTION_REPLACE,   /* ply `ply` by `moves` */
	CORRECTION_INSERT,    /* `moves` before ply `ply`, behind a break there; or at the end */
	CORRECTION_POSITION, /* `position` is on the board, and play goes on from it; a position set
	                       * last gives way, wholly where this is where the last ply led */
	CORRECTION_RESULT,   /* `result` is declared; RESULT_NONE takes it back */
};

/* Moves that one correction can put in, and the room for their text: that many of the longest SAN
 * with their blanks. Who has more to say says it in several corrections. */
#define CORRECTION_MOVES_MAX 8
#define CORRECTION_TEXT      (CORRECTION_MOVES_MAX * 12)

struct correction {
	uint8_t what;                /* enum correction_what */
	uint8_t result;              /* enum game_result */
	bool keeps_count;            /* `position` came without counters: the game's go on */
	uint32_t ply;                /* index from 0 */
	uint32_t n_plies;            /* from 1 */
	char moves[CORRECTION_TEXT]; /* SAN or UCI, blanks between, NUL-terminated */
	struct position position;
};

/* What the record would be, or has become. */
struct correction_effect {
	uint32_t first_ply; /* the first ply that changes; n_plies where only what follows does */
	uint32_t n_plies;   /* of the record then */
	uint32_t n_removed; /* plies that the correction itself takes out */
	uint32_t n_added;   /* and puts in */
	uint32_t n_kept;    /* plies behind it that stay */
	uint32_t n_dropped; /* plies behind it that cannot stay */
	char cause[120];    /* English, for a person: why it cannot be done; "" when it can */
};

/* correction_check: what would *correction make of *game? Changes nothing.
 *
 * Returns 0; -EINVAL where it cannot be done: there is no such ply (counted from 1 in the cause), a move
 * is none, not legal or ambiguous, no game can go on from the position; -ENOBUFS where the record is
 * full. Cost: linear in the plies of the game. */
int correction_check(const struct game *game, const struct correction *correction,
                     struct correction_effect *ret_effect);

/* correction_apply: do it. Returns as correction_check() does, *game untouched unless 0.
 *
 * A move that replaces one keeps its times, since the hand and the press were real; one that is put in
 * has none. New plies are made, and completed where the record goes on for two more (6.2.1); none is
 * doubtful. made_us is for the break of CORRECTION_POSITION, microseconds or TIME_UNKNOWN. */
int correction_apply(struct game *game, const struct correction *correction, uint64_t made_us,
                     struct correction_effect *ret_effect);
