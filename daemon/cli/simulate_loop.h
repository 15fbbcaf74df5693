/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop of a live simulation: its time, which may run quicker than the world's, one timer, and the
 * ways to end.
 */
#pragma once

#include <stdint.h>
#include <time.h>

struct event;
struct event_base;

struct simulate_loop {
	struct event_base *base;
	struct event *timer, *linger, *signals[2];
	struct timespec begin;
	double speed;
	void *ctx;
	void (*wake)(void *ctx);
};

/* simulate_loop_init: time begins. wake(ctx) is called when the timer set below is due. 0, or -ENOMEM;
 * simulate_loop_free in both cases. */
int simulate_loop_init(struct simulate_loop *loop, double speed, void (*wake)(void *ctx),
                       void *ctx);
void simulate_loop_free(struct simulate_loop *loop);

/* simulate_loop_now: microseconds of the simulation since it began. */
uint64_t simulate_loop_now(const struct simulate_loop *loop);

/* simulate_loop_wake_at: wake at deadline_us, or not again by itself (UINT64_MAX). */
void simulate_loop_wake_at(struct simulate_loop *loop, uint64_t now_us, uint64_t deadline_us);

/* simulate_loop_end_in: end in so many real seconds. */
void simulate_loop_end_in(struct simulate_loop *loop, unsigned int seconds);

/* simulate_loop_run: until that, or SIGINT or SIGTERM. */
void simulate_loop_run(struct simulate_loop *loop);
