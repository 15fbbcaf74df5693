/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simulated chess clock of two sides with a lever, in Fischer mode where there is an increment.
 *
 * It runs down in microseconds and shows whole seconds as a countdown clock does: rounded up, so
 * that zero is shown when the time is over and not before. The increment is added at the press, and
 * is seen together with the fallen lever. A side at zero has its flag down, and the clock stops.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "core/chess/types.h"

#define SIM_CLOCK_MAX_S 35999 /* 9:59:59, the most a DGT clock shows */

/* Private; time goes in with every call and must not decrease. */
struct sim_clock {
	int64_t left_us[2]; /* index enum color, at since_us */
	uint64_t since_us;
	int64_t increment_us;
	uint8_t turn; /* enum color: whose time runs, or would */
	bool running;
	bool white_is_right; /* seen from the front: the board is rotated (dgt.md 2.6) */
};

/* sim_clock_init: both sides have initial_s (1..SIM_CLOCK_MAX_S); stopped, White to move. */
void sim_clock_init(struct sim_clock *clock, int32_t initial_s, int32_t increment_s,
                    bool white_is_right);

/* sim_clock_start: the side to move begins to lose time. */
void sim_clock_start(struct sim_clock *clock, uint64_t now_us);

/* sim_clock_stop: both sides stand, as after a push on the middle button. */
void sim_clock_stop(struct sim_clock *clock, uint64_t now_us);

/* sim_clock_press: `mover` presses his lever. He gets the increment and bonus_us more (the clock
 * knows of the next period); the other side's time runs. Nothing happens when the lever is down
 * already or the flag has fallen. A press with the clock stopped moves the lever only. */
void sim_clock_press(struct sim_clock *clock, enum color mover, int64_t bonus_us, uint64_t now_us);

/* sim_clock_set: an arbiter gives `side` left_s seconds; best done while it is stopped. */
void sim_clock_set(struct sim_clock *clock, enum color side, int32_t left_s, uint64_t now_us);

/* sim_clock_take: it shows *reading from now on, as a host has set it; the increment is as it was. */
void sim_clock_take(struct sim_clock *clock, const struct clock_reading *reading, uint64_t now_us);

/* sim_clock_left_us: what `side` has left at now_us, never below zero. */
int64_t sim_clock_left_us(const struct sim_clock *clock, enum color side, uint64_t now_us);

/* sim_clock_shown_s: the same as the clock shows it, in seconds. */
int32_t sim_clock_shown_s(const struct sim_clock *clock, enum color side, uint64_t now_us);

/* sim_clock_read: everything the clock shows at now_us. */
void sim_clock_read(const struct sim_clock *clock, uint64_t now_us,
                    struct clock_reading *ret_reading);

/* sim_clock_next_us: when, after now_us, it will show something else by itself, or UINT64_MAX. */
uint64_t sim_clock_next_us(const struct sim_clock *clock, uint64_t now_us);
