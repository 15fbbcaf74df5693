/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "daemon/log.h"
#include "daemon/paths.h"
#include "daemon/user.h"

struct control_client {
	struct control *control;
	struct bufferevent *stream; /* NULL: the seat is free */
	bool closing;               /* the answer is on its way, then it ends */
	uint32_t uid;               /* who asks */
};

struct control {
	struct evconnlistener *listener;
	struct sockaddr_un address;
	struct control_commands commands;
	struct control_client clients[CONTROL_CLIENTS_MAX];
};

static void
control_hang_up(struct control_client *client)
{
	bufferevent_free(client->stream);
	client->stream = NULL;
}

static void
control_reply(struct bufferevent *stream, json_t *answer)
{
	char *line = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
	const char *text = line ? line : "{\"ok\":false,\"error\":\"out of memory\"}";

	bufferevent_write(stream, text, strlen(text));
	bufferevent_write(stream, "\n", 1);
	free(line);
	json_decref(answer);
}

static json_t *
control_refuse(const char *error)
{
	return json_pack("{s:b, s:s}", "ok", 0, "error", error);
}

static void
control_list_known(const struct control_commands *commands, char *buffer, size_t size)
{
	size_t len = 0;

	buffer[0] = '\0';
	for (size_t i = 0; i < commands->n && len < size; i++)
		len += (size_t)snprintf(buffer + len, size - len, "%s%s", i > 0 ? ", " : "",
		                        commands->list[i].name);
}

json_t *
control_run(const struct control_commands *commands, const json_t *request)
{
	const char *name = json_string_value(json_object_get(request, "cmd"));
	char text[512], known[384];
	json_t *answer;

	if (!name)
		return control_refuse("the request has no \"cmd\"");
	for (size_t i = 0; i < commands->n; i++) {
		if (strcmp(name, commands->list[i].name) != 0)
			continue;
		answer = commands->list[i].answer(commands->ctx, request);
		if (answer)
			json_object_set_new(answer, "ok",
			                    json_boolean(!json_object_get(answer, "error")));
		return answer;
	}
	control_list_known(commands, known, sizeof(known));
	snprintf(text, sizeof(text), "unknown cmd '%.60s'; known: %s", name, known);
	return control_refuse(text);
}

/* control_answer: what the request in line[len] gets. New reference, or NULL. */
static json_t *
control_answer(struct control_client *client, const char *line, size_t len)
{
	json_error_t error;
	json_t *request = json_loadb(line, len, JSON_REJECT_DUPLICATES, &error), *answer;
	char text[256];

	if (!request) {
		snprintf(text, sizeof(text), "the request is not JSON: %s", error.text);
		return control_refuse(text);
	}
	/* Who asks is for the kernel to say. */
	user_sign(request, client->uid);
	answer = control_run(&client->control->commands, request);
	json_decref(request);
	return answer;
}

static void
control_read(struct bufferevent *stream, void *ctx)
{
	struct control_client *client = ctx;
	struct evbuffer *input = bufferevent_get_input(stream);
	size_t len;
	char *line;

	while (!client->closing && (line = evbuffer_readln(input, &len, EVBUFFER_EOL_LF))) {
		control_reply(stream, control_answer(client, line, len));
		free(line);
	}
	if (!client->closing && evbuffer_get_length(input) >= CONTROL_LINE_MAX) {
		client->closing = true;
		bufferevent_disable(stream, EV_READ);
		control_reply(stream, control_refuse("the request is too long"));
	}
}

static void
control_written(struct bufferevent *stream, void *ctx)
{
	struct control_client *client = ctx;

	(void)stream;
	if (client->closing)
		control_hang_up(client);
}

/* The other side has gone, or is silent, or does not read: EOF may still leave it waiting for
 * answers. */
static void
control_event(struct bufferevent *stream, short what, void *ctx)
{
	struct control_client *client = ctx;

	if ((what & BEV_EVENT_EOF) && evbuffer_get_length(bufferevent_get_output(stream)) > 0)
		client->closing = true;
	else
		control_hang_up(client);
}

/* control_peer: the user at the other end; nobody (65534) should the kernel not say. */
static uint32_t
control_peer(int fd)
{
	struct ucred peer = { .uid = 65534 };
	socklen_t len = sizeof(peer);

	getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len);
	return peer.uid;
}

