/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is read, and what it costs: adoubed beside a hall of simulated boards and many readers of its stream of
 * events, all on this machine. One line a setting; see usage below.
 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/config.h"
#include "tests/bench/feed_readers.h"
#include "tests/bench/hall_boards.h"
#include "tests/bench/hall_host.h"
#include "tests/bench/hall_port.h"
#include "tests/bench/options.h"

static const char usage[] =
	"usage: bench_feeds [OPTION...] ADOUBED PGN...\n\n"
	"  --tables N   live tables (8)\n"
	"  --readers N  readers of /events (1)\n"
	"  --idle       nobody plays: the readers only wait\n"
	"  --seconds N  how long is measured, after all boards and readers are there (20)\n"
	"  --pace X     players think X times as quickly (4)\n"
	"  --head       print the heads of the columns, too\n\n"
	"Latency is from the write of the message in which the clock's lever has moved to the\n"
	"reader's having the ply's clock time: 'one' of a single reader, 'all' until the last of\n"
	"them has it. Missed are events whose number a reader did not hear, and readers who had\n"
	"to begin again. The readers and boards share the processors with adoubed; 'wait' is how\n"
	"long its loop could have run and had none. Where others take what a hall needs, that is\n"
	"what latency measures.\n";

#define SAMPLES_MAX 500000
#define CONNECTIONS 16000
#define READY_S     120
#define REST_S      3

struct settings {
	const char *adoubed;
	unsigned int tables, readers, seconds;
	double pace;
	bool idle, head;
};

/* A ply's clock time heard by the reader who understands. */
struct sample {
	uint64_t number, press_us, one_us;
};

struct bench {
	const struct settings *settings;
	struct event_base *base;
	struct hall_boards *boards;
	struct feed_readers *readers;
	char folder[64];
	pid_t host;
	bool measuring;
	struct told {
		uint32_t game, clocks; /* clock times known of its plies, from the first on */
	} * told;                      /* of each table */
	struct sample *samples;
	size_t n_samples;
};

static _Noreturn void
die(const char *what)
{
	perror(what);
	exit(1);
}

/* --- What one reader understands -------------------------------------------------------------- */

static uint32_t
count_clocks(const json_t *plies)
{
	uint32_t n = 0;

	while (n < json_array_size(plies) &&
	       json_is_integer(json_object_get(json_array_get(plies, n), "clock")))
		n++;
	return n;
}

/* sample: plies of *told from `from` on have got their clock times. */
static void
sample(struct bench *bench, size_t table, uint32_t from, uint64_t number)
{
	const struct hall_truth *truth = hall_boards_truth(bench->boards, table);
	const struct told *told = &bench->told[table];
	uint64_t now_us = hall_now_us();

	for (uint32_t i = from; i < told->clocks; i++)
		if (bench->measuring && told->game == truth->n_games && i < truth->presses &&
		    truth->press_us[i] <= now_us && bench->n_samples < SAMPLES_MAX)
			bench->samples[bench->n_samples++] =
				(struct sample){ number, truth->press_us[i], now_us };
}

static void
take_table(struct bench *bench, const json_t *state, uint64_t number)
{
	json_int_t table = json_integer_value(json_object_get(state, "table"));
	const json_t *game = json_object_get(state, "game"),
		     *plies = json_object_get(state, "plies");
	json_int_t from = json_integer_value(json_object_get(state, "plies_from"));
	struct told *told;
	uint32_t before;

	if (table < 1 || table > bench->settings->tables)
		return;
	told = &bench->told[table - 1];
	if (game && json_integer_value(game) != told->game)
		*told = (struct told){ .game = (uint32_t)json_integer_value(game) };
	if (!plies || from > told->clocks)
		return;
	before = told->clocks;
	told->clocks = (uint32_t)from + count_clocks(plies);
	if (number > 0)
		sample(bench, (size_t)table - 1, before, number);
}

