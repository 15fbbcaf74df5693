/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/simulate_port.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "daemon/cli/simulate.h"

#define PTY_POLL_US     50000 /* how often we look whether somebody has opened the pty */
#define TCP_BACKLOG_MAX 65536 /* bytes kept for a client that does not read; more is lost */
#define READ_SIZE       512

static void
say_loss(struct simulate_port *port)
{
	if (!port->loss_said && !port->options->quiet)
		fputs("the client does not read; what the board says meanwhile is lost\n", stderr);
	port->loss_said = true;
}

void
simulate_port_send(struct simulate_port *port, const uint8_t *bytes, size_t len)
{
	if (port->pty_open && write(port->pty, bytes, len) != (ssize_t)len)
		say_loss(port);
	if (port->client) {
		struct evbuffer *output = bufferevent_get_output(port->client);

		if (evbuffer_get_length(output) + len > TCP_BACKLOG_MAX)
			say_loss(port);
		else
			evbuffer_add(output, bytes, len);
	}
}

/* The pseudo-terminal */

static void
say(const struct simulate_port *port, const char *text)
{
	if (!port->options->quiet)
		fprintf(stderr, "%s\n", text);
}

/* While nobody has the other end open the master is forever "hung up", which as an event would
 * never stop coming: then we look from time to time instead. */
static void
pty_watch(struct simulate_port *port, bool open)
{
	const struct timeval wait = { .tv_usec = PTY_POLL_US };

	port->pty_open = open;
	port->loss_said = false;
	if (open) {
		event_add(port->pty_read, NULL);
	} else {
		event_del(port->pty_read);
		event_add(port->pty_poll, &wait);
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
	struct simulate_port *port = ctx;
	struct pollfd state = { .fd = port->pty, .events = POLLIN };

	(void)fd;
	(void)events;
	if (poll(&state, 1, 0) >= 0 && !(state.revents & POLLHUP)) {
		say(port, "a program has opened the board");
		pty_watch(port, true);
		return;
	}
	pty_watch(port, false);
}

static void
on_pty_read(evutil_socket_t fd, short events, void *ctx)
{
	struct simulate_port *port = ctx;
	uint8_t bytes[READ_SIZE];
	ssize_t n = read(fd, bytes, sizeof(bytes));

	(void)events;
	if (n > 0) {
		port->receive(port->ctx, bytes, (size_t)n);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		say(port, "the program has closed the board");
		pty_make_raw(port->pty);
		pty_watch(port, false);
	}
}

/* The link appears complete or not at all, and never in place of something that is no link. */
static int
pty_link(struct simulate_port *port)
{
	const char *path = port->options->link;
	char temporary[4096];
	struct stat status;
	int n = snprintf(temporary, sizeof(temporary), "%s.%ld", path, (long)getpid());

	if (n < 0 || (size_t)n >= sizeof(temporary))
		return -ENAMETOOLONG;
	if (lstat(path, &status) == 0 && !S_ISLNK(status.st_mode))
		return -EEXIST;
	if (symlink(port->pty_name, temporary) < 0)
		return -errno;
	if (rename(temporary, path) < 0) {
		int error = errno;

		unlink(temporary);
		return -error;
	}
	port->linked = true;
	return 0;
}

/* Only if it is still ours: another simulator may have taken the name since. */
static void
pty_unlink(const struct simulate_port *port)
{
	char target[sizeof(port->pty_name)];
	ssize_t n;

	if (!port->linked)
		return;
	n = readlink(port->options->link, target, sizeof(target));
	if (n == (ssize_t)strlen(port->pty_name) && memcmp(target, port->pty_name, (size_t)n) == 0)
		unlink(port->options->link);
}

static int
pty_prepare(struct simulate_port *port)
{
	int other;
	int r;

	port->pty = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (port->pty < 0 || grantpt(port->pty) < 0 || unlockpt(port->pty) < 0)
		return -errno;
	r = ptsname_r(port->pty, port->pty_name, sizeof(port->pty_name));
	if (r != 0)
		return -r;
	r = pty_make_raw(port->pty);
	if (r < 0)
		return r;
	/* Opened and closed once, the other end counts as hung up until a client comes. */
	other = open(port->pty_name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (other < 0)
		return -errno;
	close(other);
	return 0;
}

static int
pty_open(struct simulate_port *port)
{
	int r = pty_prepare(port);

	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot make a pseudo-terminal: %s\n",
		        strerror(-r));
		return r;
	}
	r = port->options->link ? pty_link(port) : 0;
	if (r < 0) {
		fprintf(stderr, "adoube simulate: cannot make the link %s: %s\n",
		        port->options->link, strerror(-r));
		return r;
	}
	port->pty_read = event_new(port->base, port->pty, EV_READ | EV_PERSIST, on_pty_read, port);
	port->pty_poll = evtimer_new(port->base, on_pty_poll, port);
	if (!port->pty_read || !port->pty_poll)
		return -ENOMEM;
	pty_watch(port, false);
	printf("%s\n", port->pty_name);
	return 0;
}

