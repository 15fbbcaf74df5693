/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>
#include <jansson.h>

#include <check.h>

#include "daemon/http_events.h"
#include "tests/daemon/process.h"
#include "tests/support.h"

#define CONNECTIONS 100 /* few, so that a test can fill them */

static pid_t server;
static uint16_t port;
static int tell_server;
static unsigned int request_s; /* 0: as everywhere */

static struct http_events *events;
static char filler[100001];

/* In the place of libc's, for libevent. A descriptor that was closed before the loop forgot it may be another file by then. */
int
epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
	static const char late[] = "the loop is told of a descriptor that is closed\n";
	int r = (int)syscall(SYS_epoll_ctl, epoll, operation, fd, event);

	if (r < 0 && errno == EBADF) {
		(void)!write(STDERR_FILENO, late, sizeof(late) - 1);
		_exit(1);
	}
	return r;
}

/* A page that changes when the test says so: one byte down the pipe, one new body. */
static void
serve_changed(evutil_socket_t fd, short what, void *ctx)
{
	char byte;

	(void)what;
	if (read(fd, &byte, 1) != 1)
		_exit(0);
	http_put(ctx, "/pgn", "application/x-chess-pgn; charset=utf-8", &byte, 1);
	/* And a table of about a hundred kilobytes. */
	memset(filler, byte, sizeof(filler) - 1);
	http_events_table(events, json_pack("{s:i, s:s}", "table", 1, "filler", filler));
}

static void
serve(int tell, int from_test)
{
	const struct http_options options = { .where = { .address = "127.0.0.1" },
		                              .connections = CONNECTIONS,
		                              .request_s = request_s };
	struct event_base *base = event_base_new();
	struct http *http;
	char error[256];
	uint16_t chosen;

	signal(SIGPIPE, SIG_IGN);
	if (!base || http_new(base, &options, &http, error, sizeof(error)) < 0 ||
	    http_put_assets(http, ASSET_PUBLIC) < 0)
		_exit(1);
	http_put(http, "/pgn", "application/x-chess-pgn; charset=utf-8", "[Event \"?\"]\n", 12);
	if (http_events_new(base, http, "/events", json_pack("{s:s}", "name", "?"), &events) < 0)
		_exit(1);
	event_add(event_new(base, from_test, EV_READ | EV_PERSIST, serve_changed, http), NULL);
	chosen = http_port(http);
	if (write(tell, &chosen, sizeof(chosen)) != sizeof(chosen))
		_exit(1);
	event_base_dispatch(base);
	_exit(0);
}

static void
setup(void)
{
	int from_server[2], to_server[2];

	ck_assert_int_eq(pipe(from_server), 0);
	ck_assert_int_eq(pipe(to_server), 0);
	server = fork();
	ck_assert_int_ge(server, 0);
	if (server == 0)
		serve(from_server[1], to_server[0]);
	tell_server = to_server[1];
	ck_assert_int_eq(read(from_server[0], &port, sizeof(port)), sizeof(port));
}

static void
setup_hasty(void)
{
	request_s = 1;
	setup();
}

static void
teardown(void)
{
	int status;

	kill(server, SIGKILL);
	waitpid(server, &status, 0);
	ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
	              "the server ended by itself (wait status 0x%x)", (unsigned int)status);
}

/* ask: the answer to a request of one line and one more header ("" for none). */
static char *
ask(const char *line, const char *header)
{
	char request[1024], *answer;

	snprintf(request, sizeof(request), "%s HTTP/1.1\r\nHost: a\r\n%sConnection: close\r\n\r\n",
	         line, header);
	answer = process_http(port, request);
	ck_assert_ptr_nonnull(answer);
	return answer;
}

static void
assert_has(const char *answer, const char *text)
{
	ck_assert_msg(strstr(answer, text) != NULL, "no '%s' in:\n%s", text, answer);
}

