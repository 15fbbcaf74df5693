/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The positions of the shared material with verdicts proved elsewhere. Skipped where it is absent.
 * ADOUBED_VERDICT_LIMIT sets the node limit (default VERDICT_NODES_DEFAULT).
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "tests/verdict/asking.h"

#define MEMORY VERDICT_MEMORY_DEFAULT

/* What a file says and how its lines look. */
enum shared_kind {
	SHARED_LETTERS, /* "WB fen": who can mate */
	SHARED_EXACT,   /* "-B <tab> positions <tab> fen" */
	SHARED_TIMEOUT, /* "fen id": the side not to move cannot */
	SHARED_REAL,    /* "fen id": the side not to move can, but for a few */
};

struct shared_file {
	const char *name;
	enum shared_kind kind;
	enum verdict_mode mode;
	int unknown_max; /* sides left unknown at the default limit */
	int unwinnable;  /* SHARED_REAL: how many */
};

static const struct shared_file files[] = {
	{ "data/unwinnable/positions.txt", SHARED_LETTERS, VERDICT_EXACT, 0, 0 },
	{ "data/unwinnable/positions.txt", SHARED_LETTERS, VERDICT_QUICK, 3428, 0 },
	{ "data/unwinnable/exact.tsv", SHARED_EXACT, VERDICT_EXACT, 0, 0 },
	{ "data/unwinnable/lichess.txt", SHARED_LETTERS, VERDICT_EXACT, 0, 0 },
	{ "data/unwinnable/lichess-timeouts.txt", SHARED_TIMEOUT, VERDICT_EXACT, 0, 0 },
	{ "data/unwinnable/lichess-timeouts.txt", SHARED_TIMEOUT, VERDICT_QUICK, 60, 0 },
	{ "data/unwinnable/lichess-30k.txt", SHARED_REAL, VERDICT_EXACT, 0, 3 },
};

struct shared_tally {
	int n_lines, n_unknown, n_no;
};

static uint64_t
shared_limit(void)
{
	const char *text = getenv("ADOUBED_VERDICT_LIMIT");

	return text == NULL ? VERDICT_NODES_DEFAULT : strtoull(text, NULL, 10);
}

/* The first four fields of a FEN are enough; what follows the sixth is not part of it. */
static size_t
fen_length(const char *fen)
{
	size_t len = 0;

	for (int fields = 0; fen[len] != '\0'; len++)
		if (fen[len] == ' ' && ++fields == 6)
			break;
	return len;
}

static void
check_side(struct asking *asking, enum color side, char expected, const char *fen,
           struct shared_tally *tally)
{
	const char got = asking_letter(asking->verdict.side[side].answer);

	tally->n_unknown += got == '?';
	tally->n_no += got == 'n';
	if (got == '?') {
		if (asking->verdict.mode == VERDICT_EXACT)
			printf("unknown: %s, %s\n", side == WHITE ? "White" : "Black", fen);
		return;
	}
	ck_assert_msg(expected == '?' || got == expected, "%s, %s: %c, expected %c",
	              side == WHITE ? "White" : "Black", fen, got, expected);
	if (got == 'y')
		asking_check_line(&asking->verdict, side, fen);
}

static void
check_line(struct asking *asking, const struct shared_file *file, const char *line,
           struct shared_tally *tally)
{
	const char *fen = line;
	struct position position;

	if (file->kind == SHARED_LETTERS)
		fen = line + 3;
	else if (file->kind == SHARED_EXACT)
		fen = strrchr(line, '\t') + 1;
	asking_parse(fen, fen_length(fen), &position);
	asking_position(asking, &position, file->mode, shared_limit());
	tally->n_lines++;
	if (file->kind == SHARED_LETTERS || file->kind == SHARED_EXACT) {
		check_side(asking, WHITE, line[0] == 'W' ? 'y' : 'n', fen, tally);
		check_side(asking, BLACK, line[1] == 'B' ? 'y' : 'n', fen, tally);
	} else {
		check_side(asking, position.side == WHITE ? BLACK : WHITE,
		           file->kind == SHARED_TIMEOUT ? 'n' : '?', fen, tally);
	}
}

START_TEST(verdict_shared_positions_are_exact)
{
	const struct shared_file *file = &files[_i];
	struct shared_tally tally = { 0, 0, 0 };
	const char *path = test_shared_path(file->name);
	struct asking asking;
	char *text, *line, *rest;
	size_t len;

	ck_assert_ptr_nonnull(path);
	text = test_read_file(path, &len);
	ck_assert_ptr_nonnull(text);
	asking_begin(&asking, MEMORY);
	for (line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
		if (line[0] != '#')
			check_line(&asking, file, line, &tally);
	printf("%s, %s: %d positions, %d sides no, %d unknown\n", file->name,
	       file->mode == VERDICT_QUICK ? "quick" : "exact", tally.n_lines, tally.n_no,
	       tally.n_unknown);
	ck_assert_int_gt(tally.n_lines, 500);
	ck_assert_int_le(tally.n_unknown, file->unknown_max);
	if (file->kind == SHARED_REAL)
		ck_assert_int_eq(tally.n_no, file->unwinnable);
	asking_end(&asking);
	free(text);
}
END_TEST

int
main(void)
{
	Suite *suite;
	TCase *tcase;

	if (test_shared_path(files[0].name) == NULL) {
		puts("the shared material is not here");
		return TEST_SKIP;
	}
	suite = suite_create("verdict_shared");
	tcase = tcase_create("verdict_shared");
	tcase_set_timeout(tcase, 300);
	tcase_add_loop_test(tcase, verdict_shared_positions_are_exact, 0,
	                    (int)(sizeof(files) / sizeof(files[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
