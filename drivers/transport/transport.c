/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/transport/transport.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "drivers/transport/backend.h"

/* Up for so long, a link starts again with the shortest delay. */
#define TRANSPORT_STEADY_US 5000000
/* Bytes in one go; then the other tables have their turn. */
#define TRANSPORT_READ_SIZE  4096
#define TRANSPORT_QUEUE_MIN  64
#define TRANSPORT_US_PER_MS  1000
#define TRANSPORT_US_PER_SEC 1000000

enum transport_state {
	TRANSPORT_WAITING, /* for the retry timer */
	TRANSPORT_OPENING, /* the backend is at it */
	TRANSPORT_UP,
	TRANSPORT_OVER, /* nothing more will come of it */
};

struct transport {
	struct event_base *base;
	const struct transport_backend *backend;
	void *link; /* the backend's */
	char *address;
	struct transport_options options;
	struct transport_listener listener;

	enum transport_state state;
	struct event *retry;
	struct event *readable, *writable; /* while up, with a descriptor */
	uint64_t up_us, attempt_us;        /* monotonic: when the link came up, the last attempt */
	unsigned int delay_ms;             /* before the next attempt */

	uint8_t *queue; /* room for queue_size bytes, TRANSPORT_QUEUE_MAX at most */
	size_t queued_len, queue_size;

	int reported;        /* errno of the last report since the link was up */
	char *reported_text; /* its sentence; NULL: none yet, or no memory for it */

	int depth; /* callbacks of ours on the stack */
	bool dead; /* freed inside one of them */
};

uint64_t
transport_now_us(void)
{
	struct timespec now = { 0 };

	/* Cannot fail: CLOCK_MONOTONIC always exists and the pointer is good. */
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * TRANSPORT_US_PER_SEC + (uint64_t)now.tv_nsec / 1000;
}

const char *
transport_error_text(int error)
{
	const char *text = strerrordesc_np(-error);

	return text ? text : "unknown error";
}

struct event_base *
transport_base(const struct transport *transport)
{
	return transport->base;
}

static void
transport_destroy(struct transport *transport)
{
	if (transport->link)
		transport->backend->free(transport->link);
	if (transport->retry)
		event_free(transport->retry);
	free(transport->address);
	free(transport->queue);
	free(transport->reported_text);
	free(transport);
}

void
transport_enter(struct transport *transport)
{
	transport->depth++;
}

void
transport_leave(struct transport *transport)
{
	INVARIANT(transport->depth > 0);
	if (--transport->depth == 0 && transport->dead)
		transport_destroy(transport);
}

static void
transport_drop_event(struct event **event)
{
	if (*event)
		event_free(*event);
	*event = NULL;
}

/* From any state to a closed link without a plan. */
static void
transport_shut(struct transport *transport)
{
	transport_drop_event(&transport->readable);
	transport_drop_event(&transport->writable);
	(void)event_del(transport->retry);
	transport->backend->close(transport->link);
	transport->queued_len = 0;
	transport->state = TRANSPORT_OVER;
}

static int
transport_plan(struct transport *transport, unsigned int delay_ms)
{
	const struct timeval delay = {
		.tv_sec = (time_t)(delay_ms / 1000),
		.tv_usec = (suseconds_t)(delay_ms % 1000) * TRANSPORT_US_PER_MS,
	};

	if (event_add(transport->retry, &delay) != 0)
		return -ENOMEM;
	transport->state = TRANSPORT_WAITING;
	return 0;
}

/* The delay before the next attempt; the one after that will be twice as long. */
static unsigned int
transport_next_delay(struct transport *transport)
{
	unsigned int delay_ms;

	if (transport->state == TRANSPORT_UP &&
	    transport_now_us() - transport->up_us >= TRANSPORT_STEADY_US)
		transport->delay_ms = TRANSPORT_RETRY_MIN_MS;
	delay_ms = transport->delay_ms;
	transport->delay_ms =
		delay_ms > TRANSPORT_RETRY_MAX_MS / 2 ? TRANSPORT_RETRY_MAX_MS : delay_ms * 2;
	return delay_ms;
}

