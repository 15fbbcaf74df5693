/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube simulate, live: a simulated table on a pseudo-terminal or a TCP port.
 *
 * The table lives whether or not anybody listens, as a real board does: what it says meanwhile is
 * lost. Nothing waits for a client that does not read.
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "daemon/cli/command.h"
#include "daemon/cli/simulate.h"

#define NANOSECONDS     1000000000LL
#define SETTLE_S        1.0   /* real time for the program to read the start position */
#define PTY_POLL_US     50000 /* how often we look whether somebody has opened the pty */
#define TCP_BACKLOG_MAX 65536 /* bytes kept for a client that does not read; more is lost */
#define READ_SIZE       512
#define SLEEP_MAX_US    (INT64_C(3600) * 1000000)

enum live_stage {
	LIVE_WAITING,  /* for a program that reads the board */
	LIVE_SETTLING, /* until it has read it, at whatever --speed the table runs */
	LIVE_PLAYING,
	LIVE_CLEARING, /* after the last game */
	LIVE_LINGERING,
};

struct live {
	const struct simulate_options *options;
	struct simulate_record *record;
	struct event_base *base;
	struct event *timer;
	struct event *signals[2];
	struct event *linger;
	struct sim_table table;
	struct timespec begin;
	enum live_stage stage;
	uint64_t settled_us;
	bool loss_said;

	/* pty */
	int pty;                /* the master, or -1 */
	struct event *pty_read; /* somebody has the other end open */
	struct event *pty_poll; /* nobody has */
	bool pty_open;
	char pty_name[64];
	bool linked;

	/* TCP */
	struct evconnlistener *listener;
	struct bufferevent *client;
};

/* Time */

/* Microseconds of table time since the start. */
static uint64_t
live_now_us(const struct live *live)
{
	struct timespec now;
	long long elapsed_ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	elapsed_ns =
		(now.tv_sec - live->begin.tv_sec) * NANOSECONDS + now.tv_nsec - live->begin.tv_nsec;
	return (uint64_t)((double)elapsed_ns / 1000 * live->options->speed);
}

static void
set_timer(struct live *live, uint64_t now_us, uint64_t deadline_us)
{
	struct timeval wait;
	int64_t us;

	if (deadline_us == SIM_NO_DEADLINE) {
		event_del(live->timer);
		return;
	}
	/* Rounded up: waking a moment too early would only mean sleeping again. */
	us = (int64_t)((double)(deadline_us - now_us) / live->options->speed) + 1;
	if (us > SLEEP_MAX_US)
		us = SLEEP_MAX_US;
	wait.tv_sec = us / 1000000;
	wait.tv_usec = us % 1000000;
	event_add(live->timer, &wait);
}

static void
begin_game(struct live *live, uint64_t now_us)
{
	const struct simulate_games *games = live->record->games;

	live->stage = LIVE_PLAYING;
	simulate_record_begin(live->record);
	sim_table_play(&live->table, &games->pgn.game, games->initial_s, games->increment_s,
	               now_us);
}

static void
begin_linger(struct live *live)
{
	const struct timeval wait = { .tv_sec = live->options->linger_s };

	live->stage = LIVE_LINGERING;
	event_add(live->linger, &wait);
}

/* Nobody has anything to do: what next? */
static void
go_on(struct live *live, uint64_t now_us)
{
	switch (live->stage) {
	case LIVE_WAITING:
		if (live->options->no_wait) {
			begin_game(live, now_us);
		} else if (sim_table_is_updating(&live->table)) {
			live->stage = LIVE_SETTLING;
			live->settled_us =
				now_us + (uint64_t)(SETTLE_S * 1e6 * live->options->speed);
		}
		break;
	case LIVE_SETTLING:
		if (now_us >= live->settled_us)
			begin_game(live, now_us);
		break;
	case LIVE_PLAYING:
		if (simulate_games_next(live->record->games)) {
			begin_game(live, now_us);
		} else if (live->options->reset) {
			live->stage = LIVE_CLEARING;
			sim_table_clear(&live->table, now_us);
		} else {
			begin_linger(live);
		}
		break;
	case LIVE_CLEARING:
		begin_linger(live);
		break;
	case LIVE_LINGERING:
		break;
	}
}

