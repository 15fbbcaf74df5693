/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct flag *
flags_find(const char *word, const struct flag *flags, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(word, flags[i].name) == 0 ||
		    (flags[i].other && strcmp(word, flags[i].other) == 0))
			return &flags[i];
	return NULL;
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
