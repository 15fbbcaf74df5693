/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/tables_http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/json_text.h"
#include "daemon/live.h"

#define JSON_TYPE "application/json; charset=utf-8"

struct table_page {
	struct tables_http *tables;
	size_t index;
	struct http_page *page;
};

struct tables_http {
	const struct config *config;
	const struct delay_view *view;
	const size_t *order;
	struct http_page *all;
	struct table_page pages[];
};

static char *
make_event(void *ctx, size_t *ret_len)
{
	const struct tables_http *tables = ctx;

	return json_text(live_event(tables->config), ret_len);
}

static char *
make_table(void *ctx, size_t *ret_len)
{
	const struct table_page *page = ctx;

	return json_text(json_incref(delay_live(page->tables->view, page->index)), ret_len);
}

static char *
make_all(void *ctx, size_t *ret_len)
{
	const struct tables_http *tables = ctx;
	json_t *list = json_array();

	for (size_t i = 0; i < tables->config->n_tables; i++) {
		json_t *table = delay_live(tables->view, tables->order[i]);

		if (table)
			json_array_append(list, table);
	}
	return json_text(json_pack("{s:o}", "tables", list), ret_len);
}

static void
table_changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct tables_http *tables = ctx;

	(void)is_pgn_new;
	http_stale(tables->all);
	http_stale(tables->pages[index].page);
}

static int
offer(struct tables_http *tables, struct http *http)
{
	char path[40];

	tables->all = http_offer(http, "/api/v1/tables", JSON_TYPE, make_all, tables);
	for (size_t i = 0; i < tables->config->n_tables; i++) {
		struct table_page *page = &tables->pages[i];

		snprintf(path, sizeof(path), "/api/v1/tables/%u", tables->config->tables[i].number);
		*page = (struct table_page){ .tables = tables, .index = i };
		page->page = http_offer(http, path, JSON_TYPE, make_table, page);
		if (!page->page)
			return -ENOMEM;
	}
	return tables->all && http_offer(http, "/api/v1/event", JSON_TYPE, make_event, tables)
	               ? 0
	               : -ENOMEM;
}

int
tables_http_new(struct http *http, const struct config *config, struct delay_view *view,
                const size_t *order, struct tables_http **ret_tables)
{
	struct tables_http *tables =
		calloc(1, sizeof(*tables) + config->n_tables * sizeof(struct table_page));

	if (!tables)
		return -ENOMEM;
	tables->config = config;
	tables->view = view;
	tables->order = order;
	*ret_tables = tables;
	return offer(tables, http) < 0 ? -ENOMEM : delay_listen(view, table_changed, tables);
}

void
tables_http_free(struct tables_http *tables)
{
	free(tables);
}
