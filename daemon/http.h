/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The web server: a set of pages, read-only, for anybody.
 *
 * A page is a body that is put here, or one that is made when somebody asks and it has changed since; in
 * between it is served from memory. Only public facts are put here (position, moves, clock times, result).
 * GET and HEAD, strong ETag, 304, Last-Modified; anything else is 404 or 405. A path may also be handed to
 * somebody who answers by himself, at length: a stream.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HTTP_CONNECTIONS_MAX 16384 /* open at a time, and never more than descriptors allow */
#define HTTP_HEADERS_MAX     8192  /* bytes of a request's line and headers */
#define HTTP_BODY_MAX        1024  /* bytes of a request's body, which nobody needs */
#define HTTP_TIMEOUT_S       20    /* without a byte from the other side */

struct event_base;
struct evhttp_request;
struct http;
struct http_page;

/* Makes a page's body: from malloc, with its length; NULL when memory is out: then the old one stands. */
typedef char *(*http_make_fn)(void *ctx, size_t *ret_len);

/* Answers a GET by itself (evhttp); the common headers are set. */
typedef void (*http_answer_fn)(void *ctx, struct evhttp_request *request);

struct http_options {
	const char *address;      /* numeric */
	uint16_t port;            /* 0: any free one */
	unsigned int connections; /* served at a time, 1 to HTTP_CONNECTIONS_MAX; more wait */
	unsigned int others;      /* descriptors that boards and files will need beside them */
};

/* http_new: listen and serve the pages built in. Raises the program's limit of descriptors as far as the
 * system allows. Returns 0, or a negative errno with `error` one sentence: what is in use, and what to do. */
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

/* http_hand: requests for `path` (copied) go to answer(). 0 or -ENOMEM. */
int http_hand(struct http *http, const char *path, http_answer_fn answer, void *ctx);

/* http_free: close every connection. NULL is fine. */
void http_free(struct http *http);
