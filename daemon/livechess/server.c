/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <wslay/wslay.h>

#include "daemon/livechess/answer.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/head.h"
#include "daemon/livechess/rest.h"
#include "daemon/log.h"
#include "daemon/time_now.h"

struct client {
	struct livechess_server *server;
	struct bufferevent *stream;     /* NULL: the seat is free */
	wslay_event_context_ptr frames; /* NULL: has not asked for a WebSocket yet */
	struct livechess_session *session;
	int64_t since_ms; /* when he came, or was told to end */
	bool ending;      /* what is written goes out, then it ends */
	bool dead;        /* ends as soon as nobody is using it */
};

struct livechess_server {
	struct event_base *base;
	struct livechess_api *api;
	const char *origins;
	uint16_t port;
	struct evconnlistener *listeners[2]; /* 127.0.0.1, ::1 */
	struct event *sweep;
	struct client clients[LIVECHESS_CLIENTS_MAX];
};

static int64_t
monotonic_ms(void)
{
	return (int64_t)(time_now_us() / 1000);
}

/* --- The end of a client ------------------------------------------------------------------------ */

static void
client_free(struct client *client)
{
	livechess_session_free(client->session);
	if (client->frames)
		wslay_event_context_free(client->frames);
	bufferevent_free(client->stream);
	memset(client, 0, sizeof(*client));
}

/* From inside a callback of the client's own: he is still on the stack. */
static void
client_kill(struct client *client)
{
	client->dead = true;
	event_active(client->server->sweep, EV_TIMEOUT, 0);
}

/* Did he take too long to say what he wants, or to take his answer? */
static bool
is_late(const struct client *client)
{
	return (!client->frames || client->ending) &&
	       monotonic_ms() - client->since_ms > LIVECHESS_PATIENCE_S * 1000;
}

static void
on_sweep(evutil_socket_t fd, short what, void *ctx)
{
	struct livechess_server *server = ctx;

	(void)fd;
	(void)what;
	for (size_t i = 0; i < LIVECHESS_CLIENTS_MAX; i++) {
		struct client *client = &server->clients[i];

		if (client->stream && (client->dead || is_late(client)))
			client_free(client);
	}
}

/* What was written goes out, for a while; then it ends. */
static void
client_end(struct client *client)
{
	client->ending = true;
	client->since_ms = monotonic_ms();
	bufferevent_disable(client->stream, EV_READ);
	if (evbuffer_get_length(bufferevent_get_output(client->stream)) == 0)
		client_kill(client);
}

/* --- Frames ------------------------------------------------------------------------------------- */

static ssize_t
frames_receive(wslay_event_context_ptr frames, uint8_t *bytes, size_t len, int flags, void *ctx)
{
	struct client *client = ctx;
	int n = evbuffer_remove(bufferevent_get_input(client->stream), bytes, len);

	(void)flags;
	if (n <= 0) {
		wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
		return -1;
	}
	return n;
}

static ssize_t
frames_send(wslay_event_context_ptr frames, const uint8_t *bytes, size_t len, int flags, void *ctx)
{
	struct client *client = ctx;
	size_t unread = evbuffer_get_length(bufferevent_get_output(client->stream));

	(void)flags;
	if (unread + len > LIVECHESS_UNREAD_MAX ||
	    bufferevent_write(client->stream, bytes, len) < 0) {
		wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
		return -1;
	}
	return (ssize_t)len;
}

/* Whatever waits goes into the stream's buffer, which is bounded there. */
static void
frames_flush(struct client *client)
{
	if (client->dead || client->ending)
		return;
	if (wslay_event_send(client->frames) < 0) {
		log_warn("local API: a client did not read and is dropped");
		client_kill(client);
	} else if (!wslay_event_want_read(client->frames) &&
	           !wslay_event_want_write(client->frames)) {
		client_end(client);
	}
}

static void
frames_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
               void *ctx)
{
	struct client *client = ctx;

	switch (message->opcode) {
	case WSLAY_TEXT_FRAME:
		livechess_session_text(client->session, (const char *)message->msg,
		                       message->msg_length, (int64_t)(time_unix_us() / 1000));
		break;
	case WSLAY_BINARY_FRAME:
		wslay_event_queue_close(frames, WSLAY_CODE_UNSUPPORTED_DATA, NULL, 0);
		wslay_event_shutdown_read(frames);
		break;
	default: /* close and ping are answered by wslay */
		break;
	}
}

