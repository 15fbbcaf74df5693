/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube tables: how every table stands.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char tables_usage[] =
	"usage: adoube tables [--socket PATH | --config FILE] [--json]\n\n"
	"List the tables of the round: state, game, plies, result, board and players. States: "
	"no-board\n"
	"(it does not answer), waiting (for the start position), ready (it stands there), "
	"playing, over,\n"
	"look (the board contradicts the record). A board with * was assigned by hand.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command tables_command = { "tables", tables_usage, false };

static void
print_table(const json_t *table)
{
	bool by_hand = json_is_true(json_object_get(table, "by_hand"));
	const char *board = ask_text(table, "board");
	char name[CONFIG_TEXT + 2];

	snprintf(name, sizeof(name), "%s%s", board[0] ? board : "-", by_hand ? "*" : "");
	printf("%-6lld%-10s%-6lld%-7lld%-9s", ask_number(table, "table"), ask_text(table, "state"),
	       ask_number(table, "game"), ask_number(table, "plies"), ask_text(table, "result"));
	ask_print_text(name, 22);
	putchar(' ');
	ask_print_text(ask_text(table, "white")[0] ? ask_text(table, "white") : "?", 0);
	fputs(" - ", stdout);
	ask_print_text(ask_text(table, "black")[0] ? ask_text(table, "black") : "?", 0);
	putchar('\n');
}

int
command_tables(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&tables_command, argc, argv, &options);
	json_t *request, *answer;
	const json_t *table;
	size_t i;

	if (status >= 0)
		return status;
	request = json_pack("{s:s}", "cmd", "tables");
	answer = ask_exchange(&tables_command, &options, request);
	json_decref(request);
	if (answer && !options.json) {
		printf("round %s (%s)\n",
		       ask_text(answer, "round")[0] ? ask_text(answer, "round") : "-",
		       json_is_true(json_object_get(answer, "open")) ? "open" : "closed");
		puts("TABLE STATE     GAME  PLIES  RESULT   BOARD                  PLAYERS");
		json_array_foreach(json_object_get(answer, "tables"), i, table) print_table(table);
	}
	status = answer ? COMMAND_OK : COMMAND_FAILED;
	json_decref(answer);
	return status;
}
