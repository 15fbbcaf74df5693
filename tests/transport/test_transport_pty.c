/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pseudo-terminals, and what is common to all transports: life cycle and queue.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>

#include "tests/support.h"
#include "tests/transport/link.h"

#define BURST_LEN 10000

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

static void
begin_up(void)
{
	begin();
	link_open(&board, slave, NULL);
	link_wait_ups(&board, 1);
}

START_TEST(pty_every_byte_passes_both_ways)
{
	uint8_t bytes[256];

	pattern(bytes, sizeof(bytes), 0);
	write_all(&board, master, bytes, sizeof(bytes));
	link_expect_bytes(&board, bytes, sizeof(bytes));
	ck_assert_int_eq(transport_send(board.transport, bytes, sizeof(bytes)), 0);
	link_expect_at(&board, master, bytes, sizeof(bytes));
	ck_assert_int_eq(board.ups, 1);
	ck_assert_int_eq(board.downs, 0);
}
END_TEST

START_TEST(pty_bursts_arrive_whole_and_in_order)
{
	uint8_t bytes[BURST_LEN];
	size_t sent = 0, burst = 1;

	pattern(bytes, sizeof(bytes), 3);
	while (sent < sizeof(bytes)) {
		size_t len = burst < sizeof(bytes) - sent ? burst : sizeof(bytes) - sent;

		write_all(&board, master, bytes + sent, len);
		sent += len;
		burst = burst * 3 % 2048;
	}
	link_expect_bytes(&board, bytes, sizeof(bytes));
}
END_TEST

START_TEST(pty_sent_bursts_arrive_whole_and_in_order)
{
	uint8_t bytes[BURST_LEN], got[BURST_LEN];
	size_t sent = 0, n_got = 0;
	int64_t end_ms = link_now_ms() + 60000;

	pattern(bytes, sizeof(bytes), 5);
	while (n_got < sizeof(bytes)) {
		size_t len = sizeof(bytes) - sent < 1500 ? sizeof(bytes) - sent : 1500;
		ssize_t n;

		ck_assert_int_lt(link_now_ms(), end_ms);
		if (len > 0 && transport_send(board.transport, bytes + sent, len) == 0)
			sent += len;
		link_run(&board, 0);
		n = read(master, got + n_got, sizeof(got) - n_got);
		if (n > 0)
			n_got += (size_t)n;
	}
	ck_assert_mem_eq(got, bytes, sizeof(bytes));
}
END_TEST

START_TEST(queue_full_refuses_whole_messages)
{
	uint8_t bytes[TRANSPORT_QUEUE_MAX + 1];

	pattern(bytes, sizeof(bytes), 1);
	ck_assert_int_eq(transport_send(board.transport, bytes, sizeof(bytes)), -ENOBUFS);
	ck_assert_int_eq(transport_send(board.transport, bytes, TRANSPORT_QUEUE_MAX - 1), 0);
	ck_assert_int_eq(transport_send(board.transport, bytes, 2), -ENOBUFS);
	ck_assert_int_eq(transport_send(board.transport, bytes + TRANSPORT_QUEUE_MAX - 1, 1), 0);
	ck_assert_int_eq(transport_send(board.transport, bytes, 1), -ENOBUFS);
	ck_assert_int_eq(transport_send(board.transport, bytes, 0), 0);
	link_expect_at(&board, master, bytes, TRANSPORT_QUEUE_MAX);
	link_send(&board, "again");
	link_expect_at(&board, master, (const uint8_t *)"again", 5);
}
END_TEST

START_TEST(queue_of_a_board_that_does_not_read_stays_bounded)
{
	static const uint8_t bytes[1024];
	int accepted = 0;

	/* The kernel holds some more; then the queue fills and stays full. */
	for (int i = 0; i < 1000; i++) {
		if (transport_send(board.transport, bytes, sizeof(bytes)) == 0)
			accepted++;
		link_run(&board, 0);
	}
	ck_assert_int_lt(accepted, 200);
	ck_assert_int_eq(transport_send(board.transport, bytes, sizeof(bytes)), -ENOBUFS);
	ck_assert(transport_is_up(board.transport));
}
END_TEST

START_TEST(send_while_down_is_refused)
{
	link_open(&board, scratch_path("nothing"), NULL);
	ck_assert_int_eq(transport_send(board.transport, (const uint8_t *)"B", 1), -ENOTCONN);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(transport_send(board.transport, (const uint8_t *)"B", 1), -ENOTCONN);
}
END_TEST

static const struct {
	const char *name; /* NULL: /dev/null */
	const char *what;
} no_ports[] = {
	{ "file", "regular file" },
	{ "folder", "folder" },
	{ "pipe", "named pipe" },
	{ NULL, "no terminal" },
};

START_TEST(path_to_no_port_is_named_for_what_it_is)
{
	const char *name = no_ports[_i].name;
	const char *address = name ? scratch_path(name) : "/dev/null";

	(void)scratch_file("file", "text");
	ck_assert_int_eq(mkdir(scratch_path("folder"), 0700), 0);
	ck_assert_int_eq(mkfifo(scratch_path("pipe"), 0600), 0);
	link_open(&board, address, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ENOTTY);
	ck_assert_msg(strstr(board.text, no_ports[_i].what), "%s", board.text);
	ck_assert_msg(strstr(board.text, address), "%s", board.text);
}
END_TEST

