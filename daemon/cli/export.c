/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube export: captures out of the running daemon's journal, wherever that is.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

#define EXPORT_WORDS 10

static const char export_usage[] =
	"usage: adoube export [--socket PATH | --config FILE] [--round R] [--table N] [--to "
	"FOLDER]\n\n"
	"Write a capture of each table and round of the running daemon's event into FOLDER, or "
	"one\n"
	"to standard output: 'adoube journal export' of its journal.\n\n"
	"  --round R      of this round\n"
	"  --table N      of this table\n"
	"  --to FOLDER    into files there\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n";

static const struct ask_command export_command = { "export", export_usage, false };

/* The words of `adoube journal export`, which may be moved about and are written to. */
struct export_words {
	char text[EXPORT_WORDS][512];
	char *words[EXPORT_WORDS + 1];
	int n;
};

static void
export_add(struct export_words *words, const char *word)
{
	snprintf(words->text[words->n], sizeof(words->text[0]), "%s", word);
	words->words[words->n] = words->text[words->n];
	words->words[++words->n] = NULL;
}

static void
export_add_option(struct export_words *words, const char *name, const char *value)
{
	if (!value)
		return;
	export_add(words, name);
	export_add(words, value);
}

int
command_export(int argc, char **argv)
{
	struct ask_options options = { 0 };
	const char *round = NULL, *table = NULL, *to = NULL;
	const struct flag list[] = { { "--round", NULL, NULL, &round },
		                     { "--table", NULL, NULL, &table },
		                     { "--to", NULL, NULL, &to } };
	int n = flags_take("export", argc, argv, list, sizeof(list) / sizeof(list[0]));
	int status = n < 0 ? COMMAND_USAGE : ask_parse(&export_command, n, argv, &options);
	struct export_words words = { .n = 0 };
	json_t *request, *answer, *recorder;

	if (status >= 0)
		return status;
	options.json = false;
	request = json_pack("{s:s}", "cmd", "status");
	answer = ask_exchange(&export_command, &options, request);
	json_decref(request);
	if (!answer)
		return COMMAND_FAILED;
	recorder =
		json_object_get(json_array_get(json_object_get(answer, "tables"), 0), "recorder");
	export_add(&words, "journal");
	export_add(&words, "export");
	export_add_option(&words, "--round", round);
	export_add_option(&words, "--table", table);
	export_add_option(&words, "--to", to);
	export_add(&words, ask_text(recorder, "path"));
	json_decref(answer);
	return command_journal(words.n, words.words);
}
