/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What commands have in common: their options as a table, and asking before something is done.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct flag {
	const char *name, *other; /* "--yes", "-y"; other may be NULL */
	bool *given;              /* set true; or */
	const char **value;       /* set to the next word */
};

#define FLAGS_MAX 16

struct flags_command {
	const char *usage; /* for --help and -h */
	const struct flag *flags;
	size_t n;      /* up to FLAGS_MAX */
	bool in_front; /* options end at the first word */
};

/* flags_read: the options of a command line, wherever they stand (getopt_long(3)); the words are at argv[optind] then.
 * argv[0] is how the command is called: of an option that nobody knows is told with it. Returns -1 to go on, else the exit
 * status. */
int flags_read(const struct flags_command *command, int argc, char **argv);

/* flags_take: take flags[n] out of argv, which others read; returns how many words are left, -1 when one lacks its
 * value, which is told on standard error. */
int flags_take(const char *command, int argc, char **argv, const struct flag *flags, size_t n);

/* flags_agreed: is it to be done? Asked on the terminal unless `yes`; without one it is not. */
bool flags_agreed(const char *command, bool yes);

/* flags_number: a whole number from 1, or -1. */
long flags_number(const char *text);
