/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording as a board: what came from the board comes again, each chunk at its time stamp divided
 * by the speed. What was sent to the board, and host events, only take their time.
 */
#include "drivers/transport/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <event2/event.h>

#include "core/capture/capture.h"

#define PLAYBACK_PREFIX     "capture:"
#define PLAYBACK_READ_SIZE  65536
#define PLAYBACK_STEPS      64     /* in one go; then the other tables have their turn */
#define PLAYBACK_WAIT_MAX_S 3600   /* longest single timer */
#define PLAYBACK_DUE_MAX    (1e18) /* microseconds: 30,000 years */
#define PLAYBACK_US_PER_SEC 1000000

enum playback_step {
	PLAYBACK_GO_ON, /* there may be more to do at once */
	PLAYBACK_PAUSE, /* until the timer */
	PLAYBACK_STOP,  /* the link is closed */
};

struct playback {
	struct transport *transport;
	const char *path;
	double speed;
	int fd;      /* -1 while closed */
	bool at_end; /* of the file */
	struct event *timer;
	uint64_t start_us; /* monotonic */
	struct capture_reader reader;
	struct capture_line line; /* the entry whose time is waited for */
	bool has_line;
	/* Text not yet parsed: bytes[from..end), no newline in [from..searched). One byte of the
	 * buffer stays free behind end, for the NUL of a last line without newline. */
	char *text;
	size_t size, from, searched, end;
};

static int
playback_check(const char *address, char *text, size_t size)
{
	if (address[strlen(PLAYBACK_PREFIX)] == '\0') {
		(void)snprintf(text, size, "'%s' names no file; write capture:FILE", address);
		return -EINVAL;
	}
	return 0;
}

static void playback_on_timer(evutil_socket_t fd, short what, void *ctx);

static int
playback_new(struct transport *transport, const char *address,
             const struct transport_options *options, void **ret_link)
{
	struct playback *playback = calloc(1, sizeof(*playback));

	if (!playback)
		return -ENOMEM;
	playback->timer = evtimer_new(transport_base(transport), playback_on_timer, playback);
	if (!playback->timer) {
		free(playback);
		return -ENOMEM;
	}
	playback->transport = transport;
	playback->path = address + strlen(PLAYBACK_PREFIX);
	playback->speed = options->speed > 0 ? options->speed : 1.0;
	playback->fd = -1;
	*ret_link = playback;
	return 0;
}

static void
playback_close(void *link)
{
	struct playback *playback = link;

	(void)event_del(playback->timer);
	if (playback->fd >= 0)
		(void)close(playback->fd);
	playback->fd = -1;
}

static void
playback_free(void *link)
{
	struct playback *playback = link;

	event_free(playback->timer);
	free(playback->text);
	free(playback);
}

static int
playback_fail(struct playback *playback, const char *tried, int error)
{
	return transport_link_down(playback->transport, error, "%s the recording %s: %s", tried,
	                           playback->path, transport_error_text(error));
}

/* Room for one more read behind end. */
static int
playback_make_room(struct playback *playback)
{
	size_t len = playback->end - playback->from;
	size_t want = len + PLAYBACK_READ_SIZE + 1;

	if (playback->from > 0)
		memmove(playback->text, playback->text + playback->from, len);
	playback->searched -= playback->from;
	playback->end = len;
	playback->from = 0;
	if (want > playback->size) {
		char *text = realloc(playback->text, want + len);

		if (!text)
			return -ENOMEM;
		playback->text = text;
		playback->size = want + len; /* twice the line: growing stays linear */
	}
	return 0;
}

static enum playback_step
playback_read_more(struct playback *playback)
{
	ssize_t n;
	int r = playback_make_room(playback);

	if (r == 0) {
		n = read(playback->fd, playback->text + playback->end, PLAYBACK_READ_SIZE);
		if (n < 0 && errno != EINTR)
			r = -errno;
		if (n > 0)
			playback->end += (size_t)n;
		playback->at_end = n == 0;
	}
	if (r != 0) {
		(void)transport_link_over(playback->transport, r,
		                          "cannot read the recording %s: %s", playback->path,
		                          transport_error_text(r));
		return PLAYBACK_STOP;
	}
	return PLAYBACK_GO_ON;
}

static enum playback_step
playback_end(struct playback *playback)
{
	(void)transport_link_over(playback->transport, -ENODATA, "the recording %s has ended",
	                          playback->path);
	return PLAYBACK_STOP;
}

