/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/laws_proof.h"

#include <stdlib.h>
#include <string.h>

#include "core/game/game.h"

#define SECOND UINT64_C(1000000)

/* What an event without a word about it allows (laws.md 4.2, tc.tolerance_s), what the whole seconds of one
 * display hide, and by how much a message may be late (dgt.md 1.4). */
#define TOLERANCE_S 2
#define WHOLE_S     1
#define LATE_S      1

/* A departure of both displays together lasts over as many presses (laws.md 6.3.2). */
#define DRIFT_PRESSES 3

/* No countdown for so long (6.10.1); both displays going down for so long (6.1). */
#define STUCK_S 5
#define BOTH_S  3

void
laws_proof_begin(struct laws_proof *proof)
{
	memset(proof, 0, sizeof(*proof));
	proof->proof_us = TIME_UNKNOWN;
}

static void
prove(struct laws_proof *proof, uint64_t at_us)
{
	if (proof->proof_us == TIME_UNKNOWN)
		proof->proof_us = at_us;
}

/* Every press has brought so much too much. One display hides a second, both hide two, and the first message
 * and the last may each be late. */
static void
prove_increments(struct laws_proof *proof, const struct sim_clock_fault *fault, uint64_t now_us)
{
	int32_t n = (int32_t)++proof->n_wrong;

	if (n * abs(fault->seconds) > (n == 1 ? 1 : 2) * WHOLE_S + 2 * LATE_S)
		prove(proof, now_us);
}

static void
prove_drift(struct laws_proof *proof, const struct sim_clock_fault *fault, bool pressed,
            uint64_t now_us)
{
	bool is_wrong = abs(fault->departed_s) > TOLERANCE_S + 2 * WHOLE_S + LATE_S;

	if (pressed)
		proof->n_wrong = is_wrong ? proof->n_wrong + 1 : 0;
	if (proof->n_wrong >= DRIFT_PRESSES)
		prove(proof, now_us);
}

/* Before the turn changes hands in *proof. */
static void
prove_stuck(struct laws_proof *proof, const struct clock_reading *right,
            const struct clock_reading *shown, int32_t right_before_s, bool pressed,
            uint64_t now_us)
{
	int turn = proof->shown.turn;
	int32_t counted_s = proof->shown.face[turn].seconds - shown->face[turn].seconds;
	uint64_t silent_us = (STUCK_S + LATE_S) * SECOND;

	if (now_us - proof->still_us >= silent_us)
		prove(proof, proof->still_us + silent_us);
	if (!pressed)
		proof->uncounted_s += right_before_s - right->face[turn].seconds - counted_s;
	if ((pressed || counted_s > 0) && proof->uncounted_s > TOLERANCE_S + WHOLE_S + LATE_S)
		prove(proof, now_us);
	if (pressed)
		proof->uncounted_s = 0;
}

static void
prove_both(struct laws_proof *proof, const struct clock_reading *shown, uint64_t now_us)
{
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		if (proof->turn_began[side] - shown->face[side].seconds < BOTH_S)
			return;
	prove(proof, now_us);
}

static void
begin_turn(struct laws_proof *proof, const struct clock_reading *shown, uint64_t now_us)
{
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		proof->turn_began[side] = shown->face[side].seconds;
	proof->still_us = now_us;
	proof->uncounted_s = 0;
}

/* Some clocks show the first increment before move 1 and some do not (6.3.1); an event that does not say which
 * accepts both. */
static bool
is_wrong_setting(const struct sim_clock_fault *fault)
{
	return abs(fault->seconds) > TOLERANCE_S &&
	       abs(fault->seconds - fault->increment_s) > TOLERANCE_S;
}

static void
prove_kind(struct laws_proof *proof, const struct sim_clock_fault *fault,
           const struct clock_reading *right, const struct clock_reading *shown,
           int32_t right_before_s, bool pressed, uint64_t now_us)
{
	switch (fault->kind) {
	case SIM_FAULT_SETTING:
		if (is_wrong_setting(fault))
			prove(proof, now_us);
		break;
	case SIM_FAULT_INCREMENTS:
		if (pressed)
			prove_increments(proof, fault, now_us);
		break;
	case SIM_FAULT_DRIFT:
		prove_drift(proof, fault, pressed, now_us);
		break;
	case SIM_FAULT_STUCK:
		if (fault->active)
			prove_stuck(proof, right, shown, right_before_s, pressed, now_us);
		break;
	case SIM_FAULT_BOTH:
		if (fault->active && !pressed)
			prove_both(proof, shown, now_us);
		break;
	case SIM_FAULT_MISSED:
		if (fault->n_missed == 2 && pressed) {
			proof->pressed_plies = fault->n_presses;
			prove(proof, now_us);
		}
		break;
	case SIM_FAULT_NO_INCREMENT:
	case SIM_FAULT_TWO_INCREMENTS:
	case SIM_FAULT_JUMP:
	case SIM_FAULT_OTHER_JUMP:
	case SIM_FAULT_FLAG:
		if (fault->active)
			prove(proof, fault->active_us);
		break;
	case SIM_FAULT_NONE:
	case SIM_FAULTS:
		break;
	}
}

void
laws_proof_read(struct laws_proof *proof, const struct sim_clock_fault *fault,
                const struct clock_reading *right, const struct clock_reading *shown,
                uint64_t now_us)
{
	bool ran = proof->seen && proof->shown.running && shown->connected;
	bool pressed = ran && proof->shown.turn != shown->turn;
	bool counts =
		ran && proof->shown.face[shown->turn].seconds != shown->face[shown->turn].seconds;

	if ((shown->running || fault->blocked) && shown->connected) {
		if (!ran)
			begin_turn(proof, shown, now_us);
		prove_kind(proof, fault, right, shown, proof->right_s[proof->shown.turn], pressed,
		           now_us);
	}
	if (pressed)
		begin_turn(proof, shown, now_us);
	else if (counts)
		proof->still_us = now_us;
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		proof->right_s[side] = right->face[side].seconds;
	proof->shown = *shown;
	proof->seen = true;
}
