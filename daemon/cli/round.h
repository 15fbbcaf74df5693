/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of `adoube round` that are files of their own. Each gets the words behind its own and returns the exit
 * status.
 */
#pragma once

#include <stdbool.h>

#include "daemon/cli/order.h"

/* What the command line says beside the words. */
struct round_args {
	struct ask_options options;
	struct order_flags flags;
	const char *round, *lang; /* NULL: not given */
	bool csv, pgn, all;
	char **words; /* behind the subcommand's */
	int n_words;
};

extern const struct ask_command round_command;

int round_import(const struct round_args *args);
int round_results(const struct round_args *args);
