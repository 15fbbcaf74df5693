/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The daemon: tables, web server, control socket and signals on one loop.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "daemon/config.h"

struct control_commands;

enum daemon_end {
	DAEMON_STOPPED, /* SIGTERM or SIGINT: everything is on the disk */
	DAEMON_RELOAD,  /* SIGHUP, and the configuration file is good: begin again with it */
	DAEMON_FAILED,  /* logged */
};

/* daemon_run: run until told to stop. config_path (NULL: none) is what SIGHUP looks at. */
enum daemon_end daemon_run(struct config *config, const char *config_path);

/* daemon_words: what the control socket takes; without a ctx: to look at. */
const struct control_commands *daemon_words(void);
