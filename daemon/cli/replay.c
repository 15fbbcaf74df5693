/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube replay: fold captures into games, offline, as fast as it goes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/cli/alert_file.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/fold.h"

struct replay {
	const char *event_file;
	const char *pgn_out; /* NULL: not asked for */
	const char *alerts_out;
	bool stats;
	struct config config;
	FILE *pgn, *alerts;
	struct alert_file alert_lines; /* of the capture that is being read */
	uint64_t lines, events, plies, games;
};

static const char usage[] =
	"usage: adoube replay [--event FILE] [--pgn OUT] [--alerts OUT] [--stats] CAPTURE...\n"
	"\n"
	"Reads recordings of boards and writes the games that were played on them. The same\n"
	"bytes always give the same games. '-' is standard input or output.\n"
	"\n"
	"  --event FILE   names, date, round and players for the PGN tags (see adoubed.conf(5))\n"
	"  --pgn OUT      write the games here (default: standard output)\n"
	"  --alerts OUT   write what the arbiter should know here, a JSON object a line, with "
	"what\n"
	"                 became of it\n"
	"  --stats        say on standard error how much was read and how long it took\n"
	"\n"
	"Exit status: 0 when all was read, 2 when a capture or option cannot be read or a\n"
	"correction in it does not fit the game, 1 when the output cannot be written.\n";

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct replay *replay = ctx;

	alert_file_add(&replay->alert_lines, alert);
}

static void
on_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note)
{
	struct replay *replay = ctx;

	alert_file_settle(&replay->alert_lines, number, outcome, note);
}

/* Whatever was understood is written, also from a capture that breaks off. */
static int
write_games(struct replay *replay, const struct fold *fold)
{
	if (!fold->table)
		return 0;
	table_finish(fold->table);
	replay->events += table_events(fold->table);
	replay->plies += table_plies(fold->table);
	for (size_t i = 0; i < table_games(fold->table); i++) {
		size_t len;
		const char *pgn = table_pgn(fold->table, i, &len);

		replay->games++;
		if (!pgn || (replay->pgn && fwrite(pgn, 1, len, replay->pgn) != len))
			return -EIO;
	}
	return 0;
}

/* Has the board ever told where men stand? */
static bool
has_men(const struct table *table)
{
	struct tracker_view view;

	table_view(table, &view);
	for (int sq = 0; sq < 64; sq++)
		if (view.squares[sq] != EMPTY)
			return true;
	return false;
}

/* A recording without a game may be of a board nobody played on, or not be understood: silence would look like the
 * first. */
static void
tell_of_no_game(const struct fold *fold)
{
	struct driver_stats stats = { 0 };
	enum driver_link link;
	const char *advice;

	if (fold->table)
		table_driver(fold->table, &link, &stats, &advice);
	fprintf(stderr, "%s: %s: no game in it: ", fold->command,
	        strcmp(fold->path, "-") == 0 ? "standard input" : fold->path);
	if (stats.bytes == 0)
		fprintf(stderr, "the board sent nothing\n");
	else if (stats.frames == 0)
		fprintf(stderr,
		        "none of the %llu bytes belongs to a message of driver %s; is that the "
		        "driver "
		        "of this board?\n",
		        (unsigned long long)stats.bytes, fold->driver);
	else
		fprintf(stderr, "%s (messages: %llu, bytes: %llu, of no message: %llu)\n",
		        has_men(fold->table) ? "no move was made from a position that is known"
		                             : "the board never told where its men stand",
		        (unsigned long long)stats.frames, (unsigned long long)stats.bytes,
		        (unsigned long long)stats.skipped_bytes);
}

