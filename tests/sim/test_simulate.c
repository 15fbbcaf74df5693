/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `adoube simulate` from outside: captures with their truth, a live board on a pseudo-terminal and
 * on a TCP port read by the real driver, and what it says about mistakes.
 *
 * usage: test_simulate ADOUBE
 */
#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/capture/capture.h"
#include "core/chess/san.h"
#include "core/pgn/pgn.h"
#include "drivers/driver.h"
#include "drivers/transport/transport.h"
#include "tests/support.h"

#define OPERA       "drivers/sim/games/opera-1858.pgn"
#define OPERA_PLIES 33
#define ARGS_MAX    32
#define PATIENCE_MS 60000 /* how long anything may take before a test gives up */

static const char *adoube;
static char scratch[64];

static char *
in_scratch(const char *name)
{
	static char paths[8][128];
	static int next;
	char *path = paths[next++ % 8];

	snprintf(path, sizeof(paths[0]), "%s/%s", scratch, name);
	return path;
}

static void
scratch_begin(void)
{
	snprintf(scratch, sizeof(scratch), "/tmp/test_simulate.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(scratch));
}

static int
remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
scratch_end(void)
{
	nftw(scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static char *
read_text(const char *path)
{
	size_t len;
	char *text = test_read_file(path, &len);

	ck_assert_msg(text != NULL, "%s cannot be read", path);
	return text;
}

static void
write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

/* Start adoube simulate with these arguments (the last one NULL); its output goes to scratch files
 * "out" and "err". */
static pid_t
start(const char *first, va_list rest)
{
	const char *args[ARGS_MAX] = { adoube, "simulate" };
	int n = 2;
	pid_t pid;

	for (const char *arg = first; arg; arg = va_arg(rest, const char *)) {
		ck_assert_int_lt(n, ARGS_MAX - 1);
		args[n++] = arg;
	}
	args[n] = NULL;
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		int out = open(in_scratch("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
		int err = open(in_scratch("err"), O_WRONLY | O_CREAT | O_TRUNC, 0600);

		dup2(out, STDOUT_FILENO);
		dup2(err, STDERR_FILENO);
		execv(adoube, (char *const *)(uintptr_t)args);
		_exit(126);
	}
	return pid;
}

static int
finish(pid_t pid)
{
	int status;

	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status), "ended by signal %d", WTERMSIG(status));
	return WEXITSTATUS(status);
}

/* Run it to its end and return its exit status. */
static int
run(const char *first, ...)
{
	va_list rest;
	pid_t pid;

	va_start(rest, first);
	pid = start(first, rest);
	va_end(rest);
	return finish(pid);
}

static void
assert_stderr_has(const char *text)
{
	char *err = read_text(in_scratch("err"));

	ck_assert_msg(strstr(err, text) != NULL, "'%s' is not in: %s", text, err);
	free(err);
}

/* Offline */

struct fold {
	uint8_t squares[64]; /* as the driver last reported them */
	int scans, presses, clocks;
	bool live;
};

static void
fold_event(void *ctx, const struct board_event *event)
{
	struct fold *fold = ctx;

	if (event->kind == BOARD_SCAN) {
		memcpy(fold->squares, event->scan, 64);
		fold->scans++;
	} else if (event->kind == BOARD_SQUARE) {
		fold->squares[event->square.sq] = event->square.piece;
	} else if (event->kind == BOARD_CLOCK) {
		fold->clocks++;
	}
}

/* Read a capture with our own reader and the real driver. */
static void
fold_capture(const char *path, struct fold *fold, int *ret_sent)
{
	const struct board_driver *driver = board_driver_find("dgt");
	const struct driver_out out = { .ctx = fold, .event = fold_event };
	char *text = read_text(path);
	struct capture_reader reader;
	struct driver_stats stats;
	void *state = calloc(1, driver->state_size);

	memset(fold, 0, sizeof(*fold));
	*ret_sent = 0;
	driver->init(state);
	capture_reader_init(&reader);
	for (char *line = text, *end; *line != '\0'; line = end + 1) {
		struct capture_line parsed;
		struct capture_error error = { 0 };

		end = strchr(line, '\n');
		ck_assert_ptr_nonnull(end);
		ck_assert_msg(
			capture_parse(&reader, line, (size_t)(end - line), &parsed, &error) == 0,
			"%llu:%d: %s", (unsigned long long)error.line, error.column, error.cause);
		if (parsed.kind == CAPTURE_FROM_BOARD)
			driver->feed(state, &out, parsed.bytes, parsed.len, parsed.t_us);
		*ret_sent += parsed.kind == CAPTURE_TO_BOARD;
	}
	driver->stats(state, &stats);
	ck_assert_uint_eq(stats.skipped_bytes, 0);
	ck_assert_uint_eq(stats.bad_frames, 0);
	free(state);
	free(text);
}

static void
final_placement(const char *pgn_path, uint8_t placement[64])
{
	static struct pgn_game pgn;
	static struct game_ply plies[GAME_PLIES_MAX];
	struct pgn_reader reader;
	struct pgn_error error;
	char *text = read_text(pgn_path);

	pgn.game.plies = plies;
	pgn.game.capacity = GAME_PLIES_MAX;
	pgn_reader_init(&reader, text, strlen(text));
	ck_assert_int_eq(pgn_next(&reader, &pgn, &error), PGN_GAME);
	position_placement(&pgn.game.now, placement);
	free(text);
}

START_TEST(capture_is_read_by_the_driver_and_ends_in_the_final_position)
{
	const char *opera = test_source_path(OPERA);
	uint8_t expected[64];
	struct fold fold;
	int sent;

	final_placement(opera, expected);
	for (int rotated = 0; rotated < 2; rotated++) {
		ck_assert_int_eq(run("--pgn", opera, "--capture", in_scratch("c"), "--kings", "off",
		                     rotated ? "--rotated" : NULL, NULL),
		                 0);
		fold_capture(in_scratch("c"), &fold, &sent);
		for (int sq = 0; sq < 64; sq++)
			ck_assert_uint_eq(fold.squares[rotated ? 63 - sq : sq], expected[sq]);
		ck_assert_int_eq(fold.scans, 1);
		ck_assert_int_eq(sent, 8);
		ck_assert_int_gt(fold.clocks, OPERA_PLIES);
	}
}
END_TEST

START_TEST(capture_says_where_it_comes_from)
{
	char *text;

	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--profile", "clean", "--seed", "77", "--pace", "20", "--time-control",
	                     "300+3", NULL),
	                 0);
	text = read_text(in_scratch("c"));
	ck_assert(strncmp(text, "# adoubed capture 1\n# driver dgt\n", 33) == 0);
	ck_assert_ptr_nonnull(strstr(text, "\n# serial 01025\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n# start 1858-11-02T00:00:00Z\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n# time-control 300+3\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n# source opera-1858.pgn from game 1 on\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n# profile clean\n# seed 77\n# pace 20\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n0 > 40\n"));
	free(text);
}
END_TEST

