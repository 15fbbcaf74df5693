/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube clock: look at a table's clock, and have it show a text or other times.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

#define CLOCK_WAIT_MS 200 /* between two looks at whether the clock has answered */
#define CLOCK_WAITS   100 /* three answers may be waited for, and the line before that */

static const char clock_usage[] =
	"usage: adoube clock [--socket PATH | --config FILE] [--json] TABLE [DO]\n\n"
	"What the clock of a table is, and whether it answers; or have it do something:\n\n"
	"  clock 3                      the clock: model, battery, buttons, the last order\n"
	"  clock 3 text 'round 3'       show this instead of the times; with 'beep' behind it, and "
	"beep\n"
	"  clock 3 clear                show the times again\n"
	"  clock 3 beep\n"
	"  clock 3 set 1:30:00 1:30:00  White's time and Black's; the clock stands. With 'white' "
	"or\n"
	"                               'black' behind it, that side's time runs at once\n\n"
	"An order goes into the journal, and is refused while a game is played, unless the\n"
	"configuration says otherwise (clock_orders). The command waits until the clock has\n"
	"answered.\n\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n\n"
	"Exit status: 0 when the clock has done it; 1 when not, with the reason; 2 when the "
	"command\n"
	"cannot be read.\n";

static const struct ask_command clock_command = { "clock", clock_usage, true };

/* "1:30:00", "5:00" or "300" as seconds; -1: none of these. */
static long
read_time(const char *text)
{
	long seconds = 0;

	for (int n = 0;; n++) {
		char *end;
		long part = strtol(text, &end, 10);

		if (end == text || part < 0 || part > 35999 || (n > 0 && part > 59) || n > 2 ||
		    *text < '0' || *text > '9')
			return -1;
		seconds = seconds * 60 + part;
		if (*end == '\0')
			return seconds <= 35999 ? seconds : -1;
		if (*end != ':')
			return -1;
		text = end + 1;
	}
}

static json_t *
read_text(char **words, int n)
{
	bool beeps = n == 3 && strcmp(words[2], "beep") == 0;

	return n == 2 || beeps ? json_pack("{s:s, s:b}", "text", words[1], "beep", beeps) : NULL;
}

static json_t *
read_set(char **words, int n)
{
	long white = n >= 3 ? read_time(words[1]) : -1, black = n >= 3 ? read_time(words[2]) : -1;
	json_t *members;

	if (white < 0 || black < 0 || n > 4 ||
	    (n == 4 && strcmp(words[3], "white") != 0 && strcmp(words[3], "black") != 0))
		return NULL;
	members = json_pack("{s:I, s:I}", "white", (json_int_t)white, "black", (json_int_t)black);
	if (n == 4)
		json_object_set_new(members, "runs", json_string(words[3]));
	return members;
}

static json_t *
read_nothing(char **words, int n)
{
	(void)words;
	return n == 1 ? json_object() : NULL;
}

static const struct {
	const char *name;
	json_t *(*read)(char **words, int n);
} deeds[] = {
	{ "beep", read_nothing }, { "clear", read_nothing }, { "set", read_set },
	{ "show", read_nothing }, { "text", read_text },
};

/* The request, or NULL when the words cannot be read. */
static json_t *
read_request(const struct ask_options *options)
{
	static char show[] = "show";
	char *nothing[] = { show };
	char **words = options->n_words > 1 ? options->words + 1 : nothing;
	int n = options->n_words > 1 ? options->n_words - 1 : 1;
	char *end = NULL;
	long table = options->n_words > 0 ? strtol(options->words[0], &end, 10) : 0;

	if (table < 1 || *end != '\0')
		return NULL;
	for (size_t i = 0; i < sizeof(deeds) / sizeof(deeds[0]); i++) {
		json_t *request;

		if (strcmp(deeds[i].name, words[0]) != 0)
			continue;
		request = deeds[i].read(words, n);
		if (request) {
			json_object_set_new(request, "cmd", json_string("clock"));
			json_object_set_new(request, "table", json_integer((json_int_t)table));
			json_object_set_new(request, "do", json_string(words[0]));
		}
		return request;
	}
	return NULL;
}

/* The daemon's answer, a new reference, and its line; NULL when there was none. */
static json_t *
ask(const struct ask_options *options, json_t *request, char **ret_line)
{
	json_t *answer;

	*ret_line = ask_request(&clock_command, options, request);
	answer = *ret_line ? ask_read(&clock_command, *ret_line) : NULL;
	if (*ret_line && !answer) {
		free(*ret_line);
		*ret_line = NULL;
	}
	return answer;
}

