/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is connected: with made-up peers in place of the system's.
 */
#undef _GNU_SOURCE /* with it socket addresses are of a type that cannot be written down */
#define _DEFAULT_SOURCE

#include "daemon/http_clients.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/support.h"

#define FDS 300

static struct peer {
	const char *address; /* NULL: closed */
	uint16_t port;
	bool is_shut;
} peers[FDS];

static struct http_clients *clients;

/* The system's, for the program under test. */
int
getpeername(int fd, struct sockaddr *address, socklen_t *len)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };

	if (fd < 0 || fd >= FDS || !peers[fd].address) {
		errno = EBADF;
		return -1;
	}
	v4.sin_port = v6.sin6_port = htons(peers[fd].port);
	if (inet_pton(AF_INET, peers[fd].address, &v4.sin_addr) == 1) {
		memcpy(address, &v4, sizeof(v4));
		*len = sizeof(v4);
	} else {
		ck_assert_int_eq(inet_pton(AF_INET6, peers[fd].address, &v6.sin6_addr), 1);
		memcpy(address, &v6, sizeof(v6));
		*len = sizeof(v6);
	}
	return 0;
}

int
shutdown(int fd, int how)
{
	ck_assert_int_eq(how, SHUT_RDWR);
	peers[fd].is_shut = true;
	return 0;
}

static void
setup(void)
{
	const struct http_clients_limits limits = { .per_client = 3, .request_s = 30 };

	memset(peers, 0, sizeof(peers));
	clients = http_clients_new(&limits);
	ck_assert_ptr_nonnull(clients);
}

static void
teardown(void)
{
	http_clients_free(clients);
}

static bool
arrive(int fd, const char *address, uint64_t now_us)
{
	static uint16_t port = 1024;

	peers[fd] = (struct peer){ address, ++port, false };
	return http_clients_admit(clients, fd, now_us);
}

/* Two addresses each, and whether they are one client's. */
static const struct {
	const char *first, *second;
	bool same;
} places[] = {
	{ "192.0.2.1", "192.0.2.1", true },
	{ "192.0.2.1", "192.0.2.2", false },
	{ "192.0.2.1", "::ffff:192.0.2.1", true },
	{ "2001:db8:0:1::1", "2001:db8:0:1:ffff::9", true },
	{ "2001:db8:0:1::1", "2001:db8:0:2::1", false },
};

START_TEST(client_has_so_many_connections)
{
	for (int fd = 10; fd < 13; fd++)
		ck_assert(arrive(fd, places[_i].first, 0));
	ck_assert(!arrive(13, places[_i].first, 0));
	ck_assert_int_eq(arrive(14, places[_i].second, 0), !places[_i].same);
}
END_TEST

START_TEST(this_machine_has_no_limit)
{
	static const char *const here[] = { "127.0.0.1", "::1", "127.1.2.3", "::ffff:127.0.0.1" };

	for (int fd = 0; fd < 80; fd++)
		ck_assert(arrive(fd, here[fd % 4], 0));
}
END_TEST

/* Who hangs up may come again, and a descriptor that somebody else has now does not count. */
START_TEST(ended_connections_do_not_count)
{
	for (int round = 0; round < 50; round++) {
		for (int fd = 10; fd < 13; fd++)
			ck_assert(arrive(fd, "192.0.2.1", 0));
		ck_assert(!arrive(13, "192.0.2.1", 0));
		peers[10].address = NULL;
		ck_assert(arrive(14, "192.0.2.1", 0));
		ck_assert(!arrive(15, "192.0.2.1", 0));
		ck_assert(arrive(11, "192.0.2.7", 0));
		ck_assert(arrive(16, "192.0.2.1", 0));
		for (int fd = 10; fd < 17; fd++)
			peers[fd].address = NULL;
	}
}
END_TEST

START_TEST(late_requests_are_cut)
{
	const uint64_t s = 1000000;

	arrive(10, "192.0.2.1", 0);
	arrive(11, "127.0.0.1", 0);
	arrive(12, "192.0.2.2", 0);
	arrive(13, "192.0.2.3", 0);
	http_clients_answering(clients, 12); /* a stream */
	http_clients_answering(clients, 13);
	http_clients_waiting(clients, 13, 20 * s);
	ck_assert_uint_eq(http_clients_sweep(clients, 30 * s - 1), 0);
	peers[11].port = 1; /* the descriptor is somebody else's now */
	ck_assert_uint_eq(http_clients_sweep(clients, 30 * s), 1);
	ck_assert(peers[10].is_shut && !peers[11].is_shut && !peers[12].is_shut);
	ck_assert_uint_eq(http_clients_sweep(clients, 49 * s), 0);
	ck_assert_uint_eq(http_clients_sweep(clients, 50 * s), 1);
	ck_assert(peers[13].is_shut && !peers[12].is_shut);
	ck_assert_uint_eq(http_clients_sweep(clients, 5000 * s), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("http clients");
	TCase *tcase = tcase_create("http clients");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, client_has_so_many_connections, 0,
	                    sizeof(places) / sizeof(places[0]));
	tcase_add_test(tcase, this_machine_has_no_limit);
	tcase_add_test(tcase, ended_connections_do_not_count);
	tcase_add_test(tcase, late_requests_are_cut);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