/* A line of truth on something irregular; checks its form. */
static bool
is_incident(const char *line)
{
	unsigned long long from_us, until_us;
	char source[8], name[16], sq[4] = "", piece[2];
	int ply;

	if (sscanf(line, "{\"game\":1,\"%7[a-z]\":\"%15[a-z-]\",\"ply\":%d,", source, name, &ply) !=
	    3)
		return false;
	if (strcmp(source, "hand") != 0 && strcmp(source, "sensor") != 0 &&
	    strcmp(source, "line") != 0)
		return false;
	line = strchr(strstr(line, "\"ply\""), ',');
	ck_assert_ptr_nonnull(line);
	if (sscanf(line, ",\"square\":\"%2[a-h1-8]\"", sq) == 1)
		line += strlen(",\"square\":\"e4\"");
	if (sscanf(line, ",\"piece\":\"%1[PNBRQKpnbrqk]\"", piece) == 1)
		line += strlen(",\"piece\":\"e\"");
	ck_assert_msg(sscanf(line, ",\"from_us\":%llu,\"until_us\":%llu}", &from_us, &until_us) ==
	                      2,
	              "%s", line);
	ck_assert_uint_le(from_us, until_us);
	return true;
}

START_TEST(truth_has_every_ply_in_order_and_the_result)
{
	struct position position;
	char *text, *line;
	uint64_t last_us = 0;
	int ply = 0;

	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--truth", in_scratch("t"), "--kings", "on", NULL),
	                 0);
	text = read_text(in_scratch("t"));
	position_start(&position);
	for (line = strtok(text, "\n"); line && ply < OPERA_PLIES; line = strtok(NULL, "\n")) {
		if (is_incident(line))
			continue;
		unsigned long long made_us, completed_us;
		char side[8], san[SAN_SIZE], uci[UCI_SIZE];
		int number, h, m, s;
		uint16_t move, same;

		ck_assert_msg(sscanf(line,
		                     "{\"game\":1,\"ply\":%d,\"side\":\"%7[a-z]\","
		                     "\"san\":\"%11[^\"]\",\"uci\":\"%5[^\"]\",\"made_us\":%llu,"
		                     "\"completed_us\":%llu,\"clk\":\"%d:%2d:%2d\"}",
		                     &number, side, san, uci, &made_us, &completed_us, &h, &m,
		                     &s) == 9,
		              "%s", line);
		ck_assert_int_eq(number, ++ply);
		ck_assert_str_eq(side, position.side == WHITE ? "white" : "black");
		ck_assert_int_eq(san_parse(&position, san, strlen(san), &move), SAN_OK);
		ck_assert_int_eq(uci_parse(&position, uci, strlen(uci), &same), 0);
		ck_assert_uint_eq(move, same);
		ck_assert(last_us < made_us && made_us < completed_us);
		last_us = completed_us;
		position_after(&position, move, &position);
	}
	ck_assert_int_eq(ply, OPERA_PLIES);
	ck_assert_ptr_nonnull(line);
	ck_assert(strncmp(line, "{\"game\":1,\"result\":\"1-0\",\"sign_us\":", 35) == 0);
	ck_assert_uint_gt(strtoull(line + 35, NULL, 10), last_us);
	free(text);
}
END_TEST

