/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube case: everything about one alert, for the arbiter's file and an appeal, from the recording alone.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/case_file.h"
#include "daemon/cli/command.h"

static const char usage[] =
	"usage: adoube case [--event FILE] [--lang en|fr|de] [--html] [--around SECONDS]\n"
	"                   CAPTURE [NUMBER]\n"
	"\n"
	"Prints all there is about alert NUMBER of a recording: what it says and where the Laws "
	"say\n"
	"it, the position before and after, the clocks, what can be done, what was decided, and "
	"what\n"
	"sensors and clock said around it. Without NUMBER: the alerts, a line each.\n"
	"\n"
	"  --event FILE      the event (see adoubed.conf(5)), as for replay\n"
	"  --lang LANG       en (default), fr or de\n"
	"  --html            a page instead of text\n"
	"  --around SECONDS  of the recording, before and after (default 30)\n"
	"\n"
	"Exit status: 0; 2 when the capture or an option is wrong, or there is no such alert.\n";

struct arguments {
	struct case_options options;
	struct config config;
	const char *event_file;
	int language;
	bool html;
};

static void
list_alert(void *ctx, const struct alert *alert)
{
	const struct arguments *arguments = ctx;
	char sentence[ALERT_SENTENCE_SIZE];
	struct text text;

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, alert, arguments->language);
	text_end(&text, NULL);
	printf("%4u  %10.3f  game %u  half-move %-4u %-9s %s: %s\n", alert->number,
	       (double)alert->t_us / 1e6, alert->game, alert->ply,
	       alert_severity_name(alert->severity), alert_row(alert->id)->name, sentence);
}

/* again: the command that was given, as text; to be freed. */
static char *
again(const struct arguments *arguments)
{
	char *text = NULL;

	if (asprintf(&text, "adoube case %s%s%s%s %u", arguments->event_file ? "--event " : "",
	             arguments->event_file ? arguments->event_file : "",
	             arguments->event_file ? " " : "", arguments->options.path,
	             arguments->options.number) < 0)
		return NULL;
	return text;
}

static int
run(struct arguments *arguments)
{
	const struct case_options *options = &arguments->options;
	int status = COMMAND_USAGE;
	struct case_file file;
	char *command;

	if (case_file_read(options, &file) == 0) {
		status = options->number == 0 || file.found ? COMMAND_OK : COMMAND_USAGE;
		if (status != COMMAND_OK)
			fprintf(stderr, "adoube case: %s has no alert %u\n", options->path,
			        options->number);
		command = file.found ? again(arguments) : NULL;
		if (command)
			case_file_write(&file, arguments->language, arguments->html, command,
			                stdout);
		free(command);
	}
	case_file_clear(&file);
	return status;
}

static bool
read_number(const char *text, unsigned long most, unsigned long *ret_number)
{
	char *end;

	*ret_number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && *ret_number <= most;
}

static bool
take_option(struct arguments *arguments, int option, const char *value)
{
	unsigned long seconds;

	switch (option) {
	case 'e':
		arguments->event_file = value;
		return true;
	case 'l':
		arguments->language = language_find(value);
		return arguments->language >= 0;
	case 't':
		return arguments->html = true;
	case 'a':
		if (!read_number(value, CASE_AROUND_MAX, &seconds))
			return false;
		arguments->options.around_us = (uint64_t)seconds * 1000000;
		return true;
	default:
		return false;
	}
}

/* COMMAND_OK: go on; -1: help was asked for. */
static int
parse(struct arguments *arguments, int argc, char **argv)
{
	static const struct option options[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "lang", required_argument, NULL, 'l' },
		{ "html", no_argument, NULL, 't' },
		{ "around", required_argument, NULL, 'a' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	unsigned long number = 0;
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(usage, stdout);
			return -1;
		}
		if (!take_option(arguments, option, optarg))
			return COMMAND_USAGE;
	}
	if (optind >= argc || argc - optind > 2 || strcmp(argv[optind], "-") == 0 ||
	    (argc - optind == 2 &&
	     (!read_number(argv[optind + 1], UINT32_MAX, &number) || number == 0)))
		return COMMAND_USAGE;
	arguments->options.path = argv[optind];
	arguments->options.number = (uint32_t)number;
	return COMMAND_OK;
}

int
command_case(int argc, char **argv)
{
	struct arguments arguments = {
		.options = { .command = "adoube case",
		             .config = &arguments.config,
		             .around_us = UINT64_C(1000000) * CASE_AROUND_S,
		             .alert = list_alert,
		             .ctx = &arguments },
	};
	char error[2048];
	int status = parse(&arguments, argc, argv);

	if (status != COMMAND_OK) {
		if (status == COMMAND_USAGE)
			fputs(usage, stderr);
		return status < 0 ? COMMAND_OK : status;
	}
	config_defaults(&arguments.config);
	if (arguments.event_file &&
	    config_load(arguments.event_file, &arguments.config, error, sizeof(error)) != 0) {
		fprintf(stderr, "adoube case: %s\n", error);
		config_free(&arguments.config);
		return COMMAND_USAGE;
	}
	status = run(&arguments);
	config_free(&arguments.config);
	return status;
}
