/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many presses nobody heard.
 *
 * A clock that gives time for every press tells that by its times: what both players have together becomes less by a second
 * a second, and more by what each press gives. What it gives is learnt from the presses that were heard.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"

struct tally {
	/* The last reading, behind which no press was missed; t_us 0: there is none ... */
	uint64_t t_us;
	int32_t sum_s; /* ... what both players had together then ... */
	/* ... and the same when the clock was pressed last, n presses before which gave so much each, in milliseconds. */
	uint64_t pressed_us;
	int32_t pressed_s;
	uint32_t n;
	int64_t total_ms, least_ms, most_ms;
};

/* tally_read: a reading at t_us, with n_presses since the one before, all of them heard. */
void tally_read(struct tally *tally, const struct clock_reading *reading, uint64_t t_us,
                uint32_t n_presses);

/* tally_unheard: this reading is the first for a while. How many presses were there since the one before? odd: the other
 * player's time runs now. -1: that is not to be known: the clock gives nothing, or it was stopped or set meanwhile. From here
 * on presses are heard again. */
int tally_unheard(struct tally *tally, const struct clock_reading *reading, uint64_t t_us,
                  bool odd);
