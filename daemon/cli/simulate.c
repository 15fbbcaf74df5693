/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate: a board that plays PGN games with human hands, for a daemon to read or into a
 * capture.
 */
#include <errno.h>
#include <string.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"

static int
play(const struct simulate_options *options, struct simulate_games *games)
{
	struct simulate_record record = { .games = games, .live = options->capture == NULL };
	int status;

	if (options->bus == 0 && !simulate_games_next(games)) {
		if (games->skipped == 0)
			fprintf(stderr,
			        "adoube simulate: %s: it holds %u games, none of those "
			        "asked for\n",
			        options->pgn, games->number);
		return COMMAND_FAILED;
	}
	if (options->truth) {
		record.truth =
			strcmp(options->truth, "-") == 0 ? stdout : fopen(options->truth, "we");
		if (!record.truth) {
			fprintf(stderr, "adoube simulate: cannot write %s: %s\n", options->truth,
			        strerror(errno));
			return COMMAND_FAILED;
		}
	}
	if (options->bus > 0)
		status = simulate_bus(options, record.truth);
	else
		status = options->capture ? simulate_offline(options, &record)
		                          : simulate_live(options, &record);
	simulate_record_check(&record);
	if (record.truth && record.truth != stdout)
		fclose(record.truth);
	return status != COMMAND_OK || record.failed ? COMMAND_FAILED : COMMAND_OK;
}

int
command_simulate(int argc, char **argv)
{
	/* Static for its size: it holds the texts of a game's tags. */
	static struct simulate_games games;
	struct simulate_options options;
	bool help;
	int status;

	if (simulate_read_options(&options, argc, argv, &help) < 0)
		return COMMAND_USAGE;
	if (help) {
		simulate_print_help();
		return COMMAND_OK;
	}
	if (simulate_games_open(&games, &options) < 0)
		return COMMAND_FAILED;
	status = play(&options, &games);
	simulate_games_close(&games);
	return status;
}
