/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>
#include <event2/http.h>

#include "daemon/config.h"
#include "daemon/control.h"
#include "daemon/http.h"
#include "daemon/http_answer.h"
#include "daemon/http_events.h"
#include "daemon/log.h"
#include "daemon/private/answers.h"
#include "daemon/private/cases.h"
#include "daemon/private/changes.h"
#include "daemon/private/door.h"
#include "daemon/private/metrics.h"
#include "daemon/private/orders.h"
#include "daemon/private/views.h"
#include "daemon/publication.h"
#include "daemon/station.h"
#include "daemon/time_now.h"
#include "daemon/user.h"

#define FEED_GATHER_MS 50 /* a change waits so long for the next */

struct page;

struct private_feed {
	struct private_feed_options options;
	struct views views;
	struct http *http;
	struct http_events *events;
	struct door *door;
	struct cases *cases;
	char session_file[CONFIG_TEXT + 16];
	struct changes *changes;
	struct event *gather;
	bool *changed; /* options.config->n_tables */
	bool devices_changed;
	uint64_t started_us;
	struct page *pages;
};

/* What a path answers. */
struct page {
	struct private_feed *feed;
	size_t index;     /* of the table, where it is one's */
	const char *what; /* the request, or the member, where it is about one */
	json_t *(*make)(const struct private_feed *feed, const struct page *page);
};

static bool
admit(void *ctx, struct evhttp_request *request)
{
	return door_admit(((struct private_feed *)ctx)->door, request);
}

/* --- What is there to read ------------------------------------------------------------------- */

static void
on_page(void *ctx, struct evhttp_request *request)
{
	const struct page *page = ctx;

	if (door_may(page->feed->door, request, RIGHT_LOOK))
		answers_json(request, 200, page->make(page->feed, page));
}

static json_t *
make_table(const struct private_feed *feed, const struct page *page)
{
	return station_arbiters(feed->options.stations[page->index]);
}

static json_t *
make_answer(const struct private_feed *feed, const struct page *page)
{
	return views_ask(&feed->views, page->what);
}

static json_t *
make_tables(const struct private_feed *feed, const struct page *page)
{
	(void)page;
	return views_tables(&feed->views);
}

static json_t *
make_some(const struct private_feed *feed, const struct page *page)
{
	return views_some(&feed->views, page->what);
}

static void
on_metrics(void *ctx, struct evhttp_request *request)
{
	const struct private_feed *feed = ctx;
	struct metrics_server servers[] = { { .name = "public" }, { .name = "private" } };
	const struct metrics_sources sources = { .meters = feed->options.meters,
		                                 .stations = feed->options.stations,
		                                 .n_stations = feed->options.config->n_tables,
		                                 .servers = servers,
		                                 .n_servers = 2,
		                                 .started_us = feed->started_us };
	size_t len;
	char *text;

	if (!door_may(feed->door, request, RIGHT_METRICS))
		return;
	http_counts(feed->options.public_http, &servers[0].requests, &servers[0].refused);
	publication_counts(feed->options.publication, &servers[0].readers, &servers[0].dropped);
	http_counts(feed->http, &servers[1].requests, &servers[1].refused);
	http_events_counts(feed->events, &servers[1].readers, &servers[1].dropped);
	text = metrics_text(&sources, &len);
	if (text)
		http_answer(request, 200, METRICS_TYPE, text);
	else
		answers_error(request, 503, "out of memory");
	free(text);
}

/* --- Orders --------------------------------------------------------------------------------- */

typedef int (*read_fn)(json_t *body, json_t **ret_request, char *error, size_t error_size);

/* carry_out: the order of him who asks; released. */
static void
carry_out(struct private_feed *feed, struct evhttp_request *request, json_t *order)
{
	const struct access_asker *asker = door_asker(feed->door);
	json_t *answer;

	user_sign_token(order, asker->name, token_role_name(asker->role));
	log_info("private: %s (%s) sends '%s'", asker->name, token_role_name(asker->role),
	         json_string_value(json_object_get(order, "cmd")));
	answer = control_run(feed->options.commands, order);
	if (answer && json_object_get(order, "problems"))
		json_object_set(answer, "problems", json_object_get(order, "problems"));
	json_decref(order);
	answers_json(request, json_is_true(json_object_get(answer, "ok")) ? 200 : 409, answer);
}

