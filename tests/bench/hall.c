/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hall in real time: adoubed beside many simulated boards on this machine. What it costs (processor,
 * memory), how long a press takes to the published PGN file, and whether every ply is there that was
 * played. One line a size of hall; see usage below.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/pgn/pgn.h"
#include "daemon/config.h"
#include "tests/bench/disk_probe.h"
#include "tests/bench/hall_boards.h"
#include "tests/bench/hall_host.h"
#include "tests/bench/hall_port.h"
#include "tests/bench/options.h"
#include "tests/bench/tracker_games.h"

static const char usage[] =
	"usage: hall [OPTION...] ADOUBED PGN...\n\n"
	"  --tables N,N,...  sizes of the hall, one line each (1,10,100,1000)\n"
	"  --seconds N       how long is measured, after all boards are read (60)\n"
	"  --pty PERCENT     of the boards on pseudo-terminals (20)\n"
	"  --bus PERCENT     of the boards on buses of twelve (20); the rest on TCP\n"
	"  --pace X          players think X times as quickly (1)\n"
	"  --time S+I        what the clocks are set to (900+10)\n"
	"  --soak            unplug boards, make noise and kill the daemon all the while\n"
	"  --trouble MS      between two of these, one in a hundred a kill (300)\n"
	"  --keep            leave the folder with journal and games there\n"
	"  TMPDIR            of the environment: where that folder is made (/tmp); in a folder of\n"
	"                    memory the figures are the daemon's own, without the disk's waits\n\n"
	"Latency is from the write of the message in which the clock's lever has moved to the\n"
	"rename of the PGN file with that ply's clock time; nothing is published before the\n"
	"disk has it, and \"disk ms\" is the 99th percentile of what 4 kB written beside it take\n"
	"until they are durable. A ply is lost when the file of its "
	"game\n"
	"does not have it at the end, or has another.\n";

#define HALL_SAMPLES_MAX 1000000
#define HALL_SIZES_MAX   16
#define HALL_READY_S     120
#define HALL_REST_S      4 /* after the last byte, until the games are compared */

struct hall_settings {
	const char *adoubed;
	size_t sizes[HALL_SIZES_MAX], n_sizes;
	unsigned int seconds, pty_percent, bus_percent, trouble_ms;
	double pace;
	int32_t initial_s, increment_s;
	bool soak, keep;
};

struct hall {
	const struct hall_settings *settings;
	size_t n;
	struct event_base *base;
	struct hall_boards *boards;
	char folder[64];
	pid_t daemon;
	int inotify;
	bool measuring;
	uint32_t (*published)[HALL_GAMES_MAX]; /* [table][game]: clock times in its file */
	uint32_t *samples_us;                  /* latencies */
	size_t n_samples;
	unsigned int kills, unplugs;
	double disk_ms;   /* what the disk takes itself */
	double mourned_s; /* processor time of daemons that were killed */
};

/* --- The daemon ----------------------------------------------------------------------------- */

static void
end_daemon(struct hall *hall, int signal_number)
{
	hall->mourned_s += hall_host_cpu_s(hall->daemon);
	hall_host_end(hall->daemon, signal_number);
}

/* --- What is published ---------------------------------------------------------------------- */

static void
games_folder(const struct hall *hall, char *path, size_t size)
{
	snprintf(path, size, "%s/state/games/hall", hall->folder);
}

static uint32_t
count_clock_times(const char *path)
{
	static char text[1 << 20];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : -1;
	uint32_t count = 0;

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	for (const char *p = text; (p = strstr(p, "[%clk ")); p++)
		count++;
	return count;
}

static void
note_published(struct hall *hall, const char *name, uint64_t now_us)
{
	char path[400], folder[128];
	const struct hall_truth *truth;
	unsigned int table, game;
	uint32_t count;

	if (sscanf(name, "table-%u-game-%u.pgn", &table, &game) != 2 || table < 1 ||
	    table > hall->n || game < 1 || game > HALL_GAMES_MAX)
		return;
	games_folder(hall, folder, sizeof(folder));
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	truth = hall_boards_truth(hall->boards, table - 1);
	count = count_clock_times(path);
	for (uint32_t i = hall->published[table - 1][game - 1]; i < count; i++)
		if (hall->measuring && game == truth->n_games && i < truth->presses &&
		    truth->press_us[i] <= now_us && hall->n_samples < HALL_SAMPLES_MAX)
			hall->samples_us[hall->n_samples++] =
				(uint32_t)(now_us - truth->press_us[i]);
	if (count > hall->published[table - 1][game - 1])
		hall->published[table - 1][game - 1] = count;
}

