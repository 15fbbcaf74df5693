/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <event2/event.h>

struct signals {
	struct signals_listener listener;
	int fd;
	struct event *event;
};

static void
signals_on_readable(evutil_socket_t fd, short what, void *ctx)
{
	const struct signals *signals = ctx;
	struct signalfd_siginfo info;

	(void)what;
	while (read(fd, &info, sizeof(info)) == (ssize_t)sizeof(info))
		signals->listener.came(signals->listener.ctx, (int)info.ssi_signo);
}

static int
signals_open(struct signals *signals, struct event_base *base)
{
	sigset_t told;
	int error;

	sigemptyset(&told);
	sigaddset(&told, SIGTERM);
	sigaddset(&told, SIGINT);
	sigaddset(&told, SIGHUP);
	error = pthread_sigmask(SIG_BLOCK, &told, NULL);
	if (error != 0)
		return -error;
	signals->fd = signalfd(-1, &told, SFD_NONBLOCK | SFD_CLOEXEC);
	if (signals->fd < 0)
		return -errno;
	signals->event =
		event_new(base, signals->fd, EV_READ | EV_PERSIST, signals_on_readable, signals);
	return signals->event && event_add(signals->event, NULL) == 0 ? 0 : -ENOMEM;
}

int
signals_new(struct event_base *base, const struct signals_listener *listener,
            struct signals **ret_signals)
{
	struct signals *signals = calloc(1, sizeof(*signals));
	int result;

	if (!signals)
		return -ENOMEM;
	signals->listener = *listener;
	signals->fd = -1;
	result = signals_open(signals, base);
	if (result < 0) {
		signals_free(signals);
		return result;
	}
	*ret_signals = signals;
	return 0;
}

void
signals_free(struct signals *signals)
{
	if (!signals)
		return;
	if (signals->event)
		event_free(signals->event);
	if (signals->fd >= 0)
		close(signals->fd);
	free(signals);
}
