/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A serial device server: a board's bytes over TCP, with nothing added.
 */
#include "drivers/transport/backend.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>

#include "drivers/transport/lookup.h"

#define TCP_PREFIX          "tcp://"
#define TCP_LOOKUP_SECONDS  5
#define TCP_CONNECT_SECONDS 5
/* A server that vanished (cable, power) is noticed after 10 + 4 * 5 seconds of silence. */
#define TCP_KEEP_IDLE_S     10
#define TCP_KEEP_INTERVAL_S 5
#define TCP_KEEP_COUNT      4
#define TCP_UNACKED_MS      30000
#define TCP_HOST_SIZE       256 /* a DNS name has 253 characters at most */
#define TCP_PORT_SIZE       6

struct tcp_target {
	char host[TCP_HOST_SIZE];
	char port[TCP_PORT_SIZE];
};

struct tcp {
	struct transport *transport;
	const char *address; /* as configured */
	struct tcp_target target;
	int fd;              /* the look-up's pipe, then the socket; -1 */
	struct event *event; /* of the look-up or of the connection being made */
	struct lookup_answer answer;
	uint32_t next; /* address to try */
	int error;     /* of the addresses tried so far */
};

static int
tcp_refuse(char *text, size_t size, const char *address, const char *cause)
{
	(void)snprintf(text, size, "'%s': %s; write tcp://HOST:PORT or tcp://[IPV6]:PORT", address,
	               cause);
	return -EINVAL;
}

static int
tcp_parse_port(const char *port, struct tcp_target *target)
{
	size_t len = strlen(port);
	long value;

	if (len == 0 || len >= sizeof(target->port) || strspn(port, "0123456789") != len)
		return -EINVAL;
	value = strtol(port, NULL, 10);
	if (value < 1 || value > UINT16_MAX)
		return -EINVAL;
	memcpy(target->port, port, len + 1);
	return 0;
}

static bool
tcp_host_is_good(const char *host, bool bracketed)
{
	struct lookup_answer answer;

	if (bracketed)
		return strchr(host, ':') && lookup_now(host, "1", &answer) && answer.gai_error == 0;
	for (const char *p = host; *p; p++) {
		if (!isalnum((unsigned char)*p) && !strchr("-._", *p))
			return false;
	}
	return host[0] != '-' && host[0] != '.';
}

static int
tcp_parse(const char *address, struct tcp_target *target, char *text, size_t size)
{
	const char *host = address + strlen(TCP_PREFIX);
	bool bracketed = host[0] == '[';
	const char *end = bracketed ? strchr(++host, ']') : strrchr(host, ':');
	const char *port = end ? end + 1 + bracketed : NULL;
	size_t len;

	if (bracketed && !end)
		return tcp_refuse(text, size, address, "the ']' after the host is missing");
	if (!end || (bracketed && end[1] != ':'))
		return tcp_refuse(text, size, address, "the port is missing");
	len = (size_t)(end - host);
	if (len == 0)
		return tcp_refuse(text, size, address, "the host is missing");
	if (len >= sizeof(target->host))
		return tcp_refuse(text, size, address, "the host name is too long");
	if (!bracketed && memchr(host, ':', len))
		return tcp_refuse(text, size, address, "an IPv6 address goes in brackets");
	memcpy(target->host, host, len);
	target->host[len] = '\0';
	if (!tcp_host_is_good(target->host, bracketed))
		return tcp_refuse(text, size, address, "the host is no name and no IP address");
	if (tcp_parse_port(port, target) != 0)
		return tcp_refuse(text, size, address, "the port is no number from 1 to 65535");
	return 0;
}

static int
tcp_check(const char *address, char *text, size_t size)
{
	struct tcp_target target;

	return tcp_parse(address, &target, text, size);
}

static int
tcp_new(struct transport *transport, const char *address, const struct transport_options *options,
        void **ret_link)
{
	struct tcp *tcp = calloc(1, sizeof(*tcp));
	char text[1]; /* the address has been checked */

	(void)options;
	if (!tcp)
		return -ENOMEM;
	tcp->transport = transport;
	tcp->address = address;
	tcp->fd = -1;
	(void)tcp_parse(address, &tcp->target, text, sizeof(text));
	*ret_link = tcp;
	return 0;
}

static void
tcp_close(void *link)
{
	struct tcp *tcp = link;

	if (tcp->event)
		event_free(tcp->event);
	tcp->event = NULL;
	if (tcp->fd >= 0)
		(void)close(tcp->fd);
	tcp->fd = -1;
}

