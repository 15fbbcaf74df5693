/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube correct, adoube result: what the arbiter changes in a running game.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

#define OPTIONS_HELP                                                                               \
	"  -n, --dry-run  only show what it would do\n"                                            \
	"  -y, --yes      do it without asking\n"                                                  \
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"                    \
	"  --config FILE  take the socket's folder from this configuration file\n"                 \
	"  --json         print the daemon's answers as they are\n"

static const char correct_usage[] =
	"usage: adoube correct [OPTION...] TABLE ORDER\n\n"
	"Correct the record of a running game; what it does is shown first. ORDER is one of\n\n"
	"  takeback [N]        take the last N plies back (1)\n"
	"  replace PLY MOVE... replace ply PLY by these moves\n"
	"  insert PLY MOVE...  put these moves in before ply PLY\n"
	"  position FEN        this position is on the board; play goes on from it\n"
	"  result RESULT       1-0, 0-1, 1/2-1/2, or * to take a result back\n\n"
	"Plies are half-moves from 1; moves are SAN or UCI.\n\n" OPTIONS_HELP;

static const char result_usage[] = "usage: adoube result [OPTION...] TABLE RESULT\n\n"
				   "Declare the result of a running game: 1-0, 0-1, 1/2-1/2, or * "
				   "to take one back.\n\n" OPTIONS_HELP;

static const struct ask_command correct_command = { "correct", correct_usage, true };
static const struct ask_command result_command = { "result", result_usage, true };

/* What it takes beside the daemon's options. */
struct correct_flags {
	bool dry_run, yes;
};

static int
correct_take_flags(const char *name, int argc, char **argv, struct correct_flags *flags)
{
	const struct flag list[] = { { "--dry-run", "-n", &flags->dry_run, NULL },
		                     { "--yes", "-y", &flags->yes, NULL } };

	return flags_take(name, argc, argv, list, 2);
}

/* --- The order ------------------------------------------------------------------------------ */

/* correct_words: the words with a blank between. */
static json_t *
correct_words(int argc, char **argv)
{
	char text[512] = "";
	size_t len = 0;

	for (int i = 0; i < argc && len < sizeof(text); i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i > 0 ? " " : "",
		                        argv[i]);
	return len < sizeof(text) ? json_string(text) : NULL;
}

static json_t *
correct_take_back(int argc, char **argv)
{
	long n = argc == 0 ? 1 : flags_number(argv[0]);

	return argc > 1 || n < 0
	               ? NULL
	               : json_pack("{s:s, s:I}", "do", "take-back", "plies", (json_int_t)n);
}

static json_t *
correct_moves(const char *what, int argc, char **argv)
{
	long ply = argc < 2 ? -1 : flags_number(argv[0]);
	json_t *moves = ply < 0 ? NULL : correct_words(argc - 1, argv + 1);

	return moves ? json_pack("{s:s, s:I, s:o}", "do", what, "ply", (json_int_t)ply, "move",
	                         moves)
	             : NULL;
}

static json_t *
correct_replace(int argc, char **argv)
{
	return correct_moves("replace", argc, argv);
}

static json_t *
correct_insert(int argc, char **argv)
{
	return correct_moves("insert", argc, argv);
}

static json_t *
correct_position(int argc, char **argv)
{
	json_t *fen = argc < 1 ? NULL : correct_words(argc, argv);

	return fen ? json_pack("{s:s, s:o}", "do", "position", "fen", fen) : NULL;
}

static json_t *
correct_result(int argc, char **argv)
{
	return argc == 1 ? json_pack("{s:s, s:s}", "do", "result", "result", argv[0]) : NULL;
}

static const struct {
	const char *word;
	json_t *(*read)(int argc, char **argv);
} correct_orders[] = {
	{ "insert", correct_insert },      { "position", correct_position },
	{ "replace", correct_replace },    { "result", correct_result },
	{ "takeback", correct_take_back },
};

/* correct_request: from the words TABLE ORDER..., or NULL when it has been explained. */
static json_t *
correct_request(const char *name, int argc, char **argv)
{
	long table = argc < 2 ? -1 : flags_number(argv[0]);
	const char *why = "no such order";
	json_t *request = NULL;

	if (table < 0) {
		fprintf(stderr, "adoube %s: %s\n", name,
		        argc < 2 ? "which table, and what?" : "the table must be a number from 1");
		return NULL;
	}
	for (size_t i = 0; i < sizeof(correct_orders) / sizeof(correct_orders[0]); i++)
		if (strcmp(argv[1], correct_orders[i].word) == 0) {
			request = correct_orders[i].read(argc - 2, argv + 2);
			why = "not with these arguments";
		}
	if (!request) {
		fprintf(stderr, "adoube %s: '%.40s': %s\n", name, argv[1], why);
		return NULL;
	}
	json_object_set_new(request, "cmd", json_string("correct"));
	json_object_set_new(request, "table", json_integer(table));
	return request;
}

