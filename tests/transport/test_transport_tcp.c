/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <event2/event.h>

#include "tests/support.h"
#include "tests/transport/link.h"

#define BURST_LEN 10000

static struct link board;
static int server, client = -1;
static uint16_t port;
static char address[128];

static bool call_own_port;

/* In front of the C library's: can give a socket the very port that is about to be called. */
int
socket(int domain, int type, int protocol)
{
	const struct sockaddr_in own = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = (int)syscall(SYS_socket, domain, type, protocol);

	if (call_own_port)
		ck_assert_int_eq(bind(fd, (const struct sockaddr *)&own, sizeof(own)), 0);
	return fd;
}

/* With a backlog below 0 nobody listens there yet. */
static int
server_open(int family, int backlog)
{
	struct sockaddr_in v4 = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr_in6 v6 = {
		.sin6_family = AF_INET6,
		.sin6_addr = IN6ADDR_LOOPBACK_INIT,
	};
	struct sockaddr *name = family == AF_INET ? (struct sockaddr *)&v4 : (struct sockaddr *)&v6;
	socklen_t len = family == AF_INET ? sizeof(v4) : sizeof(v6);
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int on = 1;

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
	    bind(fd, name, len) != 0 || (backlog >= 0 && listen(fd, backlog) != 0) ||
	    getsockname(fd, name, &len) != 0) {
		if (fd >= 0)
			(void)close(fd);
		return -1;
	}
	port = ntohs(family == AF_INET ? v4.sin_port : v6.sin6_port);
	return fd;
}

static void
begin(void)
{
	server = server_open(AF_INET, 8);
	ck_assert_int_ge(server, 0);
	(void)snprintf(address, sizeof(address), "tcp://127.0.0.1:%u", (unsigned int)port);
	client = -1;
	link_init(&board);
}

static void
end(void)
{
	link_fini(&board);
	if (client >= 0)
		ck_assert_int_eq(close(client), 0);
	if (server >= 0)
		ck_assert_int_eq(close(server), 0);
}

/* The board's end of the connection the transport has made. */
static void
accept_client(void)
{
	while ((client = accept4(server, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) < 0)
		link_run(&board, 0);
}

static void
begin_up(void)
{
	begin();
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	accept_client();
}

START_TEST(tcp_bytes_pass_both_ways)
{
	uint8_t bytes[BURST_LEN];

	pattern(bytes, sizeof(bytes), 2);
	write_all(&board, client, bytes, sizeof(bytes));
	link_expect_bytes(&board, bytes, sizeof(bytes));
	for (size_t sent = 0; sent < sizeof(bytes); sent += 2500) {
		ck_assert_int_eq(transport_send(board.transport, bytes + sent, 2500), 0);
		link_expect_at(&board, client, bytes + sent, 2500);
	}
	ck_assert_int_eq(board.downs, 0);
}
END_TEST

START_TEST(tcp_server_that_closes_is_a_loss_and_is_called_again)
{
	ck_assert_int_eq(close(client), 0);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ECONNRESET);
	ck_assert_msg(strstr(board.text, address), "%s", board.text);
	link_wait_ups(&board, 2);
	accept_client();
	write_all(&board, client, (const uint8_t *)"back", 4);
	link_expect_bytes(&board, (const uint8_t *)"back", 4);
}
END_TEST

START_TEST(tcp_bytes_before_the_loss_are_not_lost)
{
	uint8_t bytes[9000];

	pattern(bytes, sizeof(bytes), 9);
	write_all(NULL, client, bytes, sizeof(bytes));
	ck_assert_int_eq(close(client), 0);
	client = -1;
	link_wait_downs(&board, 1);
	link_expect_bytes(&board, bytes, sizeof(bytes));
}
END_TEST

START_TEST(tcp_reset_is_a_loss)
{
	const struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	ck_assert_int_eq(setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)), 0);
	ck_assert_int_eq(close(client), 0);
	client = -1;
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ECONNRESET);
	link_wait_ups(&board, 2);
}
END_TEST

