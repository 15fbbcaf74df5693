/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/daemon.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/control.h"
#include "daemon/daemon_state.h"
#include "daemon/delay.h"
#include "daemon/desk.h"
#include "daemon/devices.h"
#include "daemon/hotplug.h"
#include "daemon/http.h"
#include "daemon/journal.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/server.h"
#include "daemon/livechess/tournament.h"
#include "daemon/log.h"
#include "daemon/meters.h"
#include "daemon/notify.h"
#include "daemon/private/feed.h"
#include "daemon/publication.h"
#include "daemon/segment.h"
#include "daemon/signals.h"
#include "daemon/slug.h"
#include "daemon/station.h"
#include "daemon/worker.h"

#define DAEMON_AGAIN_MS 100 /* for an answer to be gone */

static void
daemon_published(void *ctx, size_t index, const struct delay_public *public, uint64_t age_us)
{
	struct daemon *daemon = ctx;

	publication_put(daemon->publication, index, public, age_us);
	if (daemon->private)
		private_feed_changed(daemon->private, index);
}

/* --- Signals and the service manager -------------------------------------------------------- */

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

/* Is the file that would be read then a good one? */
static bool
daemon_may_begin_again(void *ctx, char *error, size_t error_size)
{
	const struct daemon *daemon = ctx;
	struct config fresh;
	int r;

	if (!daemon->config_path)
		return true;
	r = config_load(daemon->config_path, &fresh, error, error_size);
	config_free(&fresh);
	return r == 0;
}

static void
daemon_on_again(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	notify_send("RELOADING=1");
	daemon_end(ctx, DAEMON_RELOAD);
}

