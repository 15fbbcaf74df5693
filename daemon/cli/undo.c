/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube undo: what was ordered of the event, by whom and when; and undoing it.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/cli/order.h"

static const char undo_usage[] =
	"usage: adoube undo [OPTION...] [ACTION]\n\n"
	"List what was ordered of rounds, players and boards, with who and when; or undo an\n"
	"action, by its number. That is an action, too. One whose effect was changed since is not\n"
	"undone: undo the later one first.\n\n" ORDER_HELP;

static const struct ask_command undo_command = { "undo", undo_usage, true };

static void
print_action(const json_t *action)
{
	time_t at = (time_t)(ask_number(action, "unix_ms") / 1000);
	char when[32] = "";
	struct tm tm;

	if (localtime_r(&at, &tm))
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &tm);
	printf("%-4lld %s  ", ask_number(action, "action"), when);
	if (json_object_get(action, "uid"))
		printf("%s (%lld)", ask_text(action, "user")[0] ? ask_text(action, "user") : "user",
		       ask_number(action, "uid"));
	else
		fputs(ask_text(action, "by"), stdout);
	printf("  %s", ask_text(action, "text"));
	if (json_object_get(action, "undoes"))
		printf(", undoing %lld", ask_number(action, "undoes"));
	if (json_object_get(action, "undone_by"))
		printf(" [undone by %lld]", ask_number(action, "undone_by"));
	putchar('\n');
}

static int
list_actions(const struct ask_options *options)
{
	json_t *request = json_pack("{s:s}", "cmd", "undo");
	json_t *answer = ask_exchange(&undo_command, options, request);
	const json_t *actions = json_object_get(answer, "actions"), *action;
	int status = answer ? COMMAND_OK : COMMAND_FAILED;
	size_t i;

	if (answer && !options->json && json_array_size(actions) == 0)
		puts("nothing was ordered of this event");
	if (!options->json)
		json_array_foreach(actions, i, action) print_action(action);
	json_decref(request);
	json_decref(answer);
	return status;
}

static bool
undo_show(const json_t *answer)
{
	printf("it would be: %s\n", ask_text(answer, "text"));
	fflush(stdout);
	return true;
}

int
command_undo(int argc, char **argv)
{
	struct ask_options options = { 0 };
	struct order_flags flags = { 0 };
	const struct flag list[] = { ORDER_FLAGS(flags) };
	int n = flags_take("undo", argc, argv, list, 2);
	int status = ask_parse(&undo_command, n, argv, &options);
	long action;

	if (status >= 0)
		return status;
	if (options.n_words == 0)
		return list_actions(&options);
	action = options.n_words == 1 ? flags_number(options.words[0]) : -1;
	if (action < 0) {
		fputs("adoube undo: it takes the number of an action; without one it lists them\n",
		      stderr);
		return COMMAND_USAGE;
	}
	return order_run(&undo_command, &options, &flags,
	                 json_pack("{s:s, s:I}", "cmd", "undo", "action", (json_int_t)action),
	                 undo_show, NULL);
}
