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

#include "daemon/control.h"
#include "daemon/http.h"
#include "daemon/live.h"
#include "daemon/livechess/api.h"
#include "daemon/livechess/server.h"
#include "daemon/log.h"
#include "daemon/notify.h"
#include "daemon/station.h"
#include "daemon/worker.h"

#define DAEMON_SIGNALS 3

struct daemon {
	const struct config *config;
	const char *config_path;
	struct event_base *base;
	struct event *signals[DAEMON_SIGNALS];
	struct event *watchdog;
	struct event *compose; /* several tables that change at once are composed once */
	struct worker *worker;
	struct station **stations; /* config->n_tables */
	struct http *http;
	struct control *control;
	struct livechess_api *api; /* NULL where it is not served */
	struct livechess_server *api_server;
	enum daemon_end end;
	char error[2048];
};

/* --- What is published ---------------------------------------------------------------------- */

static void
daemon_compose_pgn(struct daemon *daemon)
{
	size_t total = 0, len;
	char *all;

	for (size_t i = 0; i < daemon->config->n_tables; i++) {
		station_pgn(daemon->stations[i], &len);
		total += len;
	}
	all = malloc(total + 1);
	if (!all)
		return;
	total = 0;
	for (size_t i = 0; i < daemon->config->n_tables; i++) {
		const char *pgn = station_pgn(daemon->stations[i], &len);

		memcpy(all + total, pgn, len);
		total += len;
	}
	http_put(daemon->http, "/pgn", "application/x-chess-pgn; charset=utf-8", all, total);
	free(all);
}

static void
daemon_compose_live(struct daemon *daemon)
{
	json_t *tables = json_array(), *live;
	char *text;

	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, station_live(daemon->stations[i]));
	live = json_pack("{s:o, s:o}", "event", live_event(daemon->config), "tables", tables);
	text = live ? json_dumps(live, JSON_COMPACT) : NULL;
	if (text)
		http_put(daemon->http, "/live.json", "application/json; charset=utf-8", text,
		         strlen(text));
	free(text);
	json_decref(live);
}

static void
daemon_compose(evutil_socket_t fd, short what, void *ctx)
{
	struct daemon *daemon = ctx;

	(void)fd;
	(void)what;
	daemon_compose_pgn(daemon);
	daemon_compose_live(daemon);
}

static void
daemon_published(void *ctx)
{
	struct daemon *daemon = ctx;

	if (daemon->compose)
		event_active(daemon->compose, EV_TIMEOUT, 0);
}

static json_t *
daemon_status(void *ctx, const json_t *request, uint32_t uid)
{
	struct daemon *daemon = ctx;
	json_t *tables = json_array();
	char url[128];
	bool v6 = strchr(daemon->config->daemon.listen, ':') != NULL;

	(void)request;
	(void)uid;
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, station_status(daemon->stations[i]));
	snprintf(url, sizeof(url), "http://%s%s%s:%u/", v6 ? "[" : "",
	         daemon->config->daemon.listen, v6 ? "]" : "", http_port(daemon->http));
	return json_pack("{s:I, s:s, s:s, s:o}", "pid", (json_int_t)getpid(), "url", url, "event",
	                 daemon->config->event.name, "tables", tables);
}

static json_t *
daemon_alerts(void *ctx, const json_t *request, uint32_t uid)
{
	struct daemon *daemon = ctx;
	json_t *tables = json_array();

	(void)request;
	(void)uid;
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, station_alerts(daemon->stations[i]));
	return json_pack("{s:o}", "tables", tables);
}

/* daemon_table: the station the request's "table" means; NULL with `error`. */
static struct station *
daemon_table(const struct daemon *daemon, const json_t *request, char *error, size_t error_size)
{
	json_int_t number = json_integer_value(json_object_get(request, "table"));
	size_t len;

	for (size_t i = 0; i < daemon->config->n_tables; i++)
		if (number == (json_int_t)daemon->config->tables[i].number)
			return daemon->stations[i];
	len = (size_t)snprintf(error, error_size,
	                       "there is no table %" JSON_INTEGER_FORMAT "; known:", number);
	for (size_t i = 0; i < daemon->config->n_tables && len < error_size; i++)
		len += (size_t)snprintf(error + len, error_size - len, "%s %u", i > 0 ? "," : "",
		                        daemon->config->tables[i].number);
	return NULL;
}

static json_t *
daemon_correct(void *ctx, const json_t *request, uint32_t uid)
{
	struct daemon *daemon = ctx;
	char error[256];
	struct station *station = daemon_table(daemon, request, error, sizeof(error));
	json_t *answer =
		station ? station_correct(station, request, uid, error, sizeof(error)) : NULL;

	return answer ? answer : json_pack("{s:s}", "error", error);
}

static const struct control_command daemon_commands[] = {
	{ "alerts", daemon_alerts },
	{ "correct", daemon_correct },
	{ "status", daemon_status },
};

/* --- Signals and the service manager -------------------------------------------------------- */

static void
daemon_end(struct daemon *daemon, enum daemon_end end)
{
	daemon->end = end;
	event_base_loopbreak(daemon->base);
}

static void
daemon_on_stop(evutil_socket_t signal_number, short what, void *ctx)
{
	(void)what;
	log_info("%s: stopping", signal_number == SIGINT ? "interrupted" : "asked to end");
	daemon_end(ctx, DAEMON_STOPPED);
}

