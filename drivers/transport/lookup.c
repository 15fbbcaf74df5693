/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/transport/lookup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

_Static_assert(sizeof(struct lookup_answer) <= PIPE_BUF, "one write must be one read");

struct lookup { /* the thread's own */
	char *host, *port;
	int fd;
};

static void
lookup_fill(const char *host, const char *port, int flags, struct lookup_answer *answer)
{
	const struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICSERV | flags,
	};
	struct addrinfo *list = NULL;

	memset(answer, 0, sizeof(*answer));
	answer->gai_error = getaddrinfo(host, port, &hints, &list);
	if (answer->gai_error == EAI_SYSTEM)
		answer->error = errno != 0 ? -errno : -EIO;
	for (struct addrinfo *a = list; a && answer->n < LOOKUP_ADDRESSES_MAX; a = a->ai_next) {
		if (a->ai_addrlen > sizeof(answer->address[0]))
			continue;
		memcpy(&answer->address[answer->n], a->ai_addr, a->ai_addrlen);
		answer->len[answer->n++] = a->ai_addrlen;
	}
	if (list)
		freeaddrinfo(list);
}

bool
lookup_now(const char *host, const char *port, struct lookup_answer *ret_answer)
{
	struct lookup_answer answer;

	/* No host at all means the loopback addresses, whatever the hosts file says. */
	if (strcasecmp(host, "localhost") == 0)
		host = NULL;
	lookup_fill(host, port, AI_NUMERICHOST, &answer);
	if (host && answer.gai_error == EAI_NONAME)
		return false;
	*ret_answer = answer;
	return true;
}

static void
lookup_free(struct lookup *lookup)
{
	if (lookup->fd >= 0)
		(void)close(lookup->fd);
	free(lookup->host);
	free(lookup->port);
	free(lookup);
}

static void *
lookup_thread(void *ctx)
{
	struct lookup *lookup = ctx;
	struct lookup_answer answer;
	ssize_t n;

	lookup_fill(lookup->host, lookup->port, 0, &answer);
	/* Fails when nobody waits any more; then there is nobody to tell. */
	n = write(lookup->fd, &answer, sizeof(answer));
	(void)n;
	lookup_free(lookup);
	return NULL;
}

/* All signals are blocked in the thread: they are the loop's, and SIGPIPE nobody's. */
static int
lookup_start_thread(struct lookup *lookup)
{
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t all, before;
	int r = pthread_attr_init(&attributes);

	if (r != 0)
		return -r;
	(void)sigfillset(&all);
	r = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	if (r == 0)
		r = pthread_sigmask(SIG_SETMASK, &all, &before);
	if (r == 0) {
		r = pthread_create(&thread, &attributes, lookup_thread, lookup);
		(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	(void)pthread_attr_destroy(&attributes);
	return -r;
}

int
lookup_start(const char *host, const char *port, int *ret_fd)
{
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	int fds[2] = { -1, -1 };
	int r = 0;

	if (!lookup)
		return -ENOMEM;
	lookup->host = strdup(host);
	lookup->port = strdup(port);
	if (!lookup->host || !lookup->port)
		r = -ENOMEM;
	if (r == 0 && pipe2(fds, O_CLOEXEC | O_NONBLOCK) != 0)
		r = -errno;
	lookup->fd = fds[1];
	if (r == 0)
		r = lookup_start_thread(lookup);
	if (r != 0) {
		lookup_free(lookup);
		if (fds[0] >= 0)
			(void)close(fds[0]);
		return r;
	}
	/* The thread frees lookup. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	*ret_fd = fds[0];
	return 0;
}

int
lookup_read(int fd, struct lookup_answer *ret_answer)
{
	struct lookup_answer answer;
	ssize_t n = read(fd, &answer, sizeof(answer));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return -EAGAIN;
	if (n != (ssize_t)sizeof(answer) || answer.n > LOOKUP_ADDRESSES_MAX)
		return -EIO;
	*ret_answer = answer;
	return 0;
}
