/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One reading of a two-sided digital chess clock, as the device shows it.
 *
 * Left and right are seen from the front of the clock and know nothing of White and Black: who sits
 * where is learnt by the tracker (core/tracker/clock).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_UNKNOWN (-1) /* a time nobody read, in seconds */

enum clock_side { CLOCK_LEFT, CLOCK_RIGHT };

struct clock_face {
	int32_t seconds;  /* shown, 0..35999 */
	bool flag_fallen; /* fallen, and the clock is blocked at zero */
	bool flag_shown;  /* shown, but the clock may run on (next period) */
	bool per_move;    /* the "time per move" indicator: Fischer, delay */
};

struct clock_reading {
	struct clock_face face[2]; /* index enum clock_side */
	bool connected;            /* false: nothing else here is valid */
	bool running;
	uint8_t turn; /* enum clock_side whose player is to move, from the lever */
	bool battery_low;
};
