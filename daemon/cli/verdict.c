/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/verdict/verdict.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

struct verdict_options {
	bool quick, line;
	uint64_t limit;
	void *memory; /* NULL in quick mode */
	struct verdict *verdict;
};

#define VERDICT_USAGE_MAX 1024

static const char *
verdict_usage(char buffer[VERDICT_USAGE_MAX])
{
	snprintf(buffer, VERDICT_USAGE_MAX,
	         "usage: adoube verdict [--quick] [--limit NODES] [--line] [FEN ...]\n"
	         "\n"
	         "Say for each FEN (each line of standard input when none is given) whether a side "
	         "can "
	         "still\n"
	         "checkmate by any series of legal moves (Laws 5.2.2, 6.9), one line for each, in "
	         "order:\n"
	         "  live|dead|unknown white=yes|no|unknown black=yes|no|unknown\n"
	         "A yes or no is proved; unknown means that the limit came first.\n"
	         "\n"
	         "  --quick        proofs without a search, and the shortest of searches\n"
	         "  --limit NODES  positions looked at for each side (default %" PRIu64 ")\n"
	         "  --line         after each yes the moves to a mate, after each no what proves "
	         "it\n"
	         "  --help         this text\n",
	         VERDICT_NODES_DEFAULT);
	return buffer;
}

static const char *
verdict_answer_text(enum verdict_answer answer)
{
	switch (answer) {
	case VERDICT_YES:
		return "yes";
	case VERDICT_NO:
		return "no";
	case VERDICT_UNKNOWN:
	default:
		return "unknown";
	}
}

static void
verdict_print_moves(const struct verdict *verdict, const struct verdict_side *side)
{
	struct position position = verdict->root;
	char san[SAN_SIZE];

	for (size_t i = 0; i < side->line_len; i++) {
		san_format(&position, side->line[i], san);
		printf(" %s", san);
		position_after(&position, side->line[i], &position);
	}
}

static void
verdict_print_proof(const struct verdict *verdict, enum color color)
{
	const struct verdict_side *side = &verdict->side[color];

	printf("  %s:", color == WHITE ? "white" : "black");
	switch (side->proof) {
	case VERDICT_PROOF_LINE:
		if (side->line_len == 0)
			printf(" a mate in more than %d plies", VERDICT_LINE_MAX);
		verdict_print_moves(verdict, side);
		break;
	case VERDICT_PROOF_MATED:
		printf(" mate is on the board");
		break;
	case VERDICT_PROOF_STALEMATE:
		printf(" stalemate is on the board");
		break;
	case VERDICT_PROOF_MATERIAL:
		printf(" these men never mate");
		break;
	case VERDICT_PROOF_FIXPOINT:
		printf(" no man gets where a mate needs it");
		break;
	case VERDICT_PROOF_SHADOWS:
		printf(" %" PRIu64 " positions of a coarser game, none of them mate",
		       side->n_positions);
		break;
	case VERDICT_PROOF_EXHAUSTED:
		printf(" %" PRIu64 " positions that can arise, none of them mate",
		       side->n_positions);
		break;
	case VERDICT_PROOF_NONE:
	default:
		printf(" nothing proved with %" PRIu64 " positions", side->n_nodes);
		break;
	}
	putchar('\n');
}

static void
verdict_print(const struct verdict *verdict, bool line)
{
	const char *word = verdict_is_live(verdict)   ? "live"
	                   : verdict_is_dead(verdict) ? "dead"
	                                              : "unknown";

	printf("%s white=%s black=%s\n", word, verdict_answer_text(verdict->side[WHITE].answer),
	       verdict_answer_text(verdict->side[BLACK].answer));
	if (!line)
		return;
	verdict_print_proof(verdict, WHITE);
	verdict_print_proof(verdict, BLACK);
}

