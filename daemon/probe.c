/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/probe.h"
#include "daemon/time_now.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "drivers/transport/transport.h"

struct probe {
	const struct board_driver *driver;
	void *state;
	struct driver_out out;
	struct probe_listener listener;
	struct transport *transport;
	struct event *timer;
	enum driver_link told;
	bool up;
	char facts[BOARD_FACTS][128];
};

static void
probe_on_event(void *ctx, const struct board_event *event)
{
	struct probe *probe = ctx;

	if (event->kind == BOARD_FACT)
		snprintf(probe->facts[event->fact.which], sizeof(probe->facts[0]), "%s",
		         event->fact.text);
}

static int
probe_on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct probe *probe = ctx;

	return transport_send(probe->transport, bytes, len) < 0 ? -ENOBUFS : 0;
}

/* probe_judge: last of all in every callback, since the listener may free. */
static void
probe_judge(struct probe *probe)
{
	enum driver_link link = probe->driver->link(probe->state);
	const char *advice = probe->driver->advice(probe->state);
	struct driver_stats stats;

	if (link == probe->told)
		return;
	probe->told = link;
	probe->driver->stats(probe->state, &stats);
	if (link == DRIVER_LIVE)
		probe->listener.news(probe->listener.ctx, PROBE_ANSWERED, advice);
	else if (link == DRIVER_WRONG)
		probe->listener.news(probe->listener.ctx,
		                     stats.frames == 0 && stats.skipped_bytes > 0 ? PROBE_BABBLED
		                                                                  : PROBE_WRONG,
		                     advice);
}

static void
probe_set_timer(struct probe *probe)
{
	uint64_t due_us = probe->driver->deadline(probe->state), now_us = time_now_us();
	uint64_t wait_us = due_us > now_us + 1000 ? due_us - now_us : 1000;
	const struct timeval wait = { .tv_sec = (time_t)(wait_us / 1000000),
		                      .tv_usec = (suseconds_t)(wait_us % 1000000) };

	if (due_us == DRIVER_NO_DEADLINE)
		event_del(probe->timer);
	else
		event_add(probe->timer, &wait);
}

static void
probe_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct probe *probe = ctx;

	(void)fd;
	(void)what;
	probe->driver->tick(probe->state, &probe->out, time_now_us());
	probe_set_timer(probe);
	probe_judge(probe);
}

static void
probe_on_up(void *ctx)
{
	struct probe *probe = ctx;

	probe->up = true;
	probe->driver->start(probe->state, &probe->out, time_now_us());
	probe_set_timer(probe);
	probe->listener.news(probe->listener.ctx, PROBE_OPENED,
	                     "The board is being asked who it is.");
}

static void
probe_on_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct probe *probe = ctx;

	probe->driver->feed(probe->state, &probe->out, bytes, len, time_now_us());
	probe_set_timer(probe);
	probe_judge(probe);
}

static void
probe_on_down(void *ctx, int error, const char *text)
{
	struct probe *probe = ctx;

	(void)error;
	event_del(probe->timer);
	probe->listener.news(probe->listener.ctx, probe->up ? PROBE_FELL : PROBE_REFUSED, text);
}

int
probe_new(struct event_base *base, const char *address, const struct board_driver *driver,
          const struct probe_listener *listener, struct probe **ret_probe)
{
	struct probe *probe = calloc(1, sizeof(*probe));
	const struct transport_listener transport_listener = {
		.ctx = probe, .up = probe_on_up, .bytes = probe_on_bytes, .down = probe_on_down
	};
	int result = -ENOMEM;

	if (!probe)
		return -ENOMEM;
	probe->driver = driver;
	probe->listener = *listener;
	probe->out =
		(struct driver_out){ .ctx = probe, .event = probe_on_event, .send = probe_on_send };
	probe->told = DRIVER_LISTENING;
	probe->state = malloc(driver->state_size);
	probe->timer = evtimer_new(base, probe_on_timer, probe);
	if (probe->state && probe->timer) {
		driver->init(probe->state);
		result = transport_new(base, address, NULL, &transport_listener, &probe->transport);
	}
	if (result < 0) {
		probe_free(probe);
		return result;
	}
	*ret_probe = probe;
	return 0;
}

const char *
probe_fact(const struct probe *probe, enum board_fact which)
{
	return probe->facts[which];
}

void
probe_free(struct probe *probe)
{
	if (!probe)
		return;
	transport_free(probe->transport);
	if (probe->timer)
		event_free(probe->timer);
	free(probe->state);
	free(probe);
}