static void
control_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from, int len,
               void *ctx)
{
	static const char busy[] = "{\"ok\":false,\"error\":\"too many are asking; try again\"}\n";
	const struct timeval timeout = { .tv_sec = CONTROL_TIMEOUT_S };
	struct control *control = ctx;
	struct control_client *client = NULL;

	(void)from;
	(void)len;
	for (size_t i = 0; i < CONTROL_CLIENTS_MAX && !client; i++)
		if (!control->clients[i].stream)
			client = &control->clients[i];
	if (client)
		client->stream = bufferevent_socket_new(evconnlistener_get_base(listener), fd,
		                                        BEV_OPT_CLOSE_ON_FREE);
	if (!client || !client->stream) {
		(void)!write(fd, busy, sizeof(busy) - 1);
		close(fd);
		return;
	}
	client->control = control;
	client->closing = false;
	client->uid = control_peer(fd);
	bufferevent_setcb(client->stream, control_read, control_written, control_event, client);
	bufferevent_setwatermark(client->stream, EV_READ, 0, CONTROL_LINE_MAX);
	bufferevent_set_timeouts(client->stream, &timeout, &timeout);
	bufferevent_enable(client->stream, EV_READ | EV_WRITE);
}

/* control_is_alive: does anybody answer on that socket? */
static bool
control_is_alive(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool alive;

	if (fd < 0)
		return false;
	/* EAGAIN: a listener with a full queue. */
	alive = connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 ||
	        errno == EAGAIN || errno == EINPROGRESS;
	close(fd);
	return alive;
}

/* control_clear: make room for our socket. */
static int
control_clear(const struct sockaddr_un *address, char *error, size_t error_size)
{
	struct stat status;

	if (lstat(address->sun_path, &status) < 0)
		return 0;
	if (!S_ISSOCK(status.st_mode)) {
		snprintf(error, error_size, "%s is in the way: it is no socket; move it away",
		         address->sun_path);
		return -EEXIST;
	}
	if (control_is_alive(address)) {
		snprintf(error, error_size,
		         "adoubed is already running (it answers on %s); stop it first, or give "
		         "this one its "
		         "own --runtime-dir",
		         address->sun_path);
		return -EADDRINUSE;
	}
	if (unlink(address->sun_path) < 0) {
		int cause = errno;

		paths_explain(address->sun_path, "remove the old socket", cause, error, error_size);
		return -cause;
	}
	log_info("control: took the place of a socket nobody listened on");
	return 0;
}

static int
control_bind(struct event_base *base, struct control *control, char *error, size_t error_size)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int cause;

	if (fd < 0 ||
	    bind(fd, (struct sockaddr *)&control->address, sizeof(control->address)) < 0 ||
	    chmod(control->address.sun_path, 0660) < 0) {
		cause = errno;
		paths_explain(control->address.sun_path, "make the control socket", cause, error,
		              error_size);
		if (fd >= 0)
			close(fd);
		return -cause;
	}
	control->listener =
		evconnlistener_new(base, control_accept, control,
	                           LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 16, fd);
	if (!control->listener) {
		close(fd);
		return -ENOMEM;
	}
	return 0;
}

/* control_set_path: where the socket will be, its folder made. */
static int
control_set_path(struct control *control, const char *path, char *error, size_t error_size)
{
	size_t size = sizeof(control->address.sun_path);

	control->address.sun_family = AF_UNIX;
	if (strlen(path) >= size) {
		snprintf(error, error_size,
		         "the control socket's path %.4095s is too long (%zu bytes, allowed are "
		         "%zu); "
		         "choose a shorter --runtime-dir",
		         path, strlen(path), size - 1);
		return -ENAMETOOLONG;
	}
	snprintf(control->address.sun_path, size, "%s", path);
	return paths_make_parents(path, error, error_size);
}

int
control_new(struct event_base *base, const char *path, const struct control_commands *commands,
            struct control **ret_control, char *error, size_t error_size)
{
	struct control *control = calloc(1, sizeof(*control));
	int result;

	snprintf(error, error_size, "out of memory");
	if (!control)
		return -ENOMEM;
	control->commands = *commands;
	result = control_set_path(control, path, error, error_size);
	if (result == 0)
		result = control_clear(&control->address, error, error_size);
	if (result == 0)
		result = control_bind(base, control, error, error_size);
	if (result < 0) {
		free(control);
		return result;
	}
	*ret_control = control;
	return 0;
}

void
control_free(struct control *control)
{
	if (!control)
		return;
	unlink(control->address.sun_path);
	evconnlistener_free(control->listener);
	for (size_t i = 0; i < CONTROL_CLIENTS_MAX; i++)
		if (control->clients[i].stream)
			control_hang_up(&control->clients[i]);
	free(control);
}
