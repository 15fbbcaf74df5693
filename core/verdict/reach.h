/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where each man may ever stand: a least fixed point for all men at once, and what it proves.
 *
 * Every set here is an over-approximation ("may"): what is not in it can never happen. A proof of
 * "no" rests on that; nothing here proves a "yes". The rules and why they hold are in reach.c,
 * what they say of mate in reach_mate.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

#define REACH_MEN_MAX 32

struct reach_man {
	uint8_t home;         /* the square it stands on now */
	uint8_t type;         /* enum piece_type, now */
	uint8_t side;         /* enum color */
	bool may_be_lost;     /* captured, anywhere */
	bool may_take;        /* a pawn only: may capture */
	uint64_t may_step;    /* a pawn only: on its file, having captured nothing */
	uint64_t may_pawn;    /* a pawn only: as a pawn, having captured */
	uint64_t may_officer; /* as what it is now if no pawn; a pawn: once promoted */
	uint64_t may_stand;   /* any of these */
};

/* What is assumed of one man when a mate is given, so that two fixed points can share the work. */
enum reach_case {
	REACH_ANY,   /* nothing */
	REACH_LIVES, /* it has not been taken on its home square before ever leaving it */
	REACH_TAKEN, /* it has: it never moved, and is off the board */
};

struct reach {
	struct reach_man men[REACH_MEN_MAX];
	int n_men;
	uint8_t king[2];            /* index into men of each side's king */
	uint64_t may_be_empty;      /* squares */
	uint64_t may_capture_on[2]; /* squares on which a man of that side may take */
	uint64_t
		may_hold[2]; /* squares on which a man of that side other than its king may stand */
	const struct position *position;
	enum reach_case assumed;
	uint8_t about;   /* home of the man that is assumed about */
	uint64_t frozen; /* squares whose men are assumed neither to leave nor to be taken */
	uint64_t safe;   /* squares where no man is taken, by what is assumed */
};

/* reach_may_prove: a cheap look at whether a proof that `winner` never mates is likely at all. */
bool reach_may_prove(const struct position *position, enum color winner);

/* reach_compute: the fixed point for a position that passed position_check(). *position is borrowed
 * for as long as *ret_reach is used. */
void reach_compute(const struct position *position, struct reach *ret_reach);

/* reach_compute_case: the same under the assumption about the man that stands on `about`, which is
 * no king. One of REACH_LIVES and REACH_TAKEN holds of a man at any mate, so what both prove is
 * proved. */
void reach_compute_case(const struct position *position, int about, enum reach_case assumed,
                        struct reach *ret_reach);

/* reach_compute_frozen: the same for as long as no man that stands on `frozen` now has left or been
 * taken: up to the position before the first move that does either. */
void reach_compute_frozen(const struct position *position, uint64_t frozen,
                          struct reach *ret_reach);

/* reach_step: the squares one step from those of `set` for a man of that type: a king's, a line man's to the next square. A
 * pawn's are those of one that is promoted, whatever it has become. */
uint64_t reach_step(enum piece_type type, uint64_t set);

/* reach_may_leave: may the man ever stand elsewhere than now? */
bool reach_may_leave(const struct reach_man *man);

/* reach_attacks: squares that a man other than a king may attack at some time, from all squares of
 * its sets; `through` are the squares that lines may pass. */
uint64_t reach_attacks(const struct reach_man *man, uint64_t through);

/* reach_never_mates: true only if the fixed point leaves no square on which the other side's king
 * could be mated by `winner`. A mate on the board is not looked for. False proves nothing. */
bool reach_never_mates(const struct reach *reach, enum color winner);
