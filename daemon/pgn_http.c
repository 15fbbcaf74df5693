/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/pgn_texts.h"
#include "daemon/slug.h"

#define PGN_TYPE "application/x-chess-pgn; charset=utf-8"

struct pgn_http_table {
	struct http_page *all, **games;
	size_t n_games;
};

struct pgn_http {
	const struct config *config;
	struct http *http;
	struct delay_view *view;
	struct pgn_texts *texts;
	struct http_page *event, *round, *named_round;
	struct pgn_http_table tables[];
};

static struct http_page *
offer(struct pgn_http *pages, const char *path, enum pgn_part_kind kind, size_t index, size_t game)
{
	struct pgn_part *part = pgn_texts_part(pages->texts, kind, index, game);

	return part ? http_offer(pages->http, path, PGN_TYPE, pgn_part_make, part) : NULL;
}

/* A page for every game that has begun. */
static void
offer_games(struct pgn_http *pages, size_t index)
{
	struct pgn_http_table *table = &pages->tables[index];
	size_t n = delay_games(pages->view, index);
	struct http_page **games;
	char path[48];

	if (n <= table->n_games)
		return;
	games = realloc(table->games, n * sizeof(struct http_page *));
	if (!games)
		return;
	table->games = games;
	for (; table->n_games < n; table->n_games++) {
		snprintf(path, sizeof(path), "/pgn/%u/%zu", pages->config->tables[index].number,
		         table->n_games + 1);
		games[table->n_games] = offer(pages, path, PGN_PART_GAME, index, table->n_games);
		if (!games[table->n_games])
			return; /* tried again with the next change */
	}
}

static void
changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct pgn_http *pages = ctx;
	struct pgn_http_table *table = &pages->tables[index];

	if (!is_pgn_new)
		return;
	for (size_t i = 0; i < table->n_games; i++)
		http_stale(table->games[i]);
	offer_games(pages, index);
	http_stale(table->all);
	http_stale(pages->round);
	http_stale(pages->event);
	if (pages->named_round)
		http_stale(pages->named_round);
}

static int
offer_rounds(struct pgn_http *pages)
{
	char path[SLUG_SIZE + 16], name[SLUG_SIZE + 8];

	pages->event = offer(pages, "/pgn", PGN_PART_EVENT, 0, 0);
	pages->round = offer(pages, "/pgn/round", PGN_PART_ROUND, 0, 0);
	if (!pages->event || !pages->round)
		return -ENOMEM;
	if (pages->config->event.round[0]) {
		pgn_texts_round_name(pages->config, name, sizeof(name));
		snprintf(path, sizeof(path), "/pgn/%s", name);
		pages->named_round = offer(pages, path, PGN_PART_ROUND, 0, 0);
		if (!pages->named_round)
			return -ENOMEM;
	}
	return 0;
}

void
pgn_http_look(struct pgn_http *pages)
{
	char path[SLUG_SIZE + 16];

	pgn_texts_look(pages->texts);
	for (size_t i = 0; i < pgn_texts_earlier(pages->texts); i++) {
		snprintf(path, sizeof(path), "/pgn/%s", pgn_texts_earlier_name(pages->texts, i));
		if (!offer(pages, path, PGN_PART_EARLIER, i, 0))
			return; /* memory is out; the next look may do */
	}
	http_stale(pages->event);
}

static int
offer_tables(struct pgn_http *pages)
{
	char path[32];

	for (size_t i = 0; i < pages->config->n_tables; i++) {
		snprintf(path, sizeof(path), "/pgn/%u", pages->config->tables[i].number);
		pages->tables[i].all = offer(pages, path, PGN_PART_TABLE, i, 0);
		if (!pages->tables[i].all)
			return -ENOMEM;
	}
	return 0;
}

int
pgn_http_new(struct http *http, const struct config *config, struct delay_view *view,
             uint32_t delay_s, struct pgn_http **ret_pages)
{
	struct pgn_http *pages =
		calloc(1, sizeof(*pages) + config->n_tables * sizeof(struct pgn_http_table));

	if (!pages)
		return -ENOMEM;
	pages->config = config;
	pages->http = http;
	pages->view = view;
	if (pgn_texts_new(config, view, delay_s, &pages->texts) < 0 || offer_rounds(pages) < 0 ||
	    offer_tables(pages) < 0 || delay_listen(view, changed, pages) < 0) {
		pgn_http_free(pages);
		return -ENOMEM;
	}
	pgn_http_look(pages);
	*ret_pages = pages;
	return 0;
}

void
pgn_http_free(struct pgn_http *pages)
{
	if (!pages)
		return;
	for (size_t i = 0; i < pages->config->n_tables; i++)
		free(pages->tables[i].games);
	pgn_texts_free(pages->texts);
	free(pages);
}