static void
assert_status(const char *answer, const char *status)
{
	ck_assert_msg(strncmp(answer, "HTTP/1.1 ", 9) == 0 &&
	                      strncmp(answer + 9, status, strlen(status)) == 0,
	              "not %s:\n%s", status, answer);
}

/* header: the value of a header in a static buffer. */
static const char *
header(const char *answer, const char *name)
{
	static char value[512];
	const char *at = strstr(answer, name);

	ck_assert_msg(at != NULL, "no %s in:\n%s", name, answer);
	at += strlen(name) + 2;
	snprintf(value, sizeof(value), "%.*s", (int)strcspn(at, "\r\n"), at);
	return value;
}

START_TEST(http_get_whole_answer)
{
	char *answer = ask("GET /pgn", "");

	assert_status(answer, "200");
	assert_has(answer, "\r\nContent-Type: application/x-chess-pgn; charset=utf-8\r\n");
	assert_has(answer, "\r\nContent-Length: 12\r\n");
	assert_has(answer, "\r\nLast-Modified: ");
	assert_has(answer, " GMT\r\n");
	assert_has(answer, "\r\n\r\n[Event \"?\"]\n");
	ck_assert_int_eq(header(answer, "ETag")[0], '"');
}
END_TEST

START_TEST(http_query_ignored)
{
	assert_status(ask("GET /pgn?since=3", ""), "200");
}
END_TEST

