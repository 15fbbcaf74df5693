/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/change.h"

#include <string.h>

/* A reader counts a running clock down by himself; more than this off, and he is told. */
#define CLOCK_TOLERANCE_MS 1500

static double
shown(const json_t *clock, const char *side)
{
	return json_number_value(json_object_get(clock, side));
}

/* Would a reader who was given `told` see anything else than what *now says? */
static bool
clock_runs_on(const json_t *told, const json_t *now)
{
	static const char *const same[] = { "running", "turn", "battery_low" };
	static const char *const sides[] = { "white", "black" };
	const char *turn = json_string_value(json_object_get(now, "turn"));
	double since_ms = shown(now, "read_unix_ms") - shown(told, "read_unix_ms");

	if (!json_is_object(told) || !json_is_object(now))
		return json_equal(told, now);
	for (size_t i = 0; i < 3; i++)
		if (!json_equal(json_object_get(told, same[i]), json_object_get(now, same[i])))
			return false;
	for (size_t i = 0; i < 2; i++) {
		bool runs = json_is_true(json_object_get(now, "running")) && turn &&
		            strcmp(turn, sides[i]) == 0;
		double off_ms = (shown(told, sides[i]) - shown(now, sides[i])) * 1000 -
		                (runs ? since_ms : 0);

		if (off_ms > CLOCK_TOLERANCE_MS || off_ms < -CLOCK_TOLERANCE_MS ||
		    (!runs && off_ms != 0))
			return false;
	}
	return true;
}

/* Plies that both begin with. */
static size_t
common_plies(const json_t *a, const json_t *b)
{
	size_t n = 0;

	while (n < json_array_size(a) && n < json_array_size(b) &&
	       json_equal(json_array_get(a, n), json_array_get(b, n)))
		n++;
	return n;
}

static void
add_plies(json_t *change, const json_t *before, const json_t *now)
{
	size_t from = common_plies(before, now);
	json_t *plies = json_array();

	for (size_t i = from; i < json_array_size(now); i++)
		json_array_append(plies, json_array_get(now, i));
	json_object_set_new(change, "plies_from", json_integer((json_int_t)from));
	json_object_set_new(change, "plies", plies);
}

bool
change_is_whole(json_t *before, const json_t *now)
{
	const char *key;
	json_t *value;

	json_object_foreach(before, key, value)
	{
		if (!json_object_get(now, key))
			return true;
	}
	return false;
}

json_t *
change_find(const json_t *before, const json_t *clock, json_t *now)
{
	json_t *change = json_object(), *value;
	const char *key;

	json_object_set(change, "table", json_object_get(now, "table"));
	json_object_foreach(now, key, value)
	{
		const json_t *was = json_object_get(before, key);

		if (strcmp(key, "clock") == 0 ? clock_runs_on(clock, value)
		                              : json_equal(was, value))
			continue;
		if (strcmp(key, "plies") == 0 && json_is_array(was))
			add_plies(change, was, value);
		else
			json_object_set(change, key, value);
	}
	if (json_object_size(change) > 1)
		return change;
	json_decref(change);
	return NULL;
}

/* The plies that stay, and those that come instead of the others. */
static void
apply_plies(json_t *state, const json_t *change)
{
	size_t from = (size_t)json_integer_value(json_object_get(change, "plies_from"));
	const json_t *before = json_object_get(state, "plies");
	const json_t *fresh = json_object_get(change, "plies");
	json_t *plies = json_array();

	for (size_t i = 0; i < from && i < json_array_size(before); i++)
		json_array_append(plies, json_array_get(before, i));
	for (size_t i = 0; i < json_array_size(fresh); i++)
		json_array_append(plies, json_array_get(fresh, i));
	json_object_set_new(state, "plies", plies);
}

void
change_apply(json_t *state, json_t *change)
{
	bool has_from = json_object_get(change, "plies_from") != NULL;
	const char *key;
	json_t *value;

	json_object_foreach(change, key, value)
	{
		if (!has_from || strncmp(key, "plies", 5) != 0)
			json_object_set(state, key, value);
	}
	if (has_from)
		apply_plies(state, change);
}
