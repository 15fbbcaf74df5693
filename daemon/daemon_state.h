/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What daemon.c starts and stops, with daemon_service.c and daemon_tables.c, and daemon_orders.c answers from.
 */
#pragma once

#include <event2/util.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/control.h"
#include "daemon/daemon.h"
#include "daemon/http_listen.h"
#include "daemon/meters.h"

struct daemon {
	struct config *config; /* the desk's to change; everybody else only reads it */
	const struct daemon_source *source;
	struct event_base *base;
	struct signals *signals;
	struct event *watchdog;
	uint64_t
		told_us; /* when the service manager was told last that the journal is being read */
	struct publication *publication;
	struct meters meters;
	struct private_feed *private;  /* NULL: not served */
	struct worker *worker;         /* writes PGN files */
	struct worker *journal_worker; /* commits wait for nothing else */
	struct journal *journal;
	struct desk *desk;
	struct event *again;       /* begins again when the answer that is being made is gone */
	struct segment **segments; /* config->n_buses */
	struct station **stations; /* config->n_tables */
	struct devices *devices;   /* NULL while there are none to watch */
	struct hotplug *hotplug;   /* NULL: no udev to ask */
	struct http *http;
	struct control_commands commands;
	struct control *control;
	struct livechess_api *api; /* NULL where it is not served */
	struct livechess_server *api_server;
	enum daemon_end end;
	char error[2048];
};

/* Parts: a start returns 0, or a negative errno, with the sentence in daemon->error or ""; a stop is safe on what was never
 * started, and on what was started half-way. */

/* --- daemon_service.c --------------------------------------------------------------------------- */

int daemon_start_signals(struct daemon *daemon);
void daemon_stop_signals(struct daemon *daemon);

/* Readiness: the service manager hears of it, and of the watchdog. */
int daemon_start_notify(struct daemon *daemon);
void daemon_stop_notify(struct daemon *daemon);

/* daemon_on_reading: the journal is being folded: the service manager hears that this is no hang. ctx: struct daemon. */
void daemon_on_reading(void *ctx);

/* daemon_where: where the public web server is to listen. */
struct http_where daemon_where(const struct config_daemon *config);

/* daemon_may_begin_again: is the file that would be read then a good one, and are the folders and the address there that it
 * names? If not, why stands in error. */
bool daemon_may_begin_again(void *ctx, char *error, size_t error_size);

/* daemon_begin_again: as was ordered. Whoever ordered it gets his answer first; then daemon_on_again() is called, the
 * callback of daemon->again. ctx: struct daemon. */
void daemon_begin_again(void *ctx);
void daemon_on_again(evutil_socket_t fd, short what, void *ctx);

/* --- daemon_tables.c ---------------------------------------------------------------------------- */

int daemon_start_segments(struct daemon *daemon);
void daemon_stop_segments(struct daemon *daemon);

/* The tables, as their journal has them. */
int daemon_start_stations(struct daemon *daemon);
void daemon_stop_stations(struct daemon *daemon);

/* Their boards are opened. */
int daemon_start_boards(struct daemon *daemon);

/* Ports that come and go. Without udev only boards that the configuration names by their address are found. */
int daemon_start_devices(struct daemon *daemon);
void daemon_stop_devices(struct daemon *daemon);
