/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <event2/listener.h>

static socklen_t
read_address(const char *address, uint16_t port, struct sockaddr_storage *ret_address)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)ret_address;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)ret_address;

	memset(ret_address, 0, sizeof(*ret_address));
	if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons(port);
		return sizeof(*v4);
	}
	if (inet_pton(AF_INET6, address, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(port);
		return sizeof(*v6);
	}
	return 0;
}

static void
explain(const struct http_where *where, int cause, char *error, size_t error_size)
{
	bool v6 = strchr(where->address, ':') != NULL;
	int n = snprintf(error, error_size, "cannot listen on %s%s%s:%u: ", v6 ? "[" : "",
	                 where->address, v6 ? "]" : "", where->port);

	if (n < 0 || (size_t)n >= error_size)
		return;
	error += n;
	error_size -= (size_t)n;
	switch (cause) {
	case EADDRINUSE:
		snprintf(error, error_size,
		         "another program listens there; end it, or choose another port with %s",
		         where->keys[1]);
		break;
	case EACCES:
		snprintf(
			error, error_size,
			"permission denied; ports below 1024 need a privilege, choose a higher one "
			"with %s",
			where->keys[1]);
		break;
	case EADDRNOTAVAIL:
		snprintf(error, error_size,
		         "this machine does not have that address; choose another with %s",
		         where->keys[0]);
		break;
	default:
		snprintf(error, error_size, "%s", strerror(cause));
	}
}

int
http_listen(struct event_base *base, const struct http_where *where,
            struct evconnlistener **ret_listener, uint16_t *ret_port, char *error,
            size_t error_size)
{
	struct sockaddr_storage address;
	socklen_t len = read_address(where->address, where->port, &address);
	struct evconnlistener *listener = NULL;
	int cause = EINVAL;

	if (len > 0) {
		listener = evconnlistener_new_bind(base, NULL, NULL,
		                                   LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC |
		                                           LEV_OPT_REUSEABLE,
		                                   128, (struct sockaddr *)&address, (int)len);
		cause = errno;
	}
	if (!listener) {
		explain(where, cause, error, error_size);
		return cause > 0 ? -cause : -EINVAL;
	}
	len = sizeof(address);
	if (getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &len) == 0)
		*ret_port = ntohs(address.ss_family == AF_INET6
		                          ? ((struct sockaddr_in6 *)&address)->sin6_port
		                          : ((struct sockaddr_in *)&address)->sin_port);
	*ret_listener = listener;
	return 0;
}