START_TEST(permission_denied_says_whom_to_ask)
{
	bool root = geteuid() == 0;

	ck_assert_int_eq(chmod(slave, 0), 0);
	if (root)
		ck_assert_int_eq(seteuid(65534), 0);
	link_open(&board, slave, NULL);
	link_wait_downs(&board, 1);
	if (root)
		ck_assert_int_eq(seteuid(0), 0);
	ck_assert_int_eq(board.error, -EACCES);
	ck_assert_msg(strstr(board.text, "dialout"), "%s", board.text);
	ck_assert_int_eq(chmod(slave, 0600), 0);
	link_wait_ups(&board, 1);
}
END_TEST

START_TEST(port_of_another_transport_is_busy_until_that_is_freed)
{
	struct link second;

	link_init(&second);
	link_open(&second, slave, NULL);
	link_wait_downs(&second, 1);
	ck_assert_int_eq(second.error, -EBUSY);
	ck_assert_msg(strstr(second.text, "fuser"), "%s", second.text);
	write_all(&board, master, (const uint8_t *)"one", 3);
	link_expect_bytes(&board, (const uint8_t *)"one", 3);
	transport_free(board.transport);
	board.transport = NULL;
	link_wait_ups(&second, 1);
	write_all(&second, master, (const uint8_t *)"two", 3);
	link_expect_bytes(&second, (const uint8_t *)"two", 3);
	link_fini(&second);
}
END_TEST

START_TEST(port_locked_by_another_process_is_busy_until_that_ends)
{
	int ready[2];
	pid_t holder;
	char c;

	ck_assert_int_eq(pipe2(ready, O_CLOEXEC), 0);
	holder = fork();
	ck_assert_int_ge(holder, 0);
	if (holder == 0) {
		int fd = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);

		if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0 || write(ready[1], "r", 1) != 1)
			_exit(1);
		(void)pause();
		_exit(0);
	}
	ck_assert_int_eq(close(ready[1]), 0);
	ck_assert_int_eq(read(ready[0], &c, 1), 1);
	ck_assert_int_eq(close(ready[0]), 0);
	link_open(&board, slave, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -EBUSY);
	ck_assert_int_eq(kill(holder, SIGKILL), 0);
	ck_assert_int_eq(waitpid(holder, NULL, 0), holder);
	link_wait_ups(&board, 1);
}
END_TEST

START_TEST(port_is_free_as_soon_as_free_returns)
{
	transport_free(board.transport);
	link_open(&board, slave, NULL);
	link_wait_ups(&board, 2);
	ck_assert_int_eq(board.downs, 0);
}
END_TEST

START_TEST(transport_may_be_freed_in_its_callbacks)
{
	board.free_in = (enum link_moment)_i;
	link_open(&board, slave, NULL);
	ck_assert_int_eq(write(master, "bytes", 5), 5);
	if (_i == LINK_IN_DOWN) {
		link_wait_ups(&board, 1);
		ck_assert_int_eq(close(master), 0);
		master = -1;
	}
	link_wait_freed(&board);
	link_run(&board, 50); /* any callback now fails the test */
}
END_TEST

START_TEST(reopen_comes_up_again_without_a_loss)
{
	int64_t end_ms = link_now_ms() + 60000;

	if (_i == LINK_NEVER)
		transport_reopen(board.transport);
	else
		board.reopen_in = (enum link_moment)_i;
	board.reopens = 1;
	ck_assert_int_eq(transport_is_up(board.transport), _i != LINK_NEVER);
	write_all(NULL, master, (const uint8_t *)"nonsense", 8);
	link_wait_ups(&board, 2);
	ck_assert_int_eq(board.downs, 0);
	write_all(&board, master, (const uint8_t *)"sense", 5);
	while (board.len < 5 || memcmp(board.bytes + board.len - 5, "sense", 5) != 0) {
		ck_assert_int_lt(link_now_ms(), end_ms);
		link_run(&board, 0);
	}
	link_send(&board, "K");
	link_expect_at(&board, master, (const uint8_t *)"K", 1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transport pty");
	TCase *plain = tcase_create("from the start"), *up = tcase_create("up");

	tcase_add_checked_fixture(plain, begin, end);
	tcase_set_timeout(plain, 60);
	tcase_add_test(plain, send_while_down_is_refused);
	tcase_add_loop_test(plain, path_to_no_port_is_named_for_what_it_is, 0,
	                    (int)(sizeof(no_ports) / sizeof(no_ports[0])));
	tcase_add_test(plain, permission_denied_says_whom_to_ask);
	tcase_add_test(plain, port_locked_by_another_process_is_busy_until_that_ends);
	tcase_add_loop_test(plain, transport_may_be_freed_in_its_callbacks, LINK_IN_UP,
	                    LINK_IN_DOWN + 1);
	suite_add_tcase(suite, plain);

	tcase_add_checked_fixture(up, begin_up, end);
	tcase_set_timeout(up, 60);
	tcase_add_test(up, pty_every_byte_passes_both_ways);
	tcase_add_test(up, pty_bursts_arrive_whole_and_in_order);
	tcase_add_test(up, pty_sent_bursts_arrive_whole_and_in_order);
	tcase_add_test(up, queue_full_refuses_whole_messages);
	tcase_add_test(up, queue_of_a_board_that_does_not_read_stays_bounded);
	tcase_add_test(up, port_of_another_transport_is_busy_until_that_is_freed);
	tcase_add_test(up, port_is_free_as_soon_as_free_returns);
	tcase_add_loop_test(up, reopen_comes_up_again_without_a_loss, LINK_NEVER, LINK_NEVER + 1);
	tcase_add_loop_test(up, reopen_comes_up_again_without_a_loss, LINK_IN_BYTES,
	                    LINK_IN_BYTES + 1);
	suite_add_tcase(suite, up);
	return test_run(suite);
}
