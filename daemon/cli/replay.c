/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube replay: fold captures into games, offline, as fast as it goes.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/capture/capture.h"
#include "daemon/cli/alert_file.h"
#include "daemon/cli/command.h"
#include "daemon/config.h"
#include "daemon/table.h"

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

/* What is known of a capture before its driver is. */
struct reading {
	struct replay *replay;
	const char *path;
	struct capture_reader reader;
	struct table *table;
	const struct config_table *setup;
	struct day_time day;  /* the capture's start, if it has said so */
	struct config config; /* the replay's, filled up with what the capture itself says */
	bool refused;         /* an operator's correction did not fit: told, and the game goes on */
};

static int
complain(const struct reading *reading, const char *cause)
{
	fprintf(stderr, "adoube replay: %s:%llu: %s\n", reading->path,
	        (unsigned long long)reading->reader.line, cause);
	return -EBADMSG;
}

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

static int
open_table(struct reading *reading, const char *driver_name)
{
	const struct board_driver *driver = board_driver_find(driver_name);
	const struct table_listener listener = {
		.ctx = reading->replay,
		.alert = reading->replay->alerts ? on_alert : NULL,
		.settled = reading->replay->alerts ? on_settled : NULL,
	};
	char cause[160];

	if (reading->table)
		return complain(reading, "a second '# driver' line");
	if (!driver) {
		snprintf(cause, sizeof(cause), "unknown driver '%.40s' (known: %s)", driver_name,
		         board_drivers[0]->name);
		return complain(reading, cause);
	}
	if (table_new(driver, &reading->config, reading->setup, &listener, &reading->table) != 0)
		return complain(reading, "out of memory");
	if (reading->day.known)
		table_begin_at(reading->table, reading->day.unix_us, reading->day.offset_s);
	return 0;
}

/* When the capture began; the table may not be open yet. */
static void
take_begin(struct reading *reading, const char *value)
{
	struct day_time *day = &reading->day;

	day->known = day_time_parse(value, &day->unix_us, &day->offset_s) == 0;
	if (day->known && reading->table)
		table_begin_at(reading->table, day->unix_us, day->offset_s);
}

/* What the capture says changes the rules. A capture is no regulation: where the Laws ask for a word on
 * supervision and there is none, the Competition Rules are taken to apply in full. */
static void
settle_rules(struct reading *reading)
{
	char error[RULES_FAULT_SIZE];

	if (config_settle(&reading->config, error, sizeof(error)) == 0)
		return;
	rules_parse(&reading->config.stated, RULE_SUPERVISION, "on");
	config_settle(&reading->config, error, sizeof(error));
}

/* What games begin from, as the capture says it: `key` of [event]. A word that cannot be understood may
 * have been meant for somebody else: it is told, and the game is looked for without it. */
static void
take_start(struct reading *reading, const char *key, const char *value)
{
	char error[256];

	if (config_set(&reading->config, "event", key, value, error, sizeof(error)) != 0)
		complain(reading, error);
	else if (reading->table)
		table_expect(reading->table);
}

static bool
names_position(const struct config_start *start)
{
	return start->fen[0] != '\0' || start->chess960[0] != '\0';
}

/* The event file's words go before the capture's. */
static void
take_start_fact(struct reading *reading, const char *key, const char *value)
{
	static const struct config_start silent;
	const struct config_start *own = reading->setup ? &reading->setup->start : &silent;
	const struct config_start *event = &reading->replay->config.event.start;

	if (strcmp(key, "start-from") == 0 && own->start[0] == '\0' && event->start[0] == '\0')
		take_start(reading, "start", value);
	else if (strcmp(key, "start-from") != 0 && !names_position(own) && !names_position(event))
		take_start(reading, key, value);
}

/* The event file knows best; a capture's own facts serve where it is silent. */
static void
take_fact(struct reading *reading, const char *key, const char *value)
{
	struct config *config = &reading->config;

	if (strcmp(key, "start") == 0 && config->event.date[0] == '\0' && strlen(value) >= 10) {
		snprintf(config->event.date, sizeof(config->event.date), "%.10s", value);
		config->event.date_is_found = true;
	}
	if (strcmp(key, "start") == 0)
		take_begin(reading, value);
	if (strcmp(key, "time-control") == 0 && config->time_control[0] == '\0')
		snprintf(config->time_control, sizeof(config->time_control), "%s", value);
	if (strcmp(key, "fen") == 0 || strcmp(key, "chess960") == 0 ||
	    strcmp(key, "start-from") == 0)
		take_start_fact(reading, key, value);
	settle_rules(reading);
}

static int
take_line(struct reading *reading, const struct capture_line *line)
{
	char error[200];
	int r;

	if (line->kind == CAPTURE_FACT && strcmp(line->key, "driver") == 0)
		return open_table(reading, line->value);
	if (line->kind == CAPTURE_FACT)
		take_fact(reading, line->key, line->value);
	if (line->kind == CAPTURE_FACT || line->kind == CAPTURE_NOTHING)
		return 0;
	if (!reading->table)
		return complain(reading, "no '# driver NAME' line before the first entry");
	r = table_line(reading->table, line, error, sizeof(error));
	if (r < 0)
		complain(reading, error);
	reading->refused = reading->refused || r == -EINVAL;
	return r == -EINVAL ? 0 : r;
}

