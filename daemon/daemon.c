/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/daemon.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/announce.h"
#include "daemon/control.h"
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
#include "daemon/tell_undo.h"
#include "daemon/worker.h"

#define DAEMON_AGAIN_MS 100 /* for an answer to be gone */

struct daemon {
	struct config *config; /* the desk's to change; everybody else only reads it */
	const char *config_path;
	struct event_base *base;
	struct signals *signals;
	struct event *watchdog;
	struct publication *publication;
	struct meters meters;
	struct private_feed *private;  /* NULL: not served */
	struct worker *worker;         /* writes PGN files */
	struct worker *journal_worker; /* commits wait for nothing else */
	struct journal *journal;
	struct desk *desk;
	struct event *again;       /* begins again when the answer that is being made is gone */
	struct segment **segments; /* config->n_buses */
	struct station **stations; /* config->n_tables */
	struct devices *devices;   /* NULL while there are none to watch */
	struct hotplug *hotplug;   /* NULL: no udev to ask */
	struct http *http;
	struct control_commands commands;
	struct control *control;
	struct livechess_api *api; /* NULL where it is not served */
	struct livechess_server *api_server;
	enum daemon_end end;
	char error[2048];
};

static void
daemon_published(void *ctx, size_t index, const struct delay_public *public, uint64_t age_us)
{
	struct daemon *daemon = ctx;

	publication_put(daemon->publication, index, public, age_us);
	if (daemon->private)
		private_feed_changed(daemon->private, index);
}

static json_t *
daemon_status(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;
	json_t *tables = json_array(), *buses = json_array();
	char url[128];
	bool v6 = strchr(daemon->config->daemon.listen, ':') != NULL;

	(void)request;
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, station_status(daemon->stations[i]));
	for (size_t i = 0; i < daemon->config->n_buses; i++)
		json_array_append_new(buses, segment_status(daemon->segments[i]));
	snprintf(url, sizeof(url), "http://%s%s%s:%u/", v6 ? "[" : "",
	         daemon->config->daemon.listen, v6 ? "]" : "", http_port(daemon->http));
	return json_pack("{s:I, s:s, s:s, s:o, s:o, s:o}", "pid", (json_int_t)getpid(), "url", url,
	                 "event", daemon->config->event.name, "outputs",
	                 publication_outputs(daemon->publication), "tables", tables, "buses",
	                 buses);
}

/* {"tables":[...]}: what each has to say. */
static json_t *
daemon_ask_all(const struct daemon *daemon, json_t *(*ask)(const struct station *station))
{
	json_t *tables = json_array();

	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, ask(daemon->stations[i]));
	return json_pack("{s:o}", "tables", tables);
}

static json_t *
daemon_alerts(void *ctx, const json_t *request)
{
	(void)request;
	return daemon_ask_all(ctx, station_alerts);
}

static json_t *
daemon_times(void *ctx, const json_t *request)
{
	(void)request;
	return daemon_ask_all(ctx, station_times);
}

static json_t *
daemon_refuse(const char *error)
{
	return json_pack("{s:s}", "error", error);
}

/* The table with that number; where none is given, the only one. */
static struct station *
daemon_find(struct daemon *daemon, const json_t *number)
{
	if (!number && daemon->config->n_tables == 1)
		return daemon->stations[0];
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		if (json_is_integer(number) &&
		    json_integer_value(number) == (json_int_t)station_number(daemon->stations[i]))
			return daemon->stations[i];
	return NULL;
}

static const char no_table[] = "\"table\" must be the number of a table of this daemon";

/* Whoever gave an order is told that it is done: it must be on the disk then, whatever a crash takes back. There are few
 * orders, and what the boards say meanwhile waits, but not for ever. */
static json_t *
daemon_make_durable(struct daemon *daemon, json_t *answer)
{
	if (answer && daemon->journal)
		(void)journal_sync_within(daemon->journal, JOURNAL_ORDER_MS);
	return answer;
}

/* What the table that the request names answers to it. */
static json_t *
daemon_ask_station(struct daemon *daemon, const json_t *request,
                   json_t *(*ask)(struct station *station, const json_t *request, uint32_t uid,
                                  char *error, size_t error_size))
{
	struct station *station = daemon_find(daemon, json_object_get(request, "table"));
	uint32_t uid = (uint32_t)json_integer_value(json_object_get(request, "uid"));
	char error[256];
	json_t *answer;

	if (!station)
		return daemon_refuse(no_table);
	answer = ask(station, request, uid, error, sizeof(error));
	return answer ? daemon_make_durable(daemon, answer) : daemon_refuse(error);
}

