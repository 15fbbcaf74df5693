/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What daemon.c starts and stops, and daemon_orders.c answers from.
 */
#pragma once

#include <stddef.h>

#include "daemon/control.h"
#include "daemon/daemon.h"
#include "daemon/meters.h"

struct daemon {
	struct config *config; /* the desk's to change; everybody else only reads it */
	const char *config_path;
	struct event_base *base;
	struct signals *signals;
	struct event *watchdog;
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
