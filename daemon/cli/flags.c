/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/flags.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/invariant.h"
#include "daemon/cli/command.h"

#define FLAG_FIRST 256 /* behind all letters */

static const struct flag *
flags_find(const char *word, const struct flag *flags, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(word, flags[i].name) == 0 ||
		    (flags[i].other && strcmp(word, flags[i].other) == 0))
			return &flags[i];
	return NULL;
}

/* flags_letters: the options that have a letter, as getopt(3) has them. */
static void
flags_letters(const struct flags_command *command, char letters[2 * FLAGS_MAX + 4])
{
	size_t len = 0;

	if (command->in_front)
		letters[len++] = '+';
	for (size_t i = 0; i < command->n; i++) {
		if (!command->flags[i].other)
			continue;
		letters[len++] = command->flags[i].other[1];
		if (command->flags[i].value)
			letters[len++] = ':';
	}
	letters[len++] = 'h';
	letters[len] = '\0';
}

/* flags_which: of a letter, or of a number that flags_read() gave a name. */
static const struct flag *
flags_which(const struct flags_command *command, int option)
{
	if (option >= FLAG_FIRST)
		return &command->flags[option - FLAG_FIRST];
	for (size_t i = 0; i < command->n; i++)
		if (command->flags[i].other && command->flags[i].other[1] == option)
			return &command->flags[i];
	return NULL;
}

int
flags_read(const struct flags_command *command, int argc, char **argv)
{
	struct option names[FLAGS_MAX + 2] = { 0 };
	char letters[2 * FLAGS_MAX + 4];
	int option;

	INVARIANT(command->n <= FLAGS_MAX);
	for (size_t i = 0; i < command->n; i++)
		names[i] =
			(struct option){ command->flags[i].name + 2,
			                 command->flags[i].value ? required_argument : no_argument,
			                 NULL, FLAG_FIRST + (int)i };
	names[command->n] = (struct option){ "help", no_argument, NULL, 'h' };
	flags_letters(command, letters);
	optind = 0;
	while ((option = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		const struct flag *flag = flags_which(command, option);

		if (flag && flag->value) {
			*flag->value = optarg;
		} else if (flag) {
			*flag->given = true;
		} else {
			if (option == 'h')
				fputs(command->usage, stdout);
			else
				fprintf(stderr, "'%s --help' lists the options\n", argv[0]);
			return option == 'h' ? COMMAND_OK : COMMAND_USAGE;
		}
	}
	return -1;
}

int
flags_take(const char *command, int argc, char **argv, const struct flag *flags, size_t n)
{
	int left = 0;

	for (int i = 0; i < argc; i++) {
		const struct flag *flag = flags_find(argv[i], flags, n);

		if (!flag) {
			argv[left++] = argv[i];
		} else if (flag->given) {
			*flag->given = true;
		} else if (++i < argc) {
			*flag->value = argv[i];
		} else {
			fprintf(stderr, "adoube %s: %s needs a word behind it\n", command,
			        flag->name);
			return -1;
		}
	}
	argv[left] = NULL;
	return left;
}

bool
flags_agreed(const char *command, bool yes)
{
	char answer[16] = "";

	if (yes)
		return true;
	if (!isatty(STDIN_FILENO)) {
		fprintf(stderr, "adoube %s: not done; give --yes to do it without being asked\n",
		        command);
		return false;
	}
	fputs("Do it? [y/N] ", stdout);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

long
flags_number(const char *text)
{
	char *end;
	long number = strtol(text, &end, 10);

	return *text && !*end && number >= 1 ? number : -1;
}
