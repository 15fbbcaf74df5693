/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The heads of requests: what is let in, what is refused and with which status.
 */
#include "daemon/livechess/head.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

#define OPENING                                                                                    \
	"GET /api/v1.0?x HTTP/1.1\r\nHost: localhost:1982\r\nOrigin: https://lichess.org\r\n"      \
	"Connection: keep-alive, Upgrade\r\nUPGRADE: WebSocket\r\nSec-WebSocket-Version: 13\r\n"   \
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static int
read_text(const char *text, struct livechess_head *head)
{
	return livechess_head_read(text, strlen(text), head);
}

START_TEST(head_of_a_websocket_is_read)
{
	struct livechess_head head;

	ck_assert_int_eq(read_text(OPENING "rest", &head), (int)strlen(OPENING));
	ck_assert_str_eq(head.path, "/api/v1.0");
	ck_assert_str_eq(head.host, "localhost:1982");
	ck_assert_str_eq(head.origin, "https://lichess.org");
	ck_assert_str_eq(head.key, "dGhlIHNhbXBsZSBub25jZQ==");
	ck_assert(head.upgrade && head.version_13);
}
END_TEST

START_TEST(head_is_waited_for_byte_by_byte)
{
	struct livechess_head head;

	for (size_t len = 0; len < strlen(OPENING); len++)
		ck_assert_int_eq(livechess_head_read(OPENING, len, &head), 0);
}
END_TEST

START_TEST(head_that_is_wrong_is_refused_with_its_status)
{
	static const struct {
		const char *text;
		int status;
	} cases[] = {
		{ "POST /api/v1.0 HTTP/1.1\r\n\r\n", -405 },
		{ "get /api/v1.0 HTTP/1.1\r\n\r\n", -405 },
		{ "GET api HTTP/1.1\r\n\r\n", -400 },
		{ "GET /api\r\n\r\n", -400 },
		{ "GET / HTTP/2.0\r\n\r\n", -400 },
		{ "GET / HTTP/1.1 \r\n\r\n", -400 },
		{ "\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nHost: evil\r\nHost: localhost\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nOrigin: http://evil\r\nOrigin: http://localhost\r\n\r\n",
		  -400 },
		{ "GET / HTTP/1.1\r\n folded: yes\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", -400 },
		{ "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", -400 },
	};
	struct livechess_head head;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_msg(read_text(cases[i].text, &head) == cases[i].status, "%s: %d",
		              cases[i].text, read_text(cases[i].text, &head));
}
END_TEST

START_TEST(head_without_end_is_refused_at_its_limit)
{
	static char bytes[LIVECHESS_HEAD_MAX + 1];
	struct livechess_head head;

	memset(bytes, 'a', sizeof(bytes));
	memcpy(bytes, "GET /", 5);
	ck_assert_int_eq(livechess_head_read(bytes, sizeof(bytes) - 2, &head), 0);
	ck_assert_int_eq(livechess_head_read(bytes, sizeof(bytes) - 1, &head), -431);
	memcpy(bytes + 400, " HTTP/1.1\r\n\r\n", 13);
	ck_assert_int_eq(livechess_head_read(bytes, 413, &head), -414);
}
END_TEST

START_TEST(origins_and_hosts_of_strangers_are_not_let_in)
{
	const char *more = "https://club.example https://other.example";

	ck_assert(livechess_origin_is_allowed("", ""));
	ck_assert(livechess_origin_is_allowed("https://lichess.org", ""));
	ck_assert(livechess_origin_is_allowed("https://lichess.dev", ""));
	ck_assert(livechess_origin_is_allowed("http://localhost:8070", ""));
	ck_assert(livechess_origin_is_allowed("http://[::1]:8070", ""));
	ck_assert(livechess_origin_is_allowed("https://other.example", more));
	ck_assert(!livechess_origin_is_allowed("https://other.exampl", more));
	ck_assert(!livechess_origin_is_allowed("https://lichess.org.example", ""));
	ck_assert(!livechess_origin_is_allowed("https://example.org", ""));
	ck_assert(!livechess_origin_is_allowed("http://localhost.example.org", ""));
	ck_assert(!livechess_origin_is_allowed("null", ""));
	ck_assert(livechess_host_is_local("localhost:1982"));
	ck_assert(livechess_host_is_local("127.0.0.1"));
	ck_assert(livechess_host_is_local("[::1]:1982"));
	ck_assert(!livechess_host_is_local("rebound.example:1982"));
	ck_assert(!livechess_host_is_local(""));
}
END_TEST

START_TEST(accept_is_that_of_the_rfc)
{
	char accept[LIVECHESS_ACCEPT_MAX];

	livechess_accept("dGhlIHNhbXBsZSBub25jZQ==", accept); /* RFC 6455, 1.3 */
	ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("livechess_head");
	TCase *tcase = tcase_create("livechess_head");

	tcase_add_test(tcase, head_of_a_websocket_is_read);
	tcase_add_test(tcase, head_is_waited_for_byte_by_byte);
	tcase_add_test(tcase, head_that_is_wrong_is_refused_with_its_status);
	tcase_add_test(tcase, head_without_end_is_refused_at_its_limit);
	tcase_add_test(tcase, origins_and_hosts_of_strangers_are_not_let_in);
	tcase_add_test(tcase, accept_is_that_of_the_rfc);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
