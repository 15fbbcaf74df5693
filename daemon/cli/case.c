/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube case: everything about one alert, for the arbiter's file and an appeal, from the recording alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/case_file.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/fold.h"
#include "daemon/texts.h"

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
	"Exit status: 0; 2 when the capture or an option is wrong, or there is no such alert.\n"
	"Of a capture that cannot be read to its end it prints what can be, and says so.\n";

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
	char sentence[ALERT_SENTENCE_SIZE], place[64], game[12], ply[12];
	const struct text_value values[] = { { "game", game }, { "ply", ply } };
	struct text text;

	snprintf(game, sizeof(game), "%u", alert->game);
	snprintf(ply, sizeof(ply), "%-4u", alert->ply);
	text_begin(&text, place, sizeof(place));
	text_fill(&text, arguments->language, TEXT_CASE_LIST, values, 2);
	text_end(&text, NULL);

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, alert, arguments->language);
	text_end(&text, NULL);
	printf("%4u  %10.3f  %s %-9s %s%s %s\n", alert->number, (double)alert->t_us / 1e6, place,
	       case_severity_word(alert->severity, arguments->language), alert_row(alert->id)->name,
	       text_in(arguments->language, TEXT_CASE_COLON), sentence);
}

/* again: the command that was given, as text; to be freed. */
static char *
again(const struct arguments *arguments)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	fputs("adoube case", out);
	if (arguments->event_file) {
		fputs(" --event ", out);
		case_put_word(arguments->event_file, out);
	}
	case_put_options(arguments->language, arguments->html,
	                 (uint32_t)(arguments->options.around_us / 1000000), out);
	fputs(arguments->options.path[0] == '-' ? " -- " : " ", out);
	case_put_word(arguments->options.path, out);
	fprintf(out, " %" PRIu32, arguments->options.number);
	return fclose(out) == 0 ? text : NULL;
}

static int
run(struct arguments *arguments)
{
	const struct case_options *options = &arguments->options;
	struct case_file file;
	int r = case_file_read(options, &file);
	char *command;

	if (r == 0 && options->number != 0 && !file.found) {
		fputs("adoube case: ", stderr);
		fold_put_name(options->path, stderr);
		fprintf(stderr, " has no alert %u\n", options->number);
	}
	command = file.found ? again(arguments) : NULL;
	if (command)
		case_file_write(&file, arguments->language, arguments->html, command, stdout);
	r |= options->number != 0 && !command ? -1 : 0;
	free(command);
	case_file_clear(&file);
	return r == 0 ? COMMAND_OK : COMMAND_USAGE;
}

static bool
read_number(const char *text, unsigned long most, unsigned long *ret_number)
{
	char *end;

	*ret_number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && *ret_number <= most;
}

/* COMMAND_USAGE, with what is wrong said. */
static int
reject(const char *name, const char *value, const char *allowed)
{
	fprintf(stderr, "adoube case: %s '%s' is not allowed; allowed: %s\n", name, value, allowed);
	return COMMAND_USAGE;
}

static int
take_words(struct arguments *arguments, int n, char **words)
{
	unsigned long number = 0;

	if (n < 1 || n > 2 || strcmp(words[0], "-") == 0) {
		fputs("adoube case: it takes a capture, which is a file, and the number of an "
		      "alert in it; "
		      "'adoube case --help' explains\n",
		      stderr);
		return COMMAND_USAGE;
	}
	if (n == 2 && (!read_number(words[1], UINT32_MAX, &number) || number == 0))
		return reject("the alert", words[1],
		              "a number from 1; 'adoube case CAPTURE' lists them");
	arguments->options.path = words[0];
	arguments->options.number = (uint32_t)number;
	return -1;
}

/* -1 to go on, else the exit status. */
static int
parse(struct arguments *arguments, int argc, char **argv)
{
	const char *lang = "en", *around = NULL;
	const struct flag flags[] = { { "--event", NULL, NULL, &arguments->event_file },
		                      { "--lang", NULL, NULL, &lang },
		                      { "--html", NULL, &arguments->html, NULL },
		                      { "--around", NULL, NULL, &around } };
	const struct flags_command line = { usage, flags, sizeof(flags) / sizeof(flags[0]), false };
	int status = flags_read(&line, argc, argv);
	unsigned long seconds = CASE_AROUND_S;

	if (status >= 0)
		return status;
	arguments->language = language_find(lang);
	if (arguments->language < 0)
		return reject("--lang", lang, "en, fr, de");
	if (around && !read_number(around, CASE_AROUND_MAX, &seconds))
		return reject("--around", around, "a number of seconds, up to an hour (3600)");
	arguments->options.around_us = (uint64_t)seconds * 1000000;
	return take_words(arguments, argc - optind, argv + optind);
}

int
command_case(int argc, char **argv)
{
	struct arguments arguments = {
		.options = { .command = "adoube case",
		             .config = &arguments.config,
		             .alert = list_alert,
		             .ctx = &arguments },
	};
	char error[2048];
	int status = parse(&arguments, argc, argv);

	if (status >= 0)
		return status;
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
