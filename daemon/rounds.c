/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/rounds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_KEY 32

struct rounds {
	char *round, *file; /* file: NULL, nothing was ordered */
	bool is_open;
	json_t *boards;  /* by table */
	json_t *players; /* by round, by table */
	json_t *games;   /* by round, by table */
	json_t *opened;  /* by round: unix_ms */
	json_t *log;     /* the actions as they came, each with unix_ms */
};

static const char *
table_key(json_int_t table, char key[ROUNDS_KEY])
{
	snprintf(key, ROUNDS_KEY, "%lld", (long long)table);
	return key;
}

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

	table_key(json_integer_value(json_object_get(change, "table")), table);
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
	                table_key(json_integer_value(json_object_get(entry, "table")), key),
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

static const struct rounds_op {
	const char *op;
	int (*check)(const struct rounds *rounds, const json_t *entry, char *error,
	             size_t error_size);
	void (*take)(struct rounds *rounds, const json_t *entry, int64_t unix_ms);
	json_t *(*tell)(const json_t *entry); /* NULL: it is no action */
	const char *value;                    /* of a change, beside "was" */
} rounds_ops[] = {
	{ "assign", check_assign, take_assign, tell_assign, "board" },
	{ "file", check_file, take_file, tell_file, NULL },
	{ "players", check_pairings, take_players, tell_players, "players" },
	{ "results", check_results, take_results, NULL, NULL },
	{ "round", check_round, take_round, tell_round, NULL },
};

static const struct rounds_op *
find_op(const json_t *entry)
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
	const struct rounds_op *op = find_op(entry);

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
	find_op(entry)->take(rounds, entry, unix_ms);
	if (!find_op(entry)->tell)
		return 0;
	kept = json_deep_copy(entry);
	json_object_set_new(kept, "unix_ms", json_integer(unix_ms));
	json_array_append_new(rounds->log, kept);
	return 0;
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

const json_t *
rounds_board(const struct rounds *rounds, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(rounds->boards, table_key(table, key));
}

const json_t *
rounds_players(const struct rounds *rounds, const char *round, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(json_object_get(rounds->players, round), table_key(table, key));
}

const json_t *
rounds_games(const struct rounds *rounds, const char *round, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(json_object_get(rounds->games, round), table_key(table, key));
}

bool
rounds_has_games(const struct rounds *rounds, const char *round)
{
	return json_object_size(json_object_get(rounds->games, round)) > 0;
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
	return find_op(entry)->tell(entry);
}

/* undone_by: the last action that turned `number` round, 0: none. */
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

/* --- Turning round -------------------------------------------------------------------------- */

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
	if (find_op(entry)->value) {
		json_array_foreach(json_object_get(entry, "changes"), i, change)
			swap(change, find_op(entry)->value, "was");
	} else if (json_object_get(entry, "text")) {
		swap(entry, "text", "was_text");
	} else {
		swap(entry, "round", "was_round");
		swap(entry, "open", "was_open");
	}
	json_object_set_new(entry, "undoes", json_integer((json_int_t)number));
	return entry;
}