static void
on_renamed(evutil_socket_t fd, short what, void *ctx)
{
	_Alignas(struct inotify_event) char buffer[65536];
	uint64_t now_us = hall_now_us();
	ssize_t n = read(fd, buffer, sizeof(buffer));

	(void)what;
	for (ssize_t at = 0; at < n;) {
		struct inotify_event event;

		memcpy(&event, buffer + at, sizeof(event));
		if (event.mask & IN_Q_OVERFLOW)
			hall_die("too many files at once");
		if (event.len > 0)
			note_published(ctx, buffer + at + sizeof(event), now_us);
		at += (ssize_t)(sizeof(event) + event.len);
	}
}

/* --- Trouble -------------------------------------------------------------------------------- */

static void
on_mischief(evutil_socket_t fd, short what, void *ctx)
{
	struct hall *hall = ctx;
	size_t i = (size_t)random() % hall->n;

	(void)fd;
	(void)what;
	if (random() % 100 == 0) {
		end_daemon(hall, SIGKILL);
		hall->daemon = hall_host_start(hall->settings->adoubed, hall->folder);
		hall->kills++;
	} else if (random() % 2 == 0) {
		hall_boards_unplug(hall->boards, i, 200 + (unsigned int)random() % 3000);
		hall->unplugs++;
	} else {
		hall_boards_noise(hall->boards, i, (size_t)random() % 200);
	}
}

/* --- Comparing ------------------------------------------------------------------------------ */

/* compare_game: how many of the first `plies` of *truth the file lacks, or has otherwise. */
static uint32_t
compare_game(const char *path, const struct game *truth, uint32_t plies)
{
	static struct game_ply room[GAME_PLIES_MAX];
	static struct pgn_game pgn;
	static char text[1 << 20];
	struct pgn_reader reader;
	struct pgn_error error;
	FILE *file = fopen(path, "r");
	size_t len = file ? fread(text, 1, sizeof(text), file) : 0;
	uint32_t same = 0;

	if (file)
		fclose(file);
	pgn_reader_init(&reader, text, len);
	pgn.game.plies = room;
	pgn.game.capacity = GAME_PLIES_MAX;
	if (pgn_next(&reader, &pgn, &error) != PGN_GAME)
		return plies;
	while (same < plies && same < pgn.game.n_plies &&
	       pgn.game.plies[same].move == truth->plies[same].move)
		same++;
	return plies - same;
}

/* compare_table: of the plies really played, how many are missing? The last one may be on its way. */
static uint32_t
compare_table(const struct hall *hall, size_t table, uint64_t *ret_plies)
{
	const struct hall_truth *truth = hall_boards_truth(hall->boards, table);
	char path[256], folder[128];
	uint32_t lost = 0, missing;

	games_folder(hall, folder, sizeof(folder));
	for (size_t i = 0; i < truth->n_games; i++) {
		uint32_t plies = i + 1 < truth->n_games ? truth->games[i]->n_plies : truth->presses;

		snprintf(path, sizeof(path), "%s/table-%zu-game-%zu.pgn", folder, table + 1, i + 1);
		*ret_plies += plies;
		missing = plies > 0 ? compare_game(path, truth->games[i], plies) : 0;
		if (missing > 0)
			fprintf(stderr, "table %zu, game %zu: the first %u plies of %u are there\n",
			        table + 1, i + 1, plies - missing, plies);
		lost += missing;
	}
	return lost;
}

static int
by_size(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

/* --- One hall ------------------------------------------------------------------------------- */

static void
run_for(const struct hall *hall, double seconds)
{
	const struct timeval wait = { .tv_sec = (time_t)seconds,
		                      .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) *
		                                               1e6) };

	event_base_loopexit(hall->base, &wait);
	event_base_dispatch(hall->base);
}