static void
transport_report(struct transport *transport, bool was_up, int error, const char *text)
{
	if (!was_up && error == transport->reported && transport->reported_text &&
	    strcmp(text, transport->reported_text) == 0)
		return;
	transport->reported = error;
	free(transport->reported_text);
	transport->reported_text = strdup(text);
	transport->listener.down(transport->listener.ctx, error, text);
}

static void
transport_fall(struct transport *transport, bool over, int error, const char *text)
{
	bool was_up = transport->state == TRANSPORT_UP;
	unsigned int delay_ms = transport_next_delay(transport);

	INVARIANT(error < 0);
	transport_shut(transport);
	if (!over && transport_plan(transport, delay_ms) != 0) {
		error = -ENOMEM;
		text = "no memory for a timer; the link stays closed";
	}
	/* Last: the listener may reopen or free. */
	transport_report(transport, was_up, error, text);
}

int
transport_link_down(struct transport *transport, int error, const char *format, ...)
{
	char text[TRANSPORT_TEXT_SIZE];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	transport_fall(transport, false, error, text);
	return error;
}

int
transport_link_over(struct transport *transport, int error, const char *format, ...)
{
	char text[TRANSPORT_TEXT_SIZE];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	transport_fall(transport, true, error, text);
	return error;
}

void
transport_link_bytes(struct transport *transport, const uint8_t *bytes, size_t len)
{
	INVARIANT(transport->state == TRANSPORT_UP);
	transport->listener.bytes(transport->listener.ctx, bytes, len);
}

static void
transport_on_readable(evutil_socket_t fd, short what, void *ctx)
{
	struct transport *transport = ctx;
	uint8_t bytes[TRANSPORT_READ_SIZE];
	size_t len = 0;

	(void)fd;
	(void)what;
	transport_enter(transport);
	if (transport->backend->read(transport->link, bytes, sizeof(bytes), &len) == 0 && len > 0)
		transport_link_bytes(transport, bytes, len);
	transport_leave(transport);
}

static void
transport_write(struct transport *transport)
{
	size_t len = 0;

	if (transport->backend->write(transport->link, transport->queue, transport->queued_len,
	                              &len) != 0)
		return;
	transport->queued_len -= len;
	memmove(transport->queue, transport->queue + len, transport->queued_len);
	if (transport->queued_len > 0 && event_add(transport->writable, NULL) != 0)
		(void)transport_link_down(transport, -ENOMEM, "%s: no memory to go on sending",
		                          transport->address);
}

static void
transport_on_writable(evutil_socket_t fd, short what, void *ctx)
{
	struct transport *transport = ctx;

	(void)fd;
	(void)what;
	transport_enter(transport);
	if (transport->queued_len > 0)
		transport_write(transport);
	transport_leave(transport);
}

static int
transport_watch(struct transport *transport, int fd)
{
	transport->readable = event_new(transport->base, fd, EV_READ | EV_PERSIST,
	                                transport_on_readable, transport);
	transport->writable =
		event_new(transport->base, fd, EV_WRITE, transport_on_writable, transport);
	if (!transport->readable || !transport->writable ||
	    event_add(transport->readable, NULL) != 0)
		return -ENOMEM;
	return 0;
}

void
transport_link_up(struct transport *transport, int fd)
{
	INVARIANT(transport->state == TRANSPORT_OPENING);
	if (fd >= 0 && transport_watch(transport, fd) != 0) {
		(void)transport_link_down(transport, -ENOMEM, "%s: cannot watch the descriptor",
		                          transport->address);
		return;
	}
	transport->state = TRANSPORT_UP;
	transport->up_us = transport_now_us();
	transport->listener.up(transport->listener.ctx);
}

