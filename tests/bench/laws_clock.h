/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another clock in the place of the simulated one: Bronstein, delay, no time per move, several periods (6.3). It is
 * started, stopped and pressed at the same moments and counts by itself; its arithmetic is that of the Laws, and comes
 * from no code that is measured.
 */
#pragma once

#include <stdbool.h>

#include "tests/bench/tracker_stream.h"

enum laws_mode { LAWS_FISCHER, LAWS_BRONSTEIN, LAWS_DELAY };

struct laws_clock {
	const char *control; /* the same for the event file */
	const char *mode;    /* its name there; NULL: not stated */
	enum laws_mode how;
	int32_t seconds, increment_s;
	uint32_t period_moves; /* 0: one period */
	int32_t period_s;      /* the next one's time, with the press that completes the first */
};

/* laws_clock_replace: in what the board said. false when somebody's time ran out: no such game is wanted. */
bool laws_clock_replace(struct bench_stream *stream, const struct laws_clock *clock);