static bool
has_ended(const struct hall *hall)
{
	siginfo_t state = { 0 };

	return waitid(P_PID, (id_t)hall->daemon, &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       state.si_pid != 0;
}

static void
wait_until_ready(const struct hall *hall)
{
	uint64_t begin_us = hall_now_us();

	while (hall_boards_ready(hall->boards) < hall->n) {
		run_for(hall, 0.2);
		if (has_ended(hall)) {
			fprintf(stderr, "adoubed ended; %s/adoubed.log says why\n", hall->folder);
			exit(1);
		}
		if (hall_now_us() - begin_us > HALL_READY_S * UINT64_C(1000000)) {
			printf("only %zu of %zu boards are read after %d s\n",
			       hall_boards_ready(hall->boards), hall->n, HALL_READY_S);
			return;
		}
	}
}

static double
own_cpu_s(void)
{
	struct rusage own;

	getrusage(RUSAGE_SELF, &own);
	return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
	       (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
}

static void
print_line(struct hall *hall, double cpu, double own, double memory_mb, uint64_t plies,
           uint64_t lost)
{
	size_t n = hall->n_samples;
	double seconds = hall->settings->seconds;

	qsort(hall->samples_us, n, sizeof(*hall->samples_us), by_size);
	printf("%6zu %7.1f %7.1f %8.1f %9.1f %8zu %8.1f %8.1f %8.1f %8.1f %8llu %6llu", hall->n,
	       100 * cpu / seconds, 100 * own / seconds, memory_mb,
	       memory_mb * 1024 / (double)hall->n, n, n ? hall->samples_us[n / 2] / 1e3 : 0,
	       n ? hall->samples_us[n * 99 / 100] / 1e3 : 0, n ? hall->samples_us[n - 1] / 1e3 : 0,
	       hall->disk_ms, (unsigned long long)plies, (unsigned long long)lost);
	if (hall->settings->soak)
		printf("   %u unpluggings, %u kills", hall->unplugs, hall->kills);
	if (hall_boards_lost(hall->boards))
		printf("   %llu bytes not taken",
		       (unsigned long long)hall_boards_lost(hall->boards));
	putchar('\n');
	fflush(stdout);
}

/* run_measured: the time that is measured; a long one says each minute how far it is. */
static void
run_measured(struct hall *hall)
{
	unsigned int left = hall->settings->seconds;

	for (unsigned int minutes = 1; left > 60; minutes++, left -= 60) {
		run_for(hall, 60);
		fprintf(stderr, "%u min: %zu presses, %u unpluggings, %u kills\n", minutes,
		        hall->n_samples, hall->unplugs, hall->kills);
	}
	run_for(hall, left);
}

static void
measure(struct hall *hall)
{
	unsigned int trouble_ms = hall->settings->trouble_ms;
	const struct timeval often = { .tv_sec = (time_t)(trouble_ms / 1000),
		                       .tv_usec = (suseconds_t)(trouble_ms % 1000 * 1000) };
	struct event *mischief = event_new(hall->base, -1, EV_PERSIST, on_mischief, hall);
	struct disk_probe *probe;
	double cpu, own, memory_mb;
	uint64_t plies = 0, lost = 0;

	wait_until_ready(hall);
	run_for(hall, 2);
	hall->measuring = true;
	probe = disk_probe_start(hall->folder);
	cpu = hall_host_cpu_s(hall->daemon);
	own = own_cpu_s();
	if (hall->settings->soak)
		event_add(mischief, &often);
	run_measured(hall);
	hall->disk_ms = disk_probe_end(probe);
	event_free(mischief);
	cpu = hall_host_cpu_s(hall->daemon) + hall->mourned_s - cpu;
	own = own_cpu_s() - own;
	memory_mb = hall_host_memory_mb(hall->daemon);
	if (hall->settings->soak)
		run_for(hall, 10); /* all boards are read again */
	hall_boards_hold(hall->boards);
	hall->measuring = false;
	run_for(hall, HALL_REST_S);
	end_daemon(hall, SIGTERM);
	for (size_t i = 0; i < hall->n; i++)
		lost += compare_table(hall, i, &plies);
	print_line(hall, cpu, own, memory_mb, plies, lost);
}

static void
make_folder(struct hall *hall)
{
	char path[160];
	static const char *const parts[] = { "", "/state", "/state/games", "/state/games/hall" };

	snprintf(hall->folder, sizeof(hall->folder), "%s/hall_XXXXXX",
	         getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	if (!mkdtemp(hall->folder))
		hall_die(hall->folder);
	for (size_t i = 1; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", hall->folder, parts[i]);
		if (mkdir(path, 0777) != 0)
			hall_die(path);
	}
	hall->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (hall->inotify < 0 || inotify_add_watch(hall->inotify, path, IN_MOVED_TO) < 0)
		hall_die("inotify");
}

static void
run_hall(const struct hall_settings *settings, size_t n, const struct game *const *games,
         size_t n_games)
{
	struct hall hall = { .settings = settings, .n = n };
	const struct hall_options options = {
		.n = n,
		.n_pty = n * settings->pty_percent / 100,
		.n_bus = n * settings->bus_percent / 100,
		.games = games,
		.n_games = n_games,
		.pace = (uint32_t)(settings->pace * 1000),
		.stagger_s = settings->seconds / 4,
		.initial_s = settings->initial_s,
		.increment_s = settings->increment_s,
		.seed = 1,
	};
	struct event_config *precise = event_config_new();
	struct event *renamed;
	char command[128];

	event_config_set_flag(precise, EVENT_BASE_FLAG_PRECISE_TIMER);
	hall.base = event_base_new_with_config(precise);
	event_config_free(precise);
	hall.published = calloc(n, sizeof(*hall.published));
	hall.samples_us = malloc(HALL_SAMPLES_MAX * sizeof(*hall.samples_us));
	if (!hall.base || !hall.published || !hall.samples_us)
		hall_die("memory");
	make_folder(&hall);
	hall.boards = hall_boards_new(hall.base, &options);
	renamed = event_new(hall.base, hall.inotify, EV_READ | EV_PERSIST, on_renamed, &hall);
	event_add(renamed, NULL);
	hall_host_configure(&(struct hall_host_setup){ .folder = hall.folder,
	                                               .boards = hall.boards,
	                                               .n = n,
	                                               .initial_s = settings->initial_s,
	                                               .increment_s = settings->increment_s });
	hall.daemon = hall_host_start(settings->adoubed, hall.folder);
	measure(&hall);
	event_free(renamed);
	close(hall.inotify);
	hall_boards_free(hall.boards);
	event_base_free(hall.base);
	free(hall.published);
	free(hall.samples_us);
	snprintf(command, sizeof(command), "rm -rf %s", hall.folder);
	if (settings->keep)
		printf("kept: %s\n", hall.folder);
	else if (system(command) != 0)
		hall_die(command);
}

/* --- Command line --------------------------------------------------------------------------- */

static bool
take_sizes(void *ctx, const char *value)
{
	struct hall_settings *settings = ctx;
	const char *at = value;
	char *end;

	settings->n_sizes = 0;
	do {
		unsigned long n = *at >= '1' && *at <= '9' ? strtoul(at, &end, 10) : 0;

		if (n == 0 || n > CONFIG_TABLES_MAX || settings->n_sizes == HALL_SIZES_MAX)
			return false;
		settings->sizes[settings->n_sizes++] = n;
		at = end + 1;
	} while (*end == ',');
	return *end == '\0';
}

static bool
take_time(void *ctx, const char *value)
{
	struct hall_settings *settings = ctx;

	return bench_option_time(value, &settings->initial_s, &settings->increment_s);
}

static bool
take_pace(void *ctx, const char *value)
{
	struct hall_settings *settings = ctx;

	settings->pace = strtod(value, NULL);
	return settings->pace >= 0.01 && settings->pace <= 1000;
}

static int
wrong(const char *what)
{
	fprintf(stderr, "hall: %s\n%s", what, usage);
	return 2;
}

static int
read_options(int argc, char **argv, struct hall_settings *settings)
{
	const struct bench_option options[] = {
		{ "tables", .take = take_sizes },
		{ "seconds", .count = &settings->seconds, .least = 1 },
		{ "pty", .count = &settings->pty_percent, .most = 100 },
		{ "bus", .count = &settings->bus_percent, .most = 100 },
		{ "pace", .take = take_pace },
		{ "time", .take = take_time },
		{ "soak", .flag = &settings->soak },
		{ "trouble", .count = &settings->trouble_ms, .least = 1 },
		{ "keep", .flag = &settings->keep },
	};
	int status = bench_options_read(options, sizeof(options) / sizeof(options[0]), settings,
	                                usage, argc, argv);

	if (status != BENCH_GO_ON)
		return status;
	if (settings->pty_percent + settings->bus_percent > 100)
		return wrong("--pty and --bus are more than all boards");
	if (argc - optind < 2)
		return wrong("the program or the PGN is not named");
	return BENCH_GO_ON;
}

int
main(int argc, char **argv)
{
	struct hall_settings settings = { .sizes = { 1, 10, 100, 1000 },
		                          .n_sizes = 4,
		                          .seconds = 60,
		                          .pty_percent = 20,
		                          .bus_percent = 20,
		                          .trouble_ms = 300,
		                          .pace = 1,
		                          .initial_s = 900,
		                          .increment_s = 10 };
	const struct game **games;
	size_t n_games;
	int status = read_options(argc, argv, &settings);

	if (status != BENCH_GO_ON)
		return status;
	settings.adoubed = argv[optind];
	signal(SIGPIPE, SIG_IGN);
	hall_files_raise();
	n_games = hall_games_load(argv + optind + 1, argc - optind - 1, &games);
	printf("%zu games, %d+%d, pace %g, %u s, %u %% on pseudo-terminals, %u %% on buses\n",
	       n_games, settings.initial_s, settings.increment_s, settings.pace, settings.seconds,
	       settings.pty_percent, settings.bus_percent);
	puts("tables   cpu %  boards%  mem MB  kB/table   presses  median ms  p99 ms  max ms "
	     " disk ms    "
	     "plies   lost");
	for (size_t i = 0; i < settings.n_sizes; i++)
		run_hall(&settings, settings.sizes[i], games, n_games);
	return 0;
}