static const char *
tcp_advice(int error)
{
	switch (-error) {
	case ECONNREFUSED:
		return "is the device server running, and is this its port?";
	case ETIMEDOUT:
	case EHOSTUNREACH:
	case ENETUNREACH:
	case EHOSTDOWN:
	case ENETDOWN:
		return "is the device server switched on, and on this network?";
	case EMFILE:
	case ENFILE:
		return "raise the limit of open files (LimitNOFILE= of the service)";
	default:
		return "check the device server and the network";
	}
}

static int
tcp_fail(struct tcp *tcp, const char *tried, int error)
{
	return transport_link_down(tcp->transport, error, "%s: %s: %s; %s", tcp->address, tried,
	                           transport_error_text(error), tcp_advice(error));
}

/* Wait for `what` on tcp->fd, seconds at most. */
static int
tcp_wait(struct tcp *tcp, short what, int seconds, event_callback_fn fn)
{
	const struct timeval limit = { .tv_sec = seconds };

	tcp->event = event_new(transport_base(tcp->transport), tcp->fd, what, fn, tcp);
	if (!tcp->event || event_add(tcp->event, &limit) != 0)
		return tcp_fail(tcp, "cannot wait for the server", -ENOMEM);
	return 0;
}

/* On the same machine, a client that is given the very port it calls is connected to itself. */
static bool
tcp_is_own_echo(int fd)
{
	struct sockaddr_storage here, there;
	socklen_t here_len = sizeof(here), there_len = sizeof(there);

	memset(&here, 0, sizeof(here));
	memset(&there, 0, sizeof(there));
	return getsockname(fd, (struct sockaddr *)&here, &here_len) == 0 &&
	       getpeername(fd, (struct sockaddr *)&there, &there_len) == 0 &&
	       here_len == there_len && memcmp(&here, &there, here_len) == 0;
}

static int
tcp_set_options(int fd)
{
	static const struct {
		int level, name, value;
	} options[] = {
		{ IPPROTO_TCP, TCP_NODELAY, 1 }, /* commands are single bytes */
		{ SOL_SOCKET, SO_KEEPALIVE, 1 },
		{ IPPROTO_TCP, TCP_KEEPIDLE, TCP_KEEP_IDLE_S },
		{ IPPROTO_TCP, TCP_KEEPINTVL, TCP_KEEP_INTERVAL_S },
		{ IPPROTO_TCP, TCP_KEEPCNT, TCP_KEEP_COUNT },
		{ IPPROTO_TCP, TCP_USER_TIMEOUT, TCP_UNACKED_MS },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (setsockopt(fd, options[i].level, options[i].name, &options[i].value,
		               sizeof(options[i].value)) != 0)
			return -errno;
	}
	return 0;
}

static void
tcp_connected(struct tcp *tcp)
{
	int r = tcp_set_options(tcp->fd);

	if (r != 0)
		(void)tcp_fail(tcp, "cannot set the connection up", r);
	else
		transport_link_up(tcp->transport, tcp->fd);
}

/* The address just tried is no good. One that this machine has no route for at all tells less than
 * what another address of the same host said. */
static void
tcp_note_error(struct tcp *tcp, int error)
{
	if (tcp->error == 0 || (error != -ENETUNREACH && error != -EADDRNOTAVAIL &&
	                        error != -EAFNOSUPPORT && error != -EHOSTUNREACH))
		tcp->error = error;
	tcp_close(tcp);
}

static void tcp_on_connection(evutil_socket_t fd, short what, void *ctx);

/* 0: tcp_on_connection will tell; else it failed. */
static int
tcp_try(struct tcp *tcp, const struct sockaddr_storage *address, socklen_t len)
{
	tcp->fd = socket(address->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (tcp->fd < 0)
		return -errno;
	if (connect(tcp->fd, (const struct sockaddr *)address, len) != 0 && errno != EINPROGRESS &&
	    errno != EINTR)
		return -errno;
	return 0;
}

static void
tcp_connect(struct tcp *tcp)
{
	while (tcp->next < tcp->answer.n) {
		uint32_t i = tcp->next++;
		int r = tcp_try(tcp, &tcp->answer.address[i], tcp->answer.len[i]);

		if (r == 0) {
			(void)tcp_wait(tcp, EV_WRITE, TCP_CONNECT_SECONDS, tcp_on_connection);
			return;
		}
		tcp_note_error(tcp, r);
	}
	(void)tcp_fail(tcp, "cannot connect", tcp->error != 0 ? tcp->error : -EADDRNOTAVAIL);
}

static int
tcp_outcome(int fd, short what)
{
	int error = 0;
	socklen_t len = sizeof(error);

	if (what & EV_TIMEOUT)
		return -ETIMEDOUT;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0)
		return -errno;
	if (error == 0 && tcp_is_own_echo(fd))
		return -ECONNREFUSED;
	return -error;
}

