/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_events.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "daemon/http.h"
#include "daemon/http_answer.h"
#include "daemon/log.h"
#include "daemon/stream.h"
#include "daemon/time_now.h"

struct reader {
	struct http_events *events;
	struct evhttp_request *request;
	void *ticket;   /* his, or NULL where everybody may */
	size_t allowed; /* bytes he may leave unread: the snapshot he began with, and some more */
	bool dropped;
	struct reader *next, **link;
};

struct http_events {
	struct stream *stream;
	struct event *pulse;
	struct http_events_door door;
	struct reader *readers;
	uint64_t n_readers, n_dropped;
};

/* --- Readers -------------------------------------------------------------------------------- */

static void
reader_gone(struct evhttp_connection *connection, void *ctx)
{
	struct reader *reader = ctx;

	(void)connection;
	*reader->link = reader->next;
	if (reader->next)
		reader->next->link = reader->link;
	reader->events->n_readers--;
	/* When it was he who left, libevent has taken his request off the connection: it is ours to end. */
	if (!evhttp_request_get_connection(reader->request))
		evhttp_send_reply_end(reader->request);
	free(reader->ticket);
	free(reader);
}

static size_t
reader_unread(const struct reader *reader)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(reader->request);

	return evbuffer_get_length(
		bufferevent_get_output(evhttp_connection_get_bufferevent(connection)));
}

static void
text_sent(const void *bytes, size_t len, void *text)
{
	(void)bytes;
	(void)len;
	stream_text_release(text);
}

/* reader_send: one more text for him; he is dropped when too much lies unread. */
static void
reader_send(struct reader *reader, struct stream_text *text)
{
	struct evbuffer *out;

	if (reader->dropped)
		return;
	out = evbuffer_new();
	if (!out || reader_unread(reader) > reader->allowed ||
	    evbuffer_add_reference(out, text->bytes, text->len, text_sent, stream_text_keep(text)) <
	            0) {
		reader->dropped = true;
	} else {
		evhttp_send_reply_chunk(reader->request, out);
	}
	if (out)
		evbuffer_free(out);
}

/* Dropping frees a reader, and his connection: not while the list is walked. */
static void
drop_slow(struct http_events *events)
{
	struct reader *reader, *next;

	for (reader = events->readers; reader; reader = next) {
		next = reader->next;
		if (!reader->dropped)
			continue;
		events->n_dropped++;
		log_warn("events: a reader who did not keep up was let go");
		evhttp_connection_free(evhttp_request_get_connection(reader->request));
	}
}

static void
tell_all(void *ctx, struct stream_text *text)
{
	struct http_events *events = ctx;

	for (struct reader *reader = events->readers; reader; reader = reader->next)
		reader_send(reader, text);
}

/* Whoever may not listen any more is let go. */
static void
check_tickets(struct http_events *events)
{
	struct reader *reader, *next;

	for (reader = events->readers; reader; reader = next) {
		next = reader->next;
		if (reader->ticket && !events->door.still(events->door.ctx, reader->ticket))
			evhttp_connection_free(evhttp_request_get_connection(reader->request));
	}
}

static void
on_pulse(evutil_socket_t fd, short what, void *ctx)
{
	static const char comment[] = ":\n\n";
	struct http_events *events = ctx;
	struct stream_text *text = malloc(sizeof(*text) + sizeof(comment));

	(void)fd;
	(void)what;
	check_tickets(events);
	if (!text)
		return;
	text->references = 1;
	text->len = sizeof(comment) - 1;
	memcpy(text->bytes, comment, sizeof(comment));
	tell_all(events, text);
	stream_text_release(text);
	drop_slow(events);
}

static void
reader_tell(void *ctx, struct stream_text *text)
{
	reader_send(ctx, text);
}

/* What came while he was away, or everything. */
static void
reader_begin(struct reader *reader, const char *last_id)
{
	struct stream_text *snapshot;

	if (last_id && stream_since(reader->events->stream, last_id, reader_tell, reader))
		return;
	snapshot = stream_snapshot(reader->events->stream);
	if (!snapshot)
		return;
	reader->allowed += snapshot->len;
	reader_send(reader, snapshot);
	stream_text_release(snapshot);
}

static void
reader_add(struct http_events *events, struct reader *reader, struct evhttp_request *request)
{
	reader->events = events;
	reader->request = request;
	reader->allowed = EVENTS_UNREAD_MAX;
	reader->next = events->readers;
	reader->link = &events->readers;
	if (reader->next)
		reader->next->link = &reader->next;
	events->readers = reader;
	events->n_readers++;
}