static bool
is_pending(const json_t *answer)
{
	return strcmp(ask_text(json_object_get(answer, "clock"), "answer"), "pending") == 0;
}

/* Ask again until the clock has answered, or has not for too long. */
static json_t *
wait_for_clock(const struct ask_options *options, json_t *answer, char **line)
{
	const struct timespec pause = { .tv_nsec = CLOCK_WAIT_MS * 1000000L };

	for (int i = 0; i < CLOCK_WAITS && answer && is_pending(answer); i++) {
		json_t *table = json_deep_copy(json_object_get(answer, "table"));

		nanosleep(&pause, NULL);
		json_decref(answer);
		free(*line);
		answer = ask(
			options,
			json_pack("{s:s, s:o, s:s}", "cmd", "clock", "table", table, "do", "show"),
			line);
	}
	return answer;
}

static void
print_clock(const json_t *answer)
{
	const json_t *clock = json_object_get(answer, "clock");
	const char *model = ask_text(clock, "model");

	printf("table %lld: ", ask_number(answer, "table"));
	if (!json_is_true(json_object_get(clock, "connected"))) {
		puts(json_is_true(json_object_get(clock, "told")) ? "no clock is connected"
		                                                  : "nothing heard of a clock yet");
		return;
	}
	printf("%s", model[0] ? model : "a clock that has not said what it is");
	if (ask_text(clock, "version")[0])
		printf(", version %s", ask_text(clock, "version"));
	printf(", battery %s\n",
	       json_is_true(json_object_get(clock, "battery_low")) ? "LOW" : "good");
	if (ask_number(clock, "buttons") > 0)
		printf("  buttons pressed: %lld, '%s' last\n", ask_number(clock, "buttons"),
		       ask_text(clock, "button"));
	if (ask_text(clock, "command")[0])
		printf("  last order: %s, %s\n", ask_text(clock, "command"),
		       ask_text(clock, "answer"));
	if (ask_number(clock, "resent") > 0)
		printf("  sent again for want of an answer: %lld\n", ask_number(clock, "resent"));
}

/* What became of the order, in words; the exit status. */
static int
print_outcome(const json_t *answer)
{
	static const char *const outcomes[][2] = {
		{ "lost", "the board was not there to pass it on" },
		{ "pending", "the clock has not answered yet" },
		{ "refused",
		  "the clock will not in the mode it is in: choose mode 25 on a DGT3000, "
		  "23 on a DGT XL" },
		{ "silent", "the clock does not answer: is it switched on?" },
	};
	const json_t *clock = json_object_get(answer, "clock");
	long long sent = ask_number(clock, "sent");

	for (size_t i = 0; i < sizeof(outcomes) / sizeof(outcomes[0]); i++)
		if (strcmp(ask_text(clock, "answer"), outcomes[i][0]) == 0) {
			fprintf(stderr, "adoube clock: table %lld: %s\n",
			        ask_number(answer, "table"), outcomes[i][1]);
			return COMMAND_FAILED;
		}
	printf("table %lld: done%s\n", ask_number(answer, "table"),
	       sent > 1 ? ", said more than once" : "");
	return COMMAND_OK;
}

int
command_clock(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&clock_command, argc, argv, &options);
	json_t *request, *answer, *given;
	char *line;
	bool shows;

	if (status >= 0)
		return status;
	request = read_request(&options);
	if (!request) {
		fputs("adoube clock: it takes the number of a table, and what to do: text WORDS, "
		      "clear, beep, set WHITE BLACK; 'adoube clock --help' explains\n",
		      stderr);
		return COMMAND_USAGE;
	}
	shows = strcmp(ask_text(request, "do"), "show") == 0;
	answer = ask(&options, request, &line);
	given = json_incref(answer);
	if (!shows)
		answer = wait_for_clock(&options, answer, &line);
	if (given && !options.json)
		ask_print_undo(given);
	json_decref(given);
	if (!answer)
		return COMMAND_FAILED;
	if (options.json)
		puts(line);
	else if (shows)
		print_clock(answer);
	status = shows ? COMMAND_OK : options.json ? COMMAND_OK : print_outcome(answer);
	json_decref(answer);
	free(line);
	return status;
}
