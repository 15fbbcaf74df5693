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

/* Where the configuration is from. */
struct daemon_source {
	const char *path; /* the file; NULL: there is none */
	const void *ctx;
	/* Reads it as a start would: 0, or a negative errno with `error` one sentence. *ret_config is to be freed. */
	int (*read)(const void *ctx, struct config *ret_config, char *error, size_t error_size);
};

/* daemon_run: run until told to stop. SIGHUP reads the source again. */
enum daemon_end daemon_run(struct config *config, const struct daemon_source *source);

/* daemon_words: what the control socket takes; without a ctx: to look at. */
const struct control_commands *daemon_words(void);