#define KINDS_MAX 4

struct kinds {
	const char *profile;
	const char *names[KINDS_MAX]; /* troubles it is for */
	bool seen[KINDS_MAX];
};

/* Play the opera game once more; note which kinds its truth tells of. Returns its plies. */
static int
note_kinds(struct kinds *kinds, int seed)
{
	char number[8], *text;
	int plies = 0;

	snprintf(number, sizeof(number), "%d", seed);
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--truth", in_scratch("t"), "--seed", number, "--profile",
	                     kinds->profile, NULL),
	                 0);
	text = read_text(in_scratch("t"));
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		plies += strstr(line, "\"uci\"") != NULL;
		for (size_t k = 0; is_incident(line) && k < KINDS_MAX && kinds->names[k]; k++) {
			char quoted[32];

			snprintf(quoted, sizeof(quoted), ":\"%s\"", kinds->names[k]);
			kinds->seen[k] = kinds->seen[k] || strstr(line, quoted);
		}
	}
	free(text);
	return plies;
}

/* The other profiles: same plies, and of each kind of trouble what its profile is for. */
START_TEST(truth_tells_what_went_wrong)
{
	struct kinds cases[] = {
		{ .profile = "blitz", .names = { "slide", "place-first" } },
		{ .profile = "noisy", .names = { "blind", "wrong", "beside", "flicker" } },
		{ .profile = "harsh",
		  .names = { "wrong-square", "retract", "neither", "lost-update" } },
		{ .profile = "kids", .names = { "knock", "sweep", "fiddle", "take-back" } },
		{ .profile = "lost-updates", .names = { "lost-update", "outage" } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int seed = 1; seed <= 30; seed++)
			ck_assert_int_eq(note_kinds(&cases[i], seed), OPERA_PLIES);
		for (size_t k = 0; k < KINDS_MAX && cases[i].names[k]; k++)
			ck_assert_msg(cases[i].seen[k], "%s: no %s", cases[i].profile,
			              cases[i].names[k]);
	}
}
END_TEST

/* Every profile's capture can be read, and a broken link is opened again. */
START_TEST(captures_of_every_profile_are_captures)
{
	static const char *const profiles[] = { "blitz",     "noisy",        "harsh",
		                                "kids",      "occupancy",    "slow-scan",
		                                "bluetooth", "lost-updates", "scans-only" };

	for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
		struct capture_reader reader;
		char *text;

		ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
		                     "--seed", "3", "--profile", profiles[i], NULL),
		                 0);
		text = read_text(in_scratch("c"));
		capture_reader_init(&reader);
		for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
			struct capture_line parsed;
			struct capture_error error;

			ck_assert_msg(capture_parse(&reader, line, strlen(line), &parsed, &error) ==
			                      0,
			              "%s, line %llu: %s", profiles[i],
			              (unsigned long long)error.line, error.cause);
		}
		free(text);
	}
}
END_TEST