/* The API has something for the client. */
static void
client_tell(void *ctx, const char *text, size_t len)
{
	struct client *client = ctx;
	const struct wslay_event_msg message = { .opcode = WSLAY_TEXT_FRAME,
		                                 .msg = (const uint8_t *)text,
		                                 .msg_length = len };

	if (client->dead || client->ending)
		return;
	wslay_event_queue_msg(client->frames, &message);
	frames_flush(client);
}

/* What is no frame ends it; what was to be said before, and that it ends, goes out. */
static void
frames_read(struct client *client)
{
	if (wslay_event_recv(client->frames) < 0) {
		(void)wslay_event_send(client->frames);
		client_end(client);
	} else {
		frames_flush(client);
	}
}

/* --- Requests ----------------------------------------------------------------------------------- */

static void
answer(struct client *client, int status, const char *type, const char *more, const char *body)
{
	livechess_answer(bufferevent_get_output(client->stream), status, type, more, body);
	client_end(client);
}

static void
refuse(struct client *client, int status, const char *more, const char *why)
{
	answer(client, status, "text/plain; charset=utf-8", more, why);
}

static void
serve_resource(struct client *client, const struct livechess_head *head)
{
	const char *type;
	char *body = livechess_rest(client->server->api, head->path, &type);
	char origin[sizeof(head->origin) + 64] = "";

	if (head->origin[0])
		snprintf(origin, sizeof(origin),
		         "Access-Control-Allow-Origin: %s\r\nVary: Origin\r\n", head->origin);
	if (body)
		answer(client, 200, type, origin, body);
	else
		refuse(client, 404, origin,
		       "There is no such resource. See /api/v1.0/eboards and /doc/index.html.\n");
	free(body);
}

static int
client_begin_frames(struct client *client)
{
	static const struct wslay_event_callbacks callbacks = {
		.recv_callback = frames_receive,
		.send_callback = frames_send,
		.on_msg_recv_callback = frames_message,
	};

	if (wslay_event_context_server_init(&client->frames, &callbacks, client) < 0)
		return -ENOMEM;
	wslay_event_config_set_max_recv_msg_length(client->frames, LIVECHESS_MESSAGE_MAX);
	return livechess_session_new(client->server->api, client_tell, client, &client->session);
}

static void
serve_socket(struct client *client, const struct livechess_head *head)
{
	char proof[LIVECHESS_ACCEPT_MAX];

	if (strcmp(head->path, "/api/v1.0") != 0) {
		refuse(client, 404, "", "The WebSocket is at /api/v1.0.\n");
	} else if (!head->version_13) {
		refuse(client, 426, "Sec-WebSocket-Version: 13\r\n",
		       "Only version 13 of the WebSocket protocol is spoken here.\n");
	} else if (strlen(head->key) != 24) {
		refuse(client, 400, "", "Sec-WebSocket-Key: 24 characters are needed.\n");
	} else if (client_begin_frames(client) < 0) {
		client_kill(client);
	} else {
		livechess_accept(head->key, proof);
		evbuffer_add_printf(bufferevent_get_output(client->stream),
		                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
		                    "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		                    proof);
		frames_read(client);
	}
}

static void
serve(struct client *client, const struct livechess_head *head)
{
	if (!livechess_host_is_local(head->host))
		refuse(client, 403, "", "Call this port localhost, 127.0.0.1 or [::1].\n");
	else if (!livechess_origin_is_allowed(head->origin, client->server->origins))
		refuse(client, 403, "",
		       "Pages of this origin may not use the boards; the operator can allow it "
		       "with [livechess] origins.\n");
	else if (head->upgrade)
		serve_socket(client, head);
	else
		serve_resource(client, head);
}

static void
read_head(struct client *client)
{
	struct evbuffer *in = bufferevent_get_input(client->stream);
	size_t len = evbuffer_get_length(in);
	struct livechess_head head;
	int used;

	if (len > LIVECHESS_HEAD_MAX + 1)
		len = LIVECHESS_HEAD_MAX + 1;
	used = livechess_head_read((const char *)evbuffer_pullup(in, (ev_ssize_t)len), len, &head);
	if (used < 0) {
		refuse(client, -used, used == -405 ? "Allow: GET\r\n" : "",
		       "This is a request that no client of the local API makes.\n");
	} else if (used > 0) {
		evbuffer_drain(in, (size_t)used);
		serve(client, &head);
	}
}

static void
on_read(struct bufferevent *stream, void *ctx)
{
	struct client *client = ctx;

	(void)stream;
	if (client->dead || client->ending)
		return;
	if (client->frames)
		frames_read(client);
	else
		read_head(client);
}

static void
on_written(struct bufferevent *stream, void *ctx)
{
	struct client *client = ctx;

	(void)stream;
	if (client->ending)
		client_kill(client);
}

static void
on_event(struct bufferevent *stream, short what, void *ctx)
{
	(void)stream;
	if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT))
		client_kill(ctx);
}