static int
take_text(struct reading *reading, char *text, size_t len)
{
	struct capture_line line;
	struct capture_error error;

	if (capture_parse(&reading->reader, text, len, &line, &error) != 0) {
		fprintf(stderr, "adoube replay: %s:%llu:%d: %s\n", reading->path,
		        (unsigned long long)error.line, error.column, error.cause);
		return -EBADMSG;
	}
	return take_line(reading, &line);
}

/* A line of a capture is a chunk as it arrived, thousands of bytes at most; a hundred times that is
 * another kind of file, or a device that never ends. */
#define REPLAY_LINE_MAX ((size_t)16 << 20)

struct line_buffer {
	char *text;
	size_t size;
};

/* Read a line without its newline, with room for a NUL behind it. 0; -ENODATA at the end of the file;
 * -E2BIG, -ENOMEM. */
static int
read_line(FILE *file, struct line_buffer *line, size_t *ret_len)
{
	size_t len = 0;
	int c;

	while ((c = getc_unlocked(file)) != EOF && c != '\n') {
		if (len + 1 >= line->size) {
			size_t size = line->size ? 2 * line->size : 4096;
			char *bigger = size <= REPLAY_LINE_MAX ? realloc(line->text, size) : NULL;

			if (!bigger)
				return size <= REPLAY_LINE_MAX ? -ENOMEM : -E2BIG;
			line->text = bigger;
			line->size = size;
		}
		line->text[len++] = (char)c;
	}
	*ret_len = len;
	return c == EOF && len == 0 ? -ENODATA : 0;
}

static int
complain_of_line(struct reading *reading, int error)
{
	reading->reader.line++;
	return complain(reading,
	                error == -E2BIG ? "a line of 16 MiB: this is no capture" : "out of memory");
}

static int
read_lines(struct reading *reading, FILE *file)
{
	struct line_buffer line = { .text = malloc(4096), .size = 4096 };
	size_t len;
	int r = line.text ? 0 : -ENOMEM;

	while (r == 0 && (r = read_line(file, &line, &len)) == 0)
		r = take_text(reading, line.text, len);
	if (r == -E2BIG || r == -ENOMEM)
		r = complain_of_line(reading, r);
	else if (r == -ENODATA && ferror(file))
		r = complain(reading, strerror(errno));
	else if (r == -ENODATA)
		r = reading->reader.line > 0 ? 0
		                             : complain(reading, "empty: not an adoubed capture");
	free(line.text);
	return r;
}

/* Whatever was understood is written, also from a capture that breaks off. */
static int
write_games(struct reading *reading)
{
	struct replay *replay = reading->replay;

	if (!reading->table)
		return 0;
	table_finish(reading->table);
	replay->events += table_events(reading->table);
	replay->plies += table_plies(reading->table);
	for (size_t i = 0; i < table_games(reading->table); i++) {
		size_t len;
		const char *pgn = table_pgn(reading->table, i, &len);

		replay->games++;
		if (!pgn || (replay->pgn && fwrite(pgn, 1, len, replay->pgn) != len))
			return -EIO;
	}
	return 0;
}

static int
replay_capture(struct replay *replay, const char *path, size_t index)
{
	struct reading reading = { .replay = replay, .path = path, .config = replay->config };
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	int r, written;

	if (!file) {
		fprintf(stderr, "adoube replay: cannot open %s: %s\n", path, strerror(errno));
		return -EBADMSG;
	}
	if (file == stdin)
		reading.path = "standard input";
	if (index < replay->config.n_tables)
		reading.setup = &replay->config.tables[index];
	capture_reader_init(&reading.reader);
	r = read_lines(&reading, file);
	if (r == 0 && reading.refused)
		r = -EBADMSG;
	written = write_games(&reading);
	if (replay->alerts && !alert_file_write(&replay->alert_lines, replay->alerts))
		written = -EIO;
	replay->lines += reading.reader.line;
	table_free(reading.table);
	if (file != stdin)
		fclose(file);
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
	static const struct option options[] = {
		{ "event", required_argument, NULL, 'e' },  { "pgn", required_argument, NULL, 'p' },
		{ "alerts", required_argument, NULL, 'a' }, { "stats", no_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 },
	};
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'e':
			replay->event_file = optarg;
			break;
		case 'p':
			replay->pgn_out = optarg;
			break;
		case 'a':
			replay->alerts_out = optarg;
			break;
		case 's':
			replay->stats = true;
			break;
		case 'h':
			fputs(usage, stdout);
			*ret_status = COMMAND_OK;
			return -1;
		default:
			fputs(usage, stderr);
			*ret_status = COMMAND_USAGE;
			return -1;
		}
	}
	if (optind == argc) {
		fprintf(stderr, "adoube replay: no capture named\n%s", usage);
		*ret_status = COMMAND_USAGE;
		return -1;
	}
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