static void
pump(struct live *live)
{
	uint64_t now_us = live_now_us(live);
	uint64_t deadline_us = sim_table_advance(&live->table, now_us);

	if (sim_table_is_idle(&live->table)) {
		go_on(live, now_us);
		deadline_us = sim_table_advance(&live->table, now_us);
	}
	if (live->stage == LIVE_SETTLING && live->settled_us < deadline_us)
		deadline_us = live->settled_us;
	set_timer(live, now_us, deadline_us);
}

static void
receive(struct live *live, const uint8_t *bytes, size_t len)
{
	sim_table_receive(&live->table, bytes, len, live_now_us(live));
	pump(live);
}

/* Output */

static void
say_loss(struct live *live)
{
	if (!live->loss_said && !live->options->quiet)
		fputs("the client does not read; what the board says meanwhile is lost\n", stderr);
	live->loss_said = true;
}

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct live *live = ctx;

	(void)t_us;
	if (live->pty_open && write(live->pty, bytes, len) != (ssize_t)len)
		say_loss(live);
	if (live->client) {
		struct evbuffer *output = bufferevent_get_output(live->client);

		if (evbuffer_get_length(output) + len > TCP_BACKLOG_MAX)
			say_loss(live);
		else
			evbuffer_add(output, bytes, len);
	}
}

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	struct live *live = ctx;

	simulate_record_ply(live->record, ply);
}

static void
on_incident(void *ctx, const struct sim_incident *incident)
{
	struct live *live = ctx;

	simulate_record_incident(live->record, incident);
}

static void
on_result(void *ctx, uint64_t sign_us)
{
	struct live *live = ctx;

	simulate_record_result(live->record, sign_us);
}

/* The pseudo-terminal */

static void
say(const struct live *live, const char *text)
{
	if (!live->options->quiet)
		fprintf(stderr, "%s\n", text);
}

/* While nobody has the other end open the master is forever "hung up", which as an event would
 * never stop coming: then we look from time to time instead. */
static void
pty_watch(struct live *live, bool open)
{
	const struct timeval wait = { .tv_usec = PTY_POLL_US };

	live->pty_open = open;
	live->loss_said = false;
	if (open) {
		event_add(live->pty_read, NULL);
	} else {
		event_del(live->pty_read);
		event_add(live->pty_poll, &wait);
	}
}

/* Bytes as they are, both ways: a client that has not asked for that yet loses nothing. */
static int
pty_make_raw(int fd)
{
	struct termios termios;

	if (tcgetattr(fd, &termios) < 0)
		return -errno;
	cfmakeraw(&termios);
	cfsetspeed(&termios, B9600);
	return tcsetattr(fd, TCSANOW, &termios) < 0 ? -errno : 0;
}

static void
on_pty_poll(evutil_socket_t fd, short events, void *ctx)
{
	struct live *live = ctx;
	struct pollfd state = { .fd = live->pty, .events = POLLIN };

	(void)fd;
	(void)events;
	if (poll(&state, 1, 0) >= 0 && !(state.revents & POLLHUP)) {
		say(live, "a program has opened the board");
		pty_watch(live, true);
		return;
	}
	pty_watch(live, false);
}

static void
on_pty_read(evutil_socket_t fd, short events, void *ctx)
{
	struct live *live = ctx;
	uint8_t bytes[READ_SIZE];
	ssize_t n = read(fd, bytes, sizeof(bytes));

	(void)events;
	if (n > 0) {
		receive(live, bytes, (size_t)n);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		say(live, "the program has closed the board");
		pty_make_raw(live->pty);
		pty_watch(live, false);
	}
}

/* The link appears complete or not at all, and never in place of something that is no link. */
static int
pty_link(struct live *live)
{
	const char *path = live->options->link;
	char temporary[4096];
	struct stat status;
	int n = snprintf(temporary, sizeof(temporary), "%s.%ld", path, (long)getpid());

	if (n < 0 || (size_t)n >= sizeof(temporary))
		return -ENAMETOOLONG;
	if (lstat(path, &status) == 0 && !S_ISLNK(status.st_mode))
		return -EEXIST;
	if (symlink(live->pty_name, temporary) < 0)
		return -errno;
	if (rename(temporary, path) < 0) {
		int error = errno;

		unlink(temporary);
		return -error;
	}
	live->linked = true;
	return 0;
}