/* TCP */

static void
on_client_read(struct bufferevent *client, void *ctx)
{
	struct simulate_port *port = ctx;
	uint8_t bytes[READ_SIZE];
	size_t n;

	while (port->client == client && (n = bufferevent_read(client, bytes, sizeof(bytes))) > 0)
		port->receive(port->ctx, bytes, n);
}

static void
on_client_event(struct bufferevent *client, short events, void *ctx)
{
	struct simulate_port *port = ctx;

	if (!(events & (BEV_EVENT_EOF | BEV_EVENT_ERROR)))
		return;
	say(port, "the client has gone");
	bufferevent_free(client);
	port->client = NULL;
}

static void
on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *address, int len,
          void *ctx)
{
	struct simulate_port *port = ctx;
	int on = 1;

	(void)listener;
	(void)address;
	(void)len;
	if (port->client) {
		say(port, "another client was turned away: a serial line has one end");
		close(fd);
		return;
	}
	port->client = bufferevent_socket_new(port->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (!port->client) {
		close(fd);
		return;
	}
	/* Bytes leave when they are said, as those of a serial device server do. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	port->loss_said = false;
	say(port, "a client has come");
	bufferevent_setcb(port->client, on_client_read, NULL, on_client_event, port);
	bufferevent_enable(port->client, EV_READ | EV_WRITE);
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
tcp_say_address(const struct simulate_port *port)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);
	char host[NI_MAXHOST], service[NI_MAXSERV];

	if (getsockname(evconnlistener_get_fd(port->listener), (struct sockaddr *)&address, &len) <
	            0 ||
	    getnameinfo((struct sockaddr *)&address, len, host, sizeof(host), service,
	                sizeof(service), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return;
	printf(strchr(host, ':') ? "tcp://[%s]:%s\n" : "tcp://%s:%s\n", host, service);
}

static int
tcp_open(struct simulate_port *port)
{
	const struct addrinfo hints = { .ai_family = AF_UNSPEC,
		                        .ai_socktype = SOCK_STREAM,
		                        .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL;
	char host[256];
	const char *service = NULL;
	const char *cause = "an address is [HOST:]PORT";
	int r = tcp_split(port->options->tcp, host, sizeof(host), &service);

	if (r == 0) {
		r = getaddrinfo(host, service, &hints, &found);
		cause = r != 0 ? gai_strerror(r) : NULL;
	}
	if (r == 0) {
		port->listener = evconnlistener_new_bind(
			port->base, on_accept, port,
			LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, 4,
			found->ai_addr, (int)found->ai_addrlen);
		if (!port->listener)
			cause = strerror(errno);
		freeaddrinfo(found);
	}
	if (cause) {
		fprintf(stderr, "adoube simulate: cannot listen on %s: %s\n", port->options->tcp,
		        cause);
		return -EADDRNOTAVAIL;
	}
	tcp_say_address(port);
	return 0;
}

int
simulate_port_open(struct simulate_port *port, const struct simulate_options *options,
                   struct event_base *base,
                   void (*receive)(void *ctx, const uint8_t *bytes, size_t len), void *ctx)
{
	memset(port, 0, sizeof(*port));
	port->options = options;
	port->base = base;
	port->receive = receive;
	port->ctx = ctx;
	port->pty = -1;
	return options->pty ? pty_open(port) : tcp_open(port);
}

void
simulate_port_close(struct simulate_port *port)
{
	pty_unlink(port);
	if (port->client)
		bufferevent_free(port->client);
	if (port->listener)
		evconnlistener_free(port->listener);
	if (port->pty_read)
		event_free(port->pty_read);
	if (port->pty_poll)
		event_free(port->pty_poll);
	if (port->pty >= 0)
		close(port->pty);
}
