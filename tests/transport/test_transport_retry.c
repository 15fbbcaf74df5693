/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When a transport tries again, and what it says of it; shown on pseudo-terminals.
 *
 * The kernel gives the number of a closed pseudo-terminal to whoever asks next, another test for
 * example. So the transports here are given symlinks, and a link is taken away before its terminal.
 */
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "tests/support.h"
#include "tests/transport/link.h"

static struct link board;
static int master;
static char slave[64];

static void
begin(void)
{
	link_begin_pty(&board, &master, slave);
}

static void
end(void)
{
	link_end_pty(&board, master);
}

START_TEST(pty_gone_is_a_loss_and_its_successor_is_found)
{
	const char *address = scratch_link("board", slave);
	char next[64];
	int next_master;

	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	next_master = pty_open(next);
	ck_assert_int_eq(unlink(address), 0);
	ck_assert_int_eq(close(master), 0);
	master = -1;
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENODEV);
	ck_assert_msg(strstr(board.text, address), "%s", board.text);
	ck_assert_int_eq(transport_send(board.transport, (const uint8_t *)"B", 1), -ENOTCONN);
	/* No link at all is another kind of failure, told once. */
	link_wait_downs(&board, 2);
	ck_assert_int_eq(board.error, -ENOENT);
	(void)scratch_link("board", next);
	link_wait_ups(&board, 2);
	ck_assert_int_eq(board.downs, 2);
	write_all(&board, next_master, (const uint8_t *)"back", 4);
	link_expect_bytes(&board, (const uint8_t *)"back", 4);
	link_send(&board, "K");
	link_expect_at(&board, next_master, (const uint8_t *)"K", 1);
	ck_assert_int_eq(close(next_master), 0);
}
END_TEST

START_TEST(failure_of_one_kind_is_reported_once)
{
	const char *address = scratch_path("board");

	link_open(&board, address, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENOENT);
	ck_assert_msg(strstr(board.text, address), "%s", board.text);
	ck_assert_msg(strstr(board.text, "plugged in"), "%s", board.text);
	ck_assert_msg(strstr(board.text, "/dev/serial/by-id"), "%s", board.text);
	/* Attempts at 250 and 750 ms. */
	link_run(&board, 900);
	ck_assert_int_eq(board.downs, 1);
	(void)scratch_file("board", "now there is something");
	link_wait_downs(&board, 2);
	ck_assert_int_eq(board.error, -ENOTTY);
	ck_assert_int_eq(unlink(address), 0);
	(void)scratch_link("board", slave);
	link_wait_ups(&board, 1);
}
END_TEST

START_TEST(reopen_forgets_the_delay)
{
	const char *address = scratch_path("board");

	/* Attempts at 0, 250, 750, 1750 ms; the next would be at 3750. */
	link_open(&board, address, NULL);
	link_run(&board, 1800);
	ck_assert_int_eq(board.downs, 1);
	(void)scratch_link("board", slave);
	transport_reopen(board.transport);
	link_run(&board, 800);
	ck_assert_int_eq(board.ups, 1);
}
END_TEST

START_TEST(link_that_was_steady_is_opened_again_soon)
{
	const char *address = scratch_path("board");
	char next[64];
	int next_master = pty_open(next);

	/* After the attempts at 0, 250, 750 and 1750 ms the next delays are 2 and 4 seconds. */
	link_open(&board, address, NULL);
	link_run(&board, 1800);
	(void)scratch_link("board", slave);
	link_wait_ups(&board, 1);
	link_run(&board, 5100);
	(void)scratch_link("board", next);
	ck_assert_int_eq(close(master), 0);
	master = -1;
	link_wait_downs(&board, 2);
	link_run(&board, 1500);
	ck_assert_int_eq(board.ups, 2);
	ck_assert_int_eq(close(next_master), 0);
}
END_TEST

START_TEST(link_that_was_not_steady_waits_for_longer)
{
	const char *address = scratch_path("board");
	char next[64];
	int next_master = pty_open(next);
	int64_t from_ms;

	link_open(&board, address, NULL);
	link_run(&board, 800);
	(void)scratch_link("board", slave);
	link_wait_ups(&board, 1);
	(void)scratch_link("board", next);
	from_ms = link_now_ms();
	ck_assert_int_eq(close(master), 0);
	master = -1;
	link_wait_downs(&board, 2);
	link_wait_ups(&board, 2);
	ck_assert_int_ge(link_now_ms() - from_ms, 1000); /* it is 2 seconds */
	ck_assert_int_eq(close(next_master), 0);
}
END_TEST

START_TEST(reopen_in_every_up_does_not_spin)
{
	int64_t from_ms = link_now_ms();

	board.reopen_in = LINK_IN_UP;
	board.reopens = INT_MAX;
	link_open(&board, slave, NULL);
	link_wait_ups(&board, 4);
	ck_assert_int_ge(link_now_ms() - from_ms, TRANSPORT_RETRY_MIN_MS);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transport retry");
	TCase *tcase = tcase_create("retry");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, pty_gone_is_a_loss_and_its_successor_is_found);
	tcase_add_test(tcase, failure_of_one_kind_is_reported_once);
	tcase_add_test(tcase, reopen_forgets_the_delay);
	tcase_add_test(tcase, link_that_was_steady_is_opened_again_soon);
	tcase_add_test(tcase, link_that_was_not_steady_waits_for_longer);
	tcase_add_test(tcase, reopen_in_every_up_does_not_spin);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
