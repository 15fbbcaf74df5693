/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/delay.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/edition.h"

struct delay_table {
	struct edition_state newest;
	json_t *clock; /* the reading that views were given */
	int64_t last_us;
	struct edition *first, *last; /* not shown by all yet */
	bool lost;                    /* an edition: the next one is whole */
};

struct delay_listener {
	struct delay_listener *next;
	delay_changed_fn changed;
	void *ctx;
};

struct delay_view_table {
	struct edition_state state;
	struct edition *next; /* to be shown; NULL: none waits */
};

struct delay_view {
	struct delay *delay;
	struct delay_view *next;
	struct delay_listener *listeners;
	int64_t delay_us;
	struct delay_view_table *tables; /* NULL: shows the newest */
};

struct delay {
	struct delay_view *views;
	unsigned int n_late; /* those that wait */
	size_t n_tables;
	struct delay_table tables[];
};

/* --- Views ------------------------------------------------------------------------------------ */

struct delay_view *
delay_view(struct delay *delay, uint32_t seconds)
{
	struct delay_view *view;

	for (view = delay->views; view; view = view->next)
		if (view->delay_us == (int64_t)seconds * 1000000)
			return view;
	view = calloc(1, sizeof(*view));
	if (!view)
		return NULL;
	view->delay = delay;
	view->delay_us = (int64_t)seconds * 1000000;
	if (seconds > 0) {
		view->tables = calloc(delay->n_tables + 1, sizeof(*view->tables));
		if (!view->tables) {
			free(view);
			return NULL;
		}
		delay->n_late++;
	}
	view->next = delay->views;
	delay->views = view;
	return view;
}

int
delay_listen(struct delay_view *view, delay_changed_fn changed, void *ctx)
{
	struct delay_listener *listener = calloc(1, sizeof(*listener));

	if (!listener)
		return -ENOMEM;
	*listener = (struct delay_listener){ view->listeners, changed, ctx };
	view->listeners = listener;
	return 0;
}

int64_t
delay_longest_us(const struct delay *delay)
{
	int64_t longest_us = 0;

	for (const struct delay_view *view = delay->views; view; view = view->next)
		if (view->delay_us > longest_us)
			longest_us = view->delay_us;
	return longest_us;
}

int64_t
delay_shortest_us(const struct delay *delay)
{
	int64_t shortest_us = 0;

	for (const struct delay_view *view = delay->views; view; view = view->next)
		if (view->tables && (shortest_us == 0 || view->delay_us < shortest_us))
			shortest_us = view->delay_us;
	return shortest_us;
}

static void
tell(const struct delay_view *view, size_t index, bool is_pgn_new)
{
	const struct delay_listener *listener = view->listeners;

	for (; listener; listener = listener->next)
		listener->changed(listener->ctx, index, is_pgn_new);
}

static const struct edition_state *
state_of(const struct delay_view *view, size_t index)
{
	return view->tables ? &view->tables[index].state : &view->delay->tables[index].newest;
}

json_t *
delay_live(const struct delay_view *view, size_t index)
{
	return state_of(view, index)->live;
}

const json_t *
delay_about(const struct delay_view *view, size_t index)
{
	return state_of(view, index)->about;
}

size_t
delay_games(const struct delay_view *view, size_t index)
{
	return state_of(view, index)->n_games;
}

const char *
delay_pgn(const struct delay_view *view, size_t index, size_t *ret_len)
{
	const struct edition_state *state = state_of(view, index);

	*ret_len = state->pgn ? state->pgn_len : 0;
	return state->pgn ? state->pgn : "";
}

const char *
delay_game(const struct delay_view *view, size_t index, size_t game, size_t *ret_len)
{
	const struct edition_state *state = state_of(view, index);
	size_t begin = game > 0 && game <= state->n_games ? state->ends[game - 1] : 0;

	*ret_len = game < state->n_games ? state->ends[game] - begin : 0;
	return *ret_len > 0 ? state->pgn + begin : "";
}

/* --- The line --------------------------------------------------------------------------------- */

int
delay_new(size_t n_tables, struct delay **ret_delay)
{
	struct delay *delay = calloc(1, sizeof(*delay) + n_tables * sizeof(struct delay_table));

	if (!delay)
		return -ENOMEM;
	delay->n_tables = n_tables;
	for (size_t i = 0; i < n_tables; i++)
		delay->tables[i].last_us = INT64_MIN;
	*ret_delay = delay;
	return 0;
}

