/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Can a side still mate (5.2.2, 6.9)? The exact verdict, held to a bound that one event may cost.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/verdict.h"

/* Positions looked at for each side after a ply, and when a flag falls. Mostly some hundreds are enough; at
 * the limit they cost some milliseconds, and some tenths of a second. Two knights against a bare king took
 * 142,260, and more than four megabytes. */
#define MATING_NODES_PLY  UINT64_C(20000)
#define MATING_NODES_FLAG UINT64_C(400000)

#define MATING_MEMORY ((size_t)1 << 23)

/* Room to work in: one serves any number of questions, one after the other. Touched only as far as a
 * search grows. */
struct mating {
	struct verdict verdict;
	uint64_t memory[MATING_MEMORY / sizeof(uint64_t)];
};

/* mating_ask: for each side (enum color), can it still mate from *position? At most n_nodes positions are
 * looked at a side; VERDICT_UNKNOWN beyond that, and for a position that fails position_check(). */
void mating_ask(struct mating *mating, const struct position *position, uint64_t n_nodes,
                enum verdict_answer ret_answers[2]);

/* mating_ask_quick: only what is proved without a search, mostly a no. Some microseconds. */
void mating_ask_quick(struct mating *mating, const struct position *position,
                      enum verdict_answer ret_answers[2]);