/* One FEN. `where` names it in messages. COMMAND_OK, or COMMAND_USAGE when it cannot be read. */
static int
verdict_of(const struct verdict_options *options, const char *where, unsigned long number,
           const char *fen, size_t len)
{
	struct position position;
	struct fen_error error;

	if (fen_parse(fen, len, &position, &error) < 0) {
		fflush(stdout);
		fprintf(stderr, "adoube verdict: %s %lu, column %d: %s\n", where, number,
		        error.column, error.cause);
		return COMMAND_USAGE;
	}
	verdict_begin(options->verdict, &position, options->quick ? VERDICT_QUICK : VERDICT_EXACT,
	              options->limit, options->memory,
	              options->memory == NULL ? 0 : VERDICT_MEMORY_DEFAULT);
	while (!verdict_step(options->verdict, UINT64_MAX / 2))
		;
	verdict_print(options->verdict, options->line);
	return COMMAND_OK;
}

static int
verdict_of_input(const struct verdict_options *options)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int status = COMMAND_OK;

	while ((len = getline(&line, &size, stdin)) >= 0) {
		number++;
		while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			len--;
		if (verdict_of(options, "line", number, line, (size_t)len) != COMMAND_OK)
			status = COMMAND_USAGE;
	}
	if (ferror(stdin)) {
		fprintf(stderr, "adoube verdict: standard input: %s\n", strerror(errno));
		status = COMMAND_FAILED;
	}
	free(line);
	return status;
}

static int
verdict_parse_limit(const char *text, uint64_t *ret_limit)
{
	char *end;
	unsigned long long limit;

	errno = 0;
	limit = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || *text == '-' || limit == 0 ||
	    limit > UINT64_MAX / 4) {
		fprintf(stderr, "adoube verdict: limit '%s' is not a number of positions\n", text);
		return -EINVAL;
	}
	*ret_limit = limit;
	return 0;
}

/* Returns COMMAND_OK to go on, or sets *ret_done with the exit status returned. */
static int
verdict_parse_options(int argc, char **argv, struct verdict_options *options, bool *ret_done)
{
	const char *limit = NULL;
	const struct flag flags[] = { { "--quick", NULL, &options->quick, NULL },
		                      { "--limit", NULL, NULL, &limit },
		                      { "--line", NULL, &options->line, NULL } };
	char usage[VERDICT_USAGE_MAX];
	const struct flags_command line = { verdict_usage(usage), flags, 3, true };
	int status = flags_read(&line, argc, argv);

	*ret_done = true;
	if (status >= 0)
		return status;
	if (limit && verdict_parse_limit(limit, &options->limit) < 0)
		return COMMAND_USAGE;
	*ret_done = false;
	return COMMAND_OK;
}

/* Zeroed pages that cost nothing until a search touches them. */
static void *
verdict_map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

int
command_verdict(int argc, char **argv)
{
	struct verdict_options options = { .limit = VERDICT_NODES_DEFAULT };
	bool done;
	int status = verdict_parse_options(argc, argv, &options, &done);

	if (done)
		return status;
	options.verdict = malloc(sizeof(*options.verdict));
	if (!options.quick)
		options.memory = verdict_map(VERDICT_MEMORY_DEFAULT);
	if (options.verdict == NULL || (!options.quick && options.memory == NULL)) {
		fputs("adoube verdict: not enough memory\n", stderr);
		free(options.verdict);
		return COMMAND_FAILED;
	}
	if (optind == argc)
		status = verdict_of_input(&options);
	for (int i = optind; i < argc; i++)
		if (verdict_of(&options, "FEN", (unsigned long)i - (unsigned long)optind + 1,
		               argv[i], strlen(argv[i])) != COMMAND_OK)
			status = COMMAND_USAGE;
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "adoube verdict: standard output: %s\n", strerror(errno));
		status = COMMAND_FAILED;
	}
	if (options.memory != NULL)
		munmap(options.memory, VERDICT_MEMORY_DEFAULT);
	free(options.verdict);
	return status;
}
