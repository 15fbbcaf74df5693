/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube times: the time sheets, and how things stand now; the boards with the least time first.
 */
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char usage[] =
	"usage: adoube times [--socket PATH | --config FILE] [--json]\n"
	"\n"
	"Print the time sheet of every table: the times shown and the moves made and completed,\n"
	"each half hour, or as the event says, while its clock runs (6.10.1), and now. The table\n"
	"where a player has the least time is the first (12.3).\n"
	"\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command times_command = { "times", usage, false };

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "?";
}

static void
print_row(const json_t *row, const char *mark)
{
	const json_t *clock = json_object_get(row, "clock");
	const json_t *made = json_object_get(row, "made");
	const json_t *completed = json_object_get(row, "completed");

	printf("  %-8s%s  White ", text_of(row, "time"), mark);
	ask_print_time(json_object_get(clock, "white"), "      ?");
	fputs("  Black ", stdout);
	ask_print_time(json_object_get(clock, "black"), "      ?");
	printf("  made %lld, %lld  completed %lld, %lld  ", ask_number(made, "white"),
	       ask_number(made, "black"), ask_number(completed, "white"),
	       ask_number(completed, "black"));
	printf("%s %s\n", strcmp(text_of(row, "turn"), "white") == 0 ? "White" : "Black",
	       json_is_true(json_object_get(row, "running")) ? "runs" : "stands");
}

static void
print_table(const json_t *table)
{
	const json_t *row;
	size_t i;

	printf("table %lld  %s - %s\n", ask_number(table, "table"), text_of(table, "white"),
	       text_of(table, "black"));
	json_array_foreach(json_object_get(table, "rows"), i, row) print_row(row, "    ");
	print_row(json_object_get(table, "now"), " now");
}

/* What the player with less time has; LLONG_MAX where it is not known. */
static long long
least_of(const json_t *table)
{
	const json_t *clock = json_object_get(json_object_get(table, "now"), "clock");
	const json_t *white = json_object_get(clock, "white"),
		     *black = json_object_get(clock, "black");
	long long least = LLONG_MAX;

	if (json_is_integer(white))
		least = (long long)json_integer_value(white);
	if (json_is_integer(black) && (long long)json_integer_value(black) < least)
		least = (long long)json_integer_value(black);
	return least;
}

static int
by_least(const void *a, const void *b)
{
	long long left = least_of(*(json_t *const *)a), right = least_of(*(json_t *const *)b);

	return left < right ? -1 : left > right;
}

static int
print_tables(const json_t *tables)
{
	size_t n = json_array_size(tables);
	json_t **sorted = calloc(n + 1, sizeof(json_t *));

	if (!sorted)
		return COMMAND_FAILED;
	for (size_t i = 0; i < n; i++)
		sorted[i] = json_array_get(tables, i);
	qsort(sorted, n, sizeof(json_t *), by_least);
	for (size_t i = 0; i < n; i++)
		print_table(sorted[i]);
	free(sorted);
	return COMMAND_OK;
}

int
command_times(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&times_command, argc, argv, &options);
	json_t *answer;
	char *text;

	if (status >= 0)
		return status;
	text = ask_daemon(&times_command, &options, "times");
	if (!text)
		return COMMAND_FAILED;
	answer = json_loads(text, 0, NULL);
	if (options.json) {
		puts(text);
		status = COMMAND_OK;
	} else if (json_is_true(json_object_get(answer, "ok"))) {
		status = print_tables(json_object_get(answer, "tables"));
	} else {
		fprintf(stderr, "adoube times: adoubed answers: %s\n", text);
		status = COMMAND_FAILED;
	}
	json_decref(answer);
	free(text);
	return status;
}
