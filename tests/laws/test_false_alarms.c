/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Real games played by the simulated board and hand, and the recorded one: the arbiter hears of what ends
 * a game or can be claimed, of time sheets, and of nothing else. The program comes as argument:
 * test_false_alarms ADOUBE.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support.h"
#include "tests/system/folding.h"

static const struct {
	const char *pgn;
	int first, last; /* games of the file */
	const char *options;
} samples[] = {
	{ "data/pgn/otb-clk/tata-steel-2017.pgn", 1, 40, "--profile clean" },
	{ "data/pgn/otb-clk/memorial-lezcano-2025.pgn", 1, 60, "--profile human --rotated" },
	{ "data/pgn/online-clk/lichess-2025-05-a.pgn", 1, 100, "--profile human" },
	{ "data/pgn/plain/kosteniuk.pgn", 1, 60, "--profile human --no-clock" },
	{ "data/pgn/plain/anand.pgn", 1, 60, "--profile human --time-control 180+2" },
	{ "data/pgn/plain/london-1851.pgn", 1, 60, "--profile human --kings on" },
};

/* What a game without a fault may bring: the end of a game, claims, and the sheet. */
static const bool expected[ALERTS] = {
	[ALERT_CHECKMATE] = true,
	[ALERT_STALEMATE] = true,
	[ALERT_DEAD_POSITION] = true,
	[ALERT_THREEFOLD_AVAILABLE] = true,
	[ALERT_FIFTY_MOVE_AVAILABLE] = true,
	[ALERT_TIME_SHEET] = true,
	[ALERT_RESULT_PENDING] = true, /* resigned: nobody tells the program */
	/* What the human profile's hands do. */
	[ALERT_CASTLING_ROOK_FIRST] = true,
	[ALERT_ADJUST_OUT_OF_TURN] = true,
};

/* Hands hesitate and hover: in fewer than one game in ten that looks like an offence. */
static const bool rare[ALERTS] = {
	[ALERT_TOUCH_MOVE] = true,
	[ALERT_TWO_HANDED_MOVE] = true,
	[ALERT_PIECE_RELEASED_THEN_MOVED] = true,
};

struct heard {
	unsigned int n, n_rare;
};

static char folder[] = "/tmp/adoubed-alarms-XXXXXX";
static const char *adoube;

static void
check_alert(void *ctx, const struct alert *alert)
{
	struct heard *heard = ctx;

	heard->n++;
	heard->n_rare += rare[alert->id] && alert->severity != ALERT_INFO;
	if (rare[alert->id])
		return;
	ck_assert_msg(expected[alert->id], "%s in game %u, ply %u", alert_row(alert->id)->name,
	              alert->game, alert->ply);
	ck_assert_msg(alert->severity != ALERT_CRITICAL, "%s in game %u, ply %u",
	              alert_row(alert->id)->name, alert->game, alert->ply);
}

static void
fold(const char *path, struct heard *ret_heard)
{
	const struct table_listener listener = { .ctx = ret_heard, .alert = check_alert };
	struct folding folding;

	*ret_heard = (struct heard){ 0 };
	folding_begin(&folding, &listener);
	folding_capture(&folding, path);
	free(folding_end(&folding));
}

START_TEST(simulated_games_raise_nothing_false)
{
	char capture[256], command[1024];
	struct heard heard;
	int status;

	snprintf(capture, sizeof(capture), "%s/%d.capture", folder, _i);
	snprintf(command, sizeof(command),
	         "%s simulate --quiet --pgn %s --games %d-%d --seed %u %s --capture %s", adoube,
	         test_shared_path(samples[_i].pgn), samples[_i].first, samples[_i].last,
	         test_sample_seed() + (unsigned int)_i, samples[_i].options, capture);
	status = system(command);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "failed: %s", command);
	fold(capture, &heard);
	ck_assert_uint_gt(heard.n, 0);
	ck_assert_uint_le(heard.n_rare * 10, (unsigned int)(samples[_i].last - samples[_i].first));
	unlink(capture);
}
END_TEST

/* What the arbiter hears, a line each. */
struct hearing {
	char *text;
	size_t size;
	FILE *out;
};

static void
hear(void *ctx, const struct alert *alert)
{
	char line[ALERT_LINE_SIZE];
	struct text text;

	text_begin(&text, line, sizeof(line));
	ck_assert_int_eq(alert_write(&text, alert, OUTPUT_ALERTS), 0);
	fputs(line, ((struct hearing *)ctx)->out);
}

/* pace_us: somebody looks so often in between; 0: nobody does. */
static char *
hear_capture(const char *path, uint64_t pace_us)
{
	struct hearing hearing = { 0 };
	const struct table_listener listener = { .ctx = &hearing, .alert = hear };
	struct capture_reader reader;
	struct folding folding;
	FILE *file = fopen(path, "r");
	uint64_t now_us = 0;
	char *text = NULL;
	size_t size = 0;
	ssize_t len;

	ck_assert(file != NULL);
	hearing.out = open_memstream(&hearing.text, &hearing.size);
	folding_begin(&folding, &listener);
	capture_reader_init(&reader);
	while ((len = getline(&text, &size, file)) > 0) {
		struct capture_line line;
		struct capture_error error;
		char cause[200];

		text[len - 1] = '\0';
		ck_assert_int_eq(capture_parse(&reader, text, (size_t)len - 1, &line, &error), 0);
		for (; pace_us > 0 && now_us < line.t_us; now_us += pace_us)
			table_advance(folding.table, now_us);
		ck_assert_int_eq(table_line(folding.table, &line, cause, sizeof(cause)), 0);
	}
	free(text);
	fclose(file);
	free(folding_end(&folding));
	fclose(hearing.out);
	return hearing.text;
}

/* Live somebody looks whenever something is due; a recording is folded line by line. */
START_TEST(alerts_do_not_depend_on_who_looks_and_when)
{
	char capture[256], command[1024], *folded, *live;

	snprintf(capture, sizeof(capture), "%s/pace.capture", folder);
	snprintf(command, sizeof(command),
	         "%s simulate --quiet --pgn %s --games 1-6 --pace 20 --profile kids --irregular "
	         "illegal --from-ply 20 --capture %s",
	         adoube, test_shared_path("data/pgn/plain/anand.pgn"), capture);
	ck_assert_int_eq(WEXITSTATUS(system(command)), 0);
	folded = hear_capture(capture, 0);
	live = hear_capture(capture, 77777);
	ck_assert_ptr_nonnull(strstr(folded, "\"illegal-move\""));
	ck_assert_msg(strcmp(folded, live) == 0, "live and folded differ");
	free(folded);
	free(live);
	unlink(capture);
}
END_TEST

static Suite *
false_alarms_suite(void)
{
	Suite *suite = suite_create("false_alarms");
	TCase *tcase = tcase_create("games");

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, simulated_games_raise_nothing_false, 0,
	                    (int)(sizeof(samples) / sizeof(samples[0])));
	tcase_add_test(tcase, alerts_do_not_depend_on_who_looks_and_when);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	int status;

	if (argc < 2 || !test_shared_path("data/pgn")) {
		puts("skipped: no shared material");
		return 77;
	}
	adoube = argv[1];
	if (!mkdtemp(folder))
		return EXIT_FAILURE;
	status = test_run(false_alarms_suite());
	rmdir(folder);
	return status;
}
