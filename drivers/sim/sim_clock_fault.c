/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_clock_fault.h"

#include <string.h>

#include "core/base/invariant.h"

#define SECOND_US UINT64_C(1000000)
#define SHOWN_MAX 35999

void
sim_clock_fault_init(struct sim_clock_fault *fault, enum sim_fault_kind kind, uint32_t after,
                     int32_t seconds, int32_t increment_s)
{
	memset(fault, 0, sizeof(*fault));
	fault->kind = kind;
	fault->after = after;
	fault->seconds = seconds;
	fault->increment_s = increment_s;
}

static void
begin(struct sim_clock_fault *fault, uint64_t now_us)
{
	fault->active = true;
	fault->active_us = now_us;
}

static void
add(struct sim_clock_fault *fault, int side, int32_t seconds)
{
	int32_t *shown = &fault->shown.face[side].seconds;

	*shown += seconds;
	if (*shown < 0)
		*shown = 0;
	if (*shown > SHOWN_MAX)
		*shown = SHOWN_MAX;
}

/* How many seconds are counted when the right clock counts n. */
static int32_t
counted(struct sim_clock_fault *fault, int32_t n, uint64_t now_us)
{
	int32_t extra = 0;

	if (fault->kind == SIM_FAULT_STUCK && fault->active &&
	    now_us - fault->active_us < (uint64_t)fault->seconds * SECOND_US)
		return 0;
	if (fault->kind != SIM_FAULT_DRIFT)
		return n;
	fault->carry += n * fault->seconds;
	extra = fault->carry / 1000;
	fault->carry -= 1000 * extra;
	fault->departed_s += extra;
	return n + extra;
}

/* What a press gives when the right clock gives n. */
static int32_t
given(struct sim_clock_fault *fault, int32_t n, uint64_t now_us)
{
	bool now = fault->n_presses == fault->after + 1;

	if (fault->kind == SIM_FAULT_INCREMENTS)
		return n + fault->seconds;
	if (!now ||
	    (fault->kind != SIM_FAULT_NO_INCREMENT && fault->kind != SIM_FAULT_TWO_INCREMENTS))
		return n;
	begin(fault, now_us);
	return fault->kind == SIM_FAULT_NO_INCREMENT ? 0 : 2 * n;
}

/* A fault that begins with a change of the running display. */
static void
strike(struct sim_clock_fault *fault, uint64_t now_us)
{
	int side = fault->shown.turn;

	if (fault->active || fault->n_presses < fault->after)
		return;
	switch (fault->kind) {
	case SIM_FAULT_JUMP:
		add(fault, side, fault->seconds);
		break;
	case SIM_FAULT_OTHER_JUMP:
		add(fault, side ^ 1, fault->seconds);
		break;
	case SIM_FAULT_FLAG:
		fault->shown.face[side].seconds = 0;
		fault->shown.face[side].flag_fallen = true;
		fault->blocked = true;
		break;
	case SIM_FAULT_STUCK:
	case SIM_FAULT_BOTH:
	case SIM_FAULT_MISSED:
		break;
	case SIM_FAULT_NONE:
	case SIM_FAULT_SETTING:
	case SIM_FAULT_INCREMENTS:
	case SIM_FAULT_NO_INCREMENT:
	case SIM_FAULT_TWO_INCREMENTS:
	case SIM_FAULT_DRIFT:
	case SIM_FAULTS:
		return;
	}
	begin(fault, now_us);
}