/* Whoever ordered it gets his answer first. */
static void
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
	if (!daemon->config_path) {
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
		log_info("%s is good; beginning again with it", daemon->config_path);
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

static void
daemon_libevent_log(int severity, const char *text)
{
	if (severity >= EVENT_LOG_WARN)
		log_warn("libevent: %s", text);
	else
		log_debug("libevent: %s", text);
}

/* --- Start and stop, in this order and back ------------------------------------------------- */

static int
daemon_start_loop(struct daemon *daemon)
{
	event_set_log_callback(daemon_libevent_log);
	daemon->base = event_base_new();
	return daemon->base ? 0 : -ENOMEM;
}

static void
daemon_stop_loop(struct daemon *daemon)
{
	event_base_free(daemon->base);
	daemon->base = NULL;
}

static int
daemon_start_signals(struct daemon *daemon)
{
	const struct signals_listener listener = { daemon, daemon_on_signal };

	/* A reader that goes away and a file at its limit are errors where they happen, no death.
	 */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	return signals_new(daemon->base, &listener, &daemon->signals);
}

static void
daemon_stop_signals(struct daemon *daemon)
{
	signals_free(daemon->signals);
}

static int
daemon_start_workers(struct daemon *daemon)
{
	int result = worker_new(daemon->base, &daemon->worker);

	return result < 0 ? result : worker_new(daemon->base, &daemon->journal_worker);
}

static void
daemon_stop_workers(struct daemon *daemon)
{
	worker_free(daemon->journal_worker);
	worker_free(daemon->worker);
}

static int
daemon_start_journal(struct daemon *daemon)
{
	const struct config *config = daemon->config;
	char event[SLUG_SIZE], path[CONFIG_TEXT + SLUG_SIZE + 32],
		captures[CONFIG_TEXT + SLUG_SIZE + 32];
	const struct journal_options options = { .base = daemon->base,
		                                 .worker = daemon->journal_worker,
		                                 .path = path,
		                                 .captures = captures };

	slug_format(config->event.name, event);
	snprintf(path, sizeof(path), "%s/journals/%s.journal", config->daemon.state_dir,
	         event[0] ? event : "event");
	snprintf(captures, sizeof(captures), "%s/captures/%s", config->daemon.state_dir,
	         event[0] ? event : "event");
	return journal_open(&options, &daemon->journal, daemon->error, sizeof(daemon->error));
}

static void
daemon_stop_journal(struct daemon *daemon)
{
	if (daemon->journal_worker)
		worker_drain(daemon->journal_worker);
	journal_close(daemon->journal);
	daemon->journal = NULL;
}

/* Before the tables are made: it says who plays there, in which round, with which boards. */
static int
daemon_start_desk(struct daemon *daemon)
{
	const struct desk_options options = { .config = daemon->config,
		                              .journal = daemon->journal,
		                              .config_path = daemon->config_path,
		                              .ctx = daemon,
		                              .may_begin_again = daemon_may_begin_again,
		                              .begin_again = daemon_begin_again };

	daemon->again = evtimer_new(daemon->base, daemon_on_again, daemon);
	return daemon->again
	               ? desk_new(&options, &daemon->desk, daemon->error, sizeof(daemon->error))
	               : -ENOMEM;
}

static void
daemon_stop_desk(struct daemon *daemon)
{
	desk_free(daemon->desk);
	daemon->desk = NULL;
	if (daemon->again)
		event_free(daemon->again);
}

static int
daemon_start_orders(struct daemon *daemon)
{
	desk_serve(daemon->desk, daemon->stations, daemon->devices);
	return 0;
}

/* Before the journal is opened: a second daemon is told so here, in words that fit. */
static int
daemon_start_control(struct daemon *daemon)
{
	char path[CONFIG_TEXT + 16];

	snprintf(path, sizeof(path), "%s/control", daemon->config->daemon.runtime_dir);
	daemon->commands = *daemon_words();
	daemon->commands.ctx = daemon;
	return control_new(daemon->base, path, &daemon->commands, &daemon->control, daemon->error,
	                   sizeof(daemon->error));
}

static void
daemon_stop_control(struct daemon *daemon)
{
	control_free(daemon->control);
}

static int
daemon_start_http(struct daemon *daemon)
{
	const struct config_daemon *config = &daemon->config->daemon;
	const struct http_options options = {
		.where = { config->listen,
		           config->port,
		           { "--listen or [daemon] listen", "--port or [daemon] port" } },
		.not_found = "There is no such page here. See / and /pgn.",
		.per_client = config->connections_per_client,
		.connections = config->connections,
		.others = 2 * (unsigned int)daemon->config->n_tables, /* a port and a PGN file */
	};

	int result = http_new(daemon->base, &options, &daemon->http, daemon->error,
	                      sizeof(daemon->error));

	return result < 0 ? result : http_put_assets(daemon->http, ASSET_PUBLIC);
}

static void
daemon_stop_http(struct daemon *daemon)
{
	struct publication *publication = daemon->publication;

	http_free(daemon->http);
	publication_free(publication);
}

/* Programs for DGT boards on this machine look for it at a port of their own. */
static int
daemon_start_api(struct daemon *daemon)
{
	const struct config_livechess *config = &daemon->config->livechess;

	if (config->port == 0)
		return 0;
	if (livechess_api_new(&daemon->api) < 0)
		return -ENOMEM;
	livechess_api_delay(daemon->api, (uint64_t)daemon->config->delay.livechess * 1000000);
	/* Somebody else's program may hold the port: no reason to leave the tables alone. */
	if (livechess_server_new(daemon->base, daemon->api, config->port, config->origins,
	                         &daemon->api_server, daemon->error, sizeof(daemon->error)) < 0)
		log_error("%s; going on without", daemon->error);
	return 0;
}

static void
daemon_stop_api(struct daemon *daemon)
{
	livechess_server_free(daemon->api_server);
	livechess_api_free(daemon->api);
}

static int
daemon_start_publishing(struct daemon *daemon)
{
	struct livechess_tournament *tournament;
	int result = publication_new(daemon->base, daemon->worker, daemon->http, daemon->config,
	                             &daemon->publication);

	if (result < 0 || !daemon->api)
		return result;
	result = livechess_tournament_new(daemon->config, publication_local(daemon->publication),
	                                  &tournament);
	if (result == 0)
		livechess_api_show_event(daemon->api, tournament);
	return result;
}

/* What the web server shows ends with the web server. */
static void
daemon_stop_publishing(struct daemon *daemon)
{
	worker_drain(daemon->worker);
	if (daemon->publication && publication_stop(daemon->publication) < 0)
		daemon->end = DAEMON_FAILED; /* not everything is on the disk */
}

static void
daemon_linked(void *ctx, struct station *station)
{
	struct daemon *daemon = ctx;

	if (daemon->devices)
		devices_linked(daemon->devices, station);
}

static int
daemon_start_segments(struct daemon *daemon)
{
	int result = 0;

	daemon->segments = calloc(daemon->config->n_buses + 1, sizeof(struct segment *));
	if (!daemon->segments)
		return -ENOMEM;
	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++)
		result = segment_new(daemon->base, &daemon->config->buses[i], &daemon->segments[i]);
	return result;
}

