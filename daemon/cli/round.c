/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube round: rounds opened and closed, checked, named, and what came of them.
 */
#include "daemon/cli/round.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/texts.h"

static const char *
name_round(const char *round)
{
	return round[0] ? round : "(without a number)";
}

/* --- Looking -------------------------------------------------------------------------------- */

static json_t *
ask_round(const struct round_args *args, const char *what)
{
	json_t *request = json_pack("{s:s, s:s}", "cmd", "round", "do", what);
	json_t *answer = ask_exchange(&round_command, &args->options, request);

	json_decref(request);
	return answer;
}

static int
round_list(const struct round_args *args)
{
	json_t *answer = ask_round(args, "list");
	const json_t *round;
	size_t i;

	if (!answer)
		return COMMAND_FAILED;
	if (!args->options.json)
		json_array_foreach(json_object_get(answer, "rounds"), i, round)
			printf("round %s: %s\n", name_round(ask_text(round, "round")),
		               ask_text(round, "state"));
	json_decref(answer);
	return COMMAND_OK;
}

/* print_filled: a text with two numbers or a number and a text in it. */
static void
print_filled(int language, enum text_key key, const struct text_value values[2])
{
	char line[1024];
	struct text text;

	text_begin(&text, line, sizeof(line));
	text_fill(&text, language, key, values, 2);
	ask_print_text(line, 0);
	putchar('\n');
}

static void
print_finding(const json_t *finding, int language)
{
	char name[16] = "text", number[24];
	long long table = ask_number(finding, "table");
	struct text_value values[2] = { { "table", number } };

	if (language != ALERT_ENGLISH)
		snprintf(name, sizeof(name), "text_%s", language_code(language));
	snprintf(number, sizeof(number), "%lld", table);
	values[1] = (struct text_value){ "text", ask_text(finding, name) };
	if (table > 0) {
		print_filled(language, TEXT_CHECK_TABLE, values);
	} else {
		ask_print_text(values[1].value, 0);
		putchar('\n');
	}
}

static void
print_findings(const json_t *answer, int language)
{
	const json_t *findings = json_object_get(answer, "findings"), *finding;
	long long before = 0, ready = ask_number(answer, "tables");
	char number[24], all[24];
	const struct text_value values[2] = { { "n", number }, { "all", all } };
	size_t i;

	snprintf(all, sizeof(all), "%lld", ready);
	json_array_foreach(findings, i, finding)
	{
		long long table = ask_number(finding, "table");

		print_finding(finding, language);
		ready -= table > 0 && table != before;
		before = table;
	}
	snprintf(number, sizeof(number), "%lld", ready);
	print_filled(language, TEXT_CHECK_READY, values);
}

static int
round_check(const struct round_args *args)
{
	int language = args->lang ? language_find(args->lang) : ALERT_ENGLISH;
	json_t *answer;
	int status;

	if (language < 0) {
		fputs("adoube round check: --lang is en, fr or de\n", stderr);
		return COMMAND_USAGE;
	}
	answer = ask_round(args, "check");
	if (!answer)
		return COMMAND_FAILED;
	if (!args->options.json)
		print_findings(answer, language);
	status = json_array_size(json_object_get(answer, "findings")) > 0 ? COMMAND_FAILED
	                                                                  : COMMAND_OK;
	json_decref(answer);
	return status;
}

/* --- Orders --------------------------------------------------------------------------------- */

static bool
show_open(const json_t *answer)
{
	printf("round %s opens; round %s was before\n", name_round(ask_text(answer, "round")),
	       name_round(ask_text(answer, "was_round")));
	printf("  players are known at %lld of %lld tables\n", ask_number(answer, "named"),
	       ask_number(answer, "tables"));
	fflush(stdout);
	return true;
}

static int
round_open(const struct round_args *args)
{
	if (args->n_words != 1) {
		fputs("adoube round open: which round?\n", stderr);
		return COMMAND_USAGE;
	}
	return order_run(
		&round_command, &args->options, &args->flags,
		json_pack("{s:s, s:s, s:s}", "cmd", "round", "do", "open", "round", args->words[0]),
		show_open, NULL);
}

static void
print_numbers(const char *label, const json_t *numbers)
{
	const json_t *number;
	size_t i;

	if (json_array_size(numbers) == 0)
		return;
	fputs(label, stdout);
	json_array_foreach(numbers, i, number)
		printf("%s%lld", i > 0 ? ", " : "", (long long)json_integer_value(number));
	putchar('\n');
}

static bool
show_close(const json_t *answer)
{
	printf("round %s closes: what is published of it stays as it is\n",
	       name_round(ask_text(answer, "round")));
	print_numbers("  no result yet at table ", json_object_get(answer, "unfinished"));
	print_numbers("  nothing was played at table ", json_object_get(answer, "unplayed"));
	fflush(stdout);
	return true;
}

static int
round_close(const struct round_args *args)
{
	if (args->n_words > 0) {
		fputs("adoube round close: it closes the round that is open\n", stderr);
		return COMMAND_USAGE;
	}
	return order_run(&round_command, &args->options, &args->flags,
	                 json_pack("{s:s, s:s}", "cmd", "round", "do", "close"), show_close, NULL);
}

static int
round_run(struct round_args *args)
{
	static const struct {
		const char *word;
		int (*run)(const struct round_args *args);
	} parts[] = {
		{ "check", round_check }, { "close", round_close }, { "import", round_import },
		{ "list", round_list },   { "open", round_open },   { "results", round_results },
	};
	const char *word = args->options.n_words > 0 ? args->options.words[0] : "list";

	args->words = args->options.words + 1;
	args->n_words = args->options.n_words > 0 ? args->options.n_words - 1 : 0;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strcmp(word, parts[i].word) == 0)
			return parts[i].run(args);
	fprintf(stderr,
	        "adoube round: '%.40s': it is check, close, import, list, open or results\n", word);
	return COMMAND_USAGE;
}

int
command_round(int argc, char **argv)
{
	struct round_args args = { .round = NULL };
	const struct flag list[] = { ORDER_FLAGS(args.flags),
		                     { "--round", NULL, NULL, &args.round },
		                     { "--lang", NULL, NULL, &args.lang },
		                     { "--csv", NULL, &args.csv, NULL },
		                     { "--pgn", NULL, &args.pgn, NULL },
		                     { "--all", NULL, &args.all, NULL } };
	int n = flags_take("round", argc, argv, list, sizeof(list) / sizeof(list[0]));
	int status = n < 0 ? COMMAND_USAGE : ask_parse(&round_command, n, argv, &args.options);

	return status >= 0 ? status : round_run(&args);
}
