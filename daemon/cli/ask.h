/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking the running daemon: what `adoube status` and `adoube alerts` have in common.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "daemon/config.h"

#define ASK_ARGS_MAX 2

struct ask_command {
	const char *name;  /* for messages */
	const char *usage; /* for --help */
	int n_args;        /* how many words it takes besides the options */
};

struct ask_options {
	char socket[CONFIG_TEXT + 16];
	bool json;
	char *args[ASK_ARGS_MAX];
};

/* ask_parse: --socket, --config, --json, --help. -1 to go on, else the exit status. */
int ask_parse(const struct ask_command *command, int argc, char **argv,
              struct ask_options *options);

/* ask_daemon: send {"cmd":...} to the socket in *options. Returns the answer line without its newline, to
 * be freed, or NULL when it has been explained on standard error why not. */
char *ask_daemon(const struct ask_command *command, const struct ask_options *options,
                 const char *cmd);

/* ask_request: as ask_daemon, for a request with members of its own; takes over the reference, NULL is
 * memory that is out. */
char *ask_request(const struct ask_command *command, const struct ask_options *options,
                  json_t *request);

/* ask_read: an answer line as JSON, a new reference; NULL when adoubed refused or it cannot be read,
 * explained on standard error. */
json_t *ask_read(const struct ask_command *command, const char *answer);
