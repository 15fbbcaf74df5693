/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking the running daemon: what `adoube status` and `adoube alerts` have in common.
 */
#pragma once

#include <stdbool.h>

#include "daemon/config.h"

struct ask_command {
	const char *name;  /* for messages */
	const char *usage; /* for --help */
};

struct ask_options {
	char socket[CONFIG_TEXT + 16];
	bool json;
};

/* ask_parse: --socket, --config, --json, --help. -1 to go on, else the exit status. */
int ask_parse(const struct ask_command *command, int argc, char **argv,
              struct ask_options *options);

/* ask_daemon: send {"cmd":...} to the socket in *options. Returns the answer line without its newline, to
 * be freed, or NULL when it has been explained on standard error why not. */
char *ask_daemon(const struct ask_command *command, const struct ask_options *options,
                 const char *cmd);
