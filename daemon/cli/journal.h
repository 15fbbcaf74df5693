/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the subcommands of `adoube journal` share.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/journal_store.h"

struct journal_args {
	const char *file;
	const char *round, *head, *to, *event; /* NULL: not given */
	uint32_t table;                        /* 0: not given */
	int kind;                              /* 0: not given */
	bool json, yes, orders;
	char **captures;
	size_t n_captures;
};

/* journal_show: print the entries that are asked for; returns the exit status. */
int journal_show(struct journal_store *store, const struct journal_args *args);

/* journal_cli_check: is it what was written, and what was published? journal_cli_damage: of a file that cannot be
 * opened: what is wrong with it. Both return the exit status. */
int journal_cli_check(struct journal_store *store, const struct journal_args *args);
int journal_cli_damage(const struct journal_args *args);

/* journal_cli_salvage: what can be read of a damaged file goes into a new one; returns the exit status. */
int journal_cli_salvage(const struct journal_args *args);

/* journal_cli_export_orders: to standard output, or to a file in the folder --to, where there are any.
 * journal_cli_is_orders: is it such a file? journal_cli_import_orders: into an empty journal. Exit statuses. */
int journal_cli_export_orders(struct journal_store *store, const struct journal_args *args);
bool journal_cli_is_orders(const char *path);
int journal_cli_import_orders(struct journal_store *store, const char *path);

/* journal_progress: how far long work is, on a terminal; ctx: what work, as text, or NULL. */
void journal_progress(void *ctx, uint64_t seq, uint64_t last);
void journal_progress_end(void);

/* journal_complain: one sentence to standard error; returns COMMAND_FAILED. */
int journal_complain(const char *sentence);
