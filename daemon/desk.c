/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk_state.h"
#include "daemon/event_file.h"
#include "daemon/log.h"
#include "daemon/players.h"
#include "daemon/user.h"

/* --- What was ordered, in the configuration -------------------------------------------------- */

/* put_players: into the configuration; returns whether they are others than before. */
static bool
put_players(struct desk *desk, size_t index)
{
	struct config_table *table = &desk->config->tables[index], fresh;
	char was[PLAYERS_DIGEST], is[PLAYERS_DIGEST];

	desk_players(desk, desk->config->event.round, index, &fresh);
	players_digest(table, was);
	players_digest(&fresh, is);
	players_copy(table, &fresh);
	return strcmp(was, is) != 0;
}

/* board_of: what the table is to have. */
static const char *
board_of(const struct desk *desk, size_t index)
{
	const struct config_table *file = &desk->file_tables[index];
	const json_t *ordered = rounds_board(desk->rounds, file->number);

	return desk_holds(ordered, file->board)
	               ? json_string_value(json_object_get(ordered, "board"))
	               : file->board;
}

static void
put_board(struct desk *desk, size_t index)
{
	struct config_table *table = &desk->config->tables[index];

	snprintf(table->board, sizeof(table->board), "%s", board_of(desk, index));
}

/* put_round: the one that was ordered last, unless the event file has another than then: somebody changed it
 * since, and that is an order, too. */
static int
put_round(struct desk *desk, char *error, size_t error_size)
{
	const char *file = rounds_file(desk->rounds);
	struct config_event *event = &desk->config->event;
	bool is_open;
	const char *now = rounds_now(desk->rounds, &is_open);
	int64_t unix_ms = 0;
	json_t *entry;
	int r;

	if (!file || strcmp(file, desk->file_round) == 0) {
		snprintf(event->round, sizeof(event->round), "%s", now);
		return 0;
	}
	entry = json_pack("{s:s, s:s, s:b, s:s, s:b, s:s, s:s}", "op", "round", "round",
	                  desk->file_round, "open", 1, "was_round", now, "was_open", is_open,
	                  "file", desk->file_round, "by", "the event file");
	if (!entry)
		return -ENOMEM;
	log_info("the event file has round %s since: it is open, and not %s", desk->file_round,
	         now);
	r = desk_log_append(desk->options.journal, entry, &unix_ms, error, error_size);
	if (r == 0)
		r = rounds_take(desk->rounds, entry, unix_ms, error, error_size);
	json_decref(entry);
	return r;
}

/* put_broadcast: a broadcast on Lichess is that of one round. */
static void
put_broadcast(struct desk *desk)
{
	struct config *config = desk->config;

	if (config->lichess.round[0] == '\0' || strcmp(config->event.round, desk->file_round) == 0)
		return;
	log_warn("lichess: the broadcast in the event file is that of another round: nothing is "
	         "pushed; write round and broadcast into the file for this one");
	config->lichess.round[0] = '\0';
}

static void
take_entry(void *ctx, const json_t *entry, int64_t unix_ms)
{
	struct desk *desk = ctx;
	char error[256];

	if (rounds_take(desk->rounds, entry, unix_ms, error, sizeof(error)) < 0)
		log_warn("an order of the event cannot be read, and is passed over: %s", error);
}

static int
desk_read(struct desk *desk, char *error, size_t error_size)
{
	const struct config *config = desk->config;
	int r;

	snprintf(desk->file_round, sizeof(desk->file_round), "%s", config->event.round);
	desk->file_tables = calloc(config->n_tables + 1, sizeof(*desk->file_tables));
	if (!desk->file_tables)
		return -ENOMEM;
	memcpy(desk->file_tables, config->tables, config->n_tables * sizeof(*config->tables));
	r = rounds_new(desk->file_round, &desk->rounds);
	if (r == 0)
		r = desk_log_read(desk->options.journal, desk, take_entry, error, error_size);
	return r < 0 ? r : put_round(desk, error, error_size);
}

int
desk_new(const struct desk_options *options, struct desk **ret_desk, char *error, size_t error_size)
{
	struct desk *desk = calloc(1, sizeof(*desk));
	int r;

	snprintf(error, error_size, "out of memory");
	if (!desk)
		return -ENOMEM;
	desk->options = *options;
	desk->config = options->config;
	r = desk_read(desk, error, error_size);
	if (r < 0) {
		desk_free(desk);
		return r;
	}
	put_broadcast(desk);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		put_players(desk, i);
		put_board(desk, i);
	}
	*ret_desk = desk;
	return 0;
}

