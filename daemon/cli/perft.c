/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

#define PERFT_FEN_MAX 512 /* bytes read; a FEN has fewer than FEN_SIZE, blanks apart */

struct perft_options {
	bool chess960, divide;
	int depth;
	struct position position;
};

static const char perft_usage[] =
	"usage: adoube perft [--chess960] [--divide] DEPTH [FEN]\n"
	"\n"
	"Count the leaves of the tree of legal moves, DEPTH plies deep, below the position "
	"FEN\n"
	"(the start position when absent). The last line of standard output is 'nodes N'; "
	"time\n"
	"and speed go to standard error. The last ply is counted, not made; there is no "
	"hash.\n"
	"\n"
	"  --divide    first a line for each move in the position: the move and its leaves\n"
	"  --chess960  write castling as king takes rook, whatever the FEN looks like\n"
	"  --help      this text\n";

static int
perft_parse_depth(const char *text, int *ret_depth)
{
	char *end;
	long depth;

	errno = 0;
	depth = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || depth < 0 || depth > PERFT_DEPTH_MAX) {
		fprintf(stderr, "adoube perft: depth '%s' is not a number from 0 to %d\n", text,
		        PERFT_DEPTH_MAX);
		return -EINVAL;
	}
	*ret_depth = (int)depth;
	return 0;
}

/* The FEN may come as one argument or as its fields, unquoted. */
static int
perft_join_fen(int argc, char **argv, char buffer[PERFT_FEN_MAX])
{
	size_t len = 0;

	for (int i = 0; i < argc; i++) {
		const int n = snprintf(buffer + len, PERFT_FEN_MAX - len, "%s%s", i > 0 ? " " : "",
		                       argv[i]);

		if (n < 0 || (size_t)n >= PERFT_FEN_MAX - len) {
			fprintf(stderr, "adoube perft: the FEN is longer than %d characters\n",
			        PERFT_FEN_MAX - 1);
			return -EINVAL;
		}
		len += (size_t)n;
	}
	return 0;
}

static int
perft_parse_fen(int argc, char **argv, struct position *ret_position)
{
	char fen[PERFT_FEN_MAX] = FEN_START;
	struct fen_error error;

	if (argc > 0 && perft_join_fen(argc, argv, fen) < 0)
		return -EINVAL;
	if (fen_parse(fen, strlen(fen), ret_position, &error) < 0) {
		fprintf(stderr, "adoube perft: FEN, column %d: %s\n  %s\n  %*s\n", error.column,
		        error.cause, fen, error.column, "^");
		return -EINVAL;
	}
	return 0;
}

/* Returns COMMAND_OK to go on, or sets *ret_done with the exit status returned. */
static int
perft_parse_options(int argc, char **argv, struct perft_options *options, bool *ret_done)
{
	const struct flag flags[] = { { "--chess960", NULL, &options->chess960, NULL },
		                      { "--divide", NULL, &options->divide, NULL } };
	const struct flags_command line = { perft_usage, flags, 2, true };
	int status = flags_read(&line, argc, argv);

	*ret_done = true;
	if (status >= 0)
		return status;
	if (optind == argc) {
		fputs("adoube perft: DEPTH is missing\n", stderr);
		fputs(perft_usage, stderr);
		return COMMAND_USAGE;
	}
	if (perft_parse_depth(argv[optind], &options->depth) < 0 ||
	    perft_parse_fen(argc - optind - 1, argv + optind + 1, &options->position) < 0)
		return COMMAND_USAGE;
	options->position.chess960 |= options->chess960;
	*ret_done = false;
	return COMMAND_OK;
}

struct perft_root {
	char uci[UCI_SIZE];
	uint64_t nodes;
};

static int
perft_compare_roots(const void *a, const void *b)
{
	return strcmp(((const struct perft_root *)a)->uci, ((const struct perft_root *)b)->uci);
}

/* In the order of the moves' names, so that two programs' outputs can be compared. */
static uint64_t
perft_divide(const struct position *position, int depth)
{
	struct perft_root roots[MOVE_LIST_MAX];
	struct move_list list;
	uint64_t nodes = 0;

	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(position, list.moves[i], &after);
		uci_format(position, list.moves[i], roots[i].uci);
		roots[i].nodes = perft(&after, depth - 1);
		nodes += roots[i].nodes;
	}
	qsort(roots, (size_t)list.count, sizeof(roots[0]), perft_compare_roots);
	for (int i = 0; i < list.count; i++)
		printf("%s %" PRIu64 "\n", roots[i].uci, roots[i].nodes);
	return nodes;
}

static double
perft_now_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int
command_perft(int argc, char **argv)
{
	struct perft_options options = { .depth = 0 };
	double start, seconds;
	uint64_t nodes;
	bool done;
	int status = perft_parse_options(argc, argv, &options, &done);

	if (done)
		return status;
	start = perft_now_seconds();
	nodes = options.divide && options.depth > 0 ? perft_divide(&options.position, options.depth)
	                                            : perft(&options.position, options.depth);
	seconds = perft_now_seconds() - start;
	if (printf("nodes %" PRIu64 "\n", nodes) < 0 || fflush(stdout) != 0) {
		fprintf(stderr, "adoube perft: cannot write the result: %s\n", strerror(errno));
		return COMMAND_FAILED;
	}
	fprintf(stderr, "seconds %.6f\nnodes/s %.0f\n", seconds,
	        seconds > 0 ? (double)nodes / seconds : 0.0);
	return COMMAND_OK;
}
