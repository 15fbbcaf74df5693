/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the subcommands of `adoube journal` say to people: how far they are, and what is wrong.
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/cli/command.h"
#include "daemon/cli/journal.h"

void
journal_progress(void *ctx, uint64_t seq, uint64_t last)
{
	const char *deed = ctx;

	if (isatty(STDERR_FILENO) && last > 0)
		fprintf(stderr, "\r%s%s%3u%% of %" PRIu64 " entries", deed ? deed : "",
		        deed ? ": " : "", (unsigned int)(seq * 100 / last), last);
}

void
journal_progress_end(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}

int
journal_complain(const char *sentence)
{
	journal_progress_end();
	fprintf(stderr, "adoube journal: %s\n", sentence);
	return COMMAND_FAILED;
}
