/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Breaches of article 4 to order: moves played with two hands, and men touched, let go or castled in a way
 * the Laws do not allow. One in a game, when it is wished for (sim_hand.h), at the first ply at which it can
 * happen; the ply is played all the same, and nobody puts anything right.
 *
 * How hands behave then: HANDS is Kelso, Southard and Goodman, On the Nature of Human Interlimb Coordination,
 * Science 203 (1979): two hands with different ways to go begin and end together. How exactly at a
 * chess board, nobody has measured: up to 80 ms is OURS, wider than theirs. LAWS are the times of
 * laws.md 4.2, which a reader will take for limits: what is drawn here begins near them.
 */
#pragma once

#include <stdbool.h>

#include "drivers/sim/sim_hand.h"

/* sim_conduct_is_kind: can this be wished for here? */
bool sim_conduct_is_kind(enum sim_trouble what);

/* sim_conduct_ply: fulfil the wish with `move`, the next ply, in the plan that was begun, if this is the place
 * for it. Returns whether the ply itself is in the plan then. */
bool sim_conduct_ply(struct sim_hand *hand, uint16_t move);
