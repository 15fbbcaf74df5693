/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "tests/support.h"
#include "tests/transport/link.h"

#define HEAD "# adoubed capture 1\n# driver dgt\n"

static struct link board;
static char address[256];
static const struct transport_options fast = { .speed = 1e9 };

static void
begin(void)
{
	scratch_begin();
	link_init(&board);
	(void)snprintf(address, sizeof(address), "capture:%s", scratch_path("game.txt"));
}

static void
end(void)
{
	link_fini(&board);
	scratch_end();
}

START_TEST(capture_gives_what_came_from_the_board_and_ends)
{
	static const uint8_t bytes[] = { 0x86, 0x00, 0x43, 0x08, 0x09, 0xff };

	(void)scratch_file("game.txt", HEAD "# serial 12345\n"
	                                    "0 < 860043\n"
	                                    "1203 > 4b\n"
	                                    "\n"
	                                    "5000000 ! {\"op\":\"result\",\"result\":\"1-0\"}\n"
	                                    "5000000 < 0809\n"
	                                    "9000000 < ff\n");
	link_open(&board, address, &fast);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.ups, 1);
	ck_assert_int_eq(board.error, -ENODATA);
	ck_assert_msg(strstr(board.text, scratch_path("game.txt")), "%s", board.text);
	ck_assert_msg(strstr(board.text, "has ended"), "%s", board.text);
	link_expect_bytes(&board, bytes, sizeof(bytes));
	/* Over is over: a second attempt would come 250 ms later. */
	link_run(&board, 600);
	ck_assert_int_eq(board.ups, 1);
	ck_assert_int_eq(board.downs, 1);
}
END_TEST

static double
now_s(void)
{
	struct timespec now;

	ck_assert_int_eq(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

START_TEST(capture_keeps_its_own_pace)
{
	const struct transport_options quickly = { .speed = 10000.0 };
	double begin_s = now_s();

	(void)scratch_file("game.txt", HEAD "0 < 01\n1000000 < 02\n300000000 < 03\n");
	link_open(&board, address, NULL);
	link_wait_len(&board, 2);
	ck_assert_double_ge(now_s() - begin_s, 1.0);
	ck_assert_uint_eq(board.len, 2);
	transport_free(board.transport);

	/* Fifty minutes, for which nobody waits here. */
	(void)scratch_file("game.txt", HEAD "3000000000 < 0102\n4000000000 > 42\n");
	begin_s = now_s();
	link_open(&board, address, &quickly);
	link_wait_len(&board, 4);
	ck_assert_double_ge(now_s() - begin_s, 0.3);
	link_wait_downs(&board, 1);
	ck_assert_double_ge(now_s() - begin_s, 0.4);
}
END_TEST

static const struct {
	const char *text;
	const char *place, *cause;
	size_t len; /* bytes played before */
} bad_captures[] = {
	{ "", "line 1", "capture", 0 },
	{ "\n", "line 1", "capture", 0 },
	{ "1 < 00\n", "line 1", "capture", 0 },
	{ "# adoubed capture 2\n", "line 1", "version", 0 },
	{ HEAD "0 < 860043\n5 < 860", "line 4, column 7", "odd", 3 },
	{ HEAD "0 < 860043\n10 < 01\n9 < 02\n", "line 5, column 1", "never decrease", 4 },
	{ HEAD "0 < 86zz\n", "line 3, column 7", "'z'", 0 },
	{ HEAD "0 ? 86\n", "line 3, column 3", "'?'", 0 },
	{ HEAD "99999999999999999999999 < 86\n", "line 3, column 1", "64 bits", 0 },
};

START_TEST(capture_that_cannot_be_read_names_file_line_and_cause)
{
	const char *path = scratch_file("game.txt", bad_captures[_i].text);

	link_open(&board, address, &fast);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -EBADMSG);
	ck_assert_msg(strstr(board.text, path), "%s", board.text);
	ck_assert_msg(strstr(board.text, bad_captures[_i].place), "%s", board.text);
	ck_assert_msg(strstr(board.text, bad_captures[_i].cause), "%s", board.text);
	ck_assert_uint_eq(board.len, bad_captures[_i].len);
	link_run(&board, 300);
	ck_assert_int_eq(board.downs, 1);
}
END_TEST

START_TEST(capture_last_line_without_newline_is_played)
{
	(void)scratch_file("game.txt", HEAD "0 < 86\n1 < 4142");
	link_open(&board, address, &fast);
	link_expect_bytes(&board,
	                  (const uint8_t *)"\x86"
	                                   "AB",
	                  3);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENODATA);
}
END_TEST

