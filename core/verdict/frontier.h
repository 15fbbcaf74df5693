/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All positions that can arise from one, most promising first, until one is a mate or none is left.
 *
 * Every position met is kept whole and once, so that an empty frontier proves that there is no
 * mate, and a mate can be followed back to the start.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/pack.h"

#define FRONTIER_BUCKETS 256
#define FRONTIER_NONE    UINT32_MAX

struct frontier_node {
	struct pack pack;
	uint32_t parent; /* FRONTIER_NONE for the start */
	uint32_t next;   /* in its bucket */
	uint32_t depth;  /* plies from the start */
	uint16_t move;   /* that led here */
	uint8_t side;    /* enum color, to move */
	bool expanded;
};

/* Buckets of nodes by what they promise, each a chain, the last one in first. */
struct frontier_queue {
	uint32_t heads[FRONTIER_BUCKETS];
	uint32_t lowest; /* no bucket below has a node */
};

struct frontier {
	struct frontier_node *nodes;
	uint32_t *slots; /* open addressing; index of a node + 1, 0 is free */
	uint32_t n_nodes, max_nodes;
	uint32_t n_slots, max_slots; /* powers of two */
	uint32_t oldest;             /* no node below is unexpanded */
	uint32_t turn;
	struct frontier_queue old_kind, new_kind; /* a node is in one of them */
	uint64_t *kinds;                          /* bits: kings and pawns met before, by a hash */
	enum color winner;
	bool chess960;
	bool patient; /* a turn in four goes to kinds met before, however unlikely they look */
	uint64_t n_generated;
	uint64_t n_asked, n_proved; /* positions shown to the fixed point */
	uint32_t mate_parent;
	uint16_t mate_move;
};

enum frontier_result {
	FRONTIER_MORE,      /* call again */
	FRONTIER_MATE,      /* found: frontier_line() */
	FRONTIER_EXHAUSTED, /* nothing is left: no mate */
	FRONTIER_FULL,      /* the memory is used up */
};

/* frontier_begin: start from `start`, which is neither mate nor stalemate. Memory as for
 * verdict_begin(). `patient` is false, and may be set before the first run: most mates then come
 * later, those that take long manoeuvres first much earlier. */
void frontier_begin(struct frontier *frontier, const struct position *start, enum color winner,
                    void *memory, size_t size);

/* frontier_run: generate about n_nodes more positions. */
enum frontier_result frontier_run(struct frontier *frontier, uint64_t n_nodes);

/* For a search with rules of its own (shadow.c): keep a position met after the one numbered
 * `parent`, unless it is there (false: the memory is full); the oldest that has not been opened, or
 * FRONTIER_NONE; open one. */
bool frontier_keep(struct frontier *frontier, const struct position *position, uint32_t parent);
uint32_t frontier_oldest(struct frontier *frontier);
void frontier_open(struct frontier *frontier, uint32_t index, struct position *ret_position);

/* frontier_line: after FRONTIER_MATE: the moves from the start to the mate, and how many there are;
 * only the count when there are more than max. */
size_t frontier_line(const struct frontier *frontier, uint16_t *ret_moves, size_t max);