/* Only if it is still ours: another simulator may have taken the name since. */
static void
pty_unlink(const struct live *live)
{
	char target[sizeof(live->pty_name)];
	ssize_t n;

	if (!live->linked)
		return;
	n = readlink(live->options->link, target, sizeof(target));
	if (n == (ssize_t)strlen(live->pty_name) && memcmp(target, live->pty_name, (size_t)n) == 0)
		unlink(live->options->link);
}

static int
pty_prepare(struct live *live)
{
	int other;
	int r;

	live->pty = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (live->pty < 0 || grantpt(live->pty) < 0 || unlockpt(live->pty) < 0)
		return -errno;
	r = ptsname_r(live->pty, live->pty_name, sizeof(live->pty_name));
	if (r != 0)
		return -r;
	r = pty_make_raw(live->pty);
	if (r < 0)
		return r;
	/* Opened and closed once, the other end counts as hung up until a client comes. */
	other = open(live->pty_name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (other < 0)
		return -errno;
	close(other);
	return 0;
}

static int
pty_open(struct live *live)
{
	int r = pty_prepare(live);

	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot make a pseudo-terminal: %s\n",
		        strerror(-r));
		return r;
	}
	r = live->options->link ? pty_link(live) : 0;
	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot make the link %s: %s\n",
		        live->options->link, strerror(-r));
		return r;
	}
	live->pty_read = event_new(live->base, live->pty, EV_READ | EV_PERSIST, on_pty_read, live);
	live->pty_poll = evtimer_new(live->base, on_pty_poll, live);
	if (!live->pty_read || !live->pty_poll)
		return -ENOMEM;
	pty_watch(live, false);
	printf("%s\n", live->pty_name);
	return 0;
}

/* TCP */

static void
on_client_read(struct bufferevent *client, void *ctx)
{
	struct live *live = ctx;
	uint8_t bytes[READ_SIZE];
	size_t n;

	while (live->client == client && (n = bufferevent_read(client, bytes, sizeof(bytes))) > 0)
		receive(live, bytes, n);
}

static void
on_client_event(struct bufferevent *client, short events, void *ctx)
{
	struct live *live = ctx;

	if (!(events & (BEV_EVENT_EOF | BEV_EVENT_ERROR)))
		return;
	say(live, "the client has gone");
	bufferevent_free(client);
	live->client = NULL;
}

