/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube tell: what a person says of a table, for the daemon to record and believe.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"

static const char usage[] =
	"usage: adoube tell [--socket PATH | --config FILE] TABLE WHAT [KEY=VALUE]...\n"
	"\n"
	"Tell the running daemon what happened at a table. It goes into the journal.\n"
	"\n"
	"  tell 3 result result=1-0 termination='time forfeit'\n"
	"  tell 3 claim side=white rule=threefold move=Nf3\n"
	"  tell 3 draw-offer side=black\n"
	"  tell 3 correct do=replace ply=12 move=Nf6\n"
	"  tell 3 arbiter what=pause\n"
	"  tell 3 session end=19:00\n"
	"\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"\n"
	"adoube(1) lists all of it. Exit status: 0 when the daemon has taken it; 1 when it has\n"
	"not, or there is none; 2 when the command cannot be read.\n";

static const struct ask_command tell_command = { "tell", usage, true };

/* A whole number where it looks like one and the daemon asks for one, else text. */
static json_t *
value_of(const char *key, const char *text)
{
	static const char *const numbers[] = { "plies", "ply", "number", "seconds" };
	char *end;
	long long number = strtoll(text, &end, 10);

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (strcmp(key, numbers[i]) == 0 && end != text && *end == '\0')
			return json_integer((json_int_t)number);
	return json_string(text);
}

/* Returns false when a word is no KEY=VALUE. */
static bool
read_members(json_t *event, char **words, int n_words)
{
	for (int i = 0; i < n_words; i++) {
		char *equals = strchr(words[i], '=');

		if (!equals || equals == words[i])
			return false;
		*equals = '\0';
		if (json_object_set_new(event, words[i], value_of(words[i], equals + 1)) != 0)
			return false;
	}
	return true;
}

int
command_tell(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&tell_command, argc, argv, &options);
	char *end = NULL;
	long table;
	json_t *event;

	if (status >= 0)
		return status;
	table = options.n_words > 0 ? strtol(options.words[0], &end, 10) : 0;
	if (options.n_words < 2 || *end != '\0' || table < 1) {
		fputs("adoube tell: it takes the number of a table, and what happened there; "
		      "'adoube tell --help' lists what can\n",
		      stderr);
		return COMMAND_USAGE;
	}
	event = json_pack("{s:s}", "op", options.words[1]);
	if (!event || !read_members(event, options.words + 2, options.n_words - 2)) {
		fputs("adoube tell: what follows is KEY=VALUE, in UTF-8\n", stderr);
		json_decref(event);
		return COMMAND_USAGE;
	}
	return ask_tell(&tell_command, &options, table, event);
}