START_TEST(tcp_sending_to_a_server_that_went_away_is_a_loss)
{
	const struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	ck_assert_int_eq(setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)), 0);
	ck_assert_int_eq(close(client), 0);
	client = -1;
	/* Accepted: the loop has not yet seen the loss. No SIGPIPE either. */
	link_send(&board, "B");
	link_wait_downs(&board, 1);
	ck_assert_int_eq(transport_send(board.transport, (const uint8_t *)"B", 1), -ENOTCONN);
}
END_TEST

/* The transport's own end, found by whom it is connected to. */
static int
transport_socket(void)
{
	for (int fd = 3; fd < 256; fd++) {
		struct sockaddr_in peer = { 0 };
		socklen_t len = sizeof(peer);

		if (getpeername(fd, (struct sockaddr *)&peer, &len) == 0 &&
		    peer.sin_family == AF_INET && ntohs(peer.sin_port) == port)
			return fd;
	}
	return -1;
}

static int
tcp_option(int fd, int level, int name)
{
	int value = -1;
	socklen_t len = sizeof(value);

	ck_assert_int_eq(getsockopt(fd, level, name, &value, &len), 0);
	return value;
}

START_TEST(tcp_link_notices_a_dead_server_within_half_a_minute)
{
	int fd = transport_socket();

	ck_assert_int_ge(fd, 0);
	ck_assert_int_ne(tcp_option(fd, SOL_SOCKET, SO_KEEPALIVE), 0);
	ck_assert_int_le(tcp_option(fd, IPPROTO_TCP, TCP_KEEPIDLE) +
	                         tcp_option(fd, IPPROTO_TCP, TCP_KEEPINTVL) *
	                                 tcp_option(fd, IPPROTO_TCP, TCP_KEEPCNT),
	                 30);
	ck_assert_int_le(tcp_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT), 30000);
	ck_assert_int_ne(tcp_option(fd, IPPROTO_TCP, TCP_NODELAY), 0);
	ck_assert_int_ne(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
}
END_TEST

START_TEST(tcp_refused_is_reported_once_and_tried_again)
{
	/* Bound, so that nobody else gets the port meanwhile. */
	ck_assert_int_eq(close(server), 0);
	server = server_open(AF_INET, -1);
	ck_assert_int_ge(server, 0);
	(void)snprintf(address, sizeof(address), "tcp://127.0.0.1:%u", (unsigned int)port);
	link_open(&board, address, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.error, -ECONNREFUSED);
	ck_assert_msg(strstr(board.text, address), "%s", board.text);
	ck_assert_msg(strstr(board.text, "running"), "%s", board.text);
	link_run(&board, 600);
	ck_assert_int_eq(board.downs, 1);
	ck_assert_int_eq(listen(server, 8), 0);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(board.downs, 1);
}
END_TEST

START_TEST(tcp_transport_is_not_its_own_board)
{
	ck_assert_int_eq(close(server), 0);
	server = -1;
	call_own_port = true;
	link_open(&board, address, NULL);
	link_wait_downs(&board, 1);
	call_own_port = false;
	ck_assert_int_eq(board.ups, 0);
	ck_assert_int_eq(board.error, -ECONNREFUSED);
}
END_TEST

/* The most calls in so long: at 0, 250, 750, 1750 ms and so on. */
static int
calls_in(int64_t ms)
{
	int calls = 1;

	for (int64_t at_ms = 250, delay_ms = 250; at_ms <= ms; at_ms += delay_ms) {
		calls++;
		delay_ms *= 2;
	}
	return calls;
}

START_TEST(tcp_server_that_hangs_up_at_once_is_not_called_in_a_loop)
{
	int64_t from_ms = link_now_ms();
	int calls = 0;

	link_open(&board, address, NULL);
	while (link_now_ms() - from_ms < 2000) {
		int fd = accept4(server, NULL, NULL, SOCK_CLOEXEC);

		if (fd >= 0) {
			calls++;
			ck_assert_int_eq(close(fd), 0);
		}
		link_run(&board, 10);
	}
	ck_assert_int_ge(calls, 2);
	ck_assert_int_le(calls, calls_in(link_now_ms() - from_ms));
	ck_assert_int_le(board.ups - board.downs, 1);
	ck_assert_int_ge(board.ups, board.downs);
}
END_TEST

