/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names for the tables of a round, and the games of one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config_keys.h"
#include "daemon/desk_state.h"
#include "daemon/players.h"
#include "daemon/retag.h"

/* --- In ------------------------------------------------------------------------------------- */

/* What is being put together from the pairings. */
struct import {
	struct desk *desk;
	const char *round; /* where a pairing says none */
	json_t *changes;   /* of the entry */
	json_t *shown;     /* value by value, for people */
	json_t *refused;
	json_t *given; /* {"2/3":true}: round and table that had one */
	json_int_t same;
	size_t next; /* the table of the next pairing that names none */
};

static void
refuse_pairing(struct import *import, const json_t *pairing, const char *error)
{
	json_t *line = json_object_get(pairing, "line");

	json_array_append_new(import->refused,
	                      json_pack("{s:O?, s:s}", "line", line, "error", error));
}

/* find_table: the index of the pairing's table; n_tables: it has none, which is told. */
static size_t
find_table(struct import *import, const json_t *pairing, const char *round)
{
	const struct config *config = import->desk->config;
	json_int_t number = json_integer_value(json_object_get(pairing, "table"));
	size_t index = number > 0 && number <= UINT32_MAX
	                       ? config_find_table(import->desk->config, (uint32_t)number)
	                       : import->next++;
	char error[120], key[CONFIG_TEXT + 16];

	if (index >= config->n_tables) {
		if (number > 0)
			snprintf(error, sizeof(error), "there is no table %lld", (long long)number);
		else
			snprintf(error, sizeof(error), "there are %zu tables, and no further one",
			         config->n_tables);
		refuse_pairing(import, pairing, error);
		return config->n_tables;
	}
	snprintf(key, sizeof(key), "%s/%zu", round, index);
	if (!json_object_get(import->given, key)) {
		json_object_set_new(import->given, key, json_true());
		return index;
	}
	snprintf(error, sizeof(error), "table %u is given twice", config->tables[index].number);
	refuse_pairing(import, pairing, error);
	return config->n_tables;
}

/* keep_traits: what is known of a player beside his name, where the pairings do not say it and he is the same. */
static void
keep_traits(struct config_table *fresh, const struct config_table *was)
{
	for (int i = 2; i < PLAYERS_KEYS; i++)
		if (players_value(fresh, i)[0] == '\0' &&
		    strcmp(players_value(fresh, i % 2), players_value(was, i % 2)) == 0)
			players_set(fresh, i, players_value(was, i));
}

/* add_change: returns whether there is one. */
static bool
add_change(struct import *import, const char *round, const struct config_table *was,
           const struct config_table *fresh)
{
	const json_t *ordered = rounds_players(import->desk->rounds, round, was->number);
	bool differs = false;

	for (int i = 0; i < PLAYERS_KEYS; i++) {
		const char *before = players_value(was, i), *after = players_value(fresh, i);

		if (strcmp(before, after) == 0)
			continue;
		differs = true;
		json_array_append_new(import->shown,
		                      json_pack("{s:s, s:I, s:s, s:s, s:s}", "round", round,
		                                "table", (json_int_t)was->number, "key",
		                                players_keys[i], "was", before, "becomes", after));
	}
	if (differs)
		json_array_append_new(import->changes,
		                      json_pack("{s:s, s:I, s:o, s:O?}", "round", round, "table",
		                                (json_int_t)was->number, "players",
		                                players_json(fresh), "was",
		                                json_object_get(ordered, "players")));
	return differs;
}

static void
import_pairing(struct import *import, const json_t *pairing)
{
	const struct config_key *key = config_find_key(&config_sections[CONFIG_EVENT], "round");
	const char *round = json_string_value(json_object_get(pairing, "round"));
	struct config_table was, fresh;
	char error[400];
	size_t index;

	if (!round || round[0] == '\0')
		round = import->round;
	else if (config_refuses(key, round)) {
		refuse_pairing(import, pairing, "it has no round");
		return;
	}
	index = find_table(import, pairing, round);
	if (index == import->desk->config->n_tables)
		return;
	desk_players(import->desk, round, index, &was);
	fresh = was;
	if (players_read(json_object_get(pairing, "players"), &fresh, error, sizeof(error)) < 0) {
		refuse_pairing(import, pairing, error);
		return;
	}
	keep_traits(&fresh, &was);
	import->same += !add_change(import, round, &was, &fresh);
}

