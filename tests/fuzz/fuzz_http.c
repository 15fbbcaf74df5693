/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as what a client of the web servers sends, over a connection of its own: whatever is answered is
 * an answer, nobody is let in without a token or a session, an order is read or refused with a reason, and the server
 * answers the next as ever. And as a date.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>

#include "core/base/invariant.h"
#include "daemon/http.h"
#include "daemon/http_answer.h"
#include "daemon/http_date.h"
#include "daemon/http_events.h"
#include "daemon/private/door.h"
#include "daemon/private/orders.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SECRET "nobody-may-read-this"
#define TURNS  2000 /* of the loop; a client who has heard nothing for so long is gone */

static struct event_base *base;
static struct http *servers[2]; /* for everybody, and for those with a token */

static bool
admit(void *ctx, struct evhttp_request *request)
{
	return door_admit(ctx, request);
}

static void
take(void *ctx, struct evhttp_request *request)
{
	struct evbuffer *body = evhttp_request_get_input_buffer(request);
	size_t len = evbuffer_get_length(body);
	const char *text = (const char *)evbuffer_pullup(body, -1);
	json_t *order = NULL;
	char error[256] = "";
	json_t *body_object = orders_read_object(text, len, error, sizeof(error));
	int (*const read)(json_t *, json_t **, char *, size_t) =
		ctx ? orders_read_outcome : orders_read;
	int r = body_object ? read(body_object, &order, error, sizeof(error)) : -1;

	json_decref(body_object);
	if (r < 0) {
		INVARIANT(error[0] != '\0');
		http_answer(request, 400, NULL, error);
		return;
	}
	INVARIANT(json_is_object(order) && orders_right(order) <= RIGHT_DECIDE);
	json_decref(order);
	http_answer(request, 200, NULL, "taken");
}

static void
start(void)
{
	struct http_options options = { .where = { .address = "127.0.0.1" }, .connections = 64 };
	struct http_events *events;
	struct door *door;
	char error[256];

	signal(SIGPIPE, SIG_IGN);
	base = event_base_new();
	INVARIANT(base && http_new(base, &options, &servers[0], error, sizeof(error)) == 0);
	INVARIANT(http_put(servers[0], "/pgn", "text/plain", "x", 1) == 0);
	INVARIANT(http_take(servers[0], "/orders", take, NULL) == 0);
	INVARIANT(http_take(servers[0], "/outcomes", take, servers) == 0);
	INVARIANT(http_events_new(base, servers[0], "/events", json_object(), &events) == 0);
	INVARIANT(http_events_table(events, json_pack("{s:i}", "table", 1)) == 0);
	options.admit = admit;
	options.ctx = door = door_new("/dev/null", "/nonexistent/sessions");
	INVARIANT(http_new(base, &options, &servers[1], error, sizeof(error)) == 0);
	INVARIANT(http_put(servers[1], "/", "text/plain", SECRET, strlen(SECRET)) == 0);
	INVARIANT(door_serve(door, servers[1]) == 0);
}

static int
dial(const struct http *server)
{
	const struct linger reset = { .l_onoff = 1 }; /* no port is left waiting */
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(http_port(server)),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	INVARIANT(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0);
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	return fd;
}

/* talk: send data[size], hear what comes until the other side closes or falls silent. Returns the length. */
static size_t
talk(const struct http *server, const uint8_t *data, size_t size, char *answer, size_t max)
{
	size_t len = 0;
	ssize_t got = -1;
	int fd = dial(server);

	(void)!send(fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
	shutdown(fd, SHUT_WR);
	for (int turn = 0, idle = 0; turn < TURNS && idle < 20 && got != 0; turn++, idle++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		got = recv(fd, answer + len, max - 1 - len, MSG_DONTWAIT);
		if (got > 0) {
			len += (size_t)got;
			idle = 0;
		}
	}
	close(fd);
	event_base_loop(base, EVLOOP_NONBLOCK);
	answer[len] = '\0';
	return len;
}

/* A date that is read is the one that is written of it. */
static void
read_date(const uint8_t *data, size_t size)
{
	char text[64], again[HTTP_DATE_SIZE];
	int64_t unix_s, same_s;

	snprintf(text, sizeof(text), "%.*s", (int)(size < 63 ? size : 63), (const char *)data);
	if (!http_date_parse(text, 784111777, &unix_s))
		return;
	http_date_format(unix_s, again);
	INVARIANT(http_date_parse(again, 784111777, &same_s) && same_s == unix_s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char plain[] = "GET /pgn HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
	static char answer[1 << 18];

	if (!base)
		start();
	if (size > 60000)
		return 0;
	read_date(data, size);
	if (talk(servers[0], data, size, answer, sizeof(answer)) > 0)
		INVARIANT(strncmp(answer, "HTTP/", 5) ==
		          0); /* of the version that was asked with */
	if (talk(servers[1], data, size, answer, sizeof(answer)) > 0)
		INVARIANT(strncmp(answer, "HTTP/", 5) == 0 && !strstr(answer, SECRET));
	talk(servers[0], (const uint8_t *)plain, sizeof(plain) - 1, answer, sizeof(answer));
	INVARIANT(strncmp(answer, "HTTP/1.1 200", 12) == 0);
	return 0;
}