START_TEST(tcp_server_that_does_not_answer_is_given_up)
{
	struct sockaddr_in name = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int filler[8];

	/* A full backlog: the kernel answers no further call. */
	ck_assert_int_eq(close(server), 0);
	server = server_open(AF_INET, 0);
	ck_assert_int_ge(server, 0);
	name.sin_port = htons(port);
	for (int i = 0; i < 8; i++) {
		filler[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		(void)connect(filler[i], (struct sockaddr *)&name, sizeof(name));
	}
	(void)snprintf(address, sizeof(address), "tcp://127.0.0.1:%u", (unsigned int)port);
	link_open(&board, address, NULL);
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.ups, 0);
	ck_assert_int_eq(board.error, -ETIMEDOUT);
	ck_assert_msg(strstr(board.text, "switched on"), "%s", board.text);
	for (int i = 0; i < 8; i++)
		(void)close(filler[i]);
}
END_TEST

START_TEST(tcp_ipv6_is_called_by_its_address)
{
	ck_assert_int_eq(close(server), 0);
	server = server_open(AF_INET6, 8);
	if (server < 0) {
		(void)printf("no IPv6 on this machine\n");
		return;
	}
	(void)snprintf(address, sizeof(address), "tcp://[::1]:%u", (unsigned int)port);
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	accept_client();
	link_send(&board, "six");
	link_expect_at(&board, client, (const uint8_t *)"six", 3);
}
END_TEST

START_TEST(tcp_every_address_of_a_host_is_tried)
{
	/* localhost is ::1 and 127.0.0.1; the server listens on the second only. */
	(void)snprintf(address, sizeof(address), "tcp://localhost:%u", (unsigned int)port);
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	ck_assert_int_eq(board.downs, 0);
	accept_client();
	write_all(&board, client, (const uint8_t *)"four", 4);
	link_expect_bytes(&board, (const uint8_t *)"four", 4);
}
END_TEST

/* Does the system's resolver call this machine's name a loopback address? */
static bool
own_name(char *name, size_t size)
{
	const struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;
	bool found = false;

	if (gethostname(name, size) != 0 || getaddrinfo(name, NULL, &hints, &list) != 0)
		return false;
	for (struct addrinfo *a = list; a; a = a->ai_next) {
		struct sockaddr_in in;

		memcpy(&in, a->ai_addr, sizeof(in));
		found |= in.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
	}
	freeaddrinfo(list);
	return found;
}

START_TEST(tcp_host_is_called_by_its_name)
{
	char name[64] = "";

	if (!own_name(name, sizeof(name))) {
		(void)printf("this machine's name is not in its hosts file\n");
		return;
	}
	(void)snprintf(address, sizeof(address), "tcp://%s:%u", name, (unsigned int)port);
	link_open(&board, address, NULL);
	link_wait_ups(&board, 1);
	accept_client();
	link_send(&board, "by name");
	link_expect_at(&board, client, (const uint8_t *)"by name", 7);
}
END_TEST

START_TEST(tcp_host_that_does_not_exist_is_reported)
{
	link_open(&board, "tcp://no-such-host.invalid:4001", NULL);
	/* Without a name server, after five seconds. */
	link_wait_downs(&board, 1);
	ck_assert_int_eq(board.ups, 0);
	ck_assert_msg(strstr(board.text, "no-such-host.invalid"), "%s", board.text);
	ck_assert_msg(strstr(board.text, "IP address"), "%s", board.text);
}
END_TEST