START_TEST(without_a_clock_truth_knows_no_presses)
{
	char *text;

	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--truth", in_scratch("t"), "--no-clock", "--kings", "off", NULL),
	                 0);
	text = read_text(in_scratch("t"));
	ck_assert_ptr_nonnull(strstr(text, "\"ply\":33"));
	ck_assert_ptr_null(strstr(text, "completed_us"));
	ck_assert_ptr_null(strstr(text, "clk"));
	ck_assert_ptr_null(strstr(text, "sign_us"));
	free(text);
	text = read_text(in_scratch("c"));
	ck_assert_ptr_nonnull(strstr(text, "< 8d000a00000000000020\n"));
	ck_assert_ptr_null(strstr(text, "time-control"));
	free(text);
}
END_TEST

START_TEST(same_seed_same_bytes)
{
	char *first, *second, *third;

	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("a"),
	                     "--seed", "5", NULL),
	                 0);
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("b"),
	                     "--seed", "5", NULL),
	                 0);
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", "-", "--seed", "6",
	                     "--quiet", NULL),
	                 0);
	first = read_text(in_scratch("a"));
	second = read_text(in_scratch("b"));
	third = read_text(in_scratch("out"));
	ck_assert_str_eq(first, second);
	ck_assert_str_ne(first, third);
	free(first);
	free(second);
	free(third);
}
END_TEST

/* Games that can be played and games that cannot, all in one file. */
static const char mixed[] = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke2 1-0\n\n"
			    "[Event \"two\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n"
			    "[Event \"three\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 "
			    "1\"]\n[Result \"*\"]\n\n"
			    "1. O-O *\n\n"
			    "[Event \"four\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n";

START_TEST(games_that_cannot_be_played_are_named_and_left_out)
{
	char *text;

	write_text(in_scratch("mixed.pgn"), mixed);
	ck_assert_int_eq(run("--pgn", in_scratch("mixed.pgn"), "--capture", in_scratch("c"),
	                     "--truth", in_scratch("t"), NULL),
	                 1);
	assert_stderr_has("mixed.pgn:9:13: ");
	assert_stderr_has("game 2 is left out");
	text = read_text(in_scratch("t"));
	ck_assert_ptr_nonnull(strstr(text, "{\"game\":1,\"ply\":3,"));
	ck_assert_ptr_nonnull(strstr(text, "{\"game\":1,\"result\":\"1-0\""));
	ck_assert_ptr_null(strstr(text, "{\"game\":2"));
	ck_assert_ptr_nonnull(strstr(text,
	                             "{\"game\":3,\"start\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\","
	                             "\"chess960\":false}\n{\"game\":3,\"ply\":1,"
	                             "\"side\":\"white\",\"san\":\"O-O\""));
	ck_assert_ptr_nonnull(strstr(text, "{\"game\":4,\"ply\":2,"));
	ck_assert_ptr_nonnull(strstr(text, "{\"game\":4,\"result\":\"1/2-1/2\""));
	free(text);
}
END_TEST

START_TEST(only_the_games_asked_for_are_played)
{
	char *text;

	write_text(in_scratch("mixed.pgn"), mixed);
	ck_assert_int_eq(run("--pgn", in_scratch("mixed.pgn"), "--capture", in_scratch("c"),
	                     "--truth", "-", "--game", "4", NULL),
	                 0);
	text = read_text(in_scratch("out"));
	ck_assert(strncmp(text, "{\"game\":4,\"ply\":1,", 18) == 0);
	free(text);
	ck_assert_int_eq(run("--pgn", in_scratch("mixed.pgn"), "--capture", in_scratch("c"),
	                     "--games", "2-3", NULL),
	                 1);
	ck_assert_int_eq(run("--pgn", in_scratch("mixed.pgn"), "--capture", in_scratch("c"),
	                     "--game", "5", NULL),
	                 1);
	assert_stderr_has("holds 4 games");
}
END_TEST

START_TEST(reset_puts_the_men_back)
{
	uint8_t expected[64];
	struct position start_position;
	struct fold fold;
	int sent;

	position_start(&start_position);
	position_placement(&start_position, expected);
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--reset", NULL),
	                 0);
	fold_capture(in_scratch("c"), &fold, &sent);
	ck_assert_mem_eq(fold.squares, expected, 64);
}
END_TEST

/* Mistakes */