START_TEST(http_head_has_no_body)
{
	char *answer = ask("HEAD /pgn", "");

	assert_status(answer, "200");
	assert_has(answer, "\r\nContent-Length: 12\r\n");
	assert_has(answer, "\r\nETag: ");
	ck_assert_str_eq(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
	answer = ask("HEAD /nothing", "");
	assert_status(answer, "404");
	assert_has(answer, "\r\nContent-Length: 28\r\n");
	ck_assert_str_eq(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
}
END_TEST

static const struct {
	const char *before, *after; /* around the page's ETag */
	bool tag;
	const char *status;
} matches[] = {
	{ "", "", true, "304" },
	{ "W/", "", true, "304" },
	{ "\"x\", ", " , \"y\"", true, "304" },
	{ "*", "", false, "304" },
	{ "\"x\"", "", false, "200" },
	{ "x", "", true, "200" },
	{ "", "", false, "200" },
};

START_TEST(http_etag_answers_304)
{
	char line[1024], *answer;

	snprintf(line, sizeof(line), "If-None-Match: %s%s%s\r\n", matches[_i].before,
	         matches[_i].tag ? header(ask("GET /pgn", ""), "ETag") : "", matches[_i].after);
	answer = ask("GET /pgn", line);
	assert_status(answer, matches[_i].status);
	assert_has(answer, "\r\nETag: ");
	if (strcmp(matches[_i].status, "304") == 0)
		ck_assert_str_eq(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
}
END_TEST

START_TEST(http_change_changes_etag)
{
	char first[512], again[512], line[600], *answer;

	snprintf(first, sizeof(first), "%s", header(ask("GET /pgn", ""), "ETag"));
	ck_assert_int_eq(write(tell_server, "b", 1), 1);
	do
		snprintf(again, sizeof(again), "%s", header(ask("GET /pgn", ""), "ETag"));
	while (strcmp(first, again) == 0);
	snprintf(line, sizeof(line), "If-None-Match: %s\r\n", first);
	answer = ask("GET /pgn", line);
	assert_status(answer, "200");
	assert_has(answer, "\r\n\r\nb");
}
END_TEST

START_TEST(http_unknown_path_404)
{
	static const char *const lines[] = { "GET /nothing", "GET /pgn/",
		                             "GET /..%2f..%2fetc/passwd", "POST /nothing" };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_status(ask(lines[i], ""), "404");
}
END_TEST

START_TEST(http_other_method_405)
{
	static const char *const methods[] = {
		"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"
	};
	char line[32], *answer;

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		snprintf(line, sizeof(line), "%s /pgn", methods[i]);
		answer = ask(line, "Content-Length: 0\r\n");
		assert_status(answer, "405");
		assert_has(answer, "\r\nAllow: GET, HEAD\r\n");
	}
}
END_TEST

START_TEST(http_page_strict_policy)
{
	char *answer = ask("GET /", "");

	assert_status(answer, "200");
	assert_has(answer, "\r\nContent-Type: text/html; charset=utf-8\r\n");
	assert_has(answer, "Content-Security-Policy: default-src 'none'; script-src 'self'; "
	                   "style-src 'self'; img-src 'self'; connect-src 'self'");
	assert_has(answer, "X-Content-Type-Options: nosniff");
	/* The policy forbids what is written into the page itself: there is none. */
	ck_assert_ptr_null(strstr(answer, "<style"));
	ck_assert_ptr_null(strstr(answer, "style="));
	ck_assert_ptr_null(strstr(answer, "onclick"));
	ck_assert_ptr_null(strstr(answer, "<script>"));
}
END_TEST

START_TEST(http_built_in_file_exact)
{
	char *answer = ask("GET /openapi.json", "");
	size_t len;
	char *file = test_read_file(test_source_path("daemon/web/openapi.json"), &len);

	ck_assert_ptr_nonnull(file);
	assert_has(answer, "\r\nContent-Type: application/json; charset=utf-8\r\n");
	assert_has(answer, "\r\nCache-Control: no-cache\r\n");
	ck_assert_str_eq(strstr(answer, "\r\n\r\n") + 4, file);
	free(file);
}
END_TEST

/* named_by: the path behind `before` in what GET of `path` answers, to buffer[size]. */
static void
named_by(const char *path, const char *before, char *buffer, size_t size)
{
	char line[128], *answer;
	const char *at;

	snprintf(line, sizeof(line), "GET %s", path);
	answer = ask(line, "");
	at = strstr(answer, before);
	ck_assert_ptr_nonnull(at);
	at += strlen(before);
	snprintf(buffer, size, "%.*s", (int)strcspn(at, "\")"), at);
}

/* A file whose name has a digest of its content may be kept for good: pages name another when it changes. */
START_TEST(http_page_names_files_to_keep)
{
	static const struct {
		const char *before, *type;
	} named[] = { { "<script type=\"module\" src=\"", "text/javascript; charset=utf-8" },
		      { "<link rel=\"stylesheet\" href=\"", "text/css; charset=utf-8" } };
	char path[80], line[100], picture[80];

	for (size_t i = 0; i < 2; i++) {
		named_by("/", named[i].before, path, sizeof(path));
		ck_assert_int_eq(strncmp(path, "/assets/", 8), 0);
		snprintf(line, sizeof(line), "GET %s", path);
		assert_status(ask(line, ""), "200");
		assert_has(ask(line, ""), named[i].type);
		assert_has(ask(line, ""),
		           "\r\nCache-Control: public, max-age=31536000, immutable\r\n");
	}
	named_by(path, "url(\"", picture, sizeof(picture));
	snprintf(line, sizeof(line), "GET %s", picture);
	assert_has(ask(line, ""), "\r\nContent-Type: image/svg+xml; charset=utf-8\r\n");
}
END_TEST

static const struct {
	const char *accept;
	bool packed;
} encodings[] = {
	{ "gzip", true },      { "br, GZIP;q=0.5, *", true },  { "deflate,gzip", true },
	{ "gzip;q=0", false }, { "gzip; q=0.000, br", false }, { "xgzip, gzipped", false },
	{ "*", false },
};

START_TEST(http_packed_for_those_who_take_it)
{
	const char *line = "GET /openapi.json";
	char header[120], etag[80], *answer;
	const char *body;

	snprintf(header, sizeof(header), "Accept-Encoding: %s\r\n", encodings[_i].accept);
	answer = ask(line, header);
	assert_status(answer, "200");
	assert_has(answer, "\r\nVary: Accept-Encoding\r\n");
	body = strstr(answer, "\r\n\r\n") + 4;
	ck_assert_int_eq(strstr(answer, "\r\nContent-Encoding: gzip\r\n") != NULL,
	                 encodings[_i].packed);
	ck_assert_int_eq(strncmp(body, "\x1f\x8b", 2) == 0, encodings[_i].packed);
	/* Each form has a tag of its own. */
	snprintf(etag, sizeof(etag), "%.*s", (int)strcspn(strstr(answer, "ETag: ") + 6, "\r"),
	         strstr(answer, "ETag: ") + 6);
	snprintf(header, sizeof(header), "If-None-Match: %s\r\n", etag);
	assert_status(ask(line, header), encodings[_i].packed ? "200" : "304");
}
END_TEST

/* What is too long, and where: `begin`, that many bytes, `end`. */
static const struct {
	const char *begin;
	size_t len;
	const char *end, *status;
} longs[] = {
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ", HTTP_HEADERS_MAX - 100,
	  "\r\n\r\n", "200 OK" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nX: ", HTTP_HEADERS_MAX, "\r\n\r\n",
	  "431 Request Header Fields Too Large\r\n" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nCookie: ", HTTP_HEADERS_READ - 200, "\r\n\r\n", "431 " },
	{ "GET /", HTTP_HEADERS_MAX, " HTTP/1.1\r\nHost: a\r\n\r\n", "414 URI Too Long\r\n" },
	{ "GET /pgn?", HTTP_HEADERS_READ - 200, " HTTP/1.1\r\nHost: a\r\n\r\n", "414 " },
	/* Nobody reads it to its end. */
	{ "GET /pgn HTTP/1.1\r\nX: ", 100000, "\r\n\r\n", "400 " },
	{ "GET /", 100000, " HTTP/1.1\r\nHost: a\r\n\r\n", "400 " },
	{ "POST /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", 100000, "", "413 " },
};

START_TEST(http_oversized_request_refused)
{
	size_t begin = strlen(longs[_i].begin), end = strlen(longs[_i].end), len = longs[_i].len;
	char *request = malloc(begin + len + end + 1);
	const char *answer;

	ck_assert_ptr_nonnull(request);
	memcpy(request, longs[_i].begin, begin);
	memset(request + begin, 'a', len);
	memcpy(request + begin + len, longs[_i].end, end + 1);
	answer = process_http(port, request);
	free(request);
	assert_status(answer, longs[_i].status);
	ck_assert_ptr_null(strstr(answer + 1, "HTTP/1.1 "));
	assert_status(ask("GET /pgn", ""), "200");
}
END_TEST

START_TEST(http_nonsense_survived)
{
	static const char *const requests[] = {
		"\r\n\r\n\r\n\r\n",
		"GET\r\n\r\n",
		"GET /pgn HTTP/9.9\r\n\r\n",
		"\x16\x03\x01\x02",
		"GET http://[::1 HTTP/1.1\r\n\r\n",
		"GET /pgn HTTP/1.1\r\nno colon\r\n\r\n",
		"HEAD /pgn HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
		"GET /pgn HTTP/1.1\r\nContent-Length: -5\r\nConnection: close\r\n\r\n",
	};
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
		ck_assert_int_gt(send(fd, requests[i], strlen(requests[i]), MSG_NOSIGNAL), 0);
		close(fd);
		assert_status(ask("GET /pgn", ""), "200");
	}
}
END_TEST

/* read_until: the bytes of a stream until they hold the text, NUL-terminated; fails when they never do. */
static void
read_until(int fd, char *buffer, size_t size, const char *text)
{
	size_t len = strlen(buffer);

	while (!strstr(buffer, text)) {
		ssize_t got = recv(fd, buffer + len, size - 1 - len, 0);

		ck_assert_msg(got > 0, "no \"%s\" in %zu bytes", text, len);
		len += (size_t)got;
		buffer[len] = '\0';
	}
}

static int
dial(void)
{
	const struct timeval patience = { .tv_sec = PROCESS_PATIENCE_MS / 1000 };
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return fd;
}

/* What is wrong is told so: a status, and never somebody else's header. */
static const struct {
	const char *request, *status;
} wrongs[] = {
	{ "GET /pgn HTTP/1.1\r\nno colon\r\n\r\n", "400" },
	{ "GET http://[::1 HTTP/1.1\r\n\r\n", "400" },
	{ "BREW /pgn HTTP/1.1\r\nHost: a\r\n\r\n", "501" },
	{ "GET /pgn HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "400" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nabcde", "400" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nGET /pgn HTTP/1.1\r\n\r\n",
	  "400" },
	{ "POST /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\nhi"
	  "GET /pgn HTTP/1.1\r\nHost: a\r\n\r\n",
	  "400" },
	{ "POST /pgn HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n"
	  "0\r\n\r\nGET /pgn HTTP/1.1\r\nHost: a\r\n\r\n",
	  "400" },
	{ "POST /pgn HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", "400" },
	{ "GET /pgn HTTP/1.1\r\n\r\n", "400" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400" },
	{ "GET /pgn HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n\r\n", "400" },
	{ "POST /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", "413" },
	{ "GET /pgn%0d%0aX-Mine:%201 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "GET /%70gn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "GET //pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "GET /./pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "GET /pgn%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
	{ "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "404" },
};

START_TEST(http_wrong_request_refused)
{
	char *answer = process_http(port, wrongs[_i].request);

	ck_assert_ptr_nonnull(answer);
	assert_status(answer, wrongs[_i].status);
	ck_assert_ptr_null(strstr(answer, "X-Mine"));
	/* Nothing that stood behind it was taken for a request. */
	ck_assert_ptr_null(strstr(answer + 1, "HTTP/1.1 "));
	assert_status(ask("GET /pgn", ""), "200");
}
END_TEST

/* Requests that do not wait for answers are answered in their order. */
START_TEST(http_pipelined_requests_in_order)
{
	static const char pipeline[] =
		"GET /pgn HTTP/1.1\r\nHost: a\r\n\r\n"
		"GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n"
		"POST /pgn HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
		"HEAD /nothing HTTP/1.1\r\nHost: a\r\n\r\n"
		"GET /pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
	static const char *const order[] = { "200 OK", "404 ", "405 ", "404 ", "200 OK" };
	char *answer = process_http(port, pipeline), *at = answer;

	/* The answer to HEAD ends with its headers. */
	assert_has(answer, "\r\n\r\nHTTP/1.1 200 OK");
	for (size_t i = 0; i < 5; i++) {
		at = strstr(at, "HTTP/1.1 ");
		ck_assert_msg(at && strncmp(at + 9, order[i], strlen(order[i])) == 0, "%zu:\n%s", i,
		              answer);
		at += 9;
	}
	ck_assert_ptr_null(strstr(at, "HTTP/1.1 "));
}
END_TEST

/* One byte now and then keeps a connection for so long and no longer; who waits for news keeps his. */
START_TEST(http_slow_request_is_cut)
{
	static char buffer[1 << 16];
	uint64_t since = process_now_ms();
	int slow = dial(), stream = dial();
	char byte;

	ck_assert_int_gt(dprintf(stream, "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
	read_until(stream, buffer, sizeof(buffer), "event: snapshot");
	while (send(slow, "G", 1, MSG_NOSIGNAL) == 1 && recv(slow, &byte, 1, MSG_DONTWAIT) < 0 &&
	       errno == EAGAIN) {
		ck_assert_uint_lt(process_now_ms() - since, PROCESS_PATIENCE_MS);
		process_sleep_ms(50);
	}
	ck_assert_uint_ge(process_now_ms() - since, 900);
	ck_assert_int_eq(write(tell_server, "z", 1), 1);
	memset(buffer, 0, sizeof(buffer));
	read_until(stream, buffer, sizeof(buffer), "event: table");
	close(slow);
	close(stream);
}
END_TEST

/* server_descriptors: how many the server has open. */
static int
server_descriptors(void)
{
	char path[64];
	struct dirent *entry;
	DIR *list;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)server);
	list = opendir(path);
	ck_assert_ptr_nonnull(list);
	while ((entry = readdir(list)))
		n += entry->d_name[0] != '.';
	closedir(list);
	return n;
}

/* More connections than there is room for: nobody is served worse for it once they have gone. */
START_TEST(http_too_many_connections_wait)
{
	static int fds[CONNECTIONS + 200];
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	uint64_t since = process_now_ms();

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
		fds[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (fds[i] >= 0)
			(void)!connect(fds[i], (struct sockaddr *)&address, sizeof(address));
		process_sleep_ms(2); /* the system drops what does not fit into its own queue */
	}
	while (server_descriptors() < CONNECTIONS && process_now_ms() - since < PROCESS_PATIENCE_MS)
		process_sleep_ms(20);
	process_sleep_ms(500);
	ck_assert_int_ge(server_descriptors(), CONNECTIONS);
	ck_assert_int_lt(server_descriptors(), CONNECTIONS + 96);
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	assert_status(ask("GET /pgn", ""), "200");
}
END_TEST

static void
change(char byte)
{
	ck_assert_int_eq(write(tell_server, &byte, 1), 1);
}

static int
open_events(const char *headers)
{
	const int little = 65536; /* so that a test fills it soon */
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const struct timeval patience = { .tv_sec = PROCESS_PATIENCE_MS / 1000 };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof(little));
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	ck_assert_int_gt(dprintf(fd, "GET /events HTTP/1.1\r\nHost: x\r\n%s\r\n", headers), 0);
	return fd;
}

/* A reader hears changes as they come, and who comes back hears what he has missed. */
START_TEST(http_events_are_told_and_resumed)
{
	static char buffer[1 << 18];
	char *id, headers[100];
	int fd = open_events("");

	read_until(fd, buffer, sizeof(buffer), "event: snapshot\ndata: ");
	ck_assert_ptr_nonnull(strstr(buffer, "Content-Type: text/event-stream"));
	change('a');
	read_until(fd, buffer, sizeof(buffer), "event: table\n");
	id = strstr(strstr(buffer, "event: snapshot"), "\nid: ");
	ck_assert_ptr_nonnull(id);
	snprintf(headers, sizeof(headers), "Last-Event-ID: %.*s\r\n", (int)strcspn(id + 5, "\n"),
	         id + 5);
	close(fd);

	change('b');
	fd = open_events(headers);
	memset(buffer, 0, sizeof(buffer));
	read_until(fd, buffer, sizeof(buffer), "event: change\n");
	ck_assert_ptr_null(strstr(buffer, "snapshot"));
	close(fd);
	fd = open_events("Last-Event-ID: 17-99\r\n");
	memset(buffer, 0, sizeof(buffer));
	read_until(fd, buffer, sizeof(buffer), "event: snapshot\n");
	close(fd);
}
END_TEST

/* What the stream begins with is to be had alone, and one who has it hears what came since. */
START_TEST(http_events_go_on_from_a_snapshot)
{
	static char buffer[1 << 18];
	char *snapshot = ask("GET /events/snapshot", ""), *id = strstr(snapshot, "\r\n\r\nid: ");
	char headers[100];
	int fd;

	assert_status(snapshot, "200");
	ck_assert_ptr_nonnull(strstr(snapshot, "Content-Type: text/event-stream"));
	ck_assert_ptr_nonnull(id);
	ck_assert_ptr_nonnull(strstr(id, "\nevent: snapshot\ndata: {\"event\":{\"name\":\"?\"}"));
	snprintf(headers, sizeof(headers), "Last-Event-ID: %.*s\r\n", (int)strcspn(id + 8, "\n"),
	         id + 8);
	change('a');
	fd = open_events(headers);
	read_until(fd, buffer, sizeof(buffer), "event: table\n");
	ck_assert_ptr_null(strstr(buffer, "snapshot"));
	close(fd);
	free(snapshot);
	snapshot = ask("HEAD /events/snapshot", "");
	assert_status(snapshot, "200");
	ck_assert_ptr_nonnull(strstr(snapshot, "Content-Length: "));
	ck_assert_ptr_null(strstr(snapshot, "snapshot\n"));
	free(snapshot);
}
END_TEST

/* One who does not read is dropped; the others hear on. */
START_TEST(http_slow_reader_is_dropped)
{
	static char buffer[1 << 25];
	int slow = open_events(""), quick = open_events("");
	size_t len = 0;
	ssize_t got;

	for (int i = 0; i < 120; i++) {
		memset(buffer, 0, 1 << 20);
		change((char)('a' + i % 20));
		read_until(quick, buffer, sizeof(buffer), "event: ");
	}
	while ((got = recv(slow, buffer, sizeof(buffer), 0)) > 0)
		len += (size_t)got;
	ck_assert_msg(got == 0 || errno == ECONNRESET, "he was not dropped: %s", strerror(errno));
	ck_assert_uint_lt(len, 120 * sizeof(filler));
	assert_status(ask("GET /pgn", ""), "200");
	close(slow);
	close(quick);
}
END_TEST

START_TEST(http_port_in_use_named)
{
	struct http_options options = { .where = { "127.0.0.1", port, { "A", "P" } },
		                        .connections = 1 };
	struct event_base *base = event_base_new();
	struct http *http;
	char error[256], expected[256];

	snprintf(expected, sizeof(expected),
	         "cannot listen on 127.0.0.1:%u: another program listens there; end it, or choose "
	         "another port with P",
	         port);
	ck_assert_int_eq(http_new(base, &options, &http, error, sizeof(error)), -EADDRINUSE);
	ck_assert_str_eq(error, expected);
	options.where.address = "192.0.2.1";
	ck_assert_int_eq(http_new(base, &options, &http, error, sizeof(error)), -EADDRNOTAVAIL);
	ck_assert_ptr_nonnull(
		strstr(error, "this machine does not have that address; choose another with A"));
	event_base_free(base);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("http");
	TCase *tcase = tcase_create("http");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, http_get_whole_answer);
	tcase_add_test(tcase, http_query_ignored);
	tcase_add_test(tcase, http_head_has_no_body);
	tcase_add_loop_test(tcase, http_etag_answers_304, 0, sizeof(matches) / sizeof(matches[0]));
	tcase_add_test(tcase, http_change_changes_etag);
	tcase_add_test(tcase, http_unknown_path_404);
	tcase_add_test(tcase, http_other_method_405);
	tcase_add_test(tcase, http_page_strict_policy);
	tcase_add_test(tcase, http_built_in_file_exact);
	tcase_add_test(tcase, http_page_names_files_to_keep);
	tcase_add_loop_test(tcase, http_packed_for_those_who_take_it, 0,
	                    sizeof(encodings) / sizeof(encodings[0]));
	tcase_add_loop_test(tcase, http_oversized_request_refused, 0,
	                    sizeof(longs) / sizeof(longs[0]));
	tcase_add_test(tcase, http_nonsense_survived);
	tcase_add_loop_test(tcase, http_wrong_request_refused, 0,
	                    sizeof(wrongs) / sizeof(wrongs[0]));
	tcase_add_test(tcase, http_pipelined_requests_in_order);
	tcase_add_test(tcase, http_too_many_connections_wait);
	tcase_add_test(tcase, http_events_are_told_and_resumed);
	tcase_add_test(tcase, http_events_go_on_from_a_snapshot);
	tcase_add_test(tcase, http_slow_reader_is_dropped);
	tcase_add_test(tcase, http_port_in_use_named);
	suite_add_tcase(suite, tcase);
	tcase = tcase_create("hasty");
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup_hasty, teardown);
	tcase_add_test(tcase, http_slow_request_is_cut);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
