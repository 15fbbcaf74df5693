/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording of a real game (dgt-captures.md, 1), read from the shared page; skipped without it.
 */
#include "drivers/dgt/dgt.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/drivers/record.h"
#include "tests/support.h"

static void *state;
static struct record record;
static struct driver_out out = { .ctx = &record, .event = record_event };
static struct bytes stream;

static void
setup(void)
{
	state = malloc(dgt_driver.state_size);
	ck_assert_ptr_nonnull(state);
	dgt_driver.init(state);
	record_begin(&record);
	ck_assert(capture_load(&stream));
}

static void
teardown(void)
{
	record_end(&record);
	free(state);
}

START_TEST(dgt_capture_1_decodes_without_a_skipped_byte)
{
	struct driver_stats stats;
	size_t scans = 0, squares = 0, clocks = 0;

	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	for (const char *line = record_lines(&record); *line; line = strchr(line, '\n') + 1) {
		scans += strncmp(line, "scan ", 5) == 0;
		squares += strncmp(line, "square ", 7) == 0;
		clocks += strncmp(line, "clock ", 6) == 0;
	}
	dgt_driver.stats(state, &stats);
	ck_assert_uint_eq(scans, 1);
	ck_assert_uint_eq(squares, 131);
	ck_assert_uint_eq(clocks, 323);
	ck_assert_uint_eq(record.n, 455);
	ck_assert_uint_eq(stats.frames, 455);
	ck_assert_uint_eq(stats.skipped_bytes, 0);
	ck_assert_uint_eq(stats.bytes, 3952);
	ck_assert_ptr_nonnull(strstr(record_lines(&record),
	                             "scan rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"));
}
END_TEST

/* Where the squares end is a position reached by the moves the listing names, so the codes and the
 * square order are right, not only their number. */
START_TEST(dgt_capture_1_ends_in_the_final_position)
{
	static const char want[] =
		"r.....k.p.p..rpR.p...BQ...p.p.......P......P...PbPn...P.......K.";
	char board[65] = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

	dgt_driver.feed(state, &out, stream.b, stream.len, 0);
	for (const char *line = record_lines(&record); *line; line = strchr(line, '\n') + 1) {
		/* "square e2 ." */
		if (strncmp(line, "square ", 7) == 0)
			board[('8' - line[8]) * 8 + (line[7] - 'a')] = line[10];
	}
	ck_assert_str_eq(board, want);
}
END_TEST

START_TEST(dgt_capture_1_is_the_same_in_any_chunks)
{
	chunks_check(&dgt_driver, &stream);
}
END_TEST

int
main(void)
{
	Suite *suite;
	TCase *game;

	if (!test_shared_path(CAPTURE_PAGE)) {
		puts("no shared page of captures: skipped");
		return TEST_SKIP;
	}
	test_seed(); /* before the tests fork: one seed for all */
	suite = suite_create("dgt_capture");
	game = tcase_create("game");
	tcase_add_checked_fixture(game, setup, teardown);
	tcase_add_test(game, dgt_capture_1_decodes_without_a_skipped_byte);
	tcase_add_test(game, dgt_capture_1_ends_in_the_final_position);
	tcase_add_test(game, dgt_capture_1_is_the_same_in_any_chunks);
	suite_add_tcase(suite, game);
	return test_run(suite);
}
