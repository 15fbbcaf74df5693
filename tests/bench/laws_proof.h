/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When a clock's fault is proved: the first clock message, or the end of the first silence, that leaves no
 * innocent explanation. From what the fault is known to do and what the Laws and the line leave open, never
 * from what the daemon makes of it:
 *
 *   setting         the clock runs: nobody is setting it any more (6.3.1); and it shows neither the time with the
 *                   first increment nor the time without, give or take the tolerance
 *   increments      the first press after which the displays are wrong by more than a second for each that
 *                   has changed hands, which whole seconds hide, and two by which its first and last message
 *                   may be late
 *   single steps    the message that shows them
 *   drift           the third press in a row at which both displays together are wrong by more than the
 *                   tolerance, two seconds that whole seconds hide and one by which a message may be late
 *   stuck           a display that should count has stood for five seconds (6.10.1), and one more by which a
 *                   message may be late; or it goes on, and what it did not count is more than tolerance, whole
 *                   seconds and lateness together
 *   both running    both displays have gone down by three seconds within one turn (6.1)
 *   missed presses  the press of the ply after them, once the board has shown that ply (6.2.1)
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "drivers/sim/sim_clock_fault.h"

struct laws_proof {
	uint64_t proof_us;      /* TIME_UNKNOWN: it has not been proved */
	uint32_t pressed_plies; /* MISSED: by then so many plies have been pressed or answered */

	/* Private. */
	struct clock_reading shown;
	bool seen;
	int32_t right_s[2];    /* what the right clock showed */
	int32_t turn_began[2]; /* the displays when the turn began */
	uint64_t still_us;     /* the running display has shown the same since */
	int32_t uncounted_s;   /* STUCK: of the running side, in this turn */
	unsigned int n_wrong;  /* INCREMENTS: presses; DRIFT: in a row */
};

/* laws_proof_begin: nothing has been shown. */
void laws_proof_begin(struct laws_proof *proof);

/* laws_proof_read: the fault has made *shown of the right clock's reading at now_us. Also told where it shows
 * nothing new. */
void laws_proof_read(struct laws_proof *proof, const struct sim_clock_fault *fault,
                     const struct clock_reading *right, const struct clock_reading *shown,
                     uint64_t now_us);
