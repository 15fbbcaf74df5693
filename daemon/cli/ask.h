/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking the running daemon: what `adoube status` and `adoube alerts` have in common.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/config.h"

struct ask_command {
	const char *name;  /* for messages */
	const char *usage; /* for --help */
	bool takes_words;  /* beside its options */
};

struct ask_options {
	char socket[CONFIG_TEXT + 16];
	bool json;
	bool quiet;   /* say nothing of a daemon that does not answer: it is asked again */
	char **words; /* of argv */
	int n_words;
};

/* ask_parse: --socket, --config, --json, --help. -1 to go on, else the exit status. */
int ask_parse(const struct ask_command *command, int argc, char **argv,
              struct ask_options *options);

/* ask_text, ask_number: a member of an answer; "" and 0 where it is none. */
const char *ask_text(const json_t *object, const char *key);
long long ask_number(const json_t *object, const char *key);

/* ask_print_text: a name or a device's word, on standard output; what would steer a terminal is not printed. Blanks
 * behind it up to `width` columns. */
void ask_print_text(const char *text, int width);

/* ask_print_time: seconds as h:mm:ss on standard output; `otherwise` where it is no whole number. */
void ask_print_time(const json_t *seconds, const char *otherwise);

/* ask_daemon: send {"cmd":...} to the socket in *options. Returns the answer line without its newline, to
 * be freed, or NULL when it has been explained on standard error why not. ask_request: any request,
 * which is released. */
char *ask_daemon(const struct ask_command *command, const struct ask_options *options,
                 const char *cmd);
char *ask_request(const struct ask_command *command, const struct ask_options *options,
                  json_t *request);

/* ask_exchange: one request, which stays the caller's, one answer: to be let go, printed as it is for --json; NULL
 * when it has been explained why there is none, or adoubed refused. */
json_t *ask_exchange(const struct ask_command *command, const struct ask_options *options,
                     const json_t *request);

/* ask_read: an answer line as JSON, a new reference; NULL when adoubed refused or it cannot be read,
 * explained on standard error. */
json_t *ask_read(const struct ask_command *command, const char *answer);

/* ask_print_undo: the orders in the answer that undo what was done. */
void ask_print_undo(const json_t *answer);

/* ask_tell: say host event `event` (released) of a table, 0: the only one. Returns the exit status, having
 * explained what the daemon would not take, or said how it is undone. */
int ask_tell(const struct ask_command *command, const struct ask_options *options, int64_t table,
             json_t *event);
