/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The daemon as a service: when it ends or begins again, by signals and by orders, and what the service manager hears.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/listener.h>

#include "daemon/config.h"
#include "daemon/daemon_state.h"
#include "daemon/http.h"
#include "daemon/http_listen.h"
#include "daemon/log.h"
#include "daemon/notify.h"
#include "daemon/paths.h"
#include "daemon/signals.h"
#include "daemon/time_now.h"

#define DAEMON_AGAIN_MS 100     /* for an answer to be gone */
#define DAEMON_TELL_US  1000000 /* between two words to the service manager */

static void
daemon_end(struct daemon *daemon, enum daemon_end end)
{
	daemon->end = end;
	event_base_loopbreak(daemon->base);
}

static void
daemon_on_stop(struct daemon *daemon, int signal_number)
{
	log_info("%s: stopping", signal_number == SIGINT ? "interrupted" : "asked to end");
	daemon_end(daemon, DAEMON_STOPPED);
}

struct http_where
daemon_where(const struct config_daemon *config)
{
	return (struct http_where){ config->listen,
		                    config->port,
		                    { "--listen or [daemon] listen", "--port or [daemon] port" } };
}

/* Can that folder be used? The one that is in use may not be there any more. */
static int
try_folder(const char *folder, const char *within, char *error, size_t error_size)
{
	char path[CONFIG_TEXT + 16], inside[sizeof(path) + 8];
	int r;

	snprintf(path, sizeof(path), "%s%s", folder, within);
	snprintf(inside, sizeof(inside), "%s/any", path);
	r = paths_make_parents(inside, error, error_size);
	if (r < 0 || access(path, W_OK | X_OK) == 0)
		return r;
	r = -errno;
	paths_explain(path, "write to", -r, error, error_size);
	return r;
}

/* Could the web server listen there? The daemon's own ports are free by then. */
static int
try_address(const struct daemon *daemon, const struct config *fresh, char *error, size_t error_size)
{
	const struct config *now = daemon->config;
	struct http_where where = daemon_where(&fresh->daemon);
	struct evconnlistener *listener;
	uint16_t port;
	int r;

	if (where.port == http_port(daemon->http) || where.port == now->private.port ||
	    where.port == now->livechess.port)
		where.port = 0;
	if (where.port == 0 && strcmp(where.address, now->daemon.listen) == 0)
		return 0;
	r = http_listen(daemon->base, &where, &listener, &port, error, error_size);
	if (r == 0)
		evconnlistener_free(listener);
	return r;
}

bool
daemon_may_begin_again(void *ctx, char *error, size_t error_size)
{
	const struct daemon *daemon = ctx;
	struct config fresh = { 0 };
	int r;

	if (!daemon->source->path)
		return true;
	r = daemon->source->read(daemon->source->ctx, &fresh, error, error_size);
	if (r == 0)
		r = try_folder(fresh.daemon.state_dir, "/journals", error, error_size);
	if (r == 0)
		r = try_folder(fresh.daemon.runtime_dir, "", error, error_size);
	if (r == 0)
		r = try_address(daemon, &fresh, error, error_size);
	config_free(&fresh);
	return r == 0;
}

void
daemon_on_again(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	notify_send("RELOADING=1");
	daemon_end(ctx, DAEMON_RELOAD);
}

void
daemon_begin_again(void *ctx)
{
	static const struct timeval soon = { .tv_usec = DAEMON_AGAIN_MS * 1000 };
	struct daemon *daemon = ctx;

	log_info("beginning again, as was ordered");
	event_add(daemon->again, &soon);
}

static void
daemon_on_hangup(struct daemon *daemon)
{
	if (!daemon->source->path) {
		log_warn("SIGHUP: there is no configuration file to read again (started with "
		         "--board)");
		return;
	}
	if (!daemon_may_begin_again(daemon, daemon->error, sizeof(daemon->error))) {
		log_error("%s", daemon->error);
		log_error("the configuration stays as it was; correct the file and send SIGHUP "
		          "again");
	} else {
		/* A restart costs nothing: the games are folded from the journal. */
		log_info("%s is good; beginning again with it", daemon->source->path);
		notify_send("RELOADING=1");
		daemon_end(daemon, DAEMON_RELOAD);
	}
}

static void
daemon_on_signal(void *ctx, int number)
{
	if (number == SIGHUP)
		daemon_on_hangup(ctx);
	else
		daemon_on_stop(ctx, number);
}

static void
daemon_on_watchdog(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	(void)ctx;
	notify_send("WATCHDOG=1");
}

/* A hall's journal may be read for longer than a start may take, and after SIGHUP the watchdog waits meanwhile. */
void
daemon_on_reading(void *ctx)
{
	struct daemon *daemon = ctx;
	uint64_t now_us = time_now_us();

	if (now_us < daemon->told_us + DAEMON_TELL_US)
		return;
	daemon->told_us = now_us;
	notify_send("EXTEND_TIMEOUT_USEC=30000000\nWATCHDOG=1");
}

int
daemon_start_signals(struct daemon *daemon)
{
	const struct signals_listener listener = { daemon, daemon_on_signal };

	/* A reader that goes away and a file at its limit are errors where they happen, no death.
	 */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	return signals_new(daemon->base, &listener, &daemon->signals);
}

void
daemon_stop_signals(struct daemon *daemon)
{
	signals_free(daemon->signals);
}

int
daemon_start_notify(struct daemon *daemon)
{
	uint64_t half_us = notify_watchdog_us() / 2;
	const struct timeval period = { .tv_sec = (time_t)(half_us / 1000000),
		                        .tv_usec = (suseconds_t)(half_us % 1000000) };
	bool v6 = strchr(daemon->config->daemon.listen, ':') != NULL;

	if (half_us > 0) {
		daemon->watchdog =
			event_new(daemon->base, -1, EV_PERSIST, daemon_on_watchdog, daemon);
		if (!daemon->watchdog || event_add(daemon->watchdog, &period) < 0)
			return -ENOMEM;
	}
	printf("listening on http://%s%s%s:%u/\n", v6 ? "[" : "", daemon->config->daemon.listen,
	       v6 ? "]" : "", http_port(daemon->http));
	fflush(stdout);
	notify_send("READY=1");
	return 0;
}

void
daemon_stop_notify(struct daemon *daemon)
{
	if (daemon->end != DAEMON_RELOAD)
		notify_send("STOPPING=1");
	if (daemon->watchdog)
		event_free(daemon->watchdog);
}
