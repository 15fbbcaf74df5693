/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The project's own recordings, tests/captures, against their ground truth: every ply, clock time and
 * result, whole and cut into single bytes.
 */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "tests/system/folding.h"

static glob_t captures;

static char *
truth_of(const char *capture)
{
	char path[4096];
	unsigned int n_plies = 0;
	char *truth;

	snprintf(path, sizeof(path), "%.*s.truth.jsonl",
	         (int)(strlen(capture) - strlen(".capture")), capture);
	truth = folding_truth(path, &n_plies);
	ck_assert_uint_gt(n_plies, 0);
	return truth;
}

START_TEST(fixture_folds_to_its_truth)
{
	const char *capture = captures.gl_pathv[_i];
	char *truth = truth_of(capture);
	struct folding folding;
	char *got;

	folding_begin(&folding, NULL);
	folding_capture(&folding, capture);
	got = folding_end(&folding);
	folding_compare(capture, truth, got);
	free(truth);
	free(got);
}
END_TEST

/* Each chunk again as single bytes, all at the chunk's time. */
static void
fold_bytewise(struct folding *folding, const char *path)
{
	struct capture_reader reader;
	struct capture_error error;
	struct capture_line line;
	size_t len;
	char *text = test_read_file(path, &len);
	char cause[200];

	capture_reader_init(&reader);
	for (char *p = text; *p;) {
		size_t n = strcspn(p, "\n");
		bool more = p[n] == '\n';

		p[n] = '\0';
		ck_assert_int_eq(capture_parse(&reader, p, n, &line, &error), 0);
		if (line.kind == CAPTURE_FROM_BOARD)
			for (size_t i = 0; i < line.len; i++)
				table_from_board(folding->table, line.t_us, line.bytes + i, 1);
		else
			ck_assert_int_eq(table_line(folding->table, &line, cause, sizeof(cause)),
			                 0);
		p += n + (more ? 1 : 0);
	}
	free(text);
}

START_TEST(fixture_in_single_bytes_gives_the_same)
{
	const char *capture = captures.gl_pathv[_i];
	struct folding whole, bytewise;
	char *expected, *got;

	folding_begin(&whole, NULL);
	folding_capture(&whole, capture);
	expected = folding_end(&whole);
	folding_begin(&bytewise, NULL);
	fold_bytewise(&bytewise, capture);
	got = folding_end(&bytewise);
	ck_assert_str_eq(got, expected);
	free(expected);
	free(got);
}
END_TEST

/* A game that is published in parts is one game, and all of it. */
START_TEST(folding_reads_a_game_in_parts_to_its_end)
{
	static const char *const words[] = {
		"{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq "
		"- "
		"0 1\"}",
		"{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}",
		"{\"op\":\"position\",\"fen\":\"r1bqkbnr/pppn1ppp/3p4/4p3/4P3/5N2/PPPP1PPP/"
		"RNBQKB1R w "
		"KQkq - 2 7\"}",
		"{\"op\":\"correct\",\"do\":\"insert\",\"ply\":4,\"move\":\"Bc4 Be7\"}",
		"{\"op\":\"result\",\"result\":\"1-0\"}",
	};
	struct folding folding;
	char cause[200], *got;

	folding_begin(&folding, NULL);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		ck_assert_msg(table_host(folding.table, i, words[i], cause, sizeof(cause)) == 0,
		              "%s", cause);
	got = folding_end(&folding);
	ck_assert_str_eq(got, "e2e4 e7e5 g1f3 break f1c4 f8e7 1-0\n");
	free(got);
}
END_TEST

static Suite *
fixtures_suite(void)
{
	Suite *suite = suite_create("fixtures");
	TCase *tcase = tcase_create("fixtures");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, fixture_folds_to_its_truth, 0, (int)captures.gl_pathc);
	tcase_add_loop_test(tcase, fixture_in_single_bytes_gives_the_same, 0,
	                    (int)captures.gl_pathc);
	tcase_add_test(tcase, folding_reads_a_game_in_parts_to_its_end);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	int status;

	if (glob(test_source_path("tests/captures/*.capture"), 0, NULL, &captures) != 0) {
		fputs("no captures in tests/captures\n", stderr);
		return EXIT_FAILURE;
	}
	status = test_run(fixtures_suite());
	globfree(&captures);
	return status;
}