static void
take(struct private_feed *feed, struct evhttp_request *request, read_fn read)
{
	json_t *body = answers_body(request), *order = NULL;
	char error[256];
	int r;

	if (!body)
		return;
	r = read(body, &order, error, sizeof(error));
	json_decref(body);
	if (r < 0)
		answers_error(request, r == -ENOMEM ? 503 : 400, error);
	else if (door_may_change(feed->door, request, orders_right(order)))
		carry_out(feed, request, order);
	else
		json_decref(order);
}

static void
on_order(void *ctx, struct evhttp_request *request)
{
	take(ctx, request, orders_read);
}

static void
on_outcome(void *ctx, struct evhttp_request *request)
{
	take(ctx, request, orders_read_outcome);
}

/* --- As it changes --------------------------------------------------------------------------- */

/* tell_changes: what is not as it was told. */
static void
tell_changes(struct private_feed *feed)
{
	for (size_t i = 0; i < feed->options.config->n_tables; i++) {
		if (!feed->changed[i])
			continue;
		feed->changed[i] = false;
		changes_table(feed->changes, i, station_arbiters(feed->options.stations[i]));
	}
	if (!feed->devices_changed)
		return;
	feed->devices_changed = false;
	changes_devices(feed->changes, views_devices(&feed->views));
}

static void *
admit_reader(void *ctx, struct evhttp_request *request)
{
	struct private_feed *feed = ctx;
	void *ticket;

	if (!door_may(feed->door, request, RIGHT_LOOK))
		return NULL;
	ticket = door_ticket(feed->door);
	if (ticket)
		tell_changes(feed); /* he may have been away, and nobody else there */
	else
		answers_error(request, 503, "out of memory");
	return ticket;
}

static bool
may_listen_on(void *ctx, const void *ticket)
{
	return door_still(((struct private_feed *)ctx)->door, ticket);
}

static json_t *
make_whole(void *ctx)
{
	return views_whole(&((struct private_feed *)ctx)->views);
}

static void
on_gather(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	tell_changes(ctx);
}

/* gather: where nobody listens, what has changed waits for somebody. */
static void
gather(struct private_feed *feed)
{
	const struct timeval soon = { .tv_usec = FEED_GATHER_MS * 1000 };
	uint64_t readers, dropped;

	http_events_counts(feed->events, &readers, &dropped);
	if (readers > 0 && !event_pending(feed->gather, EV_TIMEOUT, NULL))
		event_add(feed->gather, &soon);
}

void
private_feed_changed(struct private_feed *feed, size_t index)
{
	feed->changed[index] = true;
	gather(feed);
}

void
private_feed_devices_changed(struct private_feed *feed)
{
	feed->devices_changed = true;
	gather(feed);
}

/* --- Life ------------------------------------------------------------------------------------ */