START_TEST(wrong_command_lines_are_explained)
{
	static const struct {
		const char *option, *value, *says;
	} wrong[] = {
		{ "--speed", "fast", "--speed 'fast': 0.01 to 1000" },
		{ "--speed", "0", "--speed '0'" },
		{ "--pace", "nan", "--pace 'nan'" },
		{ "--seed", "-1", "--seed '-1': a number is needed" },
		{ "--seed", "99999999999999999999", "--seed" },
		{ "--game", "0", "--game '0': a number from 1 on" },
		{ "--games", "5-2", "--games '5-2': two numbers" },
		{ "--profile", "robot", "there are clean human" },
		{ "--kings", "maybe", "on, off or auto" },
		{ "--time-control", "90 minutes", "as 5400+30" },
		{ "--time-control", "0+2", "as 5400+30" },
		{ "--linger", "x", "0 to 86400" },
		{ "--pty", NULL, "one of --pty, --tcp and --capture" },
		{ "--link", "x", "--link needs --pty" },
		{ "--loop", NULL, "--loop would write" },
		{ "--nonsense", NULL, "nonsense" },
		{ "stray", NULL, "'stray': it takes options only" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
		                     wrong[i].option, wrong[i].value, NULL),
		                 2);
		assert_stderr_has(wrong[i].says);
		ck_assert_int_ne(access(in_scratch("c"), F_OK), 0);
	}
	ck_assert_int_eq(run("--capture", in_scratch("c"), NULL), 2);
	assert_stderr_has("--pgn FILE is needed");
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), NULL), 2);
	ck_assert_int_eq(run("--help", NULL), 0);
}
END_TEST

START_TEST(files_that_cannot_be_used_are_named_with_the_cause)
{
	ck_assert_int_eq(run("--pgn", in_scratch("none.pgn"), "--capture", in_scratch("c"), NULL),
	                 1);
	assert_stderr_has("none.pgn: No such file or directory");
	ck_assert_int_eq(run("--pgn", scratch, "--capture", in_scratch("c"), NULL), 1);
	assert_stderr_has("Is a directory");
	ck_assert_int_eq(
		run("--pgn", test_source_path(OPERA), "--capture", in_scratch("no/c"), NULL), 1);
	assert_stderr_has("no/c: No such file or directory");
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", "/dev/full", NULL), 1);
	assert_stderr_has("/dev/full: No space left on device");
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--capture", in_scratch("c"),
	                     "--truth", "/dev/full", NULL),
	                 1);
	assert_stderr_has("/dev/full: No space left on device");
}
END_TEST

START_TEST(a_file_is_not_replaced_by_a_link)
{
	write_text(in_scratch("precious"), "x");
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--pty", "--link",
	                     in_scratch("precious"), NULL),
	                 1);
	assert_stderr_has("precious: File exists");
	ck_assert_int_eq(access(in_scratch("precious"), F_OK), 0);
}
END_TEST

/* Live */

static long long
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void
sleep_ms(int ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

	nanosleep(&time, NULL);
}

/* Start it and wait for the address it prints. */
static pid_t
start_live(char *address, size_t size, const char *first, ...)
{
	long long end_ms = now_ms() + PATIENCE_MS;
	va_list rest;
	pid_t pid;

	va_start(rest, first);
	pid = start(first, rest);
	va_end(rest);
	for (;;) {
		FILE *out = fopen(in_scratch("out"), "r");
		bool found = out && fgets(address, (int)size, out) && strchr(address, '\n');

		if (out)
			fclose(out);
		if (found)
			break;
		ck_assert_msg(now_ms() < end_ms, "no address was printed");
		sleep_ms(10);
	}
	*strchr(address, '\n') = '\0';
	return pid;
}

static void
await_stderr(const char *text)
{
	long long end_ms = now_ms() + PATIENCE_MS;

	for (;;) {
		char *err = read_text(in_scratch("err"));
		bool there = strstr(err, text) != NULL;

		free(err);
		if (there)
			return;
		ck_assert_msg(now_ms() < end_ms, "'%s' is never said", text);
		sleep_ms(10);
	}
}

static void
stop(pid_t pid)
{
	ck_assert_int_eq(kill(pid, SIGTERM), 0);
	ck_assert_int_eq(finish(pid), 0);
}

/* The real driver on the real transport. */
struct reader {
	struct event_base *base;
	struct event *timer;
	struct transport *transport;
	const struct board_driver *driver;
	struct driver_out out;
	void *state;
	struct fold fold;
	int ups;
};

static uint64_t
reader_now_us(void)
{
	return (uint64_t)now_ms() * 1000;
}

static int
reader_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct reader *reader = ctx;

	return transport_send(reader->transport, bytes, len);
}

static void
reader_event(void *ctx, const struct board_event *event)
{
	struct reader *reader = ctx;

	fold_event(&reader->fold, event);
}