static void
on_event(void *ctx, const char *name, const json_t *data, uint64_t number)
{
	struct bench *bench = ctx;
	const json_t *table;
	size_t i;

	if (strcmp(name, "snapshot") != 0) {
		take_table(bench, data, number);
		return;
	}
	json_array_foreach(json_object_get(data, "tables"), i, table) take_table(bench, table, 0);
}

/* --- The daemon ------------------------------------------------------------------------------- */

static uint16_t
find_port(const struct bench *bench)
{
	char path[128], line[512];
	unsigned int port = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/adoubed.log", bench->folder);
	file = fopen(path, "r");
	while (file && port == 0 && fgets(line, sizeof(line), file))
		sscanf(line, "listening on http://127.0.0.1:%u/", &port);
	if (file)
		fclose(file);
	return (uint16_t)port;
}

static void
run_for(struct bench *bench, double seconds)
{
	const struct timeval span = { .tv_sec = (time_t)seconds,
		                      .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) *
		                                               1e6) };

	event_base_loopexit(bench->base, &span);
	event_base_dispatch(bench->base);
}

static void
connect_readers(struct bench *bench)
{
	struct feed_readers_options options = {
		.base = bench->base, .n = bench->settings->readers, .ctx = bench, .event = on_event
	};
	struct feed_readers_counts counts = { 0 };

	for (int i = 0; i < READY_S * 10 && !(options.port = find_port(bench)); i++)
		run_for(bench, 0.1);
	if (options.port == 0)
		die("adoubed does not listen");
	bench->readers = feed_readers_new(&options);
	for (int i = 0; i < READY_S * 10 && counts.begun < options.n; i++) {
		run_for(bench, 0.1);
		feed_readers_count(bench->readers, &counts);
	}
	if (counts.begun < options.n)
		printf("only %u of %u readers are there\n", counts.begun, options.n);
}

