/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The hand's inside, shared by its files: sim_plan.c draws and collects touches, sim_moves.c knows
 * how a ply is played, sim_mischief.c what goes wrong with it, sim_hand.c the time.
 *
 * A plan is what one ply makes the hands do, in times from its own beginning (hand->at_us is where
 * it has come to). It is put into the timeline when its beginning is known.
 */
#pragma once

#include "drivers/sim/sim_hand.h"

#define MS UINT64_C(1000)
#define S  UINT64_C(1000000)

/* sim_plan_draw: a duration within span, microseconds. */
uint64_t sim_plan_draw(struct sim_hand *hand, struct sim_span span);

/* sim_plan_chance: always draws, so that a probability of zero does not shift what comes after. */
bool sim_plan_chance(struct sim_hand *hand, uint16_t per_mille);

/* sim_plan_may: the same, but never draws for zero: for what older profiles do not know. */
bool sim_plan_may(struct sim_hand *hand, uint16_t per_mille);

/* sim_plan_below: 0..n-1. */
uint32_t sim_plan_below(struct sim_hand *hand, uint32_t n);

/* sim_plan_begin: an empty plan. */
void sim_plan_begin(struct sim_hand *hand);

/* sim_plan_put_at, sim_plan_put: piece stands on sq from t_us, or from now, on. */
void sim_plan_put_at(struct sim_hand *hand, uint64_t t_us, int sq, uint8_t piece);
void sim_plan_put(struct sim_hand *hand, int sq, uint8_t piece);

/* sim_plan_wait: time passes. */
void sim_plan_wait(struct sim_hand *hand, struct sim_span span);

/* sim_plan_note: for the ground truth: from from_us until now this was going on. */
void sim_plan_note(struct sim_hand *hand, enum sim_trouble what, int sq, uint8_t piece,
                   uint64_t from_us);

/* sim_plan_commit: put the plan into the timeline at start_us. */
void sim_plan_commit(struct sim_hand *hand, uint64_t start_us);

/* sim_hand_push, sim_hand_push_clock: an action at its own time; the second only where there is a
 * clock. */
void sim_hand_push(struct sim_hand *hand, const struct sim_action *action);
void sim_hand_push_clock(struct sim_hand *hand, enum sim_action_kind kind, uint64_t t_us);

/* sim_moves_plan: play move, legal in hand->position. */
void sim_moves_plan(struct sim_hand *hand, uint16_t move);

/* sim_moves_distance: in king's steps. */
int sim_moves_distance(int a, int b);

/* sim_moves_carry: bring a man from one square to an empty one. */
void sim_moves_carry(struct sim_hand *hand, int from, int to, uint8_t piece);

/* sim_moves_adjust: a man that has nothing to do with move is lifted and put back (4.2). */
void sim_moves_adjust(struct sim_hand *hand, uint16_t move);

/* sim_mischief_before: what is planned in front of `move`, in the same plan. */
void sim_mischief_before(struct sim_hand *hand, uint16_t move);

/* sim_mischief_after: what is planned behind it. */
void sim_mischief_after(struct sim_hand *hand, uint16_t move);

/* sim_mischief_aside: another ply is played, pressed and undone before `move` is thought about;
 * goes into the timeline by itself. Returns whether it did anything. */
bool sim_mischief_aside(struct sim_hand *hand, uint16_t move);
