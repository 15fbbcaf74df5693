/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench_pgn FILE...: read every game of the files, every move checked, and say how fast that was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/pgn/pgn.h"
#include "tests/support.h"

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int
main(int argc, char **argv)
{
	static struct pgn_game pgn;
	static struct game_ply plies[GAME_PLIES_MAX];
	unsigned long games = 0, n_plies = 0, errors = 0;
	double seconds = 0, megabytes = 0;

	pgn.game.plies = plies;
	pgn.game.capacity = GAME_PLIES_MAX;
	for (int i = 1; i < argc; i++) {
		struct pgn_reader reader;
		struct pgn_error error;
		enum pgn_outcome outcome;
		size_t len;
		char *text = test_read_file(argv[i], &len);
		double begin = cpu_seconds();

		if (!text) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		pgn_reader_init(&reader, text, len);
		while ((outcome = pgn_next(&reader, &pgn, &error)) != PGN_END) {
			games++;
			n_plies += pgn.game.n_plies;
			errors += outcome == PGN_ERROR;
		}
		seconds += cpu_seconds() - begin;
		megabytes += (double)len / 1e6;
		free(text);
	}
	printf("%lu games, %lu plies, %lu errors, %.1f MB in %.2f s: %.1f MB/s\n", games, n_plies,
	       errors, megabytes, seconds, seconds > 0 ? megabytes / seconds : 0);
	return EXIT_SUCCESS;
}