void
desk_free(struct desk *desk)
{
	if (!desk)
		return;
	rounds_free(desk->rounds);
	free(desk->file_tables);
	free(desk);
}

/* --- Doing ---------------------------------------------------------------------------------- */

/* record_games: what the closed round's table has published. */
static void
record_games(struct desk *desk, size_t index)
{
	json_t *games = station_games(desk->stations[index]);
	json_t *entry = json_pack("{s:s, s:s, s:I, s:o}", "op", "results", "round",
	                          desk->config->event.round, "table",
	                          (json_int_t)desk->config->tables[index].number, "games", games);
	char error[256];
	int64_t unix_ms = 0;

	if (entry &&
	    desk_log_append(desk->options.journal, entry, &unix_ms, error, sizeof(error)) == 0)
		rounds_take(desk->rounds, entry, unix_ms, error, sizeof(error));
	json_decref(entry);
}

/* do_round: the round that is there is open, or closed, at every table. */
static void
do_round(struct desk *desk, bool again, const json_t *request)
{
	bool is_open;

	rounds_now(desk->rounds, &is_open);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		struct station *station = desk->stations[i];

		if (station_is_closed(station) == is_open)
			station_set_round(station, !is_open, request);
		if (!is_open && (again || !rounds_games(desk->rounds, desk->config->event.round,
		                                        station_number(station))))
			record_games(desk, i);
	}
}

static void
do_players(struct desk *desk)
{
	for (size_t i = 0; i < desk->config->n_tables; i++)
		if (put_players(desk, i))
			station_renamed(desk->stations[i]);
}

/* list_wishes: the boards that are to change, to be freed; NULL when memory is out. */
static struct devices_wish *
list_wishes(const struct desk *desk, const json_t *entry, size_t *ret_n)
{
	const json_t *changes = json_object_get(entry, "changes"), *change;
	struct devices_wish *wishes = calloc(json_array_size(changes) + 1, sizeof(*wishes));
	size_t i, index;

	*ret_n = 0;
	json_array_foreach(changes, i, change)
	{
		const char *board = json_string_value(json_object_get(change, "board"));
		uint32_t table = (uint32_t)json_integer_value(json_object_get(change, "table"));

		index = config_find_table(desk->config, table);
		if (wishes && index < desk->config->n_tables)
			wishes[(*ret_n)++] = (struct devices_wish){
				table, board ? board : desk->file_tables[index].board
			};
	}
	return wishes;
}

/* do_assign: or only see whether it can be done. */
static int
do_assign(struct desk *desk, const json_t *entry, const json_t *request, bool only_checks,
          char *error, size_t error_size)
{
	struct devices_wish *wishes;
	size_t n;
	int r;

	wishes = list_wishes(desk, entry, &n);
	snprintf(error, error_size, "out of memory");
	if (!wishes)
		return -ENOMEM;
	r = only_checks ? devices_check(desk->devices, wishes, n, error, error_size)
	                : devices_assign(desk->devices, wishes, n, request, error, error_size);
	for (size_t i = 0; i < n && r == 0 && !only_checks; i++)
		put_board(desk, config_find_table(desk->config, wishes[i].table));
	free(wishes);
	return r;
}

/* is_another_round: the tables begin again. */
static bool
is_another_round(const struct desk *desk, const json_t *entry)
{
	const char *round = json_string_value(json_object_get(entry, "round"));

	return round && strcmp(round, desk->config->event.round) != 0;
}

static bool
is_op(const json_t *entry, const char *op)
{
	const char *name = json_string_value(json_object_get(entry, "op"));

	return name && strcmp(name, op) == 0;
}

/* begins_again: does the daemon, to do it? */
static bool
begins_again(const struct desk *desk, const json_t *entry)
{
	return is_op(entry, "file") || (is_op(entry, "round") && is_another_round(desk, entry));
}

/* can_write: may the event file be so? Then it lies ready. */
static int
can_write(const struct desk *desk, const json_t *entry, char *error, size_t error_size)
{
	struct config fresh;
	int r = desk_event_check(desk, entry, &fresh, error, error_size);

	config_free(&fresh);
	return r < 0 ? r
	             : event_file_prepare(desk->options.config_path,
	                                  json_string_value(json_object_get(entry, "text")), error,
	                                  error_size);
}

