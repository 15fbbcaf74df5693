/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The web server: a fixed set of pages, read-only, for anybody.
 *
 * Pages are put here and served from memory; what makes them may wait until somebody asks, and then
 * makes them once for all who ask before the next change (http_set_freshen). Only
 * public facts are put here (position, moves, clock times, result). GET and HEAD, strong ETag, 304,
 * Last-Modified; anything else is 404 or 405.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HTTP_CONNECTIONS_MAX 256  /* open at a time; then none is accepted until one ends */
#define HTTP_HEADERS_MAX     8192 /* bytes of a request's line and headers */
#define HTTP_BODY_MAX        1024 /* bytes of a request's body, which nobody needs */
#define HTTP_TIMEOUT_S       20   /* without a byte from the other side */

struct event_base;
struct http;

/* http_new: listen on address (numeric) and port (0: any free one) and serve the pages built in.
 * Returns 0, or a negative errno with `error` one sentence: what is in use, and what to do. */
int http_new(struct event_base *base, const char *address, uint16_t port, struct http **ret_http,
             char *error, size_t error_size);

/* http_port: where it listens. */
uint16_t http_port(const struct http *http);

/* http_put: from now on `path` (static) answers bytes[len] (copied) of media type `type` (static).
 * Returns 0 or -ENOMEM; then the old body stands. */
int http_put(struct http *http, const char *path, const char *type, const void *bytes, size_t len);

/* http_reserve: so many descriptors are for others: connections are counted by descriptor numbers
 * (HTTP_CONNECTIONS_MAX). Raises the process's limit where it may. */
void http_reserve(struct http *http, size_t others);

/* http_set_freshen: call this before a request is answered: it puts what is not as it should be. */
void http_set_freshen(struct http *http, void (*freshen)(void *ctx), void *ctx);

/* http_free: close every connection. NULL is fine. */
void http_free(struct http *http);
