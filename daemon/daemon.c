/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of the daemon, started in one order and stopped in the other: the table at the end. Those of the service are in
 * daemon_service.c, of the tables and their boards in daemon_tables.c.
 */
#include "daemon/daemon.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/control.h"
#include "daemon/daemon_state.h"
#include "daemon/desk.h"
#include "daemon/http.h"
#include "daemon/journal.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/server.h"
#include "daemon/livechess/tournament.h"
#include "daemon/log.h"
#include "daemon/meters.h"
#include "daemon/private/feed.h"
#include "daemon/publication.h"
#include "daemon/slug.h"
#include "daemon/worker.h"

static void
daemon_libevent_log(int severity, const char *text)
{
	if (severity >= EVENT_LOG_WARN)
		log_warn("libevent: %s", text);
	else
		log_debug("libevent: %s", text);
}

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
		                                 .captures = captures,
		                                 .ctx = daemon,
		                                 .reading = daemon_on_reading };

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
		                              .config_path = daemon->source->path,
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
		.where = daemon_where(config),
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
daemon_run(struct config *config, const struct daemon_source *source)
{
	struct daemon daemon = { .config = config, .source = source };
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
