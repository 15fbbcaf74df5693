/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking the running daemon: what `adoube status`, `alerts` and `correct` have in common.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "daemon/config.h"

struct ask_command {
	const char *name;  /* for messages */
	const char *usage; /* for --help */
	bool acts;         /* takes --dry-run, --yes, and arguments */
};

struct ask_options {
	char socket[CONFIG_TEXT + 16];
	bool json;
	bool dry_run, yes;
};

/* ask_parse: --socket, --config, --json, --help, and what a command that acts takes: its arguments are
 * argv[optind] and what follows. -1 to go on, else the exit status. */
int ask_parse(const struct ask_command *command, int argc, char **argv,
              struct ask_options *options);

/* ask_text, ask_number: a member of an answer; "" and 0 where it is none. */
const char *ask_text(const json_t *object, const char *key);
long long ask_number(const json_t *object, const char *key);

/* ask_daemon: send the request, one line of JSON without its newline, to the socket in *options. Returns the
 * answer line without its newline, to be freed, or NULL when it has been explained on standard error why
 * not. */
char *ask_daemon(const struct ask_command *command, const struct ask_options *options,
                 const char *request);
