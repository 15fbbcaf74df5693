/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A search of a coarser game, in which some men are shadows: proves "no" where the game itself has
 * too many positions, mostly because men that cannot matter roam.
 *
 * The rules of the coarser game, and why a mate in the game is one there, are in shadow.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/frontier.h"
#include "core/verdict/reach.h"

enum shadow_choice {
	SHADOW_OFFICERS,        /* every man but kings and pawns */
	SHADOW_MOBILE_OFFICERS, /* those of them with a square to go to */
	SHADOW_MOBILE_BISHOPS,
	SHADOW_DISTANT, /* the loser's men far from his king */
	SHADOW_CHOICES
};

struct shadow {
	enum color winner;
	uint64_t may_hold[2];   /* squares on which a shadow of a side may stand, by color */
	uint64_t may_attack[2]; /* squares that one may attack */
	bool may_move[2];
	bool has_lines[2];     /* shadows that may be rooks or queens, by color */
	bool has_diagonals[2]; /* bishops or queens */
	bool has_pawns[2];
	int n_men[2];
	uint64_t fixed;       /* squares whose men never leave nor are taken */
	uint64_t may_king[2]; /* squares on which a king may stand */
};

/* shadow_mobile: the men of `set`, pawns and kings not among them, that have a square to go to. */
uint64_t shadow_mobile(const struct position *position, uint64_t set);

/* shadow_begin: start the search of the coarser game in `frontier`, with its memory. The fixed
 * point may be one of a case; a man that it assumes to be taken is made a shadow too. False when
 * this choice is of no use here: rights of castling, en passant, or no shadow. The fixed point is
 * of *start. */
bool shadow_begin(struct shadow *shadow, struct frontier *frontier, const struct reach *reach,
                  const struct position *start, enum color winner, enum shadow_choice choice,
                  void *memory, size_t size);

/* shadow_run: about n_nodes more. FRONTIER_EXHAUSTED proves that `winner` never mates;
 * FRONTIER_MATE (in the coarser game) and FRONTIER_FULL prove nothing. */
enum frontier_result shadow_run(const struct shadow *shadow, struct frontier *frontier,
                                uint64_t n_nodes);