static void
transport_on_retry(evutil_socket_t fd, short what, void *ctx)
{
	struct transport *transport = ctx;

	(void)fd;
	(void)what;
	transport_enter(transport);
	transport->state = TRANSPORT_OPENING;
	transport->attempt_us = transport_now_us();
	transport->backend->open(transport->link);
	transport_leave(transport);
}

static int
transport_fill(struct transport *transport, const char *address)
{
	transport->address = strdup(address);
	transport->retry = evtimer_new(transport->base, transport_on_retry, transport);
	if (!transport->address || !transport->retry)
		return -ENOMEM;
	if (transport->backend->new (transport, transport->address, &transport->options,
	                             &transport->link) != 0)
		return -ENOMEM;
	return transport_plan(transport, 0);
}

int
transport_make(struct event_base *base, const char *address,
               const struct transport_backend *backend, const struct transport_options *options,
               const struct transport_listener *listener, struct transport **ret_transport)
{
	struct transport *transport = calloc(1, sizeof(*transport));
	int r;

	INVARIANT(listener->up && listener->bytes && listener->down);
	if (!transport)
		return -ENOMEM;
	transport->base = base;
	transport->backend = backend;
	transport->listener = *listener;
	transport->delay_ms = TRANSPORT_RETRY_MIN_MS;
	if (options)
		transport->options = *options;
	r = transport_fill(transport, address);
	if (r != 0) {
		transport_destroy(transport);
		return r;
	}
	*ret_transport = transport;
	return 0;
}

/* What waits is some commands as a rule; of a board that takes nothing it grows. */
static bool
transport_make_room(struct transport *transport, size_t len)
{
	size_t size = transport->queue_size ? transport->queue_size : TRANSPORT_QUEUE_MIN;
	uint8_t *queue;

	while (size < transport->queued_len + len)
		size *= 2;
	if (size == transport->queue_size)
		return true;
	queue = realloc(transport->queue, size);
	if (!queue)
		return false;
	transport->queue = queue;
	transport->queue_size = size;
	return true;
}

int
transport_send(struct transport *transport, const uint8_t *bytes, size_t len)
{
	if (transport->state != TRANSPORT_UP)
		return -ENOTCONN;
	if (!transport->backend->write) /* a recording does not listen */
		return 0;
	if (len > TRANSPORT_QUEUE_MAX - transport->queued_len)
		return -ENOBUFS;
	if (len == 0)
		return 0;
	if (!transport_make_room(transport, len) || event_add(transport->writable, NULL) != 0)
		return -ENOBUFS;
	memcpy(transport->queue + transport->queued_len, bytes, len);
	transport->queued_len += len;
	return 0;
}

bool
transport_is_up(const struct transport *transport)
{
	return transport->state == TRANSPORT_UP;
}

void
transport_reopen(struct transport *transport)
{
	uint64_t since_ms =
		(transport_now_us() - transport->attempt_us) / (uint64_t)TRANSPORT_US_PER_MS;
	unsigned int delay_ms = 0;

	if (transport->dead)
		return;
	/* A listener that reopens from `up` must not turn the loop into a busy one. */
	if (since_ms < TRANSPORT_RETRY_MIN_MS)
		delay_ms = TRANSPORT_RETRY_MIN_MS - (unsigned int)since_ms;
	transport_shut(transport);
	transport->reported = 0;
	if (transport_plan(transport, delay_ms) != 0)
		transport_report(transport, true, -ENOMEM,
		                 "no memory for a timer; the link stays closed");
}

void
transport_free(struct transport *transport)
{
	if (!transport || transport->dead)
		return;
	/* The descriptor goes now, so that the next owner finds it free; the memory when the last
	 * callback on the stack has returned. */
	transport_shut(transport);
	transport->dead = true;
	if (transport->depth == 0)
		transport_destroy(transport);
}
