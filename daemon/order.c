/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/order.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/correct.h"
#include "daemon/table_preview.h"

/* order_name: the record as it stands; returns the number of its game. */
static uint32_t
order_name(const struct table *table, char ret_name[CORRECT_NAME_SIZE])
{
	struct tracker_view view;

	table_view(table, &view);
	correct_name(table_game(table), view.games, ret_name);
	return view.games;
}

static void
order_answer(const struct table *table, const struct recorder *recorder, json_t *effect,
             bool applied)
{
	const struct game *game = table_game(table);
	struct recorder_status status;
	char name[CORRECT_NAME_SIZE];

	recorder_look(recorder, &status);
	json_object_set_new(effect, "game", json_integer(order_name(table, name)));
	json_object_set_new(effect, "plies", json_integer(game ? game->n_plies : 0));
	json_object_set_new(effect, "record", json_string(name));
	json_object_set_new(effect, "applied", json_boolean(applied));
	json_object_set_new(effect, "recording",
	                    json_string(status.error ? strerror(status.error) : ""));
}

/* order_apply: it has been found good. */
static int
order_apply(struct table *table, struct recorder *recorder, const json_t *event, uint64_t now_us,
            char *error, size_t error_size)
{
	char *json = json_dumps(event, JSON_COMPACT);
	int result;

	if (!json) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	recorder_host(recorder, now_us, json);
	result = table_host(table, now_us, json, error, error_size);
	free(json);
	return result;
}

static json_t *
order_do(struct table *table, struct recorder *recorder, const struct correct_order *order,
         char *error, size_t error_size)
{
	uint64_t now_us = recorder_now(recorder);
	char name[CORRECT_NAME_SIZE];
	json_t *effect;

	/* What is due comes first, as it will when the recording is folded. */
	table_advance(table, now_us);
	order_name(table, name);
	if (order->record && strcmp(order->record, name) != 0) {
		snprintf(error, error_size,
		         "the record has changed since it was looked at; look again");
		return NULL;
	}
	effect = table_preview(table, &order->correction, error, error_size);
	if (effect && order->apply &&
	    order_apply(table, recorder, order->event, now_us, error, error_size) < 0) {
		json_decref(effect);
		return NULL;
	}
	if (effect)
		order_answer(table, recorder, effect, order->apply);
	return effect;
}

json_t *
order_carry_out(struct table *table, struct recorder *recorder, const json_t *request, uint32_t uid,
                char *error, size_t error_size)
{
	struct correct_order order;
	json_t *effect;

	if (correct_read(request, uid, &order, error, error_size) < 0)
		return NULL;
	effect = order_do(table, recorder, &order, error, error_size);
	json_decref(order.event);
	return effect;
}