static void
daemon_stop_segments(struct daemon *daemon)
{
	for (size_t i = 0; daemon->segments && i < daemon->config->n_buses; i++)
		segment_free(daemon->segments[i]);
	free(daemon->segments);
	daemon->segments = NULL;
}

/* daemon_find_bus: as struct station_options has it. */
static struct segment *
daemon_find_bus(void *ctx, const char *board, uint16_t *ret_address)
{
	const struct daemon *daemon = ctx;
	const struct config_bus *bus = NULL;

	return config_bus_board(daemon->config, board, &bus, ret_address) && bus
	               ? daemon->segments[bus - daemon->config->buses]
	               : NULL;
}

static int
daemon_start_stations(struct daemon *daemon)
{
	struct station_options options = { .base = daemon->base,
		                           .hindsight_us =
		                                   publication_hindsight_us(daemon->publication),
		                           .worker = daemon->worker,
		                           .journal = daemon->journal,
		                           .config = daemon->config,
		                           .meters = &daemon->meters,
		                           .api = daemon->api,
		                           .ctx = daemon,
		                           .published = daemon_published,
		                           .find_bus = daemon_find_bus,
		                           .linked = daemon_linked };
	int result = 0;

	daemon->stations = calloc(daemon->config->n_tables, sizeof(struct station *));
	if (!daemon->stations)
		return -ENOMEM;
	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++) {
		options.setup = &daemon->config->tables[i];
		options.segment =
			daemon_find_bus(daemon, options.setup->board, &options.bus_address);
		result = station_new(&options, &daemon->stations[i], daemon->error,
		                     sizeof(daemon->error));
	}
	if (result == 0)
		result = journal_fold(daemon->journal, daemon->error, sizeof(daemon->error));
	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++)
		result = station_resume(daemon->stations[i]);
	return result;
}

static void
daemon_stop_stations(struct daemon *daemon)
{
	for (size_t i = 0; daemon->stations && i < daemon->config->n_tables; i++)
		if (daemon->stations[i])
			station_let_go(daemon->stations[i]);
	for (size_t i = 0; daemon->stations && i < daemon->config->n_tables; i++) {
		if (daemon->stations[i] && station_stop(daemon->stations[i]) < 0)
			daemon->end = DAEMON_FAILED; /* not everything is on the disk */
		station_free(daemon->stations[i]);
	}
	free(daemon->stations);
	daemon->stations = NULL;
}

/* What it shows can be had at the control socket, too: a port that is taken is no reason to end. */
static int
daemon_start_private(struct daemon *daemon)
{
	const struct private_feed_options options = { .base = daemon->base,
		                                      .config = daemon->config,
		                                      .commands = &daemon->commands,
		                                      .stations = daemon->stations,
		                                      .meters = &daemon->meters,
		                                      .journal = daemon->journal,
		                                      .public_http = daemon->http,
		                                      .publication = daemon->publication };

	if (daemon->config->private.port == 0)
		return 0;
	if (private_feed_new(&options, &daemon->private, daemon->error, sizeof(daemon->error)) < 0)
		log_error("private: %s; going on without", daemon->error);
	return 0;
}

static void
daemon_stop_private(struct daemon *daemon)
{
	private_feed_free(daemon->private);
	daemon->private = NULL;
}

static int
daemon_start_boards(struct daemon *daemon)
{
	int result = 0;

	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++)
		result = station_start(daemon->stations[i], daemon->error, sizeof(daemon->error));
	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++) {
		result = segment_start(daemon->segments[i]);
		if (result < 0)
			snprintf(daemon->error, sizeof(daemon->error), "[bus %s] device: %s",
			         daemon->config->buses[i].name, strerror(-result));
	}
	/* The ports are open and what comes there waits: now the disk may take its time. Whoever asks
	 * first sees the games that go on; a disk that refuses is told of where it does. */
	if (result == 0)
		journal_sync(daemon->journal);
	return result;
}

