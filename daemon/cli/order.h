/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Orders to the arbiter's desk (daemon/desk.h): shown, agreed to, carried out.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "daemon/cli/ask.h"

struct order_flags {
	bool dry_run, yes;
};

#define ORDER_FLAGS(flags)                                                                         \
	{ "--dry-run", "-n", &(flags).dry_run, NULL },                                             \
	{                                                                                          \
		"--yes", "-y", &(flags).yes, NULL                                                  \
	}

#define ORDER_HELP                                                                                 \
	"  -n, --dry-run  only show what it would do\n"                                            \
	"  -y, --yes      do it without asking\n"                                                  \
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"                    \
	"  --config FILE  take the socket's folder from this configuration file\n"                 \
	"  --json         print the daemon's answers as they are\n"

/* order_run: look at what `request` (released) would do, show it with show(), which says whether anything would
 * change, and where that is agreed to do it and say how it is undone. *ret_look (may be NULL) is the answer that was
 * shown, a new reference, NULL where there was none. Returns the exit status. */
int order_run(const struct ask_command *command, const struct ask_options *options,
              const struct order_flags *flags, json_t *request, bool (*show)(const json_t *answer),
              json_t **ret_look);