/* The right clock ran since its last reading: take its seconds over, one way or another. */
static void
follow(struct sim_clock_fault *fault, const struct clock_reading *now, uint64_t now_us)
{
	int mover = fault->raw.turn, other = mover ^ 1;
	bool pressed = now->turn != mover;
	int32_t change = now->face[mover].seconds - fault->raw.face[mover].seconds;
	/* His seconds since a press that is read late, or what two presses in between brought. */
	int32_t other_change = now->face[other].seconds - fault->raw.face[other].seconds;
	int32_t gain = 0, cost = -change;

	if (pressed) {
		/* A second may end with the press. */
		cost = change == fault->increment_s - 1 ? 1 : 0;
		gain = change + cost;
		fault->n_presses++;
	}
	if (!pressed && cost > 0)
		strike(fault, now_us);
	if (!fault->blocked) {
		cost = counted(fault, cost, now_us);
		add(fault, fault->shown.turn, -cost);
		if (fault->kind == SIM_FAULT_BOTH && fault->active)
			add(fault, fault->shown.turn ^ 1, -cost);
	}
	if (pressed && fault->kind == SIM_FAULT_MISSED && fault->active && fault->n_missed < 2) {
		fault->n_missed++; /* the lever stays where it is */
		add(fault, fault->shown.turn, other_change);
		return;
	}
	if (pressed)
		fault->shown.turn = now->turn;
	if (fault->blocked)
		return;
	if (pressed)
		add(fault, mover, given(fault, gain, now_us));
	add(fault, other, other_change);
}

/* It was set, or stood. */
static void
copy(struct sim_clock_fault *fault, const struct clock_reading *now)
{
	int32_t more = fault->kind == SIM_FAULT_SETTING ? fault->seconds : 0;

	if (fault->blocked)
		return;
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++) {
		int32_t change = now->face[side].seconds - fault->raw.face[side].seconds;

		if (fault->seen && fault->n_presses > 0)
			add(fault, side, change);
		else
			fault->shown.face[side] = now->face[side];
		if (!fault->seen || fault->n_presses == 0)
			add(fault, side, more);
	}
	fault->shown.turn = now->turn;
}

static bool
is_news(const struct clock_reading *a, const struct clock_reading *b)
{
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		if (a->face[side].seconds != b->face[side].seconds ||
		    a->face[side].flag_fallen != b->face[side].flag_fallen)
			return true;
	return a->running != b->running || a->turn != b->turn || a->connected != b->connected;
}

bool
sim_clock_fault_read(struct sim_clock_fault *fault, const struct clock_reading *reading,
                     uint64_t now_us, struct clock_reading *ret_reading)
{
	struct clock_reading before = fault->shown;
	bool had = fault->seen;

	if (had && fault->raw.connected && reading->connected && fault->raw.running)
		follow(fault, reading, now_us);
	else
		copy(fault, reading);
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++) {
		struct clock_face *face = &fault->shown.face[side];

		face->per_move = reading->face[side].per_move;
		face->flag_fallen = face->seconds == 0;
		/* Its own seconds are over before the right clock's. */
		if (face->seconds == 0 && reading->running)
			fault->blocked = true;
	}
	fault->shown.connected = reading->connected;
	fault->shown.battery_low = reading->battery_low;
	fault->shown.running = reading->running && !fault->shown.face[CLOCK_LEFT].flag_fallen &&
	                       !fault->shown.face[CLOCK_RIGHT].flag_fallen;
	fault->raw = *reading;
	fault->seen = true;
	*ret_reading = fault->shown;
	return !had || is_news(&before, &fault->shown);
}

const char *
sim_fault_name(enum sim_fault_kind kind)
{
	static const char *const names[SIM_FAULTS] = {
		[SIM_FAULT_NONE] = "none",
		[SIM_FAULT_SETTING] = "wrong-setting",
		[SIM_FAULT_INCREMENTS] = "wrong-increments",
		[SIM_FAULT_NO_INCREMENT] = "no-increment",
		[SIM_FAULT_TWO_INCREMENTS] = "two-increments",
		[SIM_FAULT_JUMP] = "jump",
		[SIM_FAULT_OTHER_JUMP] = "other-jump",
		[SIM_FAULT_DRIFT] = "drift",
		[SIM_FAULT_STUCK] = "stuck",
		[SIM_FAULT_BOTH] = "both-running",
		[SIM_FAULT_FLAG] = "flag",
		[SIM_FAULT_MISSED] = "missed-presses",
	};

	INVARIANT(kind < SIM_FAULTS);
	return names[kind];
}
