/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publication.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/cloud/cloud.h"
#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/http_events.h"
#include "daemon/json_text.h"
#include "daemon/lichess/push.h"
#include "daemon/live.h"
#include "daemon/log.h"
#include "daemon/pgn_files.h"
#include "daemon/pgn_held.h"
#include "daemon/pgn_http.h"
#include "daemon/publisher_files.h"
#include "daemon/tables_http.h"
#include "daemon/time_now.h"

#define JSON_TYPE "application/json; charset=utf-8"
#define PAUSE_US  10000 /* between two looks for what is due */

struct publication {
	const struct config *config;
	struct delay *delay;
	const struct delay_view *local;
	struct event *due;
	int64_t due_us; /* when it was set for */
	struct delay_view *live_view;
	struct http_page *live;
	struct delay_view *events_view;
	struct http_events *events;
	struct pgn_http *pgn_http;
	struct tables_http *tables_http;
	struct publisher_files *publisher;
	struct pgn_files *pgn_files;
	struct pgn_held *held;
	struct publisher_files *held_publisher; /* NULL: files have no delay */
	struct pgn_files *held_files;
	struct cloud *cloud;
	struct lichess *lichess; /* NULL: to no broadcast */
	size_t order[];          /* tables by number */
};

/* --- The live page ---------------------------------------------------------------------------- */

static char *
make_live(void *ctx, size_t *ret_len)
{
	const struct publication *publication = ctx;
	json_t *tables = json_array();

	for (size_t i = 0; i < publication->config->n_tables; i++) {
		json_t *table = delay_live(publication->live_view, publication->order[i]);

		if (table)
			json_array_append(tables, table);
	}
	return json_text(
		json_pack("{s:o, s:o}", "event", live_event(publication->config), "tables", tables),
		ret_len);
}

static void
live_changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct publication *publication = ctx;

	(void)index;
	(void)is_pgn_new;
	http_stale(publication->live);
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static int
open_live(struct publication *publication, struct http *http)
{
	const struct config *config = publication->config;
	uint32_t delay_s = config_delay_s(config, config->delay.http);

	config_order(config, publication->order);
	publication->live_view = delay_view(publication->delay, delay_s);
	publication->live = http_offer(http, "/live.json", JSON_TYPE, make_live, publication);
	if (!publication->live_view || !publication->live)
		return -ENOMEM;
	if (delay_listen(publication->live_view, live_changed, publication) < 0)
		return -ENOMEM;
	if (tables_http_new(http, config, publication->live_view, publication->order,
	                    &publication->tables_http) < 0)
		return -ENOMEM;
	return pgn_http_new(http, config, publication->live_view, delay_s, &publication->pgn_http);
}

static void
events_changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct publication *publication = ctx;

	(void)is_pgn_new;
	http_events_table(publication->events,
	                  json_incref(delay_live(publication->events_view, index)));
}

static int
open_events(struct publication *publication, struct event_base *base, struct http *http)
{
	const struct config *config = publication->config;

	publication->events_view =
		delay_view(publication->delay, config_delay_s(config, config->delay.events));
	if (!publication->events_view)
		return -ENOMEM;
	if (http_events_new(base, http, "/events", live_event(config), &publication->events) < 0)
		return -ENOMEM;
	return delay_listen(publication->events_view, events_changed, publication);
}

static int
open_files(struct publication *publication, struct event_base *base, struct worker *worker)
{
	const struct config *config = publication->config;
	uint32_t delay_s = config_delay_s(config, config->delay.files);
	struct delay_view *view = delay_view(publication->delay, delay_s);

	if (!view || publisher_files_new(base, worker, "PGN files", &publication->publisher) < 0)
		return -ENOMEM;
	return pgn_files_new(publication->publisher, config, view, delay_s, false,
	                     &publication->pgn_files);
}

static void
files_moved(void *ctx)
{
	const struct publication *publication = ctx;

	pgn_http_look(publication->pgn_http);
	pgn_files_look(publication->pgn_files);
}

/* What files show later is not lost when another round begins before (pgn_held.h). */
static int
hold_files(struct publication *publication, struct event_base *base, struct worker *worker)
{
	const struct config *config = publication->config;
	uint32_t delay_s = config_delay_s(config, config->delay.files);
	struct delay_view *newest = delay_view(publication->delay, 0);

	publication->local = delay_view(publication->delay, config->delay.livechess);
	if (!newest || !publication->local ||
	    pgn_held_new(base, config, delay_s, files_moved, publication, &publication->held) < 0)
		return -ENOMEM;
	if (delay_s == 0)
		return 0;
	if (publisher_files_new(base, worker, "held PGN files", &publication->held_publisher) < 0)
		return -ENOMEM;
	return pgn_files_new(publication->held_publisher, config, newest, 0, true,
	                     &publication->held_files);
}

static int
open_cloud(struct publication *publication, struct event_base *base, struct worker *worker,
           struct http *http)
{
	const struct config *config = publication->config;
	struct delay_view *view =
		delay_view(publication->delay, config_delay_s(config, config->delay.cloud));

	return view ? cloud_new(base, worker, http, config, view, &publication->cloud) : -ENOMEM;
}

