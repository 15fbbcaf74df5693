/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_http.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/lichess/relay_round.h"
#include "daemon/pgn_list.h"
#include "daemon/slug.h"

#define PGN_TYPE "application/x-chess-pgn; charset=utf-8"

struct pgn_http {
	struct http *http;
	struct pgn_list *list;
	struct http_page **pages; /* by the numbers that the list has */
	size_t n_pages, capacity;
	struct http_page *named_round; /* this round, by its number; NULL: it has none */
	size_t round;                  /* ... and where it is among the pages */
	struct relay_round *games;     /* for the page of broadcasts */
	struct http_page *relay;
};

/* --- Pages of the list ------------------------------------------------------------------------ */

static void
name_page(const struct pgn_list_item *item, char *path, size_t size)
{
	switch (item->kind) {
	case PGN_PART_EVENT:
		snprintf(path, size, "/pgn");
		break;
	case PGN_PART_ROUND:
		snprintf(path, size, "/pgn/round");
		break;
	case PGN_PART_EARLIER:
		snprintf(path, size, "/pgn/%s", item->round);
		break;
	case PGN_PART_TABLE:
		snprintf(path, size, "/pgn/%u", item->table);
		break;
	case PGN_PART_GAME:
		snprintf(path, size, "/pgn/%u/%zu", item->table, item->game);
		break;
	}
}

static int
make_room(struct pgn_http *pages)
{
	size_t capacity = pages->capacity ? 2 * pages->capacity : 64;
	struct http_page **bigger;

	if (pages->n_pages < pages->capacity)
		return 0;
	bigger = realloc(pages->pages, capacity * sizeof(struct http_page *));
	if (!bigger)
		return -ENOMEM;
	pages->pages = bigger;
	pages->capacity = capacity;
	return 0;
}

/* This round has a path of its own number, too. */
static int
offer_named_round(struct pgn_http *pages, const struct pgn_list_item *item)
{
	char path[SLUG_SIZE + 16];

	pages->round = pages->n_pages;
	if (strcmp(item->round, "round") == 0)
		return 0;
	snprintf(path, sizeof(path), "/pgn/%s", item->round);
	pages->named_round = http_offer(pages->http, path, PGN_TYPE, pgn_part_make, item->part);
	return pages->named_round ? 0 : -ENOMEM;
}

static int
add(void *ctx, const struct pgn_list_item *item)
{
	struct pgn_http *pages = ctx;
	char path[SLUG_SIZE + 48];

	if (make_room(pages) < 0 ||
	    (item->kind == PGN_PART_ROUND && offer_named_round(pages, item) < 0))
		return -ENOMEM;
	name_page(item, path, sizeof(path));
	pages->pages[pages->n_pages] =
		http_offer(pages->http, path, PGN_TYPE, pgn_part_make, item->part);
	return pages->pages[pages->n_pages] ? (int)pages->n_pages++ : -ENOMEM;
}

static void
stale(void *ctx, int number)
{
	struct pgn_http *pages = ctx;

	http_stale(pages->pages[number]);
	if (pages->named_round && (size_t)number == pages->round)
		http_stale(pages->named_round);
}

/* --- The page of broadcasts ------------------------------------------------------------------- */

static void
games_changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct pgn_http *pages = ctx;

	(void)index;
	if (is_pgn_new)
		http_stale(pages->relay);
}

static int
offer_relay(struct pgn_http *pages, const struct config *config, struct delay_view *view)
{
	pages->games = relay_round_new(config, view);
	if (!pages->games)
		return -ENOMEM;
	pages->relay =
		http_offer(pages->http, "/pgn/relay", PGN_TYPE, relay_round_make, pages->games);
	return pages->relay ? delay_listen(view, games_changed, pages) : -ENOMEM;
}

/* --- Life ------------------------------------------------------------------------------------- */

void
pgn_http_look(struct pgn_http *pages)
{
	pgn_list_look(pages->list);
}

int
pgn_http_new(struct http *http, const struct config *config, struct delay_view *view,
             uint32_t delay_s, struct pgn_http **ret_pages)
{
	struct pgn_http *pages = calloc(1, sizeof(*pages));
	const struct pgn_list_owner owner = {
		.ctx = pages,
		.kinds = 1U << PGN_PART_EVENT | 1U << PGN_PART_ROUND | 1U << PGN_PART_EARLIER |
		         1U << PGN_PART_TABLE | 1U << PGN_PART_GAME,
		.add = add,
		.stale = stale,
	};

	if (!pages)
		return -ENOMEM;
	pages->http = http;
	if (pgn_list_new(config, view, delay_s, &owner, &pages->list) < 0 ||
	    offer_relay(pages, config, view) < 0) {
		pgn_http_free(pages);
		return -ENOMEM;
	}
	*ret_pages = pages;
	return 0;
}

void
pgn_http_free(struct pgn_http *pages)
{
	if (!pages)
		return;
	pgn_list_free(pages->list);
	relay_round_free(pages->games);
	free(pages->pages);
	free(pages);
}
