/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which legal plies lead from a position to what the board shows?
 *
 * A search over legal lines of a given length. Two rules keep it small and honest. A ply leaves
 * traces: its squares differ from the position, or were seen changing; without that rule, two
 * knights that go out and come back "explain" any man missing from the board. And a man is lost only
 * to an enemy ply. Where several lines lead to the same image, the one is taken whose men reached
 * their squares in the line's order, and among those the one with the latest arrivals: where a man
 * stopped on his way counts less than where he came to rest.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/image.h"

/* Longest line looked for. Four plies between two consistent images is a cable out for some seconds
 * of a blitz scramble; a fifth would cost thirty times as much and explain almost anything. */
#define EXPLAIN_PLIES_MAX 4

/* What was seen on the way to the image. */
struct evidence {
	/* A rising number, larger where the square changed later; 0: never. */
	uint64_t changed[64];
	/* [square][enum piece]: the same for when the square began to read that man. */
	uint64_t placed[64][PIECES + 1];
	/* What is not above this happened before the line begins. */
	uint64_t since;
};

struct explanation {
	uint16_t moves[EXPLAIN_PLIES_MAX];
	int n_plies;
	int disorder;     /* men that arrived against the line's order; 0 is perfect */
	int unseen;       /* men that nobody saw arrive; 0 is perfect */
	uint64_t arrival; /* sum of their arrivals */
	int n_lines;      /* how many lines lead there */
};

/* explain: find the best line of exactly n_plies (0..EXPLAIN_PLIES_MAX) legal plies from *from to
 * *image.
 *
 * Returns true with *ret_explanation set, false when there is none. Never fails. Cost: some
 * microseconds as a rule, EXPLAIN_NODES_MAX positions at most.
 */
bool explain(const struct position *from, const struct image *image, int n_plies,
             const struct evidence *evidence, struct explanation *ret_explanation);

/* Positions visited at most by one call: a bound for a board on which everything was touched (men
 * swept off, set up again), where no line will be found anyway. */
#define EXPLAIN_NODES_MAX 20000
