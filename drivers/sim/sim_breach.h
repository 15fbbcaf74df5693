/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Irregularities to order: one of a kind in a game, at the first ply at which it can happen, with its
 * truth. Profiles say what happens by chance; this says what happens.
 *
 * All are put right: by the players, or by the arbiter, who stops the clock, gives the opponent two
 * minutes and lets the game go on (7.5.1, 7.5.5). What is played instead of an illegal move is what the
 * touched man must do (4.3), where he can do anything: others are not chosen. So the plies of the
 * game are those of its record.
 */
#pragma once

#include <stdbool.h>

#include "drivers/sim/sim_hand.h"

/* sim_breach_is_kind: can this be wished for? */
bool sim_breach_is_kind(enum sim_trouble what);

/* sim_breach_setup: before the first ply of a game, the men stand, the clock does not run. */
void sim_breach_setup(struct sim_hand *hand);

enum sim_breach_done {
	SIM_BREACH_NONE,
	SIM_BREACH_ASIDE,  /* something has happened, and the ply is still to come */
	SIM_BREACH_PLAYED, /* the ply was played as well, pressed, and its actions are pushed */
};

/* sim_breach_ply: fulfil the wish before or with `move`, the next ply, if this is the place for it. Goes
 * into the timeline by itself. */
enum sim_breach_done sim_breach_ply(struct sim_hand *hand, uint16_t move);