/* Who sits there is no secret, whatever the delay. */
static void
begin_views(struct delay *delay, size_t index, const json_t *live)
{
	for (struct delay_view *view = delay->views; view; view = view->next) {
		if (!view->tables)
			continue;
		view->tables[index].state.live = json_pack(
			"{s:O, s:O, s:O, s:s, s:s}", "table", json_object_get(live, "table"),
			"white", json_object_get(live, "white"), "black",
			json_object_get(live, "black"), "link", "", "recording", "");
		tell(view, index, false);
	}
}

static void
append(struct delay *delay, size_t index, struct edition *edition)
{
	struct delay_table *table = &delay->tables[index];

	json_t *clock = json_object_get(edition->change, "clock");

	if (clock) {
		json_decref(table->clock);
		table->clock = json_incref(clock);
	}
	edition->at_us = table->last_us;
	edition->left = delay->n_late;
	if (table->last)
		table->last->next = edition;
	else
		table->first = edition;
	table->last = edition;
	for (struct delay_view *view = delay->views; view; view = view->next)
		if (view->tables && !view->tables[index].next)
			view->tables[index].next = edition;
}

int
delay_put(struct delay *delay, size_t index, const struct delay_public *public, int64_t at_us)
{
	struct delay_table *table = &delay->tables[index];
	struct edition *edition = NULL;
	bool is_pgn_new = !edition_is_same_pgn(&table->newest, public);
	int result = 0;

	if (at_us > table->last_us)
		table->last_us = at_us;
	if (delay->n_late > 0) {
		if (!table->newest.live)
			begin_views(delay, index, public->live);
		result = edition_new(&table->newest, table->clock, table->lost, public, &edition);
		table->lost = result < 0;
	}
	if (edition_state_take(&table->newest, public) < 0) {
		edition_free(edition);
		table->lost = true;
		return -ENOMEM;
	}
	if (edition)
		append(delay, index, edition);
	for (const struct delay_view *view = delay->views; view; view = view->next)
		if (!view->tables)
			tell(view, index, is_pgn_new);
	return result;
}

static void
forget_shown(struct delay_table *table)
{
	while (table->first && table->first->left == 0) {
		struct edition *edition = table->first;

		table->first = edition->next;
		if (!table->first)
			table->last = NULL;
		edition_free(edition);
	}
}

/* Shows what is due of a table. Returns when the next is. */
static int64_t
show_due(struct delay_view *view, size_t index, int64_t now_us)
{
	struct delay_view_table *table = &view->tables[index];
	bool changed = false, is_pgn_new = false;

	while (table->next && table->next->at_us <= now_us - view->delay_us) {
		if (!edition_apply(&table->state, table->next, view->delay_us))
			return now_us + 1000000;
		is_pgn_new |= table->next->tail != NULL;
		table->next->left--;
		table->next = table->next->next;
		changed = true;
	}
	if (changed)
		tell(view, index, is_pgn_new);
	return table->next ? table->next->at_us + view->delay_us : INT64_MAX;
}

int64_t
delay_advance(struct delay *delay, int64_t now_us)
{
	int64_t next_us = INT64_MAX, due_us;

	if (delay->n_late == 0)
		return INT64_MAX;
	for (size_t i = 0; i < delay->n_tables; i++) {
		for (struct delay_view *view = delay->views; view; view = view->next) {
			due_us = view->tables ? show_due(view, i, now_us) : INT64_MAX;
			next_us = due_us < next_us ? due_us : next_us;
		}
		forget_shown(&delay->tables[i]);
	}
	return next_us;
}

static void
view_free(struct delay_view *view)
{
	struct delay_listener *listener, *next;

	for (listener = view->listeners; listener; listener = next) {
		next = listener->next;
		free(listener);
	}
	for (size_t i = 0; view->tables && i < view->delay->n_tables; i++)
		edition_state_clear(&view->tables[i].state);
	free(view->tables);
	free(view);
}

void
delay_free(struct delay *delay)
{
	struct delay_view *view, *next;

	if (!delay)
		return;
	for (view = delay->views; view; view = next) {
		next = view->next;
		view_free(view);
	}
	for (size_t i = 0; i < delay->n_tables; i++) {
		struct delay_table *table = &delay->tables[i];
		struct edition *edition = table->first, *after;

		for (; edition; edition = after) {
			after = edition->next;
			edition_free(edition);
		}
		edition_state_clear(&table->newest);
		json_decref(table->clock);
	}
	free(delay);
}