static json_t *
daemon_correct(void *ctx, const json_t *request)
{
	return daemon_ask_station(ctx, request, station_correct);
}

/* What its clock is, or an order to it. */
static json_t *
daemon_clock(void *ctx, const json_t *request)
{
	return daemon_ask_station(ctx, request, station_clock);
}

/* What a person says of a table. */
static json_t *
daemon_tell(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	const struct table *table;
	json_t *undo, *said;
	int32_t owed_s[2];
	char error[256];

	if (!station)
		return daemon_refuse(no_table);
	table = station_table(station);
	said = station_said_before(station);
	undo = tell_undo(table, station_number(station), json_object_get(request, "event"), said);
	json_decref(said);
	owed_s[WHITE] = table_owed(table, WHITE);
	owed_s[BLACK] = table_owed(table, BLACK);
	if (station_tell_event(station, request, error, sizeof(error)) == 0) {
		tell_undo_owed(table, station_number(station), owed_s, undo);
		return daemon_make_durable(ctx, json_pack("{s:o?}", "undo", undo));
	}
	json_decref(undo);
	return daemon_refuse(error);
}

static json_t *
daemon_envelope(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	json_t *envelope = station ? station_envelope(station) : NULL;

	if (!station)
		return daemon_refuse(no_table);
	return envelope ? json_pack("{s:o}", "envelope", envelope)
	                : daemon_refuse("no game is adjourned at that table");
}

static json_t *
daemon_announce(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	const char *language = json_string_value(json_object_get(request, "language"));
	const char *cause = no_table;
	json_t *announced = NULL;

	if (station)
		announced = announce_json(station_table(station), language,
		                          json_is_true(json_object_get(request, "full")), &cause);
	return cause ? daemon_refuse(cause) : announced;
}

static json_t *
daemon_devices(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;

	(void)request;
	return json_pack("{s:o, s:b}", "devices",
	                 daemon->devices ? devices_json(daemon->devices) : json_array(), "hotplug",
	                 daemon->hotplug != NULL);
}

static json_t *
daemon_swap(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;
	const char *board = json_string_value(json_object_get(request, "board"));
	json_int_t table = json_integer_value(json_object_get(request, "table"));
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	char error[CONFIG_TEXT + 256], full[CONFIG_TEXT], was[CONFIG_TEXT] = "";
	const struct devices_wish wish = { (uint32_t)table, full };
	struct station_link link;

	if (!board || strlen(board) >= CONFIG_TEXT - 16 || table < 1 || table > UINT32_MAX ||
	    !daemon->devices)
		return daemon_refuse("a table's number and a board are needed");
	devices_name_board(board, full, sizeof(full));
	if (strcmp(full, "any") == 0)
		return daemon_refuse("'any' is no board; it is for the configuration");
	if (station) {
		station_look_link(station, &link);
		snprintf(was, sizeof(was), "%s", link.board);
	}
	if (devices_assign(daemon->devices, &wish, 1, request, error, sizeof(error)) < 0)
		return daemon_refuse(error);
	return daemon_make_durable(daemon, json_pack("{s:s}", "was", was));
}

static json_t *
daemon_tables(void *ctx, const json_t *request)
{
	return desk_tables(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_assign(void *ctx, const json_t *request)
{
	return desk_assign(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_round(void *ctx, const json_t *request)
{
	return desk_round(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_event(void *ctx, const json_t *request)
{
	return desk_event(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_undo(void *ctx, const json_t *request)
{
	return desk_undo(((struct daemon *)ctx)->desk, request);
}

static const struct control_command daemon_commands[] = {
	{ "alerts", daemon_alerts, NULL },        { "announce", daemon_announce, NULL },
	{ "assign", daemon_assign, "undo" },      { "clock", daemon_clock, "clock" },
	{ "correct", daemon_correct, "correct" }, { "devices", daemon_devices, NULL },
	{ "envelope", daemon_envelope, NULL },    { "event", daemon_event, "undo" },
	{ "round", daemon_round, "undo" },        { "status", daemon_status, NULL },
	{ "swap", daemon_swap, "swap" },          { "tables", daemon_tables, NULL },
	{ "tell", daemon_tell, "tell" },          { "times", daemon_times, NULL },
	{ "undo", daemon_undo, "undo" },
};

static const struct control_commands daemon_control = {
	.list = daemon_commands,
	.n = sizeof(daemon_commands) / sizeof(daemon_commands[0]),
};

const struct control_commands *
daemon_words(void)
{
	return &daemon_control;
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
	daemon->commands = daemon_control;
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
