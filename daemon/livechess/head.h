/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The head of an HTTP/1.1 request as far as the local API needs it: GET of a resource, or the opening of a
 * WebSocket (RFC 6455, 4.2.1).
 *
 * Trusts nothing: whoever can reach the port may send anything, and so may every web page in a browser on
 * this machine. No I/O, no allocation.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define LIVECHESS_HEAD_MAX   8192 /* bytes of request line and headers */
#define LIVECHESS_ACCEPT_MAX 29   /* Sec-WebSocket-Accept, its NUL included */

struct livechess_head {
	char path[256];   /* without the query */
	char host[128];   /* "" when there is none */
	char origin[256]; /* "" when there is none: no browser */
	char key[32];     /* Sec-WebSocket-Key */
	bool upgrade;     /* a WebSocket is asked for */
	bool version_13;  /* and in the version everybody speaks */
};

/* livechess_head_read: read the head that bytes[len] begins with.
 *
 * Returns its length with *ret_head filled in; 0 when it is not complete yet; or the HTTP status to refuse
 * it with, negative: -400 malformed, -405 no GET, -414 the path is too long, -431 the head is. */
int livechess_head_read(const char *bytes, size_t len, struct livechess_head *ret_head);

/* livechess_host_is_local: does `host` (with or without port) name this machine as such? Any other name
 * that leads here is a web page's trick to be taken for our own (DNS rebinding). */
bool livechess_host_is_local(const char *host);

/* livechess_origin_is_allowed: may a page of `origin` use the API (publishing.md 1.12)? None ("") is a
 * program of this machine. lichess.org, lichess.dev, this machine's own pages, and those named in `more`:
 * origins with blanks between them. */
bool livechess_origin_is_allowed(const char *origin, const char *more);

/* livechess_accept: what proves that a WebSocket's key was understood (RFC 6455, 4.2.2). */
void livechess_accept(const char *key, char ret_accept[LIVECHESS_ACCEPT_MAX]);
