/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/simulate_loop.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include <event2/event.h>

#define NANOSECONDS  1000000000LL
#define SLEEP_MAX_US (INT64_C(3600) * 1000000)

uint64_t
simulate_loop_now(const struct simulate_loop *loop)
{
	struct timespec now;
	long long elapsed_ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	elapsed_ns =
		(now.tv_sec - loop->begin.tv_sec) * NANOSECONDS + now.tv_nsec - loop->begin.tv_nsec;
	return (uint64_t)((double)elapsed_ns / 1000 * loop->speed);
}

void
simulate_loop_wake_at(struct simulate_loop *loop, uint64_t now_us, uint64_t deadline_us)
{
	struct timeval wait;
	int64_t us;

	if (deadline_us == UINT64_MAX) {
		event_del(loop->timer);
		return;
	}
	/* Rounded up: waking a moment too early would only mean sleeping again. */
	us = (int64_t)((double)(deadline_us - now_us) / loop->speed) + 1;
	if (us > SLEEP_MAX_US)
		us = SLEEP_MAX_US;
	wait.tv_sec = (time_t)(us / 1000000);
	wait.tv_usec = (suseconds_t)(us % 1000000);
	event_add(loop->timer, &wait);
}

void
simulate_loop_end_in(struct simulate_loop *loop, unsigned int seconds)
{
	const struct timeval wait = { .tv_sec = (time_t)seconds };

	event_add(loop->linger, &wait);
}

void
simulate_loop_run(struct simulate_loop *loop)
{
	event_base_dispatch(loop->base);
}

static void
on_timer(evutil_socket_t fd, short events, void *ctx)
{
	struct simulate_loop *loop = ctx;

	(void)fd;
	(void)events;
	loop->wake(loop->ctx);
}

static void
on_stop(evutil_socket_t fd, short events, void *ctx)
{
	struct simulate_loop *loop = ctx;

	(void)fd;
	(void)events;
	event_base_loopbreak(loop->base);
}

int
simulate_loop_init(struct simulate_loop *loop, double speed, void (*wake)(void *ctx), void *ctx)
{
	static const int numbers[2] = { SIGINT, SIGTERM };
	struct event_config *config = event_config_new();

	memset(loop, 0, sizeof(*loop));
	loop->speed = speed;
	loop->wake = wake;
	loop->ctx = ctx;
	clock_gettime(CLOCK_MONOTONIC, &loop->begin);
	if (!config)
		return -ENOMEM;
	/* Millisecond timers would blur the pace of the line. */
	event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
	loop->base = event_base_new_with_config(config);
	event_config_free(config);
	if (!loop->base)
		return -ENOMEM;
	loop->timer = evtimer_new(loop->base, on_timer, loop);
	loop->linger = evtimer_new(loop->base, on_stop, loop);
	if (!loop->timer || !loop->linger)
		return -ENOMEM;
	for (size_t i = 0; i < 2; i++) {
		loop->signals[i] = evsignal_new(loop->base, numbers[i], on_stop, loop);
		if (!loop->signals[i] || event_add(loop->signals[i], NULL) < 0)
			return -ENOMEM;
	}
	return 0;
}

static void
free_event(struct event *event)
{
	if (event)
		event_free(event);
}

void
simulate_loop_free(struct simulate_loop *loop)
{
	free_event(loop->signals[0]);
	free_event(loop->signals[1]);
	free_event(loop->linger);
	free_event(loop->timer);
	if (loop->base)
		event_base_free(loop->base);
}
