/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube assign: which board belongs to which table, for the whole event.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/cli/order.h"
#include "daemon/config.h"

static const char assign_usage[] =
	"usage: adoube assign [OPTION...] TABLE BOARD [TABLE BOARD]...\n"
	"       adoube assign [OPTION...] --from FILE\n\n"
	"Give boards to tables from now on, in this round and those to come; games that are on\n"
	"go on. BOARD is a serial number ('adoube devices' lists them), an address (/dev/...,\n"
	"tcp://HOST:PORT), BUS/ADDRESS where the table's board is on a bus, any, or 'file' for\n"
	"what the daemon's event file says. Several change at once, so that two tables can change\n"
	"their boards. What changes is shown first.\n\n"
	"  --from FILE    the boards that this event file gives to its tables\n" ORDER_HELP;

static const struct ask_command assign_command = { "assign", assign_usage, true };

static bool
assign_show(const json_t *answer)
{
	const json_t *changes = json_object_get(answer, "changes"), *change;
	size_t i;

	json_array_foreach(changes, i, change)
	{
		printf("table %lld: ", ask_number(change, "table"));
		ask_print_text(ask_text(change, "was")[0] ? ask_text(change, "was") : "(none)", 0);
		fputs("  ->  ", stdout);
		ask_print_text(ask_text(change, "becomes"), 0);
		putchar('\n');
	}
	if (json_array_size(changes) == 0)
		puts("the tables have these boards already");
	fflush(stdout);
	return json_array_size(changes) > 0;
}

/* assign_words: TABLE BOARD pairs as changes; NULL: they are none. */
static json_t *
assign_words(int n, char **words)
{
	json_t *changes = json_array();

	for (int i = 0; i + 1 < n; i += 2) {
		long table = flags_number(words[i]);

		if (table < 0)
			break;
		json_array_append_new(changes,
		                      json_pack("{s:I, s:o}", "table", (json_int_t)table, "board",
		                                strcmp(words[i + 1], "file") == 0
		                                        ? json_null()
		                                        : json_string(words[i + 1])));
	}
	if (n > 0 && n % 2 == 0 && json_array_size(changes) == (size_t)n / 2)
		return changes;
	json_decref(changes);
	return NULL;
}

/* assign_file: the boards of an event file; NULL when it has been explained why not. */
static json_t *
assign_file(const char *path)
{
	json_t *changes = json_array();
	struct config config;
	char error[2048];

	if (config_load(path, &config, error, sizeof(error)) < 0) {
		fprintf(stderr, "adoube assign: %s\n", error);
		json_decref(changes);
		changes = NULL;
	}
	for (size_t i = 0; changes && i < config.n_tables; i++)
		if (config.tables[i].board[0])
			json_array_append_new(changes,
			                      json_pack("{s:I, s:s}", "table",
			                                (json_int_t)config.tables[i].number,
			                                "board", config.tables[i].board));
	config_free(&config);
	return changes;
}

int
command_assign(int argc, char **argv)
{
	struct ask_options options = { 0 };
	struct order_flags flags = { 0 };
	const char *from = NULL;
	const struct flag list[] = { ORDER_FLAGS(flags), { "--from", NULL, NULL, &from } };
	int n = flags_take("assign", argc, argv, list, sizeof(list) / sizeof(list[0])), status;
	json_t *changes;

	if (n < 0)
		return COMMAND_USAGE;
	status = ask_parse(&assign_command, n, argv, &options);
	if (status >= 0)
		return status;
	if (from && options.n_words == 0) {
		changes = assign_file(from);
		if (!changes)
			return COMMAND_FAILED;
	} else {
		changes = from ? NULL : assign_words(options.n_words, options.words);
	}
	if (!changes) {
		fputs("adoube assign: it takes tables and boards by turns, or --from FILE\n",
		      stderr);
		return COMMAND_USAGE;
	}
	return order_run(&assign_command, &options, &flags,
	                 json_pack("{s:s, s:o}", "cmd", "assign", "changes", changes), assign_show,
	                 NULL);
}
