/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/rounds_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
rounds_new(const char *round, struct rounds **ret_rounds)
{
	struct rounds *rounds = calloc(1, sizeof(*rounds));

	if (!rounds)
		return -ENOMEM;
	rounds->round = strdup(round);
	rounds->is_open = true;
	rounds->boards = json_object();
	rounds->players = json_object();
	rounds->games = json_object();
	rounds->opened = json_object();
	rounds->log = json_array();
	if (!rounds->round || !rounds->boards || !rounds->players || !rounds->games ||
	    !rounds->opened || !rounds->log) {
		rounds_free(rounds);
		return -ENOMEM;
	}
	*ret_rounds = rounds;
	return 0;
}

void
rounds_free(struct rounds *rounds)
{
	if (!rounds)
		return;
	json_decref(rounds->boards);
	json_decref(rounds->players);
	json_decref(rounds->games);
	json_decref(rounds->opened);
	json_decref(rounds->log);
	free(rounds->round);
	free(rounds->file);
	free(rounds);
}

/* --- Looking -------------------------------------------------------------------------------- */

const char *
rounds_now(const struct rounds *rounds, bool *ret_open)
{
	if (ret_open)
		*ret_open = rounds->is_open;
	return rounds->round;
}

const char *
rounds_file(const struct rounds *rounds)
{
	return rounds->file;
}

/* By number, "2" before "10", "3.1" before "3.2". */
static int
compare_rounds(const char *a, const char *b)
{
	for (;;) {
		char *end_a, *end_b;
		long number_a = strtol(a, &end_a, 10), number_b = strtol(b, &end_b, 10);

		if (number_a != number_b)
			return number_a < number_b ? -1 : 1;
		if (*end_a != '.' || *end_b != '.')
			return strcmp(end_a, end_b);
		a = end_a + 1;
		b = end_b + 1;
	}
}

/* add_round: into the list, in order, once. */
static void
add_round(json_t *list, const struct rounds *rounds, const char *round)
{
	bool is_now = strcmp(round, rounds->round) == 0;
	const char *state = is_now                            ? rounds->is_open ? "open" : "closed"
	                    : rounds_has_games(rounds, round) ? "closed"
	                                                      : "to come";
	size_t at = 0;

	for (; at < json_array_size(list); at++) {
		const char *there =
			json_string_value(json_object_get(json_array_get(list, at), "round"));
		int order = compare_rounds(round, there);

		if (order == 0)
			return;
		if (order < 0)
			break;
	}
	json_array_insert_new(list, at, json_pack("{s:s, s:s}", "round", round, "state", state));
}

json_t *
rounds_list(const struct rounds *rounds)
{
	json_t *const sources[] = { rounds->opened, rounds->games, rounds->players };
	json_t *list = json_array(), *value;
	const char *round;

	add_round(list, rounds, rounds->round);
	for (int i = 0; i < 3; i++)
		json_object_foreach(sources[i], round,
		                    value) if (i == 0 || json_object_size(value) > 0)
			add_round(list, rounds, round);
	return list;
}

size_t
rounds_actions(const struct rounds *rounds)
{
	return json_array_size(rounds->log);
}

json_t *
rounds_tell(const json_t *entry)
{
	return rounds_find_op(entry)->tell(entry);
}

/* undone_by: the last action that undid `number`, 0: none. */
static size_t
undone_by(const struct rounds *rounds, size_t number)
{
	for (size_t i = rounds_actions(rounds); i > number; i--)
		if (json_integer_value(json_object_get(json_array_get(rounds->log, i - 1),
		                                       "undoes")) == (json_int_t)number)
			return i;
	return 0;
}

json_t *
rounds_log(const struct rounds *rounds)
{
	json_t *log = json_array();
	const json_t *entry;
	size_t i;

	json_array_foreach(rounds->log, i, entry)
	{
		json_t *shown = json_pack("{s:I, s:o}", "action", (json_int_t)i + 1, "text",
		                          rounds_tell(entry));
		static const char *const members[] = { "unix_ms", "uid",  "user",
			                               "by",      "role", "undoes" };

		for (size_t k = 0; k < sizeof(members) / sizeof(members[0]); k++)
			if (json_object_get(entry, members[k]))
				json_object_set(shown, members[k],
				                json_object_get(entry, members[k]));
		if (undone_by(rounds, i + 1) > 0)
			json_object_set_new(shown, "undone_by",
			                    json_integer((json_int_t)undone_by(rounds, i + 1)));
		json_array_append_new(log, shown);
	}
	return log;
}

/* --- Undoing -------------------------------------------------------------------------------- */

static void
swap(json_t *object, const char *a, const char *b)
{
	json_t *kept = json_incref(json_object_get(object, a));

	json_object_set(object, a, json_object_get(object, b));
	json_object_set_new(object, b, kept);
}

json_t *
rounds_undo(const struct rounds *rounds, size_t number, char *error, size_t error_size)
{
	json_t *entry = json_deep_copy(json_array_get(rounds->log, number - 1)), *change;
	size_t i;

	if (number == 0 || !entry) {
		snprintf(error, error_size, "there is no action %zu; there are %zu", number,
		         rounds_actions(rounds));
		json_decref(entry);
		return NULL;
	}
	json_object_del(entry, "unix_ms");
	json_object_del(entry, "uid");
	json_object_del(entry, "user");
	if (rounds_find_op(entry)->value) {
		json_array_foreach(json_object_get(entry, "changes"), i, change)
			swap(change, rounds_find_op(entry)->value, "was");
	} else if (json_object_get(entry, "text")) {
		swap(entry, "text", "was_text");
	} else {
		swap(entry, "round", "was_round");
		swap(entry, "open", "was_open");
	}
	json_object_set_new(entry, "undoes", json_integer((json_int_t)number));
	return entry;
}