START_TEST(capture_missing_is_waited_for)
{
	link_open(&board, address, &fast);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENOENT);
	ck_assert_msg(strstr(board.text, scratch_path("game.txt")), "%s", board.text);
	(void)scratch_file("game.txt", HEAD "0 < 41\n");
	link_wait_ups(&board, 1);
	link_expect_bytes(&board, (const uint8_t *)"A", 1);
}
END_TEST

START_TEST(capture_in_no_file_is_refused)
{
	link_open(&board, _i == 0 ? "capture:/dev" : "capture:/dev/null", NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -EINVAL);
	ck_assert_msg(strstr(board.text, "regular file"), "%s", board.text);
}
END_TEST

START_TEST(capture_long_lines_and_many_lines_are_whole)
{
	enum { LONG = 300000, SHORT = 2000 };
	static uint8_t bytes[LONG + SHORT];
	FILE *file = fopen(scratch_path("game.txt"), "we");

	ck_assert_ptr_nonnull(file);
	pattern(bytes, sizeof(bytes), 4);
	(void)fputs(HEAD "0 < ", file);
	for (size_t i = 0; i < LONG; i++)
		(void)fprintf(file, "%02x", bytes[i]);
	for (size_t i = LONG; i < LONG + SHORT; i++)
		(void)fprintf(file, "\n%zu < %02x", i, bytes[i]);
	(void)fputs("\r\n", file);
	ck_assert_int_eq(fclose(file), 0);
	link_open(&board, address, &fast);
	link_wait_downs(&board, 1);
	ck_assert_msg(board.error == -ENODATA, "%s", board.text);
	link_expect_bytes(&board, bytes, sizeof(bytes));
}
END_TEST

START_TEST(capture_takes_what_is_sent_and_drops_it)
{
	static const uint8_t bytes[TRANSPORT_QUEUE_MAX];

	(void)scratch_file("game.txt", HEAD "0 < 41\n400000 < 42\n");
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(transport_send(board.transport, bytes, sizeof(bytes)), 0);
	link_expect_bytes(&board, (const uint8_t *)"AB", 2);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(transport_send(board.transport, bytes, 1), -ENOTCONN);
}
END_TEST

START_TEST(capture_reopened_begins_again)
{
	(void)scratch_file("game.txt", HEAD "0 < 41\n10 < 42\n");
	link_open(&board, address, &fast);
	link_wait_downs(&board, 1);
	transport_reopen(board.transport);
	link_wait_downs(&board, 2);
	link_expect_bytes(&board, (const uint8_t *)"ABAB", 4);
	/* In the middle, from inside the callback. */
	board.reopen_in = LINK_IN_BYTES;
	board.reopens = 1;
	transport_reopen(board.transport);
	link_wait_downs(&board, 3);
	link_expect_bytes(&board, (const uint8_t *)"AAB", 3);
	board.reopen_in = LINK_IN_UP;
	board.reopens = 1;
	transport_reopen(board.transport);
	link_wait_downs(&board, 4);
	link_expect_bytes(&board, (const uint8_t *)"AB", 2);
	ck_assert_int_eq(board.ups, 6);
}
END_TEST

START_TEST(capture_transport_may_be_freed_in_its_callbacks)
{
	(void)scratch_file("game.txt", HEAD "0 < 41\n10 < 42\n");
	board.free_in = (enum link_moment)_i;
	link_open(&board, address, &fast);
	link_wait_freed(&board);
	link_run(&board, 50);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transport capture");
	TCase *tcase = tcase_create("capture");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, capture_gives_what_came_from_the_board_and_ends);
	tcase_add_test(tcase, capture_keeps_its_own_pace);
	tcase_add_loop_test(tcase, capture_that_cannot_be_read_names_file_line_and_cause, 0,
	                    (int)(sizeof(bad_captures) / sizeof(bad_captures[0])));
	tcase_add_test(tcase, capture_last_line_without_newline_is_played);
	tcase_add_test(tcase, capture_missing_is_waited_for);
	tcase_add_loop_test(tcase, capture_in_no_file_is_refused, 0, 2);
	tcase_add_test(tcase, capture_long_lines_and_many_lines_are_whole);
	tcase_add_test(tcase, capture_takes_what_is_sent_and_drops_it);
	tcase_add_test(tcase, capture_reopened_begins_again);
	tcase_add_loop_test(tcase, capture_transport_may_be_freed_in_its_callbacks, LINK_IN_UP,
	                    LINK_IN_DOWN + 1);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
