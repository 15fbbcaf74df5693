/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publication.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/http.h"
#include "daemon/http_events.h"
#include "daemon/live.h"
#include "daemon/station.h"

#define PGN_TYPE  "application/x-chess-pgn; charset=utf-8"
#define JSON_TYPE "application/json; charset=utf-8"

struct publication_table {
	struct station *station;
	struct http_page *pgn, *state;
};

struct publication {
	const struct config *config;
	struct http_events *events;
	struct http_page *live, *pgn, *states;
	size_t n_tables;
	struct publication_table tables[];
};

static char *
make_live(void *ctx, size_t *ret_len)
{
	struct publication *publication = ctx;

	return http_events_live(publication->events, ret_len);
}

static char *
json_text(json_t *object, size_t *ret_len)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	*ret_len = text ? strlen(text) : 0;
	return text;
}

static char *
make_event(void *ctx, size_t *ret_len)
{
	const struct publication *publication = ctx;

	return json_text(live_event(publication->config), ret_len);
}

static char *
make_state(void *ctx, size_t *ret_len)
{
	const struct publication_table *table = ctx;

	return json_text(station_live(table->station), ret_len);
}

static char *
make_states(void *ctx, size_t *ret_len)
{
	const struct publication *publication = ctx;
	json_t *tables = json_array();

	for (size_t i = 0; i < publication->n_tables; i++)
		json_array_append_new(tables, station_live(publication->tables[i].station));
	return json_text(json_pack("{s:o}", "tables", tables), ret_len);
}

static char *
make_table_pgn(void *ctx, size_t *ret_len)
{
	const struct publication_table *table = ctx;
	const char *pgn = station_pgn(table->station, ret_len);
	char *copy = malloc(*ret_len + 1);

	if (copy)
		memcpy(copy, pgn, *ret_len + 1);
	return copy;
}

static char *
make_pgn(void *ctx, size_t *ret_len)
{
	const struct publication *publication = ctx;
	size_t total = 0, len;
	char *all;

	for (size_t i = 0; i < publication->n_tables; i++) {
		station_pgn(publication->tables[i].station, &len);
		total += len;
	}
	all = malloc(total + 1);
	*ret_len = total;
	total = 0;
	for (size_t i = 0; all && i < publication->n_tables; i++) {
		const char *pgn = station_pgn(publication->tables[i].station, &len);

		memcpy(all + total, pgn, len);
		total += len;
	}
	return all;
}

void
publication_changed(struct publication *publication, size_t index)
{
	struct publication_table *table = &publication->tables[index];

	http_events_table(publication->events, station_live(table->station));
	http_stale(publication->live);
	http_stale(publication->pgn);
	http_stale(table->pgn);
	http_stale(table->state);
	http_stale(publication->states);
}

static int
offer_pages(struct publication *publication, struct http *http)
{
	char path[40];

	publication->live = http_offer(http, "/live.json", JSON_TYPE, make_live, publication);
	publication->pgn = http_offer(http, "/pgn", PGN_TYPE, make_pgn, publication);
	for (size_t i = 0; i < publication->n_tables; i++) {
		struct publication_table *table = &publication->tables[i];

		snprintf(path, sizeof(path), "/pgn/%u", publication->config->tables[i].number);
		table->pgn = http_offer(http, path, PGN_TYPE, make_table_pgn, table);
		snprintf(path, sizeof(path), "/api/v1/tables/%u",
		         publication->config->tables[i].number);
		table->state = http_offer(http, path, JSON_TYPE, make_state, table);
		if (!table->pgn || !table->state)
			return -ENOMEM;
	}
	publication->states =
		http_offer(http, "/api/v1/tables", JSON_TYPE, make_states, publication);
	return publication->live && publication->pgn && publication->states &&
	                       http_offer(http, "/api/v1/event", JSON_TYPE, make_event, publication)
	               ? 0
	               : -ENOMEM;
}

int
publication_new(struct event_base *base, struct http *http, const struct config *config,
                struct station *const *stations, struct publication **ret_publication)
{
	struct publication *publication = calloc(
		1, sizeof(*publication) + config->n_tables * sizeof(struct publication_table));

	if (!publication)
		return -ENOMEM;
	publication->config = config;
	publication->n_tables = config->n_tables;
	for (size_t i = 0; i < config->n_tables; i++)
		publication->tables[i].station = stations[i];
	if (http_events_new(base, http, "/events", live_event(config), &publication->events) < 0 ||
	    offer_pages(publication, http) < 0) {
		publication_free(publication);
		return -ENOMEM;
	}
	for (size_t i = 0; i < config->n_tables; i++)
		publication_changed(publication, i);
	*ret_publication = publication;
	return 0;
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
	http_events_free(publication->events);
	free(publication);
}
