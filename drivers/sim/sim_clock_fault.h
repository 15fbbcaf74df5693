/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A clock with a defect, or wrongly set, or not pressed: turns the readings of a clock that does as
 * it should into those of one that does not. It stands between clock and board, so that the games,
 * the hands and the clock behind it are those of a clean run.
 *
 * Every second that the right clock counts and every second it gives is passed on, or not, to
 * displays of the fault's own. A fault begins after so many presses, at the next change of the
 * running display.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"

enum sim_fault_kind {
	SIM_FAULT_NONE,
	SIM_FAULT_SETTING,        /* both sides have `seconds` more (or less) from the beginning */
	SIM_FAULT_INCREMENTS,     /* every press gives `seconds` more (or less) than it should */
	SIM_FAULT_NO_INCREMENT,   /* one press gives nothing */
	SIM_FAULT_TWO_INCREMENTS, /* one press gives twice */
	SIM_FAULT_JUMP,           /* the side to move has `seconds` more (or less) */
	SIM_FAULT_OTHER_JUMP,     /* the side not to move has */
	SIM_FAULT_DRIFT,          /* `seconds` in a thousand too quick, from the beginning */
	SIM_FAULT_STUCK,          /* nothing is counted for `seconds` */
	SIM_FAULT_BOTH,           /* both sides' time runs */
	SIM_FAULT_FLAG,           /* the side to move has no time left, and the clock is blocked */
	SIM_FAULT_MISSED,         /* two presses are not made */
	SIM_FAULTS
};

/* Private but for active and active_us. */
struct sim_clock_fault {
	enum sim_fault_kind kind;
	uint32_t after; /* presses */
	int32_t seconds;
	int32_t increment_s; /* of the right clock */
	bool active;         /* it has begun (and may be over) ... */
	uint64_t active_us;  /* ... then */
	int32_t departed_s;  /* DRIFT: seconds taken so far */
	uint32_t n_presses;
	struct clock_reading raw, shown;
	bool seen;
	int n_missed;  /* MISSED: presses so far */
	bool blocked;  /* a flag has fallen */
	int32_t carry; /* DRIFT, in thousandths of a second */
};

/* sim_clock_fault_init: seconds as the kind says; increment_s is what the right clock gives. */
void sim_clock_fault_init(struct sim_clock_fault *fault, enum sim_fault_kind kind, uint32_t after,
                          int32_t seconds, int32_t increment_s);

/* sim_clock_fault_read: the right clock's *reading at now_us becomes the wrong one's. Returns
 * whether it shows anything new; a board that reports changes is silent otherwise. */
bool sim_clock_fault_read(struct sim_clock_fault *fault, const struct clock_reading *reading,
                          uint64_t now_us, struct clock_reading *ret_reading);

/* sim_fault_name: "wrong-setting" and so on. */
const char *sim_fault_name(enum sim_fault_kind kind);