/* --- Listening ---------------------------------------------------------------------------------- */

static struct client *
free_seat(struct livechess_server *server)
{
	for (size_t i = 0; i < LIVECHESS_CLIENTS_MAX; i++)
		if (!server->clients[i].stream)
			return &server->clients[i];
	return NULL;
}

static void
turn_away(evutil_socket_t fd)
{
	static const char busy[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n"
				   "Connection: close\r\nContent-Length: 0\r\n\r\n";

	log_warn("local API: %d clients are connected; one more is turned away",
	         LIVECHESS_CLIENTS_MAX);
	(void)!send(fd, busy, sizeof(busy) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	shutdown(fd, SHUT_WR);
	evutil_closesocket(fd);
}

static void
on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *address, int len,
          void *ctx)
{
	struct livechess_server *server = ctx;
	struct client *client = free_seat(server);
	struct bufferevent *stream =
		client ? bufferevent_socket_new(server->base, fd, BEV_OPT_CLOSE_ON_FREE) : NULL;

	(void)listener;
	(void)address;
	(void)len;
	if (!stream) {
		turn_away(fd);
		return;
	}
	client->server = server;
	client->stream = stream;
	client->since_ms = monotonic_ms();
	bufferevent_setcb(stream, on_read, on_written, on_event, client);
	bufferevent_setwatermark(stream, EV_READ, 0, 2 * (size_t)LIVECHESS_MESSAGE_MAX);
	bufferevent_enable(stream, EV_READ | EV_WRITE);
}

static struct evconnlistener *
listen_at(struct livechess_server *server, const struct sockaddr *address, int len)
{
	return evconnlistener_new_bind(server->base, on_accept, server,
	                               LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC |
	                                       LEV_OPT_REUSEABLE,
	                               16, address, len);
}

static int
listen_v4(struct livechess_server *server, uint16_t port, char *error, size_t error_size)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);
	int cause;

	server->listeners[0] = listen_at(server, (struct sockaddr *)&address, sizeof(address));
	cause = errno;
	if (!server->listeners[0]) {
		snprintf(error, error_size,
		         "the local API cannot listen on 127.0.0.1:%u: %s; end the program that "
		         "does, or choose another port with [livechess] port",
		         port, strerror(cause));
		return cause > 0 ? -cause : -EINVAL;
	}
	getsockname(evconnlistener_get_fd(server->listeners[0]), (struct sockaddr *)&address, &len);
	server->port = ntohs(address.sin_port);
	return 0;
}

/* Where there is no IPv6, "localhost" does not lead there either. */
static void
listen_v6(struct livechess_server *server)
{
	const struct sockaddr_in6 address = { .sin6_family = AF_INET6,
		                              .sin6_port = htons(server->port),
		                              .sin6_addr = IN6ADDR_LOOPBACK_INIT };

	server->listeners[1] =
		listen_at(server, (const struct sockaddr *)&address, sizeof(address));
	if (!server->listeners[1])
		log_info("local API: not on [::1]:%u: %s", server->port, strerror(errno));
}

int
livechess_server_new(struct event_base *base, struct livechess_api *api, uint16_t port,
                     const char *origins, struct livechess_server **ret_server, char *error,
                     size_t error_size)
{
	const struct timeval period = { .tv_sec = 1 };
	struct livechess_server *server = calloc(1, sizeof(*server));
	int result = -ENOMEM;

	snprintf(error, error_size, "out of memory");
	if (!server)
		return -ENOMEM;
	server->base = base;
	server->api = api;
	server->origins = origins;
	server->sweep = event_new(base, -1, EV_PERSIST, on_sweep, server);
	if (server->sweep && event_add(server->sweep, &period) == 0)
		result = listen_v4(server, port, error, error_size);
	if (result < 0) {
		livechess_server_free(server);
		return result;
	}
	listen_v6(server);
	*ret_server = server;
	return 0;
}

uint16_t
livechess_server_port(const struct livechess_server *server)
{
	return server->port;
}

void
livechess_server_free(struct livechess_server *server)
{
	if (!server)
		return;
	for (size_t i = 0; i < LIVECHESS_CLIENTS_MAX; i++)
		if (server->clients[i].stream)
			client_free(&server->clients[i]);
	for (size_t i = 0; i < 2; i++)
		if (server->listeners[i])
			evconnlistener_free(server->listeners[i]);
	if (server->sweep)
		event_free(server->sweep);
	free(server);
}
