/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/cli/command.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
};

static const struct command commands[] = {
	{ "alerts", command_alerts, "show what the running daemon has for the arbiter" },
	{ "announce", command_announce, "print the last move of a table as it is announced" },
	{ "assign", command_assign, "give boards to tables for the whole event" },
	{ "case", command_case, "print all there is about an alert of a recording" },
	{ "clock", command_clock, "look at a table's clock, and set it or show a text on it" },
	{ "correct", command_correct, "correct the record of a running game" },
	{ "devices", command_devices, "show every board this machine knows of" },
	{ "doctor", command_doctor, "say what is wrong with this machine's set-up" },
	{ "envelope", command_envelope, "print what stands on the envelope of an adjourned game" },
	{ "export", command_export, "captures of the running daemon's event" },
	{ "journal", command_journal, "check, show, export, import or prune a journal" },
	{ "laws", command_laws, "print the rules in force for an event" },
	{ "perft", command_perft, "count the legal move tree of a position" },
	{ "replay", command_replay, "turn captures into PGN, offline" },
	{ "result", command_result, "declare the result of a running game" },
	{ "round", command_round, "open, close, check and name a round; its results" },
	{ "simulate", command_simulate, "play PGN games on a simulated board" },
	{ "status", command_status, "show what the running daemon sees" },
	{ "swap", command_swap, "give a table another board, in mid-game too" },
	{ "tables", command_tables, "list the tables and how they stand" },
	{ "tell", command_tell, "tell the running daemon what happened at a table" },
	{ "times", command_times, "print the time sheets" },
	{ "token", command_token, "make and revoke tokens for the private listener" },
	{ "undo", command_undo, "list the orders of the event, or undo one" },
	{ "verdict", command_verdict, "say whether a side can still checkmate by any moves" },
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

_Noreturn void
invariant_failed(const char *file, int line, const char *condition)
{
	fprintf(stderr, "adoube: bug at %s:%d: %s\n", file, line, condition);
	abort();
}

static void
print_usage(FILE *out)
{
	fputs("usage: adoube COMMAND [ARGUMENT...]\n\ncommands:\n", out);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\n'adoube help COMMAND' explains one of them; 'man adoube' all.\n", out);
}

/* What getopt says of a wrong option begins with the words that were typed. */
static int
run(const struct command *command, int argc, char **argv)
{
	char words[32];

	snprintf(words, sizeof(words), "adoube %s", command->name);
	argv[0] = words;
	return command->run(argc, argv);
}

int
main(int argc, char **argv)
{
	static char help[] = "--help";

	if (argc < 2) {
		print_usage(stderr);
		return COMMAND_USAGE;
	}
	if (strcmp(argv[1], "help") == 0 && argc > 2) {
		/* "help COMMAND" is "COMMAND --help". */
		argv[1] = argv[2];
		argv[2] = help;
		argc = 3;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_usage(stdout);
		return COMMAND_OK;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("adoube " ADOUBED_VERSION);
		return COMMAND_OK;
	}
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return run(&commands[i], argc - 1, argv + 1);
	fprintf(stderr, "adoube: unknown command '%s'; 'adoube --help' lists them\n", argv[1]);
	return COMMAND_USAGE;
}