static void
add_headers(struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);

	evhttp_add_header(headers, "Content-Type", "text/event-stream; charset=utf-8");
	evhttp_add_header(headers, "Cache-Control", "no-store");
}

static void
on_request(void *ctx, struct evhttp_request *request)
{
	struct http_events *events = ctx;
	const char *last_id =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Last-Event-ID");
	struct evhttp_connection *connection = evhttp_request_get_connection(request);
	struct reader *reader = NULL;
	void *ticket = NULL;

	if (events->door.admit && !(ticket = events->door.admit(events->door.ctx, request)))
		return;
	add_headers(request);
	evhttp_add_header(evhttp_request_get_output_headers(request), "X-Accel-Buffering",
	                  "no"); /* nginx passes it on at once */
	if (evhttp_request_get_command(request) != EVHTTP_REQ_HEAD)
		reader = calloc(1, sizeof(*reader));
	if (!reader) {
		free(ticket);
		evhttp_send_reply(request, HTTP_OK, NULL, NULL);
		return;
	}
	reader->ticket = ticket;
	reader_add(events, reader, request);
	evhttp_connection_set_closecb(connection, reader_gone, reader);
	/* He only listens: his silence means nothing. */
	bufferevent_set_timeouts(evhttp_connection_get_bufferevent(connection), NULL, NULL);
	evhttp_send_reply_start(request, HTTP_OK, NULL);
	reader_begin(reader, last_id);
}

/* The snapshot alone, as an answer that ends. */
static void
on_snapshot(void *ctx, struct evhttp_request *request)
{
	struct http_events *events = ctx;
	struct stream_text *text = stream_snapshot(events->stream);
	char length[32];

	if (!text) {
		http_answer(request, HTTP_SERVUNAVAIL, NULL, "Memory is short; try again.");
		return;
	}
	add_headers(request);
	snprintf(length, sizeof(length), "%zu", text->len);
	evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Length", length);
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD ||
	    evbuffer_add_reference(evhttp_request_get_output_buffer(request), text->bytes,
	                           text->len, text_sent, text) < 0)
		stream_text_release(text);
	evhttp_send_reply(request, HTTP_OK, NULL, NULL);
}

/* --- The stream ------------------------------------------------------------------------------- */

static json_t *
tell_whole(void *ctx)
{
	const struct http_events *events = ctx;

	return events->door.whole(events->door.ctx);
}

/* Takes the reference of event. */
static int
make_events(struct event_base *base, struct http *http, const char *path, json_t *event,
            const struct http_events_door *door, struct http_events **ret_events)
{
	const struct timeval period = { .tv_sec = EVENTS_PULSE_S };
	struct http_events *events = calloc(1, sizeof(*events));
	const struct stream_listener listener = { .ctx = events,
		                                  .tell = tell_all,
		                                  .whole = door ? tell_whole : NULL };

	if (!events) {
		json_decref(event);
		return -ENOMEM;
	}
	if (door)
		events->door = *door;
	events->pulse = event_new(base, -1, EV_PERSIST, on_pulse, events);
	if (stream_new(time_unix_us() / 1000, event, &listener, &events->stream) < 0 ||
	    !events->pulse || event_add(events->pulse, &period) < 0 ||
	    http_hand(http, path, on_request, events) < 0) {
		http_events_free(events);
		return -ENOMEM;
	}
	*ret_events = events;
	return 0;
}

int
http_events_new(struct event_base *base, struct http *http, const char *path, json_t *event,
                struct http_events **ret_events)
{
	char snapshot[64];
	int result = make_events(base, http, path, event, NULL, ret_events);

	if (result < 0)
		return result;
	snprintf(snapshot, sizeof(snapshot), "%s/snapshot", path);
	return http_hand(http, snapshot, on_snapshot, *ret_events);
}

int
http_events_open(struct event_base *base, struct http *http, const char *path,
                 const struct http_events_door *door, struct http_events **ret_events)
{
	return make_events(base, http, path, json_object(), door, ret_events);
}

int
http_events_tell(struct http_events *events, const char *name, json_t *data)
{
	int result = stream_tell(events->stream, name, data);

	drop_slow(events);
	return result;
}

void
http_events_counts(const struct http_events *events, uint64_t *ret_readers, uint64_t *ret_dropped)
{
	*ret_readers = events->n_readers;
	*ret_dropped = events->n_dropped;
}

int
http_events_table(struct http_events *events, json_t *state)
{
	int result = stream_table(events->stream, state);

	drop_slow(events);
	return result;
}

void
http_events_free(struct http_events *events)
{
	if (!events)
		return;
	stream_free(events->stream);
	if (events->pulse)
		event_free(events->pulse);
	free(events);
}
