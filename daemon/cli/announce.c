/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube announce: the last move of a table in words, for a player who cannot see the board.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char usage[] =
	"usage: adoube announce [--socket PATH | --config FILE] [--json] TABLE [LANGUAGE] [full]\n"
	"\n"
	"Print the last move made at a table as it is announced to a player who cannot see the\n"
	"board (D.2.1): 'Springer Gustav eins Felix drei'.\n"
	"\n"
	"  LANGUAGE       de (the words of Annex D; default), de-ascii, en or fr\n"
	"  full           'Springer von g1 nach f3': to an assistant who moves for the player\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command announce_command = { "announce", usage, true };

/* NULL when the words are none. */
static json_t *
read_request(const struct ask_options *options)
{
	bool full =
		options->n_words > 1 && strcmp(options->words[options->n_words - 1], "full") == 0;
	int n = options->n_words - full;
	char *end = NULL;
	long table = n > 0 ? strtol(options->words[0], &end, 10) : 0;

	if (n > 2 || !end || *end != '\0' || table < 1)
		return NULL;
	return json_pack("{s:s, s:I, s:s, s:b}", "cmd", "announce", "table", (json_int_t)table,
	                 "language", n > 1 ? options->words[1] : "de", "full", full);
}

int
command_announce(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&announce_command, argc, argv, &options);
	json_t *request, *answer;

	if (status >= 0)
		return status;
	request = read_request(&options);
	if (!request) {
		fputs("adoube announce: it takes the number of a table, a language and 'full'\n",
		      stderr);
		return COMMAND_USAGE;
	}
	answer = ask_exchange(&announce_command, &options, request);
	json_decref(request);
	if (!answer)
		return COMMAND_FAILED;
	if (!options.json)
		puts(ask_text(answer, "text"));
	json_decref(answer);
	return COMMAND_OK;
}