static void
daemon_offered(void *ctx, const struct hotplug_port *port)
{
	devices_offer(((struct daemon *)ctx)->devices, port);
}

static void
daemon_withdrawn(void *ctx, const char *node)
{
	devices_withdraw(((struct daemon *)ctx)->devices, node);
}

static void
daemon_devices_changed(void *ctx)
{
	struct daemon *daemon = ctx;

	if (daemon->private)
		private_feed_devices_changed(daemon->private);
}

/* Without udev only boards that the configuration names by their address are found. */
static int
daemon_start_devices(struct daemon *daemon)
{
	const struct hotplug_listener listener = { daemon, daemon_offered, daemon_withdrawn };
	int result = devices_new(daemon->base, daemon->stations, daemon->config->n_tables,
	                         &daemon->devices);

	for (size_t i = 0; i < daemon->config->n_buses && result == 0; i++)
		result = devices_reserve(daemon->devices, daemon->config->buses[i].device);
	if (result < 0)
		return result;
	devices_listen(daemon->devices, daemon_devices_changed, daemon);
	daemon_devices_changed(daemon);
	result = hotplug_new(daemon->base, &listener, &daemon->hotplug);
	if (result < 0)
		log_warn("udev cannot be asked (%s): boards are found by their addresses only",
		         strerror(-result));
	return 0;
}

static void
daemon_stop_devices(struct daemon *daemon)
{
	hotplug_free(daemon->hotplug);
	daemon->hotplug = NULL;
	devices_free(daemon->devices);
	daemon->devices = NULL;
}

static int
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

static void
daemon_stop_notify(struct daemon *daemon)
{
	if (daemon->end != DAEMON_RELOAD)
		notify_send("STOPPING=1");
	if (daemon->watchdog)
		event_free(daemon->watchdog);
}

/* Each stop is safe on what was never started. */
static const struct {
	const char *name;
	int (*start)(struct daemon *daemon);
	void (*stop)(struct daemon *daemon);
} daemon_parts[] = {
	{ "the event loop", daemon_start_loop, daemon_stop_loop },
	{ "signals", daemon_start_signals, daemon_stop_signals },
	{ "the disk threads", daemon_start_workers, daemon_stop_workers },
	{ "the control socket", daemon_start_control, daemon_stop_control },
	{ "the web server", daemon_start_http, daemon_stop_http },
	{ "the journal", daemon_start_journal, daemon_stop_journal },
	{ "the desk", daemon_start_desk, daemon_stop_desk },
	{ "the local API", daemon_start_api, daemon_stop_api },
	{ "publishing", daemon_start_publishing, daemon_stop_publishing },
	{ "the buses", daemon_start_segments, daemon_stop_segments },
	{ "the tables", daemon_start_stations, daemon_stop_stations },
	{ "the private feed", daemon_start_private, daemon_stop_private },
	{ "the boards", daemon_start_boards, NULL }, /* the tables let go of them */
	{ "the ports", daemon_start_devices, daemon_stop_devices },
	{ "orders", daemon_start_orders, NULL },
	{ "readiness", daemon_start_notify, daemon_stop_notify },
};

#define N_DAEMON_PARTS (sizeof(daemon_parts) / sizeof(daemon_parts[0]))

enum daemon_end
daemon_run(struct config *config, const char *config_path)
{
	struct daemon daemon = { .config = config, .config_path = config_path };
	size_t n = 0;
	int result = 0;

	while (n < N_DAEMON_PARTS && result == 0) {
		daemon.error[0] = '\0';
		result = daemon_parts[n].start(&daemon);
		if (result < 0)
			log_error("%s", daemon.error[0] ? daemon.error : strerror(-result));
		n++; /* one that failed half-way is stopped as well */
	}
	daemon.end = DAEMON_FAILED; /* unless a signal says otherwise */
	if (result == 0)
		event_base_dispatch(daemon.base);
	while (n-- > 0)
		if (daemon_parts[n].stop)
			daemon_parts[n].stop(&daemon);
	return daemon.end;
}
