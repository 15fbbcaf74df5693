/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_list.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/slug.h"

#define NONE (-1)

struct pgn_list_table {
	int all;    /* the owner's number for its games in one, NONE: he does not show it */
	int *games; /* one by one */
	size_t n_games;
};

struct pgn_list {
	const struct config *config;
	struct delay_view *view;
	struct pgn_texts *texts;
	struct pgn_list_owner owner;
	char round_name[SLUG_SIZE + 8];
	int event, round;
	size_t n_earlier; /* rounds that he has been told of */
	struct pgn_list_table tables[];
};

static bool
is_shown(const struct pgn_list *list, enum pgn_part_kind kind)
{
	return (list->owner.kinds & (1U << kind)) != 0;
}

/* The owner's number for a text; NONE where he does not show such. */
static int
add(const struct pgn_list *list, enum pgn_part_kind kind, size_t index, size_t game)
{
	bool of_table = kind == PGN_PART_TABLE || kind == PGN_PART_GAME;
	struct pgn_list_item item = {
		.kind = kind,
		.round = kind == PGN_PART_EARLIER ? pgn_texts_earlier_name(list->texts, index)
		                                  : list->round_name,
		.table = of_table ? list->config->tables[index].number : 0,
		.game = kind == PGN_PART_GAME ? game + 1 : 0,
	};

	if (!is_shown(list, kind))
		return NONE;
	item.part = pgn_texts_part(list->texts, kind, index, game);
	return item.part ? list->owner.add(list->owner.ctx, &item) : -ENOMEM;
}

static void
stale(const struct pgn_list *list, int number)
{
	if (number >= 0)
		list->owner.stale(list->owner.ctx, number);
}

/* A text for every game that has begun. */
static void
add_games(struct pgn_list *list, size_t index)
{
	struct pgn_list_table *table = &list->tables[index];
	size_t n = is_shown(list, PGN_PART_GAME) ? delay_games(list->view, index) : 0;
	int *games;

	if (n <= table->n_games)
		return;
	games = realloc(table->games, n * sizeof(*games));
	if (!games)
		return;
	table->games = games;
	for (; table->n_games < n; table->n_games++) {
		games[table->n_games] = add(list, PGN_PART_GAME, index, table->n_games);
		if (games[table->n_games] < 0)
			return; /* tried again with the next change */
	}
}

/* A name that is written otherwise changes all games of the table. */
static void
changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct pgn_list *list = ctx;
	const struct pgn_list_table *table = &list->tables[index];

	if (!is_pgn_new)
		return;
	add_games(list, index);
	for (size_t i = 0; i < table->n_games; i++)
		stale(list, table->games[i]);
	stale(list, table->all);
	stale(list, list->round);
	stale(list, list->event);
}

static void
add_earlier(struct pgn_list *list)
{
	if (!is_shown(list, PGN_PART_EARLIER))
		return;
	for (; list->n_earlier < pgn_texts_earlier(list->texts); list->n_earlier++)
		if (add(list, PGN_PART_EARLIER, list->n_earlier, 0) < 0)
			return; /* memory is out; the next look may do */
}

void
pgn_list_look(struct pgn_list *list)
{
	pgn_texts_look(list->texts);
	add_earlier(list);
	stale(list, list->event);
}

/* Does the owner have what he shows? */
static bool
is_added(const struct pgn_list *list, enum pgn_part_kind kind, int number)
{
	return number >= 0 || !is_shown(list, kind);
}

static int
add_all(struct pgn_list *list)
{
	list->event = add(list, PGN_PART_EVENT, 0, 0);
	list->round = add(list, PGN_PART_ROUND, 0, 0);
	if (!is_added(list, PGN_PART_EVENT, list->event) ||
	    !is_added(list, PGN_PART_ROUND, list->round))
		return -ENOMEM;
	for (size_t i = 0; i < list->config->n_tables; i++) {
		list->tables[i].all = add(list, PGN_PART_TABLE, i, 0);
		if (!is_added(list, PGN_PART_TABLE, list->tables[i].all))
			return -ENOMEM;
	}
	add_earlier(list);
	return 0;
}

int
pgn_list_new(const struct config *config, struct delay_view *view, uint32_t delay_s,
             const struct pgn_list_owner *owner, struct pgn_list **ret_list)
{
	struct pgn_list *list =
		calloc(1, sizeof(*list) + config->n_tables * sizeof(struct pgn_list_table));

	if (!list)
		return -ENOMEM;
	list->config = config;
	list->view = view;
	list->owner = *owner;
	pgn_texts_round_name(config, list->round_name, sizeof(list->round_name));
	if (pgn_texts_new(config, view, delay_s, &list->texts) < 0 || add_all(list) < 0 ||
	    delay_listen(view, changed, list) < 0) {
		pgn_list_free(list);
		return -ENOMEM;
	}
	*ret_list = list;
	return 0;
}

void
pgn_list_free(struct pgn_list *list)
{
	if (!list)
		return;
	for (size_t i = 0; i < list->config->n_tables; i++)
		free(list->tables[i].games);
	pgn_texts_free(list->texts);
	free(list);
}