/* --- Figures ---------------------------------------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double
of_rank(double *values, size_t n, double rank)
{
	qsort(values, n, sizeof(*values), compare);
	return n > 0 ? values[(size_t)((double)(n - 1) * rank)] : 0;
}

static void
print_latencies(const struct bench *bench)
{
	double *one = calloc(bench->n_samples + 1, sizeof(*one));
	double *all = calloc(bench->n_samples + 1, sizeof(*all));
	size_t n_all = 0;

	if (!one || !all)
		die("memory");
	for (size_t i = 0; i < bench->n_samples; i++) {
		const struct sample *taken = &bench->samples[i];
		uint64_t last_us = feed_readers_last_us(bench->readers, taken->number);

		one[i] = (double)(taken->one_us - taken->press_us) / 1000;
		if (last_us > 0)
			all[n_all++] = (double)(last_us - taken->press_us) / 1000;
	}
	printf(" %8zu %8.1f %8.1f %8.1f %8.1f", bench->n_samples,
	       of_rank(one, bench->n_samples, 0.5), of_rank(one, bench->n_samples, 0.99),
	       of_rank(all, n_all, 0.5), of_rank(all, n_all, 0.99));
	free(one);
	free(all);
}

static double
own_cpu_s(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void
measure(struct bench *bench)
{
	const struct settings *settings = bench->settings;
	struct feed_readers_counts before, counts;
	double cpu, own, wait, memory_mb;

	if (settings->idle)
		hall_boards_hold(bench->boards);
	connect_readers(bench);
	for (int i = 0; i < READY_S * 10 && hall_boards_ready(bench->boards) < settings->tables;
	     i++)
		run_for(bench, 0.1);
	run_for(bench, 3);
	bench->measuring = true;
	feed_readers_count(bench->readers, &before);
	cpu = hall_host_cpu_s(bench->host);
	wait = hall_host_wait_s(bench->host);
	own = own_cpu_s();
	run_for(bench, settings->seconds);
	cpu = hall_host_cpu_s(bench->host) - cpu;
	wait = hall_host_wait_s(bench->host) - wait;
	own = own_cpu_s() - own;
	memory_mb = hall_host_memory_mb(bench->host);
	bench->measuring = false;
	feed_readers_count(bench->readers, &counts);
	printf("%6u %7u %6.1f %6.1f %6.1f %7.1f %9.0f", settings->tables, settings->readers,
	       cpu / settings->seconds * 100, wait / settings->seconds * 100,
	       own / settings->seconds * 100, memory_mb,
	       (double)(counts.events - before.events) / settings->seconds);
	hall_boards_hold(bench->boards);
	run_for(bench, REST_S);
	print_latencies(bench);
	feed_readers_count(bench->readers, &counts);
	printf(" %6llu %5u %6llu\n", (unsigned long long)counts.missed,
	       settings->readers - counts.open, (unsigned long long)(counts.most - counts.least));
}

static void
run(const struct settings *settings, const struct game *const *games, size_t n_games)
{
	struct bench bench = { .settings = settings };
	const struct hall_options options = { .n = settings->tables,
		                              .games = games,
		                              .n_games = n_games,
		                              .pace = (uint32_t)(settings->pace * 1000),
		                              .stagger_s = 5,
		                              .initial_s = 900,
		                              .increment_s = 10,
		                              .seed = 1 };
	char command[128];

	snprintf(bench.folder, sizeof(bench.folder), "/tmp/feeds_XXXXXX");
	bench.base = event_base_new();
	bench.told = calloc(settings->tables, sizeof(*bench.told));
	bench.samples = calloc(SAMPLES_MAX, sizeof(*bench.samples));
	if (!bench.base || !bench.told || !bench.samples || !mkdtemp(bench.folder))
		die("a beginning");
	bench.boards = hall_boards_new(bench.base, &options);
	hall_host_configure(&(struct hall_host_setup){ .folder = bench.folder,
	                                               .boards = bench.boards,
	                                               .n = settings->tables,
	                                               .initial_s = options.initial_s,
	                                               .increment_s = options.increment_s,
	                                               .connections = CONNECTIONS });
	bench.host = hall_host_start(settings->adoubed, bench.folder);
	measure(&bench);
	feed_readers_free(bench.readers);
	hall_host_end(bench.host, SIGTERM);
	hall_boards_free(bench.boards);
	event_base_free(bench.base);
	free(bench.told);
	free(bench.samples);
	snprintf(command, sizeof(command), "rm -rf %s", bench.folder);
	if (system(command) != 0)
		die(command);
}

static int
read_options(int argc, char **argv, struct settings *settings)
{
	const struct bench_option options[] = {
		{ "tables", .count = &settings->tables, .least = 1, .most = CONFIG_TABLES_MAX },
		{ "readers", .count = &settings->readers, .least = 1, .most = CONNECTIONS },
		{ "idle", .flag = &settings->idle },
		{ "seconds", .count = &settings->seconds, .least = 1, .most = 3600 },
		{ "pace", .real = &settings->pace },
		{ "head", .flag = &settings->head },
	};
	int status = bench_options_read(options, sizeof(options) / sizeof(options[0]), settings,
	                                usage, argc, argv);

	if (status == BENCH_GO_ON && argc - optind < 2) {
		fputs("bench_feeds: the program or the PGN is not named\n", stderr);
		fputs(usage, stderr);
		return 2;
	}
	return status;
}

int
main(int argc, char **argv)
{
	struct settings settings = { .tables = 8, .readers = 1, .seconds = 20, .pace = 4 };
	const struct game **games;
	size_t n_games;
	int status = read_options(argc, argv, &settings);

	if (status != BENCH_GO_ON)
		return status;
	settings.adoubed = argv[optind];
	signal(SIGPIPE, SIG_IGN);
	hall_files_raise();
	n_games = hall_games_load(argv + optind + 1, argc - optind - 1, &games);
	if (settings.head)
		puts("tables readers  cpu % wait %  rest %  mem MB  events/s    plies  one ms   "
		     "p99 ms   "
		     "all "
		     "ms   p99 ms missed  gone behind");
	run(&settings, games, n_games);
	return 0;
}