static void
tcp_on_connection(evutil_socket_t fd, short what, void *ctx)
{
	struct tcp *tcp = ctx;
	struct transport *transport = tcp->transport;
	int r = tcp_outcome(fd, what);

	transport_enter(transport);
	event_free(tcp->event);
	tcp->event = NULL;
	if (r == 0) {
		tcp_connected(tcp);
	} else {
		tcp_note_error(tcp, r);
		tcp_connect(tcp);
	}
	transport_leave(transport);
}

static void
tcp_use_answer(struct tcp *tcp)
{
	int error = tcp->answer.gai_error;

	tcp->next = 0;
	tcp->error = 0;
	if (error == 0)
		tcp_connect(tcp);
	else if (error == EAI_SYSTEM)
		(void)tcp_fail(tcp, "cannot look the host up", tcp->answer.error);
	else
		(void)transport_link_down(tcp->transport, -ENOENT,
		                          "%s: cannot look the host up: %s; check the name, or "
		                          "write the IP address",
		                          tcp->address, gai_strerror(error));
}

static void
tcp_on_answer(evutil_socket_t fd, short what, void *ctx)
{
	struct tcp *tcp = ctx;
	struct transport *transport = tcp->transport;
	int r = (what & EV_TIMEOUT) ? -ETIMEDOUT : lookup_read(fd, &tcp->answer);

	if (r == -EAGAIN) /* the event, with its limit, is persistent */
		return;
	transport_enter(transport);
	tcp_close(tcp);
	if (r == 0)
		tcp_use_answer(tcp);
	else
		(void)transport_link_down(transport, r,
		                          "%s: no answer to the look-up of the host; is the name "
		                          "server reachable? Or write the IP address",
		                          tcp->address);
	transport_leave(transport);
}

static void
tcp_open(void *link)
{
	struct tcp *tcp = link;
	int r;

	if (lookup_now(tcp->target.host, tcp->target.port, &tcp->answer)) {
		tcp_use_answer(tcp);
		return;
	}
	r = lookup_start(tcp->target.host, tcp->target.port, &tcp->fd);
	if (r != 0)
		(void)tcp_fail(tcp, "cannot look the host up", r);
	else
		(void)tcp_wait(tcp, EV_READ | EV_PERSIST, TCP_LOOKUP_SECONDS, tcp_on_answer);
}

static int
tcp_lost(struct tcp *tcp, int error)
{
	if (error == -ETIMEDOUT)
		return transport_link_down(tcp->transport, error,
		                           "%s: the device server does not answer any more; is it "
		                           "switched on, and its cable in?",
		                           tcp->address);
	return transport_link_down(tcp->transport, error, "%s: the connection broke: %s; %s",
	                           tcp->address, transport_error_text(error), tcp_advice(error));
}

static int
tcp_read(void *link, uint8_t *bytes, size_t size, size_t *ret_len)
{
	struct tcp *tcp = link;
	ssize_t n = recv(tcp->fd, bytes, size, 0);

	if (n > 0) {
		*ret_len = (size_t)n;
		return 0;
	}
	if (n == 0)
		return transport_link_down(tcp->transport, -ECONNRESET,
		                           "%s: the device server has closed the connection; does "
		                           "another program use this board?",
		                           tcp->address);
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	return tcp_lost(tcp, -errno);
}

static int
tcp_write(void *link, const uint8_t *bytes, size_t len, size_t *ret_len)
{
	struct tcp *tcp = link;
	ssize_t n = send(tcp->fd, bytes, len, MSG_NOSIGNAL);

	if (n >= 0) {
		*ret_len = (size_t)n;
		return 0;
	}
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	return tcp_lost(tcp, -errno);
}

const struct transport_backend transport_tcp = {
	.prefix = TCP_PREFIX,
	.check = tcp_check,
	.new = tcp_new,
	.open = tcp_open,
	.read = tcp_read,
	.write = tcp_write,
	.close = tcp_close,
	.free = free,
};
