/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes on the control socket: each line gets one answer, an object that says whether it was done and, if
 * not, why. What is told of a table by them is done exactly when it was said to be possible.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "daemon/config.h"
#include "daemon/control.h"
#include "daemon/table.h"

#define INPUT_MAX   65536  /* a socket's buffer takes it without waiting */
#define PATIENCE    100000 /* turns of the loop: nothing hangs */
#define ANSWERS_MAX (1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct event_base *base;
static struct control *control;
static struct config config;
static struct table *table;
static struct sockaddr_un address = { .sun_family = AF_UNIX };
static uint64_t now_us;

static json_t *
answer_tell(void *ctx, const json_t *request)
{
	const json_t *event = json_object_get(request, "event");
	char *json = event ? json_dumps(event, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	char error[256] = "", possible[256] = "";
	int r = -1;

	(void)ctx;
	INVARIANT(json_is_integer(json_object_get(request, "uid")));
	now_us += 1000000;
	if (json && table_is_said(json_string_value(json_object_get(event, "op")))) {
		int said = table_check_said(table, now_us, json, possible, sizeof(possible));

		r = table_host(table, now_us, json, error, sizeof(error));
		INVARIANT(r == said && strcmp(error, possible) == 0);
		INVARIANT((r < 0) == (error[0] != '\0'));
	} else {
		snprintf(error, sizeof(error), "nobody says that");
	}
	free(json);
	return r < 0 ? json_pack("{s:s}", "error", error) : json_object();
}

static const struct control_command commands[] = { { "tell", answer_tell, NULL } };

static void
begin(void)
{
	const struct control_commands list = { commands, 1, NULL };
	char error[512];

	snprintf(address.sun_path, sizeof(address.sun_path), "/tmp/fuzz_control_%d", getpid());
	config_defaults(&config);
	base = event_base_new();
	INVARIANT(config_settle(&config, error, sizeof(error)) == 0);
	INVARIANT(control_new(base, address.sun_path, &list, &control, error, sizeof(error)) == 0);
}

static void
end(void)
{
	control_free(control);
	event_base_free(base);
}

static int
call(const uint8_t *data, size_t size)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int space = 2 * INPUT_MAX;

	INVARIANT(fd >= 0);
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &space, sizeof(space));
	INVARIANT(connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0);
	INVARIANT(send(fd, data, size, MSG_NOSIGNAL) == (ssize_t)size);
	shutdown(fd, SHUT_WR);
	return fd;
}

/* hear: everything that is answered, until the other side hangs up. */
static size_t
hear(int fd, char *answers)
{
	size_t len = 0;
	ssize_t n = -1;

	for (int i = 0; i < PATIENCE && n != 0; i++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		n = recv(fd, answers + len, ANSWERS_MAX - len, MSG_DONTWAIT);
		len += n > 0 ? (size_t)n : 0;
	}
	INVARIANT(n == 0);
	return len;
}

static void
check_answers(const char *answers, size_t len, size_t n_lines)
{
	size_t n = 0;

	for (const char *at = answers, *next; at < answers + len; at = next + 1, n++) {
		json_t *answer;

		next = memchr(at, '\n', (size_t)(answers + len - at));
		INVARIANT(next != NULL);
		answer = json_loadb(at, (size_t)(next - at), 0, NULL);
		INVARIANT(json_is_boolean(json_object_get(answer, "ok")));
		INVARIANT(json_is_true(json_object_get(answer, "ok")) ||
		          json_string_length(json_object_get(answer, "error")) > 0);
		json_decref(answer);
	}
	INVARIANT(n == n_lines);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct table_listener nobody;
	static char answers[ANSWERS_MAX];
	size_t n_lines = 0;
	int fd;

	if (!base) {
		begin();
		atexit(end);
	}
	if (size == 0 || size > INPUT_MAX)
		return 0;
	for (size_t i = 0; i < size; i++)
		n_lines += data[i] == '\n';
	if (n_lines > 1000) /* of answers, too, only so much fits */
		return 0;
	INVARIANT(table_new(board_driver_find("dgt"), &config, NULL, &nobody, &table) == 0);
	fd = call(data, size);
	check_answers(answers, hear(fd, answers), n_lines);
	close(fd);
	table_free(table);
	return 0;
}