/* import_answer: what came of it; everything is released. */
static json_t *
import_answer(struct import *import, const json_t *request)
{
	bool apply = json_is_true(json_object_get(request, "apply")) &&
	             json_array_size(import->changes) > 0;
	json_t *entry = json_pack("{s:s, s:o}", "op", "players", "changes", import->changes);
	json_t *answer = apply ? desk_carry_out(import->desk, json_incref(entry), request)
	                       : json_pack("{s:b}", "applied", 0);

	json_object_set_new(answer, "changes", import->shown);
	json_object_set_new(answer, "refused", import->refused);
	json_object_set_new(answer, "same", json_integer(import->same));
	json_decref(entry);
	json_decref(import->given);
	return answer;
}

json_t *
desk_import(struct desk *desk, const json_t *request)
{
	const char *round = json_string_value(json_object_get(request, "round"));
	const json_t *pairing;
	struct import import = { .desk = desk,
		                 .changes = json_array(),
		                 .shown = json_array(),
		                 .refused = json_array(),
		                 .given = json_object() };
	char now[CONFIG_TEXT];
	size_t i;

	if (!json_is_array(json_object_get(request, "pairings"))) {
		json_decref(import.changes);
		json_decref(import.shown);
		json_decref(import.refused);
		json_decref(import.given);
		return desk_refuse("\"pairings\" must be a list of pairings");
	}
	snprintf(now, sizeof(now), "%s", round ? round : rounds_now(desk->rounds, NULL));
	import.round = now;
	json_array_foreach(json_object_get(request, "pairings"), i, pairing)
		import_pairing(&import, pairing);
	return import_answer(&import, request);
}

/* --- Out ------------------------------------------------------------------------------------ */

/* result_games: a table's games of a round, under the names of now. */
static json_t *
result_games(const struct desk *desk, const struct config *config, size_t index)
{
	const struct config_table *table = &config->tables[0];
	bool is_now = strcmp(config->event.round, rounds_now(desk->rounds, NULL)) == 0;
	json_t *games = json_array(), *source, *game;
	struct pgn_tag tags[PGN_TAGS_MAX];
	char tag_text[1024];
	size_t i;

	source = is_now ? station_games(desk->stations[index])
	                : json_deep_copy(
				  rounds_games(desk->rounds, config->event.round, table->number));
	json_array_foreach(source, i, game)
	{
		size_t n = config_tags(config, table, (uint32_t)i + 1, tags, tag_text,
		                       sizeof(tag_text)),
		       len;
		char *pgn =
			retag_pgn(json_string_value(game), json_string_length(game), tags, n, &len);

		json_array_append_new(games, pgn ? json_stringn(pgn, len) : json_incref(game));
		free(pgn);
	}
	json_decref(source);
	return games;
}

json_t *
desk_results(struct desk *desk, const json_t *request)
{
	const char *asked = json_string_value(json_object_get(request, "round"));
	bool is_open;
	const char *now = rounds_now(desk->rounds, &is_open);
	struct config config = *desk->config;
	json_t *tables;
	struct config_table table;
	char error[CONFIG_TEXT + 64];

	snprintf(config.event.round, sizeof(config.event.round), "%s", asked ? asked : now);
	snprintf(error, sizeof(error),
	         "round %.20s has no games: it was not closed, nor is it open", config.event.round);
	if (strcmp(config.event.round, now) != 0 &&
	    !rounds_has_games(desk->rounds, config.event.round))
		return desk_refuse(error);
	tables = json_array();
	config.tables = &table;
	config.n_tables = 1;
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		desk_players(desk, config.event.round, i, &table);
		json_array_append_new(tables, json_pack("{s:I, s:s, s:s, s:o}", "table",
		                                        (json_int_t)table.number, "white",
		                                        table.white, "black", table.black, "games",
		                                        result_games(desk, &config, i)));
	}
	return json_pack("{s:s, s:b, s:o}", "round", config.event.round, "open",
	                 strcmp(config.event.round, now) == 0 && is_open, "tables", tables);
}
