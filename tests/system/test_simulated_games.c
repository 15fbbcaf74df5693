/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Real games played by the simulated board and hand, folded again: every ply, every clock time and
 * every result as in the ground truth. The programs come as arguments: test_simulated_games ADOUBE.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support.h"
#include "tests/system/folding.h"

struct sample {
	const char *pgn;
	int first, last; /* games of the file */
	const char *options;
};

/* Nearly three hundred games: with and without clocks in the source, classical to bullet, both ways
 * round, on slow boards and in untidy hands. */
static const struct sample samples[] = {
	{ "data/pgn/otb-clk/tata-steel-2017.pgn", 1, 25, "--profile clean" },
	{ "data/pgn/otb-clk/memorial-lezcano-2025.pgn", 1, 25, "--profile human --rotated" },
	{ "data/pgn/online-clk/lichess-2025-05-a.pgn", 1, 25, "--profile human" },
	{ "data/pgn/online-clk/lichess-2025-05-a.pgn", 101, 125, "--profile human --rotated" },
	{ "data/pgn/plain/kosteniuk.pgn", 1, 25, "--profile human --no-clock" },
	{ "data/pgn/plain/anand.pgn", 1, 25, "--profile human --time-control 180+2" },
	{ "data/pgn/plain/polgar.pgn", 301, 325, "--profile clean --rotated" },
	{ "data/pgn/plain/london-1851.pgn", 1, 25, "--profile human --kings on" },
	{ "data/pgn/plain/fischer.pgn", 1, 25, "--profile bluetooth" },
	{ "data/pgn/plain/fischer.pgn", 101, 125, "--profile slow-scan --rotated" },
	{ "data/pgn/plain/dortmund.pgn", 1, 25, "--profile scans-only" },
	{ "data/pgn/plain/dortmund.pgn", 101, 110, "--profile kids" },
	{ "data/pgn/otb-clk/tata-steel-2017.pgn", 1, 25, "--profile occupancy" },
};

static char folder[] = "/tmp/adoubed-simulated-XXXXXX";
static const char *adoube;

START_TEST(simulated_games_are_recorded_as_played)
{
	const struct sample *sample = &samples[_i];
	char capture[256], truth_path[256], command[1024];
	struct folding folding;
	unsigned int n_plies = 0;
	char *truth, *got;
	int status;

	snprintf(capture, sizeof(capture), "%s/%d.capture", folder, _i);
	snprintf(truth_path, sizeof(truth_path), "%s/%d.truth", folder, _i);
	snprintf(command, sizeof(command),
	         "%s simulate --quiet --pgn %s --games %d-%d --seed %u %s --capture %s --truth %s",
	         adoube, test_shared_path(sample->pgn), sample->first, sample->last,
	         test_sample_seed() + (unsigned int)_i, sample->options, capture, truth_path);
	status = system(command);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "failed: %s", command);
	folding_begin(&folding, NULL);
	folding_capture(&folding, capture);
	got = folding_end(&folding);
	truth = folding_truth(truth_path, &n_plies);
	ck_assert_uint_gt(n_plies, 100);
	snprintf(command, sizeof(command), "%s %s", sample->pgn, sample->options);
	folding_compare(command, truth, got);
	free(truth);
	free(got);
	unlink(capture);
	unlink(truth_path);
}
END_TEST

static Suite *
simulated_games_suite(void)
{
	Suite *suite = suite_create("simulated_games");
	TCase *tcase = tcase_create("games");

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, simulated_games_are_recorded_as_played, 0,
	                    (int)(sizeof(samples) / sizeof(samples[0])));
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	int status;

	if (argc != 2) {
		fputs("usage: test_simulated_games ADOUBE\n", stderr);
		return EXIT_FAILURE;
	}
	adoube = argv[1];
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		if (!test_shared_path(samples[i].pgn)) {
			puts("skipped: no shared games here");
			return TEST_SKIP;
		}
	if (!mkdtemp(folder)) {
		perror(folder);
		return EXIT_FAILURE;
	}
	/* The same games every time: some pictures are ambiguous beyond repair (a pawn taken in passing
	 * before any scan saw it), about one in ten thousand games. ADOUBED_SEED tries others. */
	setenv("ADOUBED_SEED", "1", 0);
	test_sample_seed();
	status = test_run(simulated_games_suite());
	rmdir(folder);
	return status;
}