static int
replay_capture(struct replay *replay, const char *path, size_t index)
{
	struct fold fold = {
		.command = "adoube replay",
		.path = path,
		.event = &replay->config,
		.setup = index < replay->config.n_tables ? &replay->config.tables[index] : NULL,
		.listener = { .ctx = replay,
		              .alert = replay->alerts ? on_alert : NULL,
		              .settled = replay->alerts ? on_settled : NULL },
	};
	int r = fold_read(&fold);
	int written = write_games(replay, &fold);

	if (r == 0 && (!fold.table || table_games(fold.table) == 0))
		tell_of_no_game(&fold);
	if (replay->alerts && !alert_file_write(&replay->alert_lines, replay->alerts))
		written = -EIO;
	replay->lines += fold.reader.line;
	fold_free(&fold);
	return r != 0 ? r : written;
}

static FILE *
open_output(const char *path)
{
	FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "we");

	if (!file)
		fprintf(stderr, "adoube replay: cannot write %s: %s\n", path, strerror(errno));
	return file;
}

static int
close_output(FILE *file, const char *path)
{
	bool failed = fflush(file) != 0 || ferror(file);

	if (file != stdout && fclose(file) != 0)
		failed = true;
	if (failed)
		fprintf(stderr, "adoube replay: cannot write %s: %s\n", path, strerror(errno));
	return failed ? -EIO : 0;
}

static void
print_stats(const struct replay *replay, double seconds)
{
	fprintf(stderr,
	        "%llu games, %llu plies, %llu board events, %llu lines in %.1f ms: "
	        "%.0f plies/s, %.0f events/s\n",
	        (unsigned long long)replay->games, (unsigned long long)replay->plies,
	        (unsigned long long)replay->events, (unsigned long long)replay->lines,
	        seconds * 1e3, (double)replay->plies / seconds, (double)replay->events / seconds);
}

static double
now_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int
replay_all(struct replay *replay, char **captures, size_t n_captures)
{
	double begin = now_seconds();
	int status = COMMAND_OK;

	replay->pgn = open_output(replay->pgn_out);
	if (!replay->pgn)
		return COMMAND_FAILED;
	if (replay->alerts_out && !(replay->alerts = open_output(replay->alerts_out)))
		status = COMMAND_FAILED;
	for (size_t i = 0; status == COMMAND_OK && i < n_captures; i++) {
		int r = replay_capture(replay, captures[i], i);

		status = r == 0 ? COMMAND_OK : r == -EIO ? COMMAND_FAILED : COMMAND_USAGE;
	}
	if (close_output(replay->pgn, replay->pgn_out) != 0 ||
	    (replay->alerts && close_output(replay->alerts, replay->alerts_out) != 0))
		status = COMMAND_FAILED;
	if (replay->stats)
		print_stats(replay, now_seconds() - begin);
	return status;
}

/* Returns the index of the first capture in argv, or -1 with *ret_status set. */
static int
parse_options(struct replay *replay, int argc, char **argv, int *ret_status)
{
	const struct flag flags[] = { { "--event", NULL, NULL, &replay->event_file },
		                      { "--pgn", NULL, NULL, &replay->pgn_out },
		                      { "--alerts", NULL, NULL, &replay->alerts_out },
		                      { "--stats", NULL, &replay->stats, NULL } };
	const struct flags_command line = { usage, flags, 4, false };

	*ret_status = flags_read(&line, argc, argv);
	if (*ret_status >= 0)
		return -1;
	if (optind == argc) {
		fprintf(stderr, "adoube replay: no capture named\n%s", usage);
		*ret_status = COMMAND_USAGE;
		return -1;
	}
	*ret_status = COMMAND_OK;
	return optind;
}

int
command_replay(int argc, char **argv)
{
	struct replay replay = { .pgn_out = "-" };
	int status = COMMAND_OK;
	int first = parse_options(&replay, argc, argv, &status);

	if (first < 0)
		return status;
	config_defaults(&replay.config);
	if (replay.event_file) {
		char error[2048];

		if (config_load(replay.event_file, &replay.config, error, sizeof(error)) != 0) {
			fprintf(stderr, "adoube replay: %s\n", error);
			config_free(&replay.config);
			return COMMAND_USAGE;
		}
	}
	status = replay_all(&replay, argv + first, (size_t)(argc - first));
	config_free(&replay.config);
	return status;
}