/* A token that cannot be read is no reason to leave the tables alone. */
static int
open_lichess(struct publication *publication, struct event_base *base)
{
	const struct config *config = publication->config;
	uint32_t delay_s = config_delay_s(config, config->delay.lichess);
	struct delay_view *view;
	char error[1024];

	if (!config->lichess.round[0])
		return 0;
	view = delay_view(publication->delay, delay_s);
	if (!view)
		return -ENOMEM;
	if (lichess_new(base, config, view, &publication->lichess, error, sizeof(error)) < 0)
		log_error("lichess: %s; nothing is pushed there", error);
	else if (delay_s > 0)
		log_info("lichess: what is pushed is %u s old already; a delay of the broadcast's "
		         "own comes on top of that",
		         delay_s);
	return 0;
}

/* --- The line --------------------------------------------------------------------------------- */

static void
wait_until(struct publication *publication, int64_t due_us, int64_t now_us)
{
	int64_t wait_us = due_us - now_us > PAUSE_US ? due_us - now_us : PAUSE_US;
	struct timeval wait = { .tv_sec = (time_t)(wait_us / 1000000),
		                .tv_usec = (suseconds_t)(wait_us % 1000000) };

	publication->due_us = due_us;
	event_add(publication->due, &wait);
}

static void
show_due(struct publication *publication)
{
	int64_t now_us = (int64_t)time_now_us();
	int64_t due_us = delay_advance(publication->delay, now_us);

	publication->due_us = INT64_MAX;
	if (due_us != INT64_MAX)
		wait_until(publication, due_us, now_us);
}

static void
on_due(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	show_due(ctx);
}

void
publication_put(struct publication *publication, size_t index, const struct delay_public *public,
                uint64_t age_us)
{
	int64_t now_us = (int64_t)time_now_us(), at_us = now_us - (int64_t)age_us;
	int64_t shortest_us = delay_shortest_us(publication->delay);

	if (delay_put(publication->delay, index, public, at_us) < 0)
		log_error("out of memory: what is published waits for the next change");
	if (shortest_us == 0)
		return;
	if (at_us + shortest_us <= now_us)
		show_due(publication);
	else if (at_us + shortest_us < publication->due_us)
		wait_until(publication, at_us + shortest_us, now_us);
}

uint64_t
publication_hindsight_us(const struct publication *publication)
{
	return (uint64_t)delay_longest_us(publication->delay);
}

const struct delay_view *
publication_local(const struct publication *publication)
{
	return publication->local;
}

int
publication_new(struct event_base *base, struct worker *worker, struct http *http,
                const struct config *config, struct publication **ret_publication)
{
	struct publication *publication =
		calloc(1, sizeof(*publication) + config->n_tables * sizeof(size_t));

	if (!publication)
		return -ENOMEM;
	publication->config = config;
	publication->due_us = INT64_MAX;
	publication->due = evtimer_new(base, on_due, publication);
	if (!publication->due || delay_new(config->n_tables, &publication->delay) < 0 ||
	    hold_files(publication, base, worker) < 0 || open_live(publication, http) < 0 ||
	    open_events(publication, base, http) < 0 || open_files(publication, base, worker) < 0 ||
	    open_cloud(publication, base, worker, http) < 0 ||
	    open_lichess(publication, base) < 0) {
		publication_stop(publication);
		publication_free(publication);
		return -ENOMEM;
	}
	*ret_publication = publication;
	return 0;
}

static json_t *
files_status(const struct publication *publication)
{
	const struct config *config = publication->config;
	int error = publisher_files_error(publication->publisher);

	return json_pack("{s:s, s:s, s:I, s:s}", "name", "files", "url",
	                 pgn_files_folder(publication->pgn_files), "delay",
	                 (json_int_t)config_delay_s(config, config->delay.files), "text",
	                 error ? strerror(error) : "");
}

json_t *
publication_outputs(const struct publication *publication)
{
	json_t *outputs = json_array();

	if (publication->lichess)
		json_array_append_new(outputs, lichess_status(publication->lichess));
	json_array_append_new(outputs, files_status(publication));
	json_array_append_new(outputs, cloud_status(publication->cloud));
	return outputs;
}

int
publication_stop(struct publication *publication)
{
	int files = 0, cloud = 0;

	lichess_free(publication->lichess);
	publication->lichess = NULL;
	if (publication->publisher)
		files = publisher_files_flush(publication->publisher);
	if (publication->held_publisher && publisher_files_flush(publication->held_publisher) < 0)
		files = -EIO;
	if (publication->cloud)
		cloud = cloud_stop(publication->cloud);
	return files < 0 ? files : cloud;
}

void
publication_counts(const struct publication *publication, uint64_t *ret_readers,
                   uint64_t *ret_dropped)
{
	http_events_counts(publication->events, ret_readers, ret_dropped);
}

void
publication_free(struct publication *publication)
{
	if (!publication)
		return;
	publisher_files_free(publication->publisher);
	pgn_files_free(publication->pgn_files);
	publisher_files_free(publication->held_publisher);
	pgn_files_free(publication->held_files);
	pgn_held_free(publication->held);
	cloud_free(publication->cloud);
	pgn_http_free(publication->pgn_http);
	tables_http_free(publication->tables_http);
	http_events_free(publication->events);
	delay_free(publication->delay);
	if (publication->due)
		event_free(publication->due);
	free(publication);
}