static void
on_up(void *ctx)
{
	struct reader *reader = ctx;

	reader->ups++;
	reader->driver->start(reader->state, &reader->out, reader_now_us());
}

static void
on_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct reader *reader = ctx;

	reader->driver->feed(reader->state, &reader->out, bytes, len, reader_now_us());
}

static void
on_down(void *ctx, int error, const char *text)
{
	(void)ctx;
	(void)error;
	(void)text;
}

static void
on_tick(evutil_socket_t fd, short events, void *ctx)
{
	struct reader *reader = ctx;

	(void)fd;
	(void)events;
	reader->driver->tick(reader->state, &reader->out, reader_now_us());
	event_base_loopbreak(reader->base);
}

static void
reader_begin(struct reader *reader, const char *address)
{
	const struct transport_listener listener = { reader, on_up, on_bytes, on_down };
	const struct timeval often = { 0, 20000 };

	memset(reader, 0, sizeof(*reader));
	reader->driver = board_driver_find("dgt");
	reader->out =
		(struct driver_out){ .ctx = reader, .event = reader_event, .send = reader_send };
	reader->state = calloc(1, reader->driver->state_size);
	reader->driver->init(reader->state);
	reader->base = event_base_new();
	reader->timer = event_new(reader->base, -1, EV_PERSIST, on_tick, reader);
	event_add(reader->timer, &often);
	ck_assert_int_eq(transport_new(reader->base, address, NULL, &listener, &reader->transport),
	                 0);
}

static void
reader_end(struct reader *reader)
{
	transport_free(reader->transport);
	event_free(reader->timer);
	event_base_free(reader->base);
	free(reader->state);
}

/* Run until the board reads `placement`. */
static void
reader_wait(struct reader *reader, const uint8_t placement[64])
{
	long long end_ms = now_ms() + PATIENCE_MS;

	while (reader->fold.scans == 0 || memcmp(reader->fold.squares, placement, 64) != 0) {
		ck_assert_msg(now_ms() < end_ms, "the board never read so (%d scans)",
		              reader->fold.scans);
		event_base_dispatch(reader->base);
	}
}

static void
start_placement(uint8_t placement[64])
{
	struct position position;

	position_start(&position);
	position_placement(&position, placement);
}

START_TEST(live_pty_gives_the_real_driver_the_start_position)
{
	uint8_t initial[64];
	char path[128];
	struct reader reader;
	pid_t pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty", NULL);

	start_placement(initial);
	reader_begin(&reader, path);
	reader_wait(&reader, initial);
	reader_end(&reader);
	stop(pid);
}
END_TEST

START_TEST(live_pty_is_read_by_the_real_driver_to_the_end)
{
	uint8_t initial[64], final[64];
	char path[128];
	struct reader reader;
	pid_t pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty",
	                       "--speed", "20", "--pace", "1000", "--kings", "off", "--truth",
	                       in_scratch("t"), "--linger", "3600", NULL);
	char *truth;

	start_placement(initial);
	final_placement(test_source_path(OPERA), final);
	reader_begin(&reader, path);
	/* However quickly the table runs, the program first gets to see the start position. */
	reader_wait(&reader, initial);
	reader_wait(&reader, final);
	ck_assert_int_eq(reader.driver->link(reader.state), DRIVER_LIVE);
	ck_assert_int_gt(reader.fold.clocks, OPERA_PLIES);
	await_stderr("game 1: 1-0");
	stop(pid);
	reader_end(&reader);
	truth = read_text(in_scratch("t"));
	ck_assert_ptr_nonnull(strstr(truth, "\"san\":\"Rd8#\""));
	ck_assert_ptr_nonnull(strstr(truth, "\"result\":\"1-0\""));
	free(truth);
}
END_TEST

START_TEST(live_game_waits_for_a_program_that_reads_the_board)
{
	char path[128];
	pid_t pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty",
	                       "--speed", "100", NULL);
	char *err;

	sleep_ms(300);
	err = read_text(in_scratch("err"));
	ck_assert_ptr_null(strstr(err, "game 1"));
	free(err);
	stop(pid);
}
END_TEST

START_TEST(live_link_appears_and_goes_with_the_board)
{
	char path[128], target[128] = "";
	pid_t pid;

	ck_assert_int_eq(symlink("nowhere", in_scratch("board")), 0);
	pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty", "--link",
	                 in_scratch("board"), NULL);
	ck_assert_int_gt(readlink(in_scratch("board"), target, sizeof(target) - 1), 0);
	ck_assert_str_eq(target, path);
	stop(pid);
	ck_assert_int_eq(readlink(in_scratch("board"), target, sizeof(target)), -1);
}
END_TEST