START_TEST(tcp_look_up_leaves_locks_alone)
{
	char slave[64];
	int master = pty_open(slave);
	struct link table;

	/* Whatever looks the name up must not keep the first board's port locked. */
	link_init(&table);
	link_open(&table, slave, NULL);
	link_wait_ups(&table, 1);
	link_open(&board, "tcp://no-such-host.invalid:4001", NULL);
	link_run(&board, 5);
	transport_free(table.transport);
	link_open(&table, slave, NULL);
	link_wait_ups(&table, 2);
	ck_assert_int_eq(table.downs, 0);
	link_fini(&table);
	ck_assert_int_eq(close(master), 0);
}
END_TEST

START_TEST(tcp_attempt_can_be_abandoned)
{
	static const char *const addresses[] = {
		"tcp://no-such-host.invalid:4001",
		"tcp://192.0.2.1:4001", /* set aside for documentation: nobody answers */
		"tcp://127.0.0.1:1",
	};

	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		for (int ms = 0; ms < 8; ms += 2) {
			link_open(&board, addresses[i], NULL);
			link_run(&board, ms);
			transport_reopen(board.transport);
			link_run(&board, ms);
			transport_free(board.transport);
			board.transport = NULL;
		}
	}
	link_run(&board, 50);
	ck_assert_int_eq(board.ups, 0);
}
END_TEST

START_TEST(tcp_transport_may_be_freed_in_its_callbacks)
{
	board.free_in = (enum link_moment)_i;
	link_open(&board, address, NULL);
	while (!board.freed) {
		int fd = accept4(server, NULL, NULL, SOCK_CLOEXEC);

		if (fd >= 0) {
			ck_assert_int_eq(write(fd, "bytes", 5), 5);
			ck_assert_int_eq(close(fd), 0);
		}
		link_run(&board, 0);
	}
	link_run(&board, 50);
}
END_TEST

START_TEST(tcp_transport_may_be_freed_when_refused)
{
	ck_assert_int_eq(close(server), 0);
	server = server_open(AF_INET, -1);
	ck_assert_int_ge(server, 0);
	(void)snprintf(address, sizeof(address), "tcp://127.0.0.1:%u", (unsigned int)port);
	board.free_in = LINK_IN_DOWN;
	link_open(&board, address, NULL);
	link_wait_freed(&board);
	link_run(&board, 300);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("transport tcp");
	TCase *plain = tcase_create("from the start"), *up = tcase_create("up");

	tcase_add_checked_fixture(plain, begin, end);
	tcase_set_timeout(plain, 60);
	tcase_add_test(plain, tcp_refused_is_reported_once_and_tried_again);
	tcase_add_test(plain, tcp_transport_is_not_its_own_board);
	tcase_add_test(plain, tcp_server_that_hangs_up_at_once_is_not_called_in_a_loop);
	tcase_add_test(plain, tcp_server_that_does_not_answer_is_given_up);
	tcase_add_test(plain, tcp_ipv6_is_called_by_its_address);
	tcase_add_test(plain, tcp_every_address_of_a_host_is_tried);
	tcase_add_test(plain, tcp_host_is_called_by_its_name);
	tcase_add_test(plain, tcp_host_that_does_not_exist_is_reported);
	tcase_add_test(plain, tcp_look_up_leaves_locks_alone);
	tcase_add_test(plain, tcp_attempt_can_be_abandoned);
	tcase_add_loop_test(plain, tcp_transport_may_be_freed_in_its_callbacks, LINK_IN_UP,
	                    LINK_IN_DOWN + 1);
	tcase_add_test(plain, tcp_transport_may_be_freed_when_refused);
	suite_add_tcase(suite, plain);

	tcase_add_checked_fixture(up, begin_up, end);
	tcase_set_timeout(up, 60);
	tcase_add_test(up, tcp_bytes_pass_both_ways);
	tcase_add_test(up, tcp_server_that_closes_is_a_loss_and_is_called_again);
	tcase_add_test(up, tcp_bytes_before_the_loss_are_not_lost);
	tcase_add_test(up, tcp_reset_is_a_loss);
	tcase_add_test(up, tcp_sending_to_a_server_that_went_away_is_a_loss);
	tcase_add_test(up, tcp_link_notices_a_dead_server_within_half_a_minute);
	suite_add_tcase(suite, up);
	return test_run(suite);
}
