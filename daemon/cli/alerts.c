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
	"usage: adoube alerts [--socket PATH | --config FILE] [--json]\n"
	"       adoube alerts [...] confirm|dismiss|defer TABLE:NUMBER [NOTE]\n\n"
	"Show the latest alerts of every table, the newest last, for the arbiter alone; or say "
	"what\n"
	"became of one. Decided otherwise, it is undone; deferred, it waits as before.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command alerts_command = { "alerts", alerts_usage, true };

static void
alerts_print_articles(const json_t *articles)
{
	const json_t *article;
	size_t i;

	json_array_foreach(articles, i, article)
		printf("%s%s", i > 0 ? ", " : "(", json_string_value(article));
	fputs(json_array_size(articles) > 0 ? ")" : "", stdout);
}

static void
alerts_print_outcome(const json_t *alert)
{
	const char *note = json_string_value(json_object_get(alert, "note"));
	const char *outcome = ask_text(alert, "outcome");

	if (strcmp(outcome, "open") != 0)
		printf(" [%s%s%s]", outcome, note ? ": " : "", note ? note : "");
}

static void
alerts_print_table(const json_t *table)
{
	long long number = (long long)json_integer_value(json_object_get(table, "table"));
	const json_t *alert;
	size_t i;

	json_array_foreach(json_object_get(table, "alerts"), i, alert)
	{
		printf("%lld:%lld  game %lld  ply %lld  %-8s  %s: %s ", number,
		       ask_number(alert, "number"), ask_number(alert, "game"),
		       ask_number(alert, "ply"), ask_text(alert, "severity"), ask_text(alert, "id"),
		       ask_text(alert, "text"));
		alerts_print_articles(json_object_get(alert, "articles"));
		alerts_print_outcome(alert);
		putchar('\n');
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

/* confirm|dismiss|defer TABLE:NUMBER [NOTE] */
static int
alerts_decide(const struct ask_options *options)
{
	static const char *const words[3][2] = { { "confirm", "confirmed" },
		                                 { "dismiss", "dismissed" },
		                                 { "defer", "deferred" } };
	char *colon = NULL, *end = NULL;
	long table = 0, number = 0;
	json_t *event;
	int i = 0;

	while (i < 3 && strcmp(options->words[0], words[i][0]) != 0)
		i++;
	if (options->n_words > 1)
		table = strtol(options->words[1], &colon, 10);
	if (colon && *colon == ':')
		number = strtol(colon + 1, &end, 10);
	if (i == 3 || options->n_words > 3 || !end || *end != '\0' || table < 1 || number < 1) {
		fputs("adoube alerts: it takes confirm, dismiss or defer, TABLE:NUMBER as listed, "
		      "and one note\n",
		      stderr);
		return COMMAND_USAGE;
	}
	event = json_pack("{s:s, s:I, s:s}", "op", "alert", "number", (json_int_t)number, "outcome",
	                  words[i][1]);
	if (options->n_words == 3)
		json_object_set_new(event, "note", json_string(options->words[2]));
	return ask_tell(&alerts_command, options, table, event);
}

int
command_alerts(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&alerts_command, argc, argv, &options);
	char *answer;

	if (status >= 0)
		return status;
	if (options.n_words > 0)
		return alerts_decide(&options);
	answer = ask_daemon(&alerts_command, &options, "alerts");
	if (!answer)
		return COMMAND_FAILED;
	status = options.json ? (puts(answer), COMMAND_OK) : alerts_print_answer(answer);
	free(answer);
	return status;
}
