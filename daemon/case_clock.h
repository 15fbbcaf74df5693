/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of a clock's readings a case file has: those that say something. A clock is read every second and oftener, and what a
 * running side has lost since the last reading is no news.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"

struct case_clock {
	struct clock_reading last;
	uint64_t t_us;
	bool any;      /* there is a last one */
	bool told;     /* and the file has it */
	bool any_told; /* the file has one */
	/* The one that was there when the alert began, and the one when it was told, have been looked after. */
	bool kept_first, told_last;
};

/* case_clock_hear: a reading, in order; is_around: it lies in what the file tells of. Is it to be told: the first one there, or one
 * that is not what the one before has run to: lever or running are changed, a side that stands shows something else, one that
 * runs shows more, or has lost more than the time that has passed? */
bool case_clock_hear(struct case_clock *clock, uint64_t t_us, const struct clock_reading *reading,
                     bool is_around);