/* --- The answer ----------------------------------------------------------------------------- */

static void
correct_print_change(const char *name, const char *was, const char *becomes)
{
	if (strcmp(was, becomes) != 0)
		printf("  %-8s %s  ->  %s\n", name, was[0] ? was : "(nothing)",
		       becomes[0] ? becomes : "(nothing)");
}

/* correct_print_undo: how to get back what is there now. */
static void
correct_print_undo(const json_t *effect)
{
	const json_t *order;
	size_t i;

	json_array_foreach(json_object_get(effect, "undo"), i, order)
		printf("  %-8s adoube correct %lld %s\n", i == 0 ? "undo by" : "",
	               ask_number(effect, "table"), json_string_value(order));
}

static void
correct_print(const json_t *effect)
{
	long long dropped = ask_number(effect, "dropped");
	long long explained = ask_number(effect, "explained");
	const char *recording = ask_text(effect, "recording");

	printf("table %lld, game %lld, from ply %lld on:\n", ask_number(effect, "table"),
	       ask_number(effect, "game"), ask_number(effect, "ply"));
	correct_print_change("moves", ask_text(effect, "was"), ask_text(effect, "becomes"));
	correct_print_change("result", ask_text(effect, "result_was"), ask_text(effect, "result"));
	if (dropped > 0)
		printf("  %lld plies behind it cannot stay\n", dropped);
	if (explained > 0)
		printf("  %lld plies follow from what the board showed since\n", explained);
	printf("  %-8s %s\n", "board", ask_text(effect, "fen"));
	correct_print_undo(effect);
	if (recording[0])
		printf("  the recording has stopped (%s): the order is in memory only\n",
		       recording);
	fflush(stdout);
}

/* correct_carry_out: look, agree, do: what is done is what was looked at, or nothing. */
static int
correct_carry_out(const struct ask_command *command, const struct ask_options *options,
                  const struct correct_flags *flags, json_t *request)
{
	json_t *effect = ask_exchange(command, options, request), *done;

	if (!effect)
		return COMMAND_FAILED;
	if (!options->json)
		correct_print(effect);
	json_object_set(request, "record", json_object_get(effect, "record"));
	json_decref(effect);
	if (flags->dry_run)
		return COMMAND_OK;
	if (!flags_agreed(command->name, flags->yes))
		return COMMAND_FAILED;
	json_object_set_new(request, "apply", json_true());
	done = ask_exchange(command, options, request);
	if (!done)
		return COMMAND_FAILED;
	if (!options->json)
		puts("done");
	json_decref(done);
	return COMMAND_OK;
}

static int
correct_run(const struct ask_command *command, const struct ask_options *options,
            const struct correct_flags *flags, json_t *request)
{
	int status;

	if (!request) {
		fprintf(stderr, "'adoube %s --help' says what it takes\n", command->name);
		return COMMAND_USAGE;
	}
	status = correct_carry_out(command, options, flags, request);
	json_decref(request);
	return status;
}

int
command_correct(int argc, char **argv)
{
	struct ask_options options = { 0 };
	struct correct_flags flags = { 0 };
	int n = correct_take_flags("correct", argc, argv, &flags);
	int status = ask_parse(&correct_command, n, argv, &options);

	return status >= 0
	               ? status
	               : correct_run(&correct_command, &options, &flags,
	                             correct_request("correct", options.n_words, options.words));
}

int
command_result(int argc, char **argv)
{
	struct ask_options options = { 0 };
	struct correct_flags flags = { 0 };
	int n = correct_take_flags("result", argc, argv, &flags);
	int status = ask_parse(&result_command, n, argv, &options);
	char word[] = "result", nothing[] = "";
	char *words[] = { nothing, word, nothing };

	if (status >= 0)
		return status;
	for (int i = 0; i < 2 && i < options.n_words; i++)
		words[2 * i] = options.words[i];
	return correct_run(&result_command, &options, &flags,
	                   correct_request("result", options.n_words == 2 ? 3 : 0, words));
}
