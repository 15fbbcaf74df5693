/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readers of the stream over HTTP: server-sent events (text/event-stream, the EventSource of browsers).
 *
 * A reader who does not keep up is dropped, not buffered without limit: his browser comes back by itself
 * with the last id it had. Nothing a reader does holds up another, or a table.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENTS_UNREAD_MAX                                                                          \
	(1 << 20)         /* bytes beyond the first snapshot that a reader may leave unread */
#define EVENTS_PULSE_S 15 /* a comment so often, for proxies and for noticing who is gone */

struct event_base;
struct evhttp_request;
struct http;
struct http_events;

/* http_events_new: serve the stream of *event (taken) at `path` of http, and at `path`/snapshot what it begins with now,
 * alone: a page can be sent for it before its script is there, and go on from its id. 0 or -ENOMEM; *ret_events is the
 * caller's to free when it has been set. */
int http_events_new(struct event_base *base, struct http *http, const char *path, json_t *event,
                    struct http_events **ret_events);

/* Who is told, where not everybody may be. */
struct http_events_door {
	void *ctx;
	json_t *(*whole)(void *ctx); /* stream_listener's */
	/* May he who asks be told? A ticket from malloc, or NULL: he has been answered. */
	void *(*admit)(void *ctx, struct evhttp_request *request);
	/* Asked again with every pulse: may he still? */
	bool (*still)(void *ctx, const void *ticket);
};

/* http_events_open: as http_events_new() without an event, for those that *door (copied) lets in. */
int http_events_open(struct event_base *base, struct http *http, const char *path,
                     const struct http_events_door *door, struct http_events **ret_events);

/* http_events_tell: as stream_tell(). */
int http_events_tell(struct http_events *events, const char *name, json_t *data);

/* http_events_counts: readers now, and those dropped so far because they did not keep up. */
void http_events_counts(const struct http_events *events, uint64_t *ret_readers,
                        uint64_t *ret_dropped);

/* http_events_table: as stream_table(). */
int http_events_table(struct http_events *events, json_t *state);

/* http_events_free: the readers end with http, which must be freed first. NULL is fine. */
void http_events_free(struct http_events *events);