/* Bytes from fd until `len` have come. */
static void
read_exactly(int fd, uint8_t *bytes, size_t len)
{
	size_t have = 0;

	while (have < len) {
		struct pollfd state = { .fd = fd, .events = POLLIN };
		ssize_t n;

		ck_assert_msg(poll(&state, 1, PATIENCE_MS) == 1, "%zu of %zu bytes came", have,
		              len);
		n = read(fd, bytes + have, len - have);
		ck_assert_int_gt(n, 0);
		have += (size_t)n;
	}
}

static void
assert_answers_version(int fd)
{
	uint8_t bytes[5];

	ck_assert_int_eq(write(fd, "\x4d", 1), 1);
	read_exactly(fd, bytes, sizeof(bytes));
	ck_assert_mem_eq(bytes, "\x93\x00\x05\x01\x02", 5);
}

START_TEST(live_pty_needs_no_setting_up_and_survives_its_clients)
{
	char path[128];
	long long end_ms = now_ms() + PATIENCE_MS;
	uint8_t dump[67], initial[8];
	pid_t pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty",
	                       "--no-wait", "--speed", "10", "--pace", "1000", "--linger", "3600",
	                       NULL);

	for (int i = 0; i < 5; i++) {
		struct termios termios;
		int fd = open(path, O_RDWR | O_NOCTTY);

		ck_assert_int_ge(fd, 0);
		assert_answers_version(fd);
		/* A client may leave the line in any state. */
		ck_assert_int_eq(tcgetattr(fd, &termios), 0);
		termios.c_lflag |= ICANON | ECHO;
		ck_assert_int_eq(tcsetattr(fd, TCSANOW, &termios), 0);
		close(fd);
		sleep_ms(120);
	}
	/* Moves are played while nobody listens. */
	memset(initial, 1, sizeof(initial));
	do {
		int fd;

		ck_assert_int_lt(now_ms(), end_ms);
		sleep_ms(200);
		fd = open(path, O_RDWR | O_NOCTTY);
		ck_assert_int_eq(write(fd, "\x42", 1), 1);
		read_exactly(fd, dump, sizeof(dump));
		ck_assert_mem_eq(dump, "\x86\x00\x43", 3);
		close(fd);
	} while (memcmp(dump + 3 + 48, initial, sizeof(initial)) == 0);
	stop(pid);
}
END_TEST

static int
connect_to(const char *address)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
		                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	unsigned int port;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	ck_assert_int_eq(sscanf(address, "tcp://127.0.0.1:%u", &port), 1);
	to.sin_port = htons((uint16_t)port);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	return fd;
}

/* As connect_to, once the client before has gone: that may be noticed later than this one has come. */
static int
connect_after(const char *address)
{
	long long end_ms = now_ms() + PATIENCE_MS;

	for (;;) {
		int fd = connect_to(address);
		struct pollfd state = { .fd = fd, .events = POLLIN };
		char byte;

		ck_assert_int_eq(send(fd, "\x4d", 1, MSG_NOSIGNAL), 1);
		ck_assert_int_eq(poll(&state, 1, PATIENCE_MS), 1);
		if (recv(fd, &byte, 1, MSG_PEEK) == 1) {
			uint8_t version[5];

			read_exactly(fd, version, sizeof(version));
			return fd;
		}
		close(fd);
		ck_assert_int_lt(now_ms(), end_ms);
	}
}

START_TEST(live_tcp_has_one_client_at_a_time_and_outlives_it)
{
	char address[128], byte;
	pid_t pid = start_live(address, sizeof(address), "--pgn", test_source_path(OPERA), "--tcp",
	                       "0", NULL);

	for (int i = 0; i < 3; i++) {
		int first = connect_after(address);
		int second;

		assert_answers_version(first);
		second = connect_to(address);
		ck_assert_int_eq(read(second, &byte, 1), 0);
		close(second);
		assert_answers_version(first);
		close(first);
	}
	stop(pid);
}
END_TEST