/* can_do: what the record of orders cannot know. */
static int
can_do(struct desk *desk, const json_t *entry, char *error, size_t error_size)
{
	if (!desk->stations) {
		snprintf(error, error_size, "the tables are not there yet; try again");
		return -EAGAIN;
	}
	if (is_op(entry, "assign"))
		return do_assign(desk, entry, NULL, true, error, error_size);
	if (is_op(entry, "file"))
		return can_write(desk, entry, error, error_size);
	if (begins_again(desk, entry) &&
	    !desk->options.may_begin_again(desk->options.ctx, error, error_size))
		return -EINVAL;
	return 0;
}

/* do_entry: it is recorded. */
static void
do_entry(struct desk *desk, const json_t *entry, const json_t *request)
{
	char error[CONFIG_TEXT + 256];

	if (is_op(entry, "file") &&
	    event_file_put(desk->options.config_path, error, sizeof(error)) < 0)
		log_error("%s", error);
	else if (begins_again(desk, entry))
		desk->options.begin_again(desk->options.ctx);
	else if (is_op(entry, "round"))
		do_round(desk, true, request);
	else if (is_op(entry, "players"))
		do_players(desk);
	else if (do_assign(desk, entry, request, false, error, sizeof(error)) < 0)
		log_error("boards were assigned, and not all could be given: %s", error);
}

/* stamp: what the event file says now, which the order goes before. */
static void
stamp(const struct desk *desk, json_t *entry)
{
	json_t *changes = json_object_get(entry, "changes"), *change;
	char digest[PLAYERS_DIGEST];
	size_t i, index;

	if (!changes)
		json_object_set_new(entry, "file", json_string(desk->file_round));
	json_array_foreach(changes, i, change)
	{
		const char *round = json_string_value(json_object_get(change, "round"));

		index = config_find_table(desk->config, (uint32_t)json_integer_value(
								json_object_get(change, "table")));
		if (index == desk->config->n_tables)
			continue;
		players_digest(&desk->file_tables[index], digest);
		json_object_set_new(change, "file",
		                    !round ? json_string(desk->file_tables[index].board)
		                    : strcmp(round, desk->file_round) == 0 ? json_string(digest)
		                                                           : json_null());
	}
}

static int
record(struct desk *desk, json_t *entry, const json_t *request, char *error, size_t error_size)
{
	const json_t *actions = json_object_get(request, "actions");
	int64_t unix_ms = 0;
	int r;

	if (actions && json_integer_value(actions) != (json_int_t)rounds_actions(desk->rounds)) {
		snprintf(error, error_size,
		         "something else was ordered since this was looked at; look again");
		return -ESTALE;
	}
	stamp(desk, entry);
	user_copy(entry, request);
	r = rounds_check(desk->rounds, entry, error, error_size);
	if (r == 0)
		r = can_do(desk, entry, error, error_size);
	if (r == 0)
		r = desk_log_append(desk->options.journal, entry, &unix_ms, error, error_size);
	if (r < 0)
		return r;
	/* Whoever ordered it is told that it is done: it must be on the disk then. There are few orders, and
	 * what the boards say meanwhile waits, but not for ever. A disk that refuses is named in the answer. */
	(void)journal_sync_within(desk->options.journal, JOURNAL_ORDER_MS);
	return rounds_take(desk->rounds, entry, unix_ms, error, error_size);
}

static void
log_order(const struct desk *desk, const char *text, const json_t *request)
{
	const char *by = json_string_value(json_object_get(request, "by"));

	if (by)
		log_info("action %zu: %s, by %s", rounds_actions(desk->rounds), text, by);
	else
		log_info("action %zu: %s, by user %lld", rounds_actions(desk->rounds), text,
		         (long long)json_integer_value(json_object_get(request, "uid")));
}

json_t *
desk_carry_out(struct desk *desk, json_t *entry, const json_t *request)
{
	char error[CONFIG_TEXT + 2048] = "out of memory";
	json_t *answer = NULL, *text;

	if (entry && record(desk, entry, request, error, sizeof(error)) == 0) {
		text = rounds_tell(entry);
		log_order(desk, json_string_value(text), request);
		answer = json_pack("{s:I, s:b, s:b, s:s, s:s, s:o}", "action",
		                   (json_int_t)rounds_actions(desk->rounds), "applied", 1,
		                   "begins_again", begins_again(desk, entry), "recording",
		                   desk_log_trouble(desk->options.journal), "round",
		                   rounds_now(desk->rounds, NULL), "text", text);
		do_entry(desk, entry, request);
	}
	json_decref(entry);
	return answer ? answer : desk_refuse(error);
}

void
desk_serve(struct desk *desk, struct station *const *stations, struct devices *devices)
{
	desk->stations = stations;
	desk->devices = devices;
	do_round(desk, false, NULL);
}