static void
on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *address, int len,
          void *ctx)
{
	struct live *live = ctx;

	(void)listener;
	(void)address;
	(void)len;
	if (live->client) {
		say(live, "another client was turned away: a serial line has one end");
		close(fd);
		return;
	}
	live->client = bufferevent_socket_new(live->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (!live->client) {
		close(fd);
		return;
	}
	live->loss_said = false;
	say(live, "a client has come");
	bufferevent_setcb(live->client, on_client_read, NULL, on_client_event, live);
	bufferevent_enable(live->client, EV_READ | EV_WRITE);
}

/* "HOST:PORT", "[HOST]:PORT" or "PORT" cut in two; the host is 127.0.0.1 where there is none. */
static int
tcp_split(const char *address, char *host, size_t size, const char **ret_port)
{
	const char *colon = strrchr(address, ':');
	const char *first = address;
	size_t len;

	if (!colon) {
		snprintf(host, size, "127.0.0.1");
		*ret_port = address;
		return 0;
	}
	len = (size_t)(colon - address);
	if (len >= 2 && address[0] == '[' && colon[-1] == ']') {
		first++;
		len -= 2;
	}
	if (len == 0 || len >= size)
		return -EINVAL;
	memcpy(host, first, len);
	host[len] = '\0';
	*ret_port = colon + 1;
	return 0;
}

/* Say where we listen: with port 0 only now it is known. */
static void
tcp_say_address(const struct live *live)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);
	char host[NI_MAXHOST], port[NI_MAXSERV];

	if (getsockname(evconnlistener_get_fd(live->listener), (struct sockaddr *)&address, &len) <
	            0 ||
	    getnameinfo((struct sockaddr *)&address, len, host, sizeof(host), port, sizeof(port),
	                NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return;
	printf(strchr(host, ':') ? "tcp://[%s]:%s\n" : "tcp://%s:%s\n", host, port);
}

static int
tcp_open(struct live *live)
{
	const struct addrinfo hints = { .ai_family = AF_UNSPEC,
		                        .ai_socktype = SOCK_STREAM,
		                        .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL;
	char host[256];
	const char *port = NULL;
	const char *cause = "an address is [HOST:]PORT";
	int r = tcp_split(live->options->tcp, host, sizeof(host), &port);

	if (r == 0) {
		r = getaddrinfo(host, port, &hints, &found);
		cause = r != 0 ? gai_strerror(r) : NULL;
	}
	if (r == 0) {
		live->listener = evconnlistener_new_bind(
			live->base, on_accept, live,
			LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, 4,
			found->ai_addr, (int)found->ai_addrlen);
		if (!live->listener)
			cause = strerror(errno);
		freeaddrinfo(found);
	}
	if (cause) {
		fprintf(stderr, "adoube simulate: cannot listen on %s: %s\n", live->options->tcp,
		        cause);
		return -EADDRNOTAVAIL;
	}
	tcp_say_address(live);
	return 0;
}

/* The loop */

static void
on_timer(evutil_socket_t fd, short events, void *ctx)
{
	(void)fd;
	(void)events;
	pump(ctx);
}

static void
on_stop(evutil_socket_t fd, short events, void *ctx)
{
	struct live *live = ctx;

	(void)fd;
	(void)events;
	event_base_loopbreak(live->base);
}

static int
make_loop(struct live *live)
{
	static const int numbers[2] = { SIGINT, SIGTERM };
	struct event_config *config = event_config_new();

	if (!config)
		return -ENOMEM;
	/* Millisecond timers would blur the pace of the line. */
	event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
	live->base = event_base_new_with_config(config);
	event_config_free(config);
	if (!live->base)
		return -ENOMEM;
	live->timer = evtimer_new(live->base, on_timer, live);
	live->linger = evtimer_new(live->base, on_stop, live);
	if (!live->timer || !live->linger)
		return -ENOMEM;
	for (size_t i = 0; i < 2; i++) {
		live->signals[i] = evsignal_new(live->base, numbers[i], on_stop, live);
		if (!live->signals[i] || event_add(live->signals[i], NULL) < 0)
			return -ENOMEM;
	}
	return 0;
}

static void
free_event(struct event *event)
{
	if (event)
		event_free(event);
}

static void
close_all(struct live *live)
{
	pty_unlink(live);
	if (live->client)
		bufferevent_free(live->client);
	if (live->listener)
		evconnlistener_free(live->listener);
	free_event(live->pty_read);
	free_event(live->pty_poll);
	free_event(live->signals[0]);
	free_event(live->signals[1]);
	free_event(live->linger);
	free_event(live->timer);
	if (live->pty >= 0)
		close(live->pty);
	if (live->base)
		event_base_free(live->base);
}

int
simulate_live(const struct simulate_options *options, struct simulate_record *record)
{
	/* Static for its size: the board has its log and its line in it. */
	static struct live live;
	const struct sim_table_listener listener = { .ctx = &live,
		                                     .bytes = on_bytes,
		                                     .ply = on_ply,
		                                     .incident = on_incident,
		                                     .result = on_result };
	int r;

	memset(&live, 0, sizeof(live));
	live.options = options;
	live.record = record;
	live.pty = -1;
	signal(SIGPIPE, SIG_IGN);
	clock_gettime(CLOCK_MONOTONIC, &live.begin);
	simulate_table_init(&live.table, options, &listener);
	r = make_loop(&live);
	if (r < 0)
		fprintf(stderr, "adoube simulate: cannot start: %s\n", strerror(-r));
	else
		r = options->pty ? pty_open(&live) : tcp_open(&live);
	if (r == 0) {
		fflush(stdout);
		pump(&live);
		event_base_dispatch(live.base);
	}
	close_all(&live);
	return r < 0 || record->games->skipped > 0 ? COMMAND_FAILED : COMMAND_OK;
}
