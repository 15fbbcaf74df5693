/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/feed_readers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/bench/hall_port.h"

#define AT_ONCE   50 /* connections begun in one turn */
#define TURN_MS   10
#define LINE_HEAD 64    /* of a line that need not be understood, so much is kept */
#define REMEMBER  65536 /* events whose last hearing is known */

struct reader {
	struct feed_readers *readers;
	struct event *event;
	int fd;
	bool first, begun;
	char *line; /* what has come of one */
	size_t len, size;
	char name[16];
	uint64_t number, last; /* of the event that comes, and of the one before */
};

struct feed_readers {
	struct feed_readers_options options;
	struct event *turn;
	unsigned int n_begun;
	struct reader *list;
	uint64_t events, missed;
	uint64_t *last_us; /* REMEMBER */
	uint64_t *last_number;
};

static _Noreturn void
die(const char *what)
{
	perror(what);
	exit(1);
}

/* --- What is heard --------------------------------------------------------------------------- */

static void
note(struct reader *reader)
{
	struct feed_readers *readers = reader->readers;
	bool is_snapshot = strcmp(reader->name, "snapshot") == 0;

	readers->events++;
	if (reader->begun && !is_snapshot && reader->number != reader->last + 1)
		readers->missed += reader->number - reader->last - 1;
	if (reader->begun && is_snapshot)
		readers->missed++; /* nobody asked for another */
	reader->begun = true;
	reader->last = reader->number;
	readers->last_us[reader->number % REMEMBER] = hall_now_us();
	readers->last_number[reader->number % REMEMBER] = reader->number;
}

static void
tell(const struct reader *reader, const char *text)
{
	json_t *data = json_loads(text, 0, NULL);

	if (!data)
		die("an event that is no JSON");
	reader->readers->options.event(reader->readers->options.ctx, reader->name, data,
	                               reader->number);
	json_decref(data);
}

static void
take_line(struct reader *reader, char *line)
{
	const char *dash;

	if (strncmp(line, "id: ", 4) == 0 && (dash = strchr(line, '-'))) {
		reader->number = strtoull(dash + 1, NULL, 10);
	} else if (strncmp(line, "event: ", 7) == 0) {
		snprintf(reader->name, sizeof(reader->name), "%s", line + 7);
	} else if (strncmp(line, "data: ", 6) == 0) {
		if (reader->first)
			tell(reader, line + 6);
		note(reader);
	}
}

/* keep: bytes of a line; all of them are kept for him who reads it. */
static void
keep(struct reader *reader, const char *bytes, size_t len)
{
	if (!reader->first && reader->len + len > LINE_HEAD)
		len = reader->len < LINE_HEAD ? LINE_HEAD - reader->len : 0;
	if (reader->len + len + 1 > reader->size) {
		reader->size = 2 * (reader->len + len + 1);
		reader->line = realloc(reader->line, reader->size);
		if (!reader->line)
			die("memory");
	}
	memcpy(reader->line + reader->len, bytes, len);
	reader->len += len;
}

static void
hear(struct reader *reader, const char *bytes, size_t len)
{
	while (len > 0) {
		const char *end = memchr(bytes, '\n', len);
		size_t part = end ? (size_t)(end - bytes) : len;

		keep(reader, bytes, part);
		if (end) {
			reader->line[reader->len] = '\0';
			reader->line[strcspn(reader->line, "\r")] = '\0';
			take_line(reader, reader->line);
			reader->len = 0;
		}
		bytes += end ? part + 1 : part;
		len -= end ? part + 1 : part;
	}
}

static void
on_read(evutil_socket_t fd, short what, void *ctx)
{
	static char buffer[1 << 18];
	struct reader *reader = ctx;
	ssize_t n = recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT);

	(void)what;
	if (n > 0)
		hear(reader, buffer, (size_t)n);
	if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
		return;
	event_del(reader->event);
	close(fd);
	reader->fd = -1;
}

/* --- Connecting ------------------------------------------------------------------------------ */

static void
dial(struct feed_readers *readers, struct reader *reader)
{
	/* HTTP/1.0: the events as they are, without the lengths of chunks between. */
	static const char request[] = "GET /events HTTP/1.0\r\nHost: a\r\n\r\n";
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(readers->options.port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	reader->readers = readers;
	reader->first = reader == readers->list;
	reader->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (reader->fd < 0 ||
	    connect(reader->fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    send(reader->fd, request, sizeof(request) - 1, MSG_NOSIGNAL) < 0)
		die("a reader");
	reader->event =
		event_new(readers->options.base, reader->fd, EV_READ | EV_PERSIST, on_read, reader);
	if (!reader->event || event_add(reader->event, NULL) < 0)
		die("a reader");
}

static void
on_turn(evutil_socket_t fd, short what, void *ctx)
{
	const struct timeval soon = { .tv_usec = TURN_MS * 1000 };
	struct feed_readers *readers = ctx;

	(void)fd;
	(void)what;
	for (int i = 0; i < AT_ONCE && readers->n_begun < readers->options.n; i++)
		dial(readers, &readers->list[readers->n_begun++]);
	if (readers->n_begun < readers->options.n)
		event_add(readers->turn, &soon);
}

struct feed_readers *
feed_readers_new(const struct feed_readers_options *options)
{
	struct feed_readers *readers = calloc(1, sizeof(*readers));

	if (!readers)
		die("memory");
	readers->options = *options;
	readers->list = calloc(options->n, sizeof(*readers->list));
	readers->last_us = calloc(REMEMBER, sizeof(*readers->last_us));
	readers->last_number = calloc(REMEMBER, sizeof(*readers->last_number));
	readers->turn = evtimer_new(options->base, on_turn, readers);
	if (!readers->list || !readers->last_us || !readers->last_number || !readers->turn)
		die("memory");
	on_turn(-1, 0, readers);
	return readers;
}

void
feed_readers_free(struct feed_readers *readers)
{
	for (unsigned int i = 0; i < readers->n_begun; i++) {
		struct reader *reader = &readers->list[i];

		event_free(reader->event);
		if (reader->fd >= 0)
			close(reader->fd);
		free(reader->line);
	}
	event_free(readers->turn);
	free(readers->list);
	free(readers->last_us);
	free(readers->last_number);
	free(readers);
}

void
feed_readers_count(const struct feed_readers *readers, struct feed_readers_counts *ret_counts)
{
	*ret_counts = (struct feed_readers_counts){ .events = readers->events,
		                                    .missed = readers->missed,
		                                    .least = UINT64_MAX };
	for (unsigned int i = 0; i < readers->n_begun; i++) {
		const struct reader *reader = &readers->list[i];

		ret_counts->open += reader->fd >= 0;
		ret_counts->begun += reader->begun;
		if (reader->last < ret_counts->least)
			ret_counts->least = reader->last;
		if (reader->last > ret_counts->most)
			ret_counts->most = reader->last;
	}
}

uint64_t
feed_readers_last_us(const struct feed_readers *readers, uint64_t number)
{
	return readers->last_number[number % REMEMBER] == number
	               ? readers->last_us[number % REMEMBER]
	               : 0;
}
