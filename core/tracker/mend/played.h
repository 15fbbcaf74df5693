/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How unlike players it is that a man stood on a square between two of his plies, by all that was played meanwhile (sense.h,
 * foresight.h).
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

struct game_ply;

/* The plies between which it is asked, his two among them. */
struct played {
	const struct position *before; /* the first */
	const struct game_ply *plies;
	uint32_t n_plies;
	uint64_t were; /* squares on which he stood shortly before */
};

/* played_cost: in decibans, if the first ply was `move` and the last one `last`, all of which is legal; but for what he gives away by
 * `move`. Work: a look ahead for each ply (foresight_given_away()). */
int played_cost(const struct played *played, uint16_t move, uint16_t last);

/* played_behind_cost: more, if he comes out by so much worse (standing.h) of that first ply than of another one. */
int played_behind_cost(int behind);
