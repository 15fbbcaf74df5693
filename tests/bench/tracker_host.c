/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/tracker_memory.h"
#include "tests/bench/tracker_stream.h"

static int
send_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct bench_host *host = ctx;

	if (!host->up || len > BENCH_HOST_SENDS - host->n_sends)
		return -ENOBUFS;
	memcpy(host->sends + host->n_sends, bytes, len);
	host->n_sends += len;
	return 0;
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct bench_host *host = ctx;
	struct board_event heard = *event;

	if (host->occupancy)
		bench_stream_forget(&heard);
	tracker_event(host->tracker, &heard);
}

static struct driver_out
out_of(struct bench_host *host)
{
	return (struct driver_out){ .ctx = host, .event = on_event, .send = send_bytes };
}

void
bench_host_begin(struct bench_host *host, bool occupancy)
{
	const struct tracker_listener nobody = { NULL, NULL, NULL };

	memset(host, 0, sizeof(*host));
	host->driver = board_driver_find("dgt");
	host->state = bench_grow(NULL, 1, host->driver->state_size);
	host->driver->init(host->state);
	host->tracker = bench_grow(NULL, 1, tracker_size());
	tracker_init(host->tracker, &nobody);
	host->due_us = UINT64_MAX;
	host->occupancy = occupancy;
}

void
bench_host_link(struct bench_host *host, bool up, uint64_t now_us)
{
	const struct board_event event = { .kind = up ? BOARD_BACK : BOARD_LOST, .t_us = now_us };
	const struct driver_out out = out_of(host);

	host->up = up;
	host->n_sends = 0;
	tracker_event(host->tracker, &event);
	if (up)
		host->driver->start(host->state, &out, now_us);
	bench_host_advance(host, now_us);
}

void
bench_host_hear(struct bench_host *host, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	const struct driver_out out = out_of(host);

	host->driver->feed(host->state, &out, bytes, len, now_us);
	bench_host_advance(host, now_us);
}

/* As the daemon's table does it. */
void
bench_host_advance(struct bench_host *host, uint64_t now_us)
{
	const struct driver_out out = out_of(host);
	uint64_t due_us, look_us;

	host->now_us = now_us;
	host->due_us = tracker_advance(host->tracker, now_us);
	look_us = tracker_look_due(host->tracker);
	if (look_us <= now_us && look_us != host->looked_us) {
		host->looked_us = look_us;
		host->driver->look(host->state, now_us);
	}
	if (look_us > now_us && look_us < host->due_us)
		host->due_us = look_us;
	due_us = host->driver->tick(host->state, &out, now_us);
	if (due_us < host->due_us)
		host->due_us = due_us;
	if (!host->up)
		host->due_us = UINT64_MAX;
	else if (host->due_us <= now_us)
		host->due_us = now_us + 1;
}

const uint8_t *
bench_host_take(struct bench_host *host, size_t *ret_len)
{
	*ret_len = host->n_sends;
	host->n_sends = 0;
	return *ret_len > 0 ? host->sends : NULL;
}

void
bench_host_end(struct bench_host *host)
{
	free(host->state);
	free(host->tracker);
	memset(host, 0, sizeof(*host));
}
