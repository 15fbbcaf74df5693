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
	         test_seed() + (unsigned int)_i, samples[_i].options, capture);
	status = system(command);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "failed: %s", command);
	fold(capture, &heard);
	ck_assert_uint_gt(heard.n, 0);
	ck_assert_uint_le(heard.n_rare * 10, (unsigned int)(samples[_i].last - samples[_i].first));
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
