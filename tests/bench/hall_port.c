/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/hall_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

_Noreturn void
hall_die(const char *what)
{
	perror(what);
	exit(1);
}

uint64_t
hall_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void
hall_hang_up(struct hall_port *port)
{
	if (port->read)
		event_free(port->read);
	port->read = NULL;
	if (port->fd >= 0)
		close(port->fd);
	port->fd = -1;
}

static void
hall_on_read(evutil_socket_t fd, short what, void *ctx)
{
	struct hall_port *port = ctx;
	uint8_t bytes[512];
	ssize_t n = read(fd, bytes, sizeof(bytes));

	(void)what;
	if (n > 0) {
		port->bytes(port->ctx, bytes, (size_t)n);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		hall_hang_up(port);
	}
}

static void
hall_watch(struct hall_port *port)
{
	port->read = event_new(port->base, port->fd, EV_READ | EV_PERSIST, hall_on_read, port);
	if (!port->read || event_add(port->read, NULL) != 0)
		hall_die("event");
}

static void
hall_on_accept(evutil_socket_t listener, short what, void *ctx)
{
	struct hall_port *port = ctx;
	int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;

	(void)what;
	if (fd < 0)
		return;
	if (port->fd >= 0 || hall_now_us() < port->away_until_us) {
		close(fd);
		return;
	}
	/* Bytes leave when they are said, as those of a serial device server do. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	port->fd = fd;
	hall_watch(port);
}

void
hall_port_open_tcp(struct hall_port *port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);

	port->fd = port->other = -1;
	port->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (port->listener < 0 ||
	    bind(port->listener, (struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(port->listener, 4) != 0 ||
	    getsockname(port->listener, (struct sockaddr *)&address, &len) != 0)
		hall_die("cannot open a TCP port");
	snprintf(port->address, sizeof(port->address), "tcp://127.0.0.1:%u",
	         ntohs(address.sin_port));
	port->accept =
		event_new(port->base, port->listener, EV_READ | EV_PERSIST, hall_on_accept, port);
	if (!port->accept || event_add(port->accept, NULL) != 0)
		hall_die("event");
}

void
hall_port_open_pty(struct hall_port *port)
{
	struct termios mode;

	port->listener = -1;
	port->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (port->fd < 0 || grantpt(port->fd) != 0 || unlockpt(port->fd) != 0 ||
	    ptsname_r(port->fd, port->address, sizeof(port->address)) != 0)
		hall_die("cannot make a pseudo-terminal");
	port->other = open(port->address, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (port->other < 0 || tcgetattr(port->other, &mode) != 0)
		hall_die("cannot open a pseudo-terminal");
	cfmakeraw(&mode);
	if (tcsetattr(port->other, TCSANOW, &mode) != 0)
		hall_die("cannot set a pseudo-terminal");
	hall_watch(port);
}

void
hall_port_write(struct hall_port *port, const uint8_t *bytes, size_t len)
{
	ssize_t n;

	if (port->fd < 0 || len == 0)
		return;
	n = write(port->fd, bytes, len);
	if (n != (ssize_t)len)
		port->lost += len - (n > 0 ? (size_t)n : 0);
}

void
hall_port_unplug(struct hall_port *port, unsigned int ms)
{
	if (port->listener < 0)
		return;
	port->away_until_us = hall_now_us() + ms * UINT64_C(1000);
	hall_hang_up(port);
}

void
hall_port_close(struct hall_port *port)
{
	hall_hang_up(port);
	if (port->accept)
		event_free(port->accept);
	if (port->listener >= 0)
		close(port->listener);
	if (port->other >= 0)
		close(port->other);
}
