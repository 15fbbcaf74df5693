/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A web server: a set of pages.
 *
 * A page is a body that is put here, or one that is made when somebody asks and it has changed since; in
 * between it is served from memory. On the public one only public facts are put (position, moves, clock
 * times, result). GET and HEAD, strong ETag, Last-Modified, 304 to who has it by either; anything else is 404
 * or 405. A path may also be handed to somebody who answers by himself, at length: a stream; and somebody may
 * take what is posted.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/http_listen.h"
#include "daemon/web/assets.h"

#define HTTP_CONNECTIONS_MAX 16384 /* open at a time, and never more than descriptors allow */
#define HTTP_HEADERS_MAX     8192  /* bytes of a request's line and headers; more: 431 or 414 */
#define HTTP_HEADERS_READ    16384 /* read to say so; more still: 400, as nobody reads it */
#define HTTP_BODY_MAX        1024  /* bytes of a request's body, which nobody needs */
#define HTTP_TIMEOUT_S       20    /* without a byte from the other side */
#define HTTP_REQUEST_S       30 /* from the first byte of a request, or the connection, to its last */

struct event_base;
struct evhttp_request;
struct http;
struct http_page;

/* Makes a page's body: from malloc, with its length; NULL when memory is out: then the old one stands. */
typedef char *(*http_make_fn)(void *ctx, size_t *ret_len);

/* Answers a GET by itself (evhttp); the common headers are set. */
typedef void (*http_answer_fn)(void *ctx, struct evhttp_request *request);

struct http_options {
	struct http_where where;
	unsigned int connections; /* served at a time, 1 to HTTP_CONNECTIONS_MAX; more wait */
	unsigned int others;      /* descriptors that boards and files will need beside them */
	/* From one address, of IPv6 from one /64; further ones are answered with 429. This machine itself (a
	 * proxy) has no such limit. 0: `connections`. */
	unsigned int per_client;
	unsigned int request_s; /* seconds a request may take to arrive; 0: HTTP_REQUEST_S */
	size_t body_max;        /* bytes of a request's body; 0: HTTP_BODY_MAX */
	const char *not_found;  /* what 404 says; NULL: that there is no such page */
	/* Asked before anything is looked up: true to go on; else it has answered. NULL: everybody may. */
	bool (*admit)(void *ctx, struct evhttp_request *request);
	void *ctx;
};

/* http_new: listen. Raises the program's limit of descriptors as far as the system allows; the texts in
 * *options are borrowed for good. Returns 0, or a negative errno with `error` one sentence: what is in use,
 * and what to do. */
int http_new(struct event_base *base, const struct http_options *options, struct http **ret_http,
             char *error, size_t error_size);

/* http_port: where it listens. */
uint16_t http_port(const struct http *http);

/* http_put: from now on `path` (copied) answers bytes[len] (copied) of media type `type` (static).
 * Returns 0 or -ENOMEM; then the old body stands. */
int http_put(struct http *http, const char *path, const char *type, const void *bytes, size_t len);

/* http_offer: `path` (copied) answers what make(ctx) gives, of media type `type` (static). It is asked when
 * somebody asks, once after every http_stale(). The page, http's own; NULL when memory is out. */
struct http_page *http_offer(struct http *http, const char *path, const char *type,
                             http_make_fn make, void *ctx);

/* http_stale: what the page shows has changed. */
void http_stale(struct http_page *page);

/* http_share: pages of other sites may read what `path`, put or offered before, answers. */
void http_share(struct http *http, const char *path);

/* http_hand: requests for `path` (copied) go to answer(). 0 or -ENOMEM. */
int http_hand(struct http *http, const char *path, http_answer_fn answer, void *ctx);

/* http_take: POST requests for `path` (copied) go to answer(), beside whatever GET does there. 0 or
 * -ENOMEM. */
int http_take(struct http *http, const char *path, http_answer_fn answer, void *ctx);

/* http_put_assets: the files of web/ that this server has. 0 or -ENOMEM. */
int http_put_assets(struct http *http, enum asset_server server);

/* http_counts: requests so far, and connections that were turned away or cut. */
void http_counts(const struct http *http, uint64_t *ret_requests, uint64_t *ret_refused);

/* http_free: close every connection. NULL is fine. */
void http_free(struct http *http);
