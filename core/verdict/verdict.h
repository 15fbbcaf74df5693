/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Can a side still give mate by any series of legal moves, the other side helping (5.2.2, 6.9)?
 *
 * The question is asked of each side. The answer is exact or "unknown", never a guess: a yes rests
 * on a line that ends in mate, a no on an exhausted set of positions or on a proof that holds for
 * every position that can arise. Repetition and the counting of moves (9.3, 9.6) play no part.
 *
 * Works in steps: begin once, then step with any number of nodes as often as is convenient (a
 * daemon does so between events) until it is done. Uses the memory handed over and nothing else.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/frontier.h"
#include "core/verdict/shadow.h"

/* Least memory that verdict_begin() takes, and what is enough for every node limit up to
 * VERDICT_NODES_DEFAULT, in bytes. */
#define VERDICT_MEMORY_MIN     ((size_t)1 << 17)
#define VERDICT_MEMORY_DEFAULT ((size_t)256 << 20)

/* Positions looked at for one side before the answer is "unknown". */
#define VERDICT_NODES_DEFAULT UINT64_C(5000000)

/* Longest line kept, in plies. A longer one still makes the answer yes, without a line. */
#define VERDICT_LINE_MAX 1024

enum verdict_answer { VERDICT_UNKNOWN, VERDICT_NO, VERDICT_YES };

/* What an answer rests on. */
enum verdict_proof {
	VERDICT_PROOF_NONE,      /* unknown: the limit or the memory came first */
	VERDICT_PROOF_LINE,      /* yes: a line that ends in mate */
	VERDICT_PROOF_MATED,     /* the game is over: yes for the side that has mated, else no */
	VERDICT_PROOF_STALEMATE, /* no: no legal move */
	VERDICT_PROOF_MATERIAL,  /* no: these men never mate (material.h) */
	VERDICT_PROOF_FIXPOINT,  /* no: no man gets where a mate needs it (reach.h, outlook.h) */
	VERDICT_PROOF_SHADOWS,   /* no: all of a coarser game was looked at (shadow.h) */
	VERDICT_PROOF_EXHAUSTED, /* no: every position that matters was looked at */
};

enum verdict_mode {
	VERDICT_EXACT, /* until known, or the limit */
	VERDICT_QUICK, /* what verdict_begin() proves at once, mostly "no": after every ply */
};

struct verdict_side {
	enum verdict_answer answer;
	enum verdict_proof proof;
	uint64_t n_nodes;     /* positions looked at for this side */
	uint64_t n_positions; /* EXHAUSTED: the size of the set */
	size_t line_len;      /* LINE: plies in line[], 0 if there are more than VERDICT_LINE_MAX */
	uint16_t line[VERDICT_LINE_MAX];
};

enum verdict_stage {
	VERDICT_STAGE_DIVE,
	VERDICT_STAGE_DIVE_ON,
	VERDICT_STAGE_SPRINT,    /* a short search */
	VERDICT_STAGE_SPRINT_ON, /* the same, once the outlook is known to prove nothing */
	VERDICT_STAGE_SHADOW,    /* try the next choice of shadows */
	VERDICT_STAGE_SHADOW_RUN,
	VERDICT_STAGE_FRONTIER,
	VERDICT_STAGE_DONE
};

struct verdict {
	struct position root;
	enum verdict_mode mode;
	uint64_t node_limit;
	void *memory; /* borrowed until done */
	size_t memory_size;
	enum color winner; /* the side in work */
	enum verdict_stage stage;
	int choice;              /* enum shadow_choice, next to try */
	enum reach_case assumed; /* about the man on `about` */
	int about;
	uint64_t abouts; /* men on whom cases are still to be tried */
	struct shadow shadow;
	struct frontier frontier;
	struct verdict_side side[2]; /* index enum color; the results */
};

/* verdict_begin: ask about both sides of a position that passed position_check().
 *
 * @memory, size  borrowed until the verdict is done; aligned for uint64_t, VERDICT_MEMORY_MIN or
 *                more. Need not be cleared, and is touched only as far as a search grows. May be
 *                NULL for VERDICT_QUICK.
 * @node_limit    for each side.
 *
 * Does the proofs without search (some microseconds); the rest is left to verdict_step().
 */
void verdict_begin(struct verdict *verdict, const struct position *position, enum verdict_mode mode,
                   uint64_t node_limit, void *memory, size_t size);

/* verdict_step: look at about n_nodes more positions. True when both sides are answered. */
bool verdict_step(struct verdict *verdict, uint64_t n_nodes);

/* verdict_is_dead: is the position dead (5.2.2): both answers no? verdict_is_live: one is yes? */
bool verdict_is_dead(const struct verdict *verdict);
bool verdict_is_live(const struct verdict *verdict);
