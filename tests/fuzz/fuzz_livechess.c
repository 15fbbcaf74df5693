/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as what a client of the local API sends: first as the head of a request, then line by line as
 * messages of a session, the board moving in between. Every message is answered, and every answer is JSON. And
 * as what is asked for of the event; and over a connection, as a request and as frames behind a handshake: the
 * server answers the next as ever.
 */
#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/head.h"
#include "daemon/livechess/server.h"
#include "daemon/livechess/tournament.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct livechess_board *board;
static struct eboard_picture picture;
static size_t n_heard;

static void
hear(void *ctx, const char *text, size_t len)
{
	json_t *message = json_loadb(text, len, 0, NULL);

	(void)ctx;
	INVARIANT(message != NULL && json_is_integer(json_object_get(message, "id")));
	json_decref(message);
	n_heard++;
}

static void
read_head(const uint8_t *data, size_t size)
{
	struct livechess_head head;
	int used = livechess_head_read((const char *)data, size, &head);
	char proof[LIVECHESS_ACCEPT_MAX];

	INVARIANT(used <= 0 || (size_t)used <= size);
	INVARIANT(used <= 0 || head.path[0] == '/');
	if (used <= 0)
		return;
	livechess_accept(head.key, proof);
	livechess_host_is_local(head.host);
	livechess_origin_is_allowed(head.origin, "https://example.org");
}

/* The board answers a message by moving a man. */
static void
stir(uint8_t what)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = picture.t_us += 300000 };

	event.square.sq = what & 63;
	event.square.piece = picture.squares[what & 63] ? EMPTY : WHITE_PAWN;
	picture.squares[what & 63] = event.square.piece;
	livechess_board_event(board, &event);
	livechess_board_take(board, &picture);
	livechess_board_show(board, 1000);
}

static void
talk(const uint8_t *data, size_t size)
{
	struct livechess_session *session;
	struct livechess_api *api;
	struct position start;

	memset(&picture, 0, sizeof(picture));
	position_start(&start);
	position_placement(&start, picture.squares);
	memcpy(picture.serial, "1", 2);
	INVARIANT(livechess_api_new(&api) == 0 && livechess_board_add(api, &board) == 0);
	INVARIANT(livechess_session_new(api, hear, NULL, &session) == 0);
	stir(0);
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t len = end ? (size_t)(end - data) : size;

		n_heard = 0;
		livechess_session_text(session, (const char *)data, len, 1000);
		INVARIANT(n_heard > 0);
		stir(data[0]);
		data += end ? len + 1 : len;
		size -= end ? len + 1 : len;
	}
	livechess_session_free(session);
	livechess_api_free(api);
}

static const char *
serial_of(const void *ctx, uint32_t table)
{
	(void)ctx;
	(void)table;
	return "1";
}

static void
ask(const uint8_t *data, size_t size)
{
	static struct livechess_tournament *tournament;
	static struct config_table table = { .number = 1 };
	static struct config config = { .tables = &table, .n_tables = 1 };
	struct delay *delay;
	char resource[128];

	if (!tournament) {
		memcpy(config.cloud.id, "00000000-1111-4222-8333-444455556666", 37);
		INVARIANT(delay_new(1, &delay) == 0);
		INVARIANT(livechess_tournament_new(&config, delay_view(delay, 0), &tournament) ==
		          0);
	}
	snprintf(resource, sizeof(resource), "%.*s", (int)(size < 127 ? size : 127),
	         (const char *)data);
	json_decref(livechess_tournament_get(tournament, resource, serial_of, NULL));
}

static struct event_base *base;
static struct livechess_server *server;

static void
start(void)
{
	struct livechess_api *api;
	char error[256];

	signal(SIGPIPE, SIG_IGN);
	base = event_base_new();
	INVARIANT(base && livechess_api_new(&api) == 0);
	INVARIANT(livechess_server_new(base, api, 0, "", &server, error, sizeof(error)) == 0);
}

/* send data[size] behind `before`; what is answered at first. */
static void
dial(const char *before, const uint8_t *data, size_t size, char *answer, size_t max)
{
	const struct linger reset = { .l_onoff = 1 }; /* no port is left waiting */
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(livechess_server_port(server)),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	ssize_t got = -1;

	INVARIANT(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0);
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	(void)!send(fd, before, strlen(before), MSG_NOSIGNAL | MSG_DONTWAIT);
	(void)!send(fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
	for (int turn = 0; turn < 20 && got < 0; turn++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		got = recv(fd, answer, max - 1, MSG_DONTWAIT);
	}
	close(fd);
	for (int turn = 0; turn < 3; turn++)
		event_base_loop(base, EVLOOP_NONBLOCK);
	answer[got > 0 ? got : 0] = '\0';
}

static void
connect_with(const uint8_t *data, size_t size)
{
	static const char shake[] =
		"GET /api/v1.0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
		"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
	static const char plain[] = "GET /doc/index.html HTTP/1.1\r\nHost: localhost\r\n\r\n";
	static char answer[1 << 16];

	if (!base)
		start();
	dial("", data, size, answer, sizeof(answer));
	INVARIANT(answer[0] == '\0' || strncmp(answer, "HTTP/1.1 ", 9) == 0);
	dial(shake, data, size, answer, sizeof(answer));
	INVARIANT(strncmp(answer, "HTTP/1.1 101 ", 13) == 0);
	dial(plain, data, 0, answer, sizeof(answer));
	INVARIANT(strncmp(answer, "HTTP/1.1 200 ", 13) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 60000)
		return 0;
	connect_with(data, size);
	ask(data, size);
	read_head(data, size);
	talk(data, size);
	return 0;
}