static const struct {
	const char *path;
	json_t *(*make)(const struct private_feed *feed, const struct page *page);
	const char *what;
} rows[] = {
	{ "/api/v1/status", make_answer, "{\"cmd\":\"status\"}" },
	{ "/api/v1/devices", make_answer, "{\"cmd\":\"devices\"}" },
	{ "/api/v1/times", make_answer, "{\"cmd\":\"times\"}" },
	{ "/api/v1/assignments", make_answer, "{\"cmd\":\"tables\"}" },
	{ "/api/v1/orders", make_answer, "{\"cmd\":\"undo\"}" },
	{ "/api/v1/rounds", make_answer, "{\"cmd\":\"round\",\"do\":\"list\"}" },
	{ "/api/v1/check", make_answer, "{\"cmd\":\"round\",\"do\":\"check\"}" },
	{ "/api/v1/tables", make_tables, NULL },
	{ "/api/v1/alerts", make_some, "alerts" },
	{ "/api/v1/actions", make_some, "actions" },
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static int
hand_pages(struct private_feed *feed)
{
	const struct config *config = feed->options.config;
	char path[40];
	int r = 0;

	feed->pages = calloc(N_ROWS + config->n_tables, sizeof(*feed->pages));
	if (!feed->pages)
		return -ENOMEM;
	for (size_t i = 0; i < N_ROWS + config->n_tables && r == 0; i++) {
		struct page *page = &feed->pages[i];

		if (i < N_ROWS) {
			*page = (struct page){ feed, 0, rows[i].what, rows[i].make };
			snprintf(path, sizeof(path), "%s", rows[i].path);
		} else {
			*page = (struct page){ feed, i - N_ROWS, NULL, make_table };
			snprintf(path, sizeof(path), "/api/v1/tables/%u",
			         config->tables[i - N_ROWS].number);
		}
		r = http_hand(feed->http, path, on_page, page);
	}
	return r;
}

/* put_pages: what a browser needs before anybody has logged in says nothing of the event. */
static int
put_pages(struct private_feed *feed)
{
	int r = http_put_assets(feed->http, ASSET_PRIVATE);

	for (size_t i = 0; i < n_assets && r == 0; i++)
		if (assets[i].server == ASSET_PRIVATE &&
		    strncmp(assets[i].type, "application/json", 16) != 0)
			r = door_open(feed->door, assets[i].path);
	return r;
}

static int
serve(struct private_feed *feed)
{
	const struct http_events_door door = {
		.ctx = feed, .whole = make_whole, .admit = admit_reader, .still = may_listen_on
	};
	int r = hand_pages(feed);

	if (r == 0)
		r = door_serve(feed->door, feed->http);
	if (r == 0)
		r = cases_new(&feed->options, feed->http, feed->door, &feed->cases);
	if (r == 0)
		r = http_hand(feed->http, "/metrics", on_metrics, feed);
	if (r == 0)
		r = http_take(feed->http, "/api/v1/orders", on_order, feed);
	if (r == 0)
		r = http_take(feed->http, "/api/v1/outcomes", on_outcome, feed);
	if (r == 0)
		r = put_pages(feed);
	if (r == 0)
		r = http_events_open(feed->options.base, feed->http, "/events", &door,
		                     &feed->events);
	return r;
}

static int
make_feed(struct private_feed *feed)
{
	const struct config *config = feed->options.config;

	feed->started_us = time_unix_us();
	snprintf(feed->session_file, sizeof(feed->session_file), "%s/sessions",
	         config->daemon.state_dir);
	feed->door = door_new(config->private.token_file, feed->session_file);
	feed->changed = calloc(config->n_tables + 1, sizeof(*feed->changed));
	feed->gather = event_new(feed->options.base, -1, 0, on_gather, feed);
	if (feed->door)
		door_phones(feed->door, &config->rules);
	return feed->door && feed->changed && feed->gather ? 0 : -ENOMEM;
}

static int
listen_there(struct private_feed *feed, char *error, size_t error_size)
{
	const struct config *config = feed->options.config;
	const struct http_options options = {
		.where = { config->private.listen,
		           config->private.port,
		           { "[private] listen", "[private] port" } },
		.connections = PRIVATE_CONNECTIONS,
		/* The public one's readers, too, must leave room. */
		.others = config->daemon.connections + 2 * (unsigned int)config->n_tables,
		.per_client = PRIVATE_CONNECTIONS / 4,
		.body_max = PRIVATE_BODY_MAX,
		.admit = admit,
		.ctx = feed,
	};

	return http_new(feed->options.base, &options, &feed->http, error, error_size);
}

int
private_feed_new(const struct private_feed_options *options, struct private_feed **ret_feed,
                 char *error, size_t error_size)
{
	struct private_feed *feed = calloc(1, sizeof(*feed));
	int r = feed ? 0 : -ENOMEM;

	snprintf(error, error_size, "out of memory");
	if (!feed)
		return r;
	feed->options = *options;
	feed->views = (struct views){ options->config, options->stations, options->commands };
	r = make_feed(feed);
	if (r == 0)
		r = listen_there(feed, error, error_size);
	if (r == 0)
		r = serve(feed);
	if (r == 0) {
		feed->changes = changes_new(feed->events, options->config->n_tables);
		r = feed->changes ? 0 : -ENOMEM;
	}
	if (r < 0) {
		private_feed_free(feed);
		return r;
	}
	log_info("private: listening on %s, port %u", options->config->private.listen,
	         http_port(feed->http));
	for (size_t i = 0; i < options->config->n_tables; i++)
		private_feed_changed(feed, i);
	private_feed_devices_changed(feed);
	*ret_feed = feed;
	return 0;
}

void
private_feed_free(struct private_feed *feed)
{
	if (!feed)
		return;
	cases_free(feed->cases); /* what is being read is answered */
	http_free(feed->http);
	http_events_free(feed->events);
	changes_free(feed->changes);
	door_free(feed->door);
	if (feed->gather)
		event_free(feed->gather);
	free(feed->changed);
	free(feed->pages);
	free(feed);
}
