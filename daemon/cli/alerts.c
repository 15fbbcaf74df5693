/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube alerts: what the running daemon has for the arbiter.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char alerts_usage[] =
	"usage: adoube alerts [--socket PATH | --config FILE] [--json]\n\n"
	"Show the latest alerts of every table, the newest last: for the arbiter alone.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command alerts_command = { .name = "alerts", .usage = alerts_usage };

static void
alerts_print_articles(const json_t *articles)
{
	const json_t *article;
	size_t i;

	json_array_foreach(articles, i, article)
		printf("%s%s", i > 0 ? ", " : "(", json_string_value(article));
	puts(json_array_size(articles) > 0 ? ")" : "");
}

static void
alerts_print_table(const json_t *table)
{
	const json_t *alert;
	size_t i;

	json_array_foreach(json_object_get(table, "alerts"), i, alert)
	{
		printf("table %lld  game %lld  ply %lld  %-8s  %s: %s ", ask_number(table, "table"),
		       ask_number(alert, "game"), ask_number(alert, "ply"),
		       ask_text(alert, "severity"), ask_text(alert, "id"), ask_text(alert, "text"));
		alerts_print_articles(json_object_get(alert, "articles"));
	}
}

static int
alerts_print_answer(const char *answer)
{
	json_error_t error;
	json_t *alerts = json_loads(answer, 0, &error);
	const json_t *table;
	size_t i;

	if (!alerts || !json_is_true(json_object_get(alerts, "ok"))) {
		fprintf(stderr, "adoube alerts: adoubed answers: %s\n",
		        alerts ? ask_text(alerts, "error") : error.text);
		json_decref(alerts);
		return COMMAND_FAILED;
	}
	json_array_foreach(json_object_get(alerts, "tables"), i, table) alerts_print_table(table);
	json_decref(alerts);
	return COMMAND_OK;
}

int
command_alerts(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&alerts_command, argc, argv, &options);
	char *answer;

	if (status >= 0)
		return status;
	answer = ask_daemon(&alerts_command, &options, "{\"cmd\":\"alerts\"}");
	if (!answer)
		return COMMAND_FAILED;
	status = options.json ? (puts(answer), COMMAND_OK) : alerts_print_answer(answer);
	free(answer);
	return status;
}