START_TEST(live_tcp_is_read_by_the_real_driver)
{
	uint8_t final[64];
	char address[128];
	struct reader reader;
	pid_t pid = start_live(address, sizeof(address), "--pgn", test_source_path(OPERA), "--tcp",
	                       "127.0.0.1:0", "--speed", "20", "--pace", "1000", "--kings", "off",
	                       "--profile", "clean", "--linger", "3600", NULL);

	final_placement(test_source_path(OPERA), final);
	reader_begin(&reader, address);
	reader_wait(&reader, final);
	reader_end(&reader);
	stop(pid);
}
END_TEST

START_TEST(live_tcp_port_in_use_is_said)
{
	char address[128];
	pid_t pid = start_live(address, sizeof(address), "--pgn", test_source_path(OPERA), "--tcp",
	                       "0", NULL);

	ck_assert_int_eq(
		run("--pgn", test_source_path(OPERA), "--tcp", address + strlen("tcp://"), NULL),
		1);
	assert_stderr_has("Address already in use");
	ck_assert_int_eq(run("--pgn", test_source_path(OPERA), "--tcp", "127.0.0.1:http", NULL), 1);
	assert_stderr_has("cannot listen on 127.0.0.1:http");
	stop(pid);
}
END_TEST

START_TEST(live_client_that_does_not_read_stops_nothing)
{
	char path[128];
	pid_t pid = start_live(path, sizeof(path), "--pgn", test_source_path(OPERA), "--pty",
	                       "--speed", "1000", "--pace", "1", "--linger", "0", NULL);
	int fd = open(path, O_RDWR | O_NOCTTY);

	/* The log of eight seconds, again and again, and nobody takes it. */
	ck_assert_int_eq(write(fd, "\x43\x42", 2), 2);
	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(write(fd, "\x49\x49", 2), 2);
	/* The game is over: it goes by itself. */
	ck_assert_int_eq(finish(pid), 0);
	assert_stderr_has("the client does not read");
	assert_stderr_has("game 1: 1-0");
	close(fd);
}
END_TEST

static Suite *
simulate_suite(void)
{
	Suite *suite = suite_create("simulate");
	TCase *offline = tcase_create("offline");
	TCase *mistakes = tcase_create("mistakes");
	TCase *live = tcase_create("live");

	tcase_add_checked_fixture(offline, scratch_begin, scratch_end);
	tcase_set_timeout(offline, 60);
	tcase_add_test(offline, capture_is_read_by_the_driver_and_ends_in_the_final_position);
	tcase_add_test(offline, capture_says_where_it_comes_from);
	tcase_add_test(offline, truth_has_every_ply_in_order_and_the_result);
	tcase_add_test(offline, truth_tells_what_went_wrong);
	tcase_add_test(offline, captures_of_every_profile_are_captures);
	tcase_add_test(offline, without_a_clock_truth_knows_no_presses);
	tcase_add_test(offline, same_seed_same_bytes);
	tcase_add_test(offline, games_that_cannot_be_played_are_named_and_left_out);
	tcase_add_test(offline, only_the_games_asked_for_are_played);
	tcase_add_test(offline, reset_puts_the_men_back);
	suite_add_tcase(suite, offline);

	tcase_add_checked_fixture(mistakes, scratch_begin, scratch_end);
	tcase_set_timeout(mistakes, 60);
	tcase_add_test(mistakes, wrong_command_lines_are_explained);
	tcase_add_test(mistakes, files_that_cannot_be_used_are_named_with_the_cause);
	tcase_add_test(mistakes, a_file_is_not_replaced_by_a_link);
	suite_add_tcase(suite, mistakes);

	tcase_add_checked_fixture(live, scratch_begin, scratch_end);
	tcase_set_timeout(live, 60);
	tcase_add_test(live, live_pty_gives_the_real_driver_the_start_position);
	tcase_add_test(live, live_pty_is_read_by_the_real_driver_to_the_end);
	tcase_add_test(live, live_game_waits_for_a_program_that_reads_the_board);
	tcase_add_test(live, live_link_appears_and_goes_with_the_board);
	tcase_add_test(live, live_pty_needs_no_setting_up_and_survives_its_clients);
	tcase_add_test(live, live_tcp_has_one_client_at_a_time_and_outlives_it);
	tcase_add_test(live, live_tcp_is_read_by_the_real_driver);
	tcase_add_test(live, live_tcp_port_in_use_is_said);
	tcase_add_test(live, live_client_that_does_not_read_stops_nothing);
	suite_add_tcase(suite, live);
	return suite;
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: %s ADOUBE\n", argv[0]);
		return EXIT_FAILURE;
	}
	adoube = argv[1];
	return test_run(simulate_suite());
}
