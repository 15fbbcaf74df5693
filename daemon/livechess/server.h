/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The local API's listener: WebSocket (framing by wslay) and plain GET on one port of this machine.
 *
 * The port can be reached by every page in a browser here: only known origins are let in, only by this
 * machine's own names, with limits on everything; a client that does not read is dropped, and none can hold
 * up a table.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LIVECHESS_CLIENTS_MAX 64        /* at a time; more are turned away with 503 */
#define LIVECHESS_UNREAD_MAX  (1 << 20) /* bytes a client may leave unread */
#define LIVECHESS_PATIENCE_S  10        /* to say what is wanted, and to take the answer */

struct event_base;
struct livechess_api;
struct livechess_server;

/* livechess_server_new: listen on 127.0.0.1 and, where there is IPv6, on ::1. port 0: any free one.
 * `origins`: further origins allowed, blanks between them. All pointers are borrowed for its life. 0, or a
 * negative errno with `error` one sentence that says what to do. */
int livechess_server_new(struct event_base *base, struct livechess_api *api, uint16_t port,
                         const char *origins, struct livechess_server **ret_server, char *error,
                         size_t error_size);

/* livechess_server_port: where it listens. */
uint16_t livechess_server_port(const struct livechess_server *server);

/* livechess_server_free: every client is hung up on. NULL is fine. */
void livechess_server_free(struct livechess_server *server);
