/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/changes.h"

#include <stdlib.h>

#include "daemon/http_events.h"

struct changes_table {
	json_t *alerts, *actions; /* as they were told; NULL: never */
};

struct changes {
	struct http_events *events;
	json_t *devices;
	size_t n;
	struct changes_table tables[];
};

struct changes *
changes_new(struct http_events *events, size_t n)
{
	struct changes *changes = calloc(1, sizeof(*changes) + n * sizeof(struct changes_table));

	if (!changes)
		return NULL;
	changes->events = events;
	changes->devices = json_array();
	changes->n = n;
	return changes;
}

void
changes_free(struct changes *changes)
{
	if (!changes)
		return;
	for (size_t i = 0; i < changes->n; i++) {
		json_decref(changes->tables[i].alerts);
		json_decref(changes->tables[i].actions);
	}
	json_decref(changes->devices);
	free(changes);
}

/* find: the object of `list` that has the same members `keys` (NULL at the end) as *like. */
static json_t *
find(const json_t *list, const char *const keys[], const json_t *like)
{
	for (size_t i = json_array_size(list); i-- > 0;) { /* the latest is likeliest */
		json_t *object = json_array_get(list, i);
		const char *const *key = keys;

		while (*key &&
		       json_equal(json_object_get(object, *key), json_object_get(like, *key)))
			key++;
		if (!*key)
			return object;
	}
	return NULL;
}

/* tell_new: every object of `now` that is not as it was in `before`, as {"table":N,NAME:{...}}. */
static void
tell_new(struct changes *changes, const json_t *table, const char *name, const char *key,
         const json_t *before, const json_t *now)
{
	const char *const keys[] = { key, NULL };
	json_t *object;
	size_t i;

	if (before == now)
		return;
	json_array_foreach(now, i, object)
	{
		const json_t *was = find(before, keys, object);

		if (was != object && !(was && json_equal(was, object)))
			http_events_tell(changes->events, name,
			                 json_pack("{s:O, s:O}", "table", table, name, object));
	}
}

/* drop: members that change with every byte: whoever wants them asks. */
static void
drop(json_t *state, const char *part, const char *const members[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		json_object_del(json_object_get(state, part), members[i]);
}

void
changes_table(struct changes *changes, size_t index, json_t *state)
{
	static const char *const of_board[] = { "bytes", "frames", "skipped_bytes", "bad_frames" };
	static const char *const of_recorder[] = { "bytes", "held" };
	struct changes_table *table = &changes->tables[index];
	json_t *number = json_object_get(state, "table");
	json_t *alerts = json_incref(json_object_get(state, "alerts"));
	json_t *actions = json_incref(json_object_get(state, "actions"));

	tell_new(changes, number, "alert", "number", table->alerts, alerts);
	tell_new(changes, number, "action", "action", table->actions, actions);
	json_decref(table->alerts);
	json_decref(table->actions);
	table->alerts = alerts;
	table->actions = actions;
	json_object_del(state, "alerts");
	json_object_del(state, "actions");
	drop(state, "board", of_board, sizeof(of_board) / sizeof(of_board[0]));
	drop(state, "recorder", of_recorder, sizeof(of_recorder) / sizeof(of_recorder[0]));
	http_events_table(changes->events, state);
}

void
changes_devices(struct changes *changes, json_t *devices)
{
	static const char *const keys[] = { "node", "serial", NULL };
	json_t *device;
	size_t i;

	json_array_foreach(devices, i, device)
	{
		const json_t *was = find(changes->devices, keys, device);

		if (!was || !json_equal(was, device))
			http_events_tell(changes->events, "device", json_incref(device));
	}
	json_array_foreach(changes->devices, i, device)
	{
		if (!find(devices, keys, device))
			http_events_tell(changes->events, "gone",
			                 json_pack("{s:O, s:O}", "node",
			                           json_object_get(device, "node"), "serial",
			                           json_object_get(device, "serial")));
	}
	json_decref(changes->devices);
	changes->devices = devices;
}
