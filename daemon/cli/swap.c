/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube swap: another board stands on the table from now on.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char swap_usage[] =
	"usage: adoube swap [--socket PATH | --config FILE] [--json] TABLE BOARD\n\n"
	"Give the board with the serial number BOARD ('adoube devices' lists them) to the table, "
	"or\n"
	"the one at the address BOARD (/dev/..., tcp://HOST:PORT). The game goes on with the\n"
	"position that stands on it. It holds for the round; 'adoube assign' holds for the\n"
	"event.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command swap_command = { "swap", swap_usage, true };

int
command_swap(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&swap_command, argc, argv, &options);
	char *answer, *end = NULL;
	json_t *object;
	long table;

	if (status >= 0)
		return status;
	table = options.n_words == 2 ? strtol(options.words[0], &end, 10) : 0;
	if (table < 1 || *end != '\0') {
		fputs("adoube swap: it takes the number of a table, and a board; "
		      "'adoube devices' lists them\n",
		      stderr);
		return COMMAND_USAGE;
	}
	answer = ask_request(&swap_command, &options,
	                     json_pack("{s:s, s:I, s:s}", "cmd", "swap", "table", (json_int_t)table,
	                               "board", options.words[1]));
	if (!answer)
		return COMMAND_FAILED;
	object = ask_read(&swap_command, answer);
	if (options.json)
		puts(answer);
	else if (object)
		printf("table %ld: %s is its board now\n", table, options.words[1]);
	if (object && !options.json && ask_text(object, "was")[0])
		printf("undo by: adoube swap %ld %s\n", table, ask_text(object, "was"));
	status = object ? COMMAND_OK : COMMAND_FAILED;
	json_decref(object);
	free(answer);
	return status;
}