static void
daemon_on_hangup(evutil_socket_t signal_number, short what, void *ctx)
{
	struct daemon *daemon = ctx;
	struct config fresh;

	(void)signal_number;
	(void)what;
	if (!daemon->config_path) {
		log_warn("SIGHUP: there is no configuration file to read again (started with "
		         "--board)");
		return;
	}
	if (config_load(daemon->config_path, &fresh, daemon->error, sizeof(daemon->error)) < 0) {
		log_error("%s", daemon->error);
		log_error("the configuration stays as it was; correct the file and send SIGHUP "
		          "again");
	} else {
		/* A restart costs nothing: the games are folded from their captures. */
		log_info("%s is good; beginning again with it", daemon->config_path);
		notify_send("RELOADING=1");
		daemon_end(daemon, DAEMON_RELOAD);
	}
	config_free(&fresh);
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
	static const struct {
		int number;
		event_callback_fn act;
	} signals[DAEMON_SIGNALS] = {
		{ SIGTERM, daemon_on_stop },
		{ SIGINT, daemon_on_stop },
		{ SIGHUP, daemon_on_hangup },
	};

	/* A reader that goes away and a file at its limit are errors where they happen, no death.
	 */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < DAEMON_SIGNALS; i++) {
		daemon->signals[i] =
			evsignal_new(daemon->base, signals[i].number, signals[i].act, daemon);
		if (!daemon->signals[i] || event_add(daemon->signals[i], NULL) < 0)
			return -ENOMEM;
	}
	return 0;
}

static void
daemon_stop_signals(struct daemon *daemon)
{
	for (int i = 0; i < DAEMON_SIGNALS; i++)
		if (daemon->signals[i])
			event_free(daemon->signals[i]);
}

static int
daemon_start_worker(struct daemon *daemon)
{
	return worker_new(daemon->base, &daemon->worker);
}

static void
daemon_stop_worker(struct daemon *daemon)
{
	worker_free(daemon->worker);
}

/* Before the captures are opened: a second daemon is told so here, in words that fit. */
static int
daemon_start_control(struct daemon *daemon)
{
	const struct control_commands commands = {
		.list = daemon_commands,
		.n = sizeof(daemon_commands) / sizeof(daemon_commands[0]),
		.ctx = daemon,
	};
	char path[CONFIG_TEXT + 16];

	snprintf(path, sizeof(path), "%s/control", daemon->config->daemon.runtime_dir);
	return control_new(daemon->base, path, &commands, &daemon->control, daemon->error,
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
	return http_new(daemon->base, daemon->config->daemon.listen, daemon->config->daemon.port,
	                &daemon->http, daemon->error, sizeof(daemon->error));
}

static void
daemon_stop_http(struct daemon *daemon)
{
	http_free(daemon->http);
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
daemon_start_stations(struct daemon *daemon)
{
	struct station_options options = { .base = daemon->base,
		                           .worker = daemon->worker,
		                           .config = daemon->config,
		                           .api = daemon->api,
		                           .ctx = daemon,
		                           .published = daemon_published };
	int result = 0;

	daemon->stations = calloc(daemon->config->n_tables, sizeof(struct station *));
	if (!daemon->stations)
		return -ENOMEM;
	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++) {
		options.setup = &daemon->config->tables[i];
		result = station_new(&options, &daemon->stations[i], daemon->error,
		                     sizeof(daemon->error));
	}
	return result;
}

static void
daemon_stop_stations(struct daemon *daemon)
{
	for (size_t i = 0; daemon->stations && i < daemon->config->n_tables; i++) {
		if (daemon->stations[i] && station_stop(daemon->stations[i]) < 0)
			daemon->end = DAEMON_FAILED; /* not everything is on the disk */
		station_free(daemon->stations[i]);
	}
	free(daemon->stations);
	daemon->stations = NULL;
}

static int
daemon_start_publishing(struct daemon *daemon)
{
	daemon->compose = evtimer_new(daemon->base, daemon_compose, daemon);
	if (!daemon->compose)
		return -ENOMEM;
	daemon_compose(-1, 0, daemon);
	return 0;
}

static void
daemon_stop_publishing(struct daemon *daemon)
{
	if (daemon->compose)
		event_free(daemon->compose);
	daemon->compose = NULL;
}

static int
daemon_start_boards(struct daemon *daemon)
{
	int result = 0;

	for (size_t i = 0; i < daemon->config->n_tables && result == 0; i++)
		result = station_start(daemon->stations[i], daemon->error, sizeof(daemon->error));
	return result;
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
	{ "the disk thread", daemon_start_worker, daemon_stop_worker },
	{ "the control socket", daemon_start_control, daemon_stop_control },
	{ "the web server", daemon_start_http, daemon_stop_http },
	{ "the local API", daemon_start_api, daemon_stop_api },
	{ "the tables", daemon_start_stations, daemon_stop_stations },
	{ "publishing", daemon_start_publishing, daemon_stop_publishing },
	{ "the boards", daemon_start_boards, NULL }, /* the tables let go of them */
	{ "readiness", daemon_start_notify, daemon_stop_notify },
};

#define N_DAEMON_PARTS (sizeof(daemon_parts) / sizeof(daemon_parts[0]))

enum daemon_end
daemon_run(const struct config *config, const char *config_path)
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
