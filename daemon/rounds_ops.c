/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Orders of rounds, boards and players: whether each can be carried out, what it does, and what it says.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/rounds_state.h"

/* --- Checking ------------------------------------------------------------------------------- */

static int
wrong(char *error, size_t error_size, const char *text)
{
	snprintf(error, error_size, "%s", text);
	return -EBADMSG;
}

static bool
is_table(const json_t *number)
{
	return json_is_integer(number) && json_integer_value(number) >= 1 &&
	       json_integer_value(number) <= UINT32_MAX;
}

static int
check_round(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	const char *was = json_string_value(json_object_get(entry, "was_round"));

	if (!json_is_string(json_object_get(entry, "round")) ||
	    !json_is_string(json_object_get(entry, "file")) ||
	    !json_is_boolean(json_object_get(entry, "open")) || !was ||
	    !json_is_boolean(json_object_get(entry, "was_open")))
		return wrong(error, error_size, "a round without its members");
	if (strcmp(was, rounds->round) == 0 &&
	    json_is_true(json_object_get(entry, "was_open")) == rounds->is_open)
		return 0;
	snprintf(error, error_size, "round %s is %s meanwhile", rounds->round,
	         rounds->is_open ? "open" : "closed");
	return -ESTALE;
}

/* is_as_was: is `now` (NULL: what the file says) what the change says was before? */
static bool
is_as_was(const json_t *now, const char *key, const json_t *change)
{
	const json_t *was = json_object_get(change, "was");
	json_t *value = json_object_get(now, key);

	return value ? json_equal(value, was) : json_is_null(was);
}

static int
check_board(const struct rounds *rounds, const json_t *change, char *error, size_t error_size)
{
	const json_t *table = json_object_get(change, "table");
	const json_t *board = json_object_get(change, "board");

	if (!is_table(table) || !(json_is_string(board) || json_is_null(board)))
		return wrong(error, error_size, "a change without a table or its board");
	if (is_as_was(rounds_board(rounds, (uint32_t)json_integer_value(table)), "board", change))
		return 0;
	snprintf(error, error_size, "table %lld has got another board meanwhile",
	         (long long)json_integer_value(table));
	return -ESTALE;
}

static int
check_players(const struct rounds *rounds, const json_t *change, char *error, size_t error_size)
{
	const json_t *table = json_object_get(change, "table");
	const json_t *players = json_object_get(change, "players");
	const char *round = json_string_value(json_object_get(change, "round"));

	if (!is_table(table) || !round || !(json_is_object(players) || json_is_null(players)))
		return wrong(error, error_size, "a change without a round, a table or its players");
	if (is_as_was(rounds_players(rounds, round, (uint32_t)json_integer_value(table)), "players",
	              change))
		return 0;
	snprintf(error, error_size, "table %lld of round %s has got other players meanwhile",
	         (long long)json_integer_value(table), round);
	return -ESTALE;
}

/* is_repeated: does a change before `index` speak of the same table, of the same round? */
static bool
is_repeated(const json_t *changes, size_t index)
{
	const json_t *change = json_array_get(changes, index), *other;
	const json_t *table = json_object_get(change, "table");
	const json_t *round = json_object_get(change, "round");
	size_t i;

	json_array_foreach(changes, i, other)
	{
		if (i == index)
			break;
		if (json_equal(json_object_get(other, "table"), table) &&
		    (!round || json_equal(json_object_get(other, "round"), round)))
			return true;
	}
	return false;
}

static int
check_changes(const struct rounds *rounds, const json_t *entry,
              int (*check)(const struct rounds *rounds, const json_t *change, char *error,
                           size_t error_size),
              char *error, size_t error_size)
{
	const json_t *changes = json_object_get(entry, "changes"), *change;
	size_t i;
	int r = 0;

	if (json_array_size(changes) == 0)
		return wrong(error, error_size, "no changes");
	json_array_foreach(changes, i, change)
	{
		r = check(rounds, change, error, error_size);
		if (r == 0 && is_repeated(changes, i))
			r = wrong(error, error_size, "a table is named twice");
		if (r < 0)
			break;
	}
	return r;
}

static int
check_assign(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	return check_changes(rounds, entry, check_board, error, error_size);
}

static int
check_pairings(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	return check_changes(rounds, entry, check_players, error, error_size);
}

static int
check_results(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	(void)rounds;
	return is_table(json_object_get(entry, "table")) &&
	                       json_is_string(json_object_get(entry, "round")) &&
	                       json_is_array(json_object_get(entry, "games"))
	               ? 0
	               : wrong(error, error_size, "results without round, table or games");
}

static int
check_file(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	(void)rounds;
	return json_is_string(json_object_get(entry, "text")) &&
	                       json_is_string(json_object_get(entry, "was_text"))
	               ? 0
	               : wrong(error, error_size, "an event file without its text");
}

/* --- Taking --------------------------------------------------------------------------------- */

/* inside: the object under `key`, made where it is missing. */
static json_t *
inside(json_t *object, const char *key)
{
	if (!json_object_get(object, key))
		json_object_set_new(object, key, json_object());
	return json_object_get(object, key);
}

