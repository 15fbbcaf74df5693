/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A listening socket of a web server, and why there is none.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct evconnlistener;
struct event_base;

struct http_where {
	const char *address; /* numeric */
	uint16_t port;       /* 0: any free one */
	const char *keys[2]; /* which settings say otherwise of address and port, for messages */
};

/* http_listen: listen there, accepting nobody yet. Returns 0 with the port in *ret_port, or a negative errno with
 * `error` one sentence: what is in use, and what to do. */
int http_listen(struct event_base *base, const struct http_where *where,
                struct evconnlistener **ret_listener, uint16_t *ret_port, char *error,
                size_t error_size);