static enum playback_step
playback_parse(struct playback *playback, size_t len)
{
	struct capture_error error;
	char *line = playback->text + playback->from;
	int r = capture_parse(&playback->reader, line, len, &playback->line, &error);

	if (r != 0) {
		(void)transport_link_over(
			playback->transport, r, "the recording %s, line %llu, column %d: %s",
			playback->path, (unsigned long long)error.line, error.column, error.cause);
		return PLAYBACK_STOP;
	}
	playback->has_line =
		playback->line.kind != CAPTURE_NOTHING && playback->line.kind != CAPTURE_FACT;
	/* The first line has been recognised: this is a recording. */
	if (playback->reader.line == 1) {
		playback->start_us = transport_now_us();
		transport_link_up(playback->transport, -1);
	}
	return playback->fd >= 0 ? PLAYBACK_GO_ON : PLAYBACK_STOP;
}

/* The next line of the file, or more of the file to find one in. */
static enum playback_step
playback_next_line(struct playback *playback)
{
	size_t left = playback->end - playback->searched;
	char *newline = left > 0 ? memchr(playback->text + playback->searched, '\n', left) : NULL;
	enum playback_step step;
	size_t end;

	if (!newline && !playback->at_end) {
		playback->searched = playback->end;
		return playback_read_more(playback);
	}
	/* An empty file still has a first line, for the parser to refuse. */
	if (!newline && playback->from == playback->end && playback->reader.line > 0)
		return playback_end(playback);
	end = newline ? (size_t)(newline - playback->text) : playback->end;
	step = playback_parse(playback, end - playback->from);
	playback->from = playback->searched = newline ? end + 1 : end;
	return step;
}

/* Play the entry at hand when its time has come. */
static enum playback_step
playback_play(struct playback *playback)
{
	double due_us = (double)playback->line.t_us / playback->speed;
	uint64_t now_us = transport_now_us() - playback->start_us;
	uint64_t wait_us;
	struct timeval wait;

	if (due_us > PLAYBACK_DUE_MAX)
		due_us = PLAYBACK_DUE_MAX;
	if ((uint64_t)due_us > now_us) {
		wait_us = (uint64_t)due_us - now_us;
		if (wait_us > (uint64_t)PLAYBACK_WAIT_MAX_S * PLAYBACK_US_PER_SEC)
			wait_us = (uint64_t)PLAYBACK_WAIT_MAX_S * PLAYBACK_US_PER_SEC;
		wait.tv_sec = (time_t)(wait_us / PLAYBACK_US_PER_SEC);
		wait.tv_usec = (suseconds_t)(wait_us % PLAYBACK_US_PER_SEC);
		if (event_add(playback->timer, &wait) == 0)
			return PLAYBACK_PAUSE;
		(void)playback_fail(playback, "cannot wait while playing", -ENOMEM);
		return PLAYBACK_STOP;
	}
	playback->has_line = false;
	if (playback->line.kind == CAPTURE_FROM_BOARD)
		transport_link_bytes(playback->transport, playback->line.bytes, playback->line.len);
	return playback->fd >= 0 ? PLAYBACK_GO_ON : PLAYBACK_STOP;
}

static void
playback_run(struct playback *playback)
{
	const struct timeval at_once = { 0 };
	enum playback_step step = PLAYBACK_GO_ON;

	for (int i = 0; i < PLAYBACK_STEPS && step == PLAYBACK_GO_ON; i++)
		step = playback->has_line ? playback_play(playback) : playback_next_line(playback);
	if (step == PLAYBACK_GO_ON && event_add(playback->timer, &at_once) != 0)
		(void)playback_fail(playback, "cannot go on playing", -ENOMEM);
}

static void
playback_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct playback *playback = ctx;
	struct transport *transport = playback->transport;

	(void)fd;
	(void)what;
	transport_enter(transport);
	playback_run(playback);
	transport_leave(transport);
}

static void
playback_open(void *link)
{
	struct playback *playback = link;
	struct stat st;

	/* O_NONBLOCK: a named pipe without a writer would keep open() waiting. */
	playback->fd = open(playback->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (playback->fd < 0 || fstat(playback->fd, &st) != 0) {
		(void)playback_fail(playback, "cannot open", -errno);
		return;
	}
	if (!S_ISREG(st.st_mode)) {
		(void)transport_link_over(playback->transport, -EINVAL,
		                          "the recording %s is no regular file", playback->path);
		return;
	}
	capture_reader_init(&playback->reader);
	playback->at_end = playback->has_line = false;
	playback->from = playback->searched = playback->end = 0;
	playback_run(playback);
}

const struct transport_backend transport_playback = {
	.prefix = PLAYBACK_PREFIX,
	.check = playback_check,
	.new = playback_new,
	.open = playback_open,
	.close = playback_close,
	.free = playback_free,
};