static void
take_round(struct rounds *rounds, const json_t *entry, int64_t unix_ms)
{
	char *round = strdup(json_string_value(json_object_get(entry, "round")));
	char *file = strdup(json_string_value(json_object_get(entry, "file")));

	if (!round || !file) {
		free(round);
		free(file);
		return;
	}
	free(rounds->round);
	free(rounds->file);
	rounds->round = round;
	rounds->file = file;
	rounds->is_open = json_is_true(json_object_get(entry, "open"));
	if (!json_object_get(rounds->opened, round))
		json_object_set_new(rounds->opened, round, json_integer(unix_ms));
	/* What was open before nobody had to order. */
	if (!json_object_get(rounds->opened,
	                     json_string_value(json_object_get(entry, "was_round"))))
		json_object_set_new(rounds->opened,
		                    json_string_value(json_object_get(entry, "was_round")),
		                    json_integer(0));
}

/* put_change: `key` and "file" of the change under the table's number; null there: nothing. */
static void
put_change(json_t *by_table, const json_t *change, const char *key)
{
	json_t *value = json_object_get(change, key), *file = json_object_get(change, "file");
	char table[ROUNDS_KEY];

	rounds_table_key(json_integer_value(json_object_get(change, "table")), table);
	if (json_is_null(value))
		json_object_del(by_table, table);
	else
		json_object_set_new(by_table, table,
		                    json_pack("{s:O, s:O?}", key, value, "file", file));
}

static void
take_assign(struct rounds *rounds, const json_t *entry, int64_t unix_ms)
{
	const json_t *change;
	size_t i;

	(void)unix_ms;
	json_array_foreach(json_object_get(entry, "changes"), i, change)
		put_change(rounds->boards, change, "board");
}

static void
take_players(struct rounds *rounds, const json_t *entry, int64_t unix_ms)
{
	const json_t *change;
	size_t i;

	(void)unix_ms;
	json_array_foreach(json_object_get(entry, "changes"), i, change) put_change(
		inside(rounds->players, json_string_value(json_object_get(change, "round"))),
		change, "players");
}

static void
take_results(struct rounds *rounds, const json_t *entry, int64_t unix_ms)
{
	char key[ROUNDS_KEY];

	(void)unix_ms;
	json_object_set(inside(rounds->games, json_string_value(json_object_get(entry, "round"))),
	                rounds_table_key(json_integer_value(json_object_get(entry, "table")), key),
	                json_object_get(entry, "games"));
}

/* The file itself says what it says. */
static void
take_file(struct rounds *rounds, const json_t *entry, int64_t unix_ms)
{
	(void)rounds;
	(void)entry;
	(void)unix_ms;
}

/* --- What an action says -------------------------------------------------------------------- */

static json_t *
tell_round(const json_t *entry)
{
	return json_sprintf("round %s %s", json_string_value(json_object_get(entry, "round")),
	                    json_is_true(json_object_get(entry, "open")) ? "opened" : "closed");
}

static json_t *
tell_changes(const json_t *entry, const char *what, const char *whats)
{
	const json_t *changes = json_object_get(entry, "changes");
	const json_t *first = json_array_get(changes, 0);
	const char *round = json_string_value(json_object_get(first, "round"));
	size_t n = json_array_size(changes);

	if (n == 1)
		return json_sprintf("%s of table %lld%s%s", what,
		                    (long long)json_integer_value(json_object_get(first, "table")),
		                    round && round[0] ? ", round " : "", round ? round : "");
	return json_sprintf("%s of %zu tables%s%s", whats, n, round && round[0] ? ", round " : "",
	                    round ? round : "");
}

static json_t *
tell_assign(const json_t *entry)
{
	return tell_changes(entry, "board", "boards");
}

static json_t *
tell_players(const json_t *entry)
{
	return tell_changes(entry, "players", "players");
}

static json_t *
tell_file(const json_t *entry)
{
	(void)entry;
	return json_string("event file changed");
}

/* --- All of them ---------------------------------------------------------------------------- */

static const struct rounds_op rounds_ops[] = {
	{ "assign", check_assign, take_assign, tell_assign, "board" },
	{ "file", check_file, take_file, tell_file, NULL },
	{ "players", check_pairings, take_players, tell_players, "players" },
	{ "results", check_results, take_results, NULL, NULL },
	{ "round", check_round, take_round, tell_round, NULL },
};

const struct rounds_op *
rounds_find_op(const json_t *entry)
{
	const char *op = json_string_value(json_object_get(entry, "op"));

	for (size_t i = 0; op && i < sizeof(rounds_ops) / sizeof(rounds_ops[0]); i++)
		if (strcmp(rounds_ops[i].op, op) == 0)
			return &rounds_ops[i];
	return NULL;
}

int
rounds_check(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size)
{
	const struct rounds_op *op = rounds_find_op(entry);

	return op ? op->check(rounds, entry, error, error_size)
	          : wrong(error, error_size,
	                  "\"op\" must be assign, file, players, results or round");
}

int
rounds_take(struct rounds *rounds, const json_t *entry, int64_t unix_ms, char *error,
            size_t error_size)
{
	int r = rounds_check(rounds, entry, error, error_size);
	json_t *kept;

	if (r < 0)
		return r;
	rounds_find_op(entry)->take(rounds, entry, unix_ms);
	if (!rounds_find_op(entry)->tell)
		return 0;
	kept = json_deep_copy(entry);
	json_object_set_new(kept, "unix_ms", json_integer(unix_ms));
	json_array_append_new(rounds->log, kept);
	return 0;
}
