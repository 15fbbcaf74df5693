/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The desk's requests: what they ask for, what would change, and the entry that does it.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/config_keys.h"
#include "daemon/desk_look.h"
#include "daemon/desk_state.h"
#include "daemon/round_check.h"
#include "daemon/table.h"

json_t *
desk_count(const struct desk *desk, json_t *answer)
{
	json_object_set_new(answer, "actions",
	                    json_integer((json_int_t)rounds_actions(desk->rounds)));
	return answer;
}

static bool
applies(const json_t *request)
{
	return json_is_true(json_object_get(request, "apply"));
}

/* --- Tables --------------------------------------------------------------------------------- */

json_t *
desk_tables(struct desk *desk, const json_t *request)
{
	json_t *tables = json_array();
	bool is_open;
	const char *round;

	(void)request;
	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	round = rounds_now(desk->rounds, &is_open);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		json_t *row = desk_look_row(desk->stations[i]);

		json_object_set_new(row, "by_hand",
		                    json_boolean(strcmp(desk->config->tables[i].board,
		                                        desk->file_tables[i].board) != 0));
		json_array_append_new(tables, row);
	}
	return json_pack("{s:s, s:b, s:o}", "round", round, "open", is_open, "tables", tables);
}

/* --- Boards --------------------------------------------------------------------------------- */

/* add_board: what the request wants for one table, if that is another board than it has. NULL, or why not. */
static const char *
add_board(struct desk *desk, const json_t *wanted, json_t *changes, json_t *shown)
{
	const json_t *board = json_object_get(wanted, "board");
	json_int_t table = json_integer_value(json_object_get(wanted, "table"));
	uint32_t number = table > 0 && table <= UINT32_MAX ? (uint32_t)table : 0;
	size_t index = config_find_table(desk->config, number);
	const json_t *ordered = rounds_board(desk->rounds, number);
	char full[CONFIG_TEXT + 16];
	struct station_link link;

	if (index == desk->config->n_tables)
		return "\"table\" must be the number of a table of this daemon";
	if (!json_is_null(board) &&
	    (!json_is_string(board) || json_string_length(board) >= CONFIG_TEXT))
		return "\"board\" must be a board, or null for that of the event file";
	if (json_is_null(board) && desk->file_tables[index].board[0] == '\0')
		return "the event file has no board for the table";
	devices_name_board(json_is_null(board) ? desk->file_tables[index].board
	                                       : json_string_value(board),
	                   full, sizeof(full));
	station_look_link(desk->stations[index], &link);
	if (strcmp(link.board, full) == 0 && strcmp(desk->config->tables[index].board, full) == 0 &&
	    (!json_is_null(board) || !ordered))
		return NULL;
	json_array_append_new(changes,
	                      json_pack("{s:I, s:o, s:O?}", "table", (json_int_t)number, "board",
	                                json_is_null(board) ? json_null() : json_string(full),
	                                "was", json_object_get(ordered, "board")));
	json_array_append_new(shown, json_pack("{s:I, s:s, s:s}", "table", (json_int_t)number,
	                                       "was", link.board, "becomes", full));
	return NULL;
}

/* finish: carry out, or only look; `shown` becomes a member of the answer. changes and shown are released. */
static json_t *
finish(struct desk *desk, const char *op, json_t *changes, json_t *shown, const json_t *request)
{
	json_t *answer =
		json_array_size(changes) == 0 || !applies(request)
			? json_pack("{s:b}", "applied", 0)
			: desk_carry_out(desk,
	                                 json_pack("{s:s, s:O}", "op", op, "changes", changes),
	                                 request);

	json_decref(changes);
	json_object_set_new(answer, "changes", shown);
	return answer;
}

json_t *
desk_assign(struct desk *desk, const json_t *request)
{
	const json_t *list = json_object_get(request, "changes"), *wanted;
	json_t *changes, *shown;
	const char *error = NULL;
	size_t i;

	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	if (!json_is_array(list))
		return desk_refuse("\"changes\" must be a list of tables and boards");
	changes = json_array();
	shown = json_array();
	json_array_foreach(list, i, wanted)
	{
		error = add_board(desk, wanted, changes, shown);
		if (error)
			break;
	}
	if (!error)
		return desk_count(desk, finish(desk, "assign", changes, shown, request));
	json_decref(changes);
	json_decref(shown);
	return desk_refuse(error);
}

/* --- Rounds --------------------------------------------------------------------------------- */

/* has_games: has anything been played on any board since the round began? */
static bool
has_games(const struct desk *desk)
{
	for (size_t i = 0; i < desk->config->n_tables; i++)
		if (table_plies(station_table(desk->stations[i])) > 0)
			return true;
	return false;
}

/* turn_round: the order that round `round` is open, or closed, by its entry. */
static json_t *
turn_round(struct desk *desk, const char *round, bool open, json_t *about, const json_t *request)
{
	bool was_open;
	const char *was = rounds_now(desk->rounds, &was_open);
	json_t *answer = applies(request)
	                         ? desk_carry_out(desk,
	                                          json_pack("{s:s, s:s, s:b, s:s, s:b}", "op",
	                                                    "round", "round", round, "open", open,
	                                                    "was_round", was, "was_open", was_open),
	                                          request)
	                         : json_pack("{s:b}", "applied", 0);

	json_object_update(answer, about);
	json_decref(about);
	return answer;
}

static json_t *
open_round(struct desk *desk, const json_t *request)
{
	const char *round = json_string_value(json_object_get(request, "round"));
	const struct config_key *key = config_find_key(&config_sections[CONFIG_EVENT], "round");
	struct config_table table;
	json_int_t named = 0;
	char error[256];
	const char *was;
	bool was_open;

	was = rounds_now(desk->rounds, &was_open);
	if (!round || (strcmp(round, was) != 0 && config_refuses(key, round)))
		return desk_refuse("\"round\" must be numbers with dots between them, such as 3");
	snprintf(error, sizeof(error), "round %s is open already", round);
	if (strcmp(round, was) == 0 && was_open)
		return desk_refuse(error);
	snprintf(error, sizeof(error), "round %s is open and has games: close it first",
	         was[0] ? was : "(without a number)");
	if (strcmp(round, was) != 0 && was_open && has_games(desk))
		return desk_refuse(error);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		desk_players(desk, round, i, &table);
		named += table.white[0] != '\0' && table.black[0] != '\0';
	}
	return turn_round(desk, round, true,
	                  json_pack("{s:s, s:s, s:I, s:I}", "round", round, "was_round", was,
	                            "named", named, "tables", (json_int_t)desk->config->n_tables),
	                  request);
}

static json_t *
close_round(struct desk *desk, const json_t *request)
{
	json_t *unfinished = json_array(), *unplayed = json_array();
	bool is_open;
	const char *round = rounds_now(desk->rounds, &is_open);
	char name[CONFIG_TEXT], error[CONFIG_TEXT + 64];

	snprintf(name, sizeof(name), "%s", round);
	snprintf(error, sizeof(error), "round %s is closed already", round);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		const struct table *table = station_table(desk->stations[i]);
		const struct game *game = table_game(table);
		json_t *number = json_integer(desk->config->tables[i].number);

		if (game && game->n_plies > 0 && game->result == RESULT_NONE)
			json_array_append(unfinished, number);
		else if (table_plies(table) == 0 && (!game || game->result == RESULT_NONE))
			json_array_append(unplayed, number);
		json_decref(number);
	}
	if (is_open)
		return turn_round(desk, name, false,
		                  json_pack("{s:s, s:o, s:o}", "round", name, "unfinished",
		                            unfinished, "unplayed", unplayed),
		                  request);
	json_decref(unfinished);
	json_decref(unplayed);
	return desk_refuse(error);
}

static json_t *
list_rounds(struct desk *desk, const json_t *request)
{
	bool is_open;
	const char *round = rounds_now(desk->rounds, &is_open);

	(void)request;
	return json_pack("{s:s, s:b, s:o}", "round", round, "open", is_open, "rounds",
	                 rounds_list(desk->rounds));
}

static json_t *
check_tables(struct desk *desk, const json_t *request)
{
	json_t *findings = json_array();
	bool is_open;
	const char *round = rounds_now(desk->rounds, &is_open);

	(void)request;
	if (!is_open)
		round_check_closed(findings);
	for (size_t i = 0; i < desk->config->n_tables; i++)
		desk_look_check(desk->config, desk->stations[i], findings);
	return json_pack("{s:s, s:b, s:I, s:o}", "round", round, "open", is_open, "tables",
	                 (json_int_t)desk->config->n_tables, "findings", findings);
}

json_t *
desk_round(struct desk *desk, const json_t *request)
{
	static const struct {
		const char *name;
		json_t *(*answer)(struct desk *desk, const json_t *request);
	} deeds[] = {
		{ "check", check_tables }, { "close", close_round }, { "import", desk_import },
		{ "list", list_rounds },   { "open", open_round },   { "results", desk_results },
	};
	const char *name = json_string_value(json_object_get(request, "do"));

	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	for (size_t i = 0; name && i < sizeof(deeds) / sizeof(deeds[0]); i++)
		if (strcmp(name, deeds[i].name) == 0)
			return desk_count(desk, deeds[i].answer(desk, request));
	return desk_refuse("\"do\" must be check, close, import, list, open or results");
}

/* --- Turning round -------------------------------------------------------------------------- */

json_t *
desk_undo(struct desk *desk, const json_t *request)
{
	const json_t *action = json_object_get(request, "action");
	json_t *entry, *text, *answer;
	char error[160];

	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	if (!action)
		return json_pack("{s:o}", "actions", rounds_log(desk->rounds));
	if (!json_is_integer(action) || json_integer_value(action) < 1)
		return desk_refuse("\"action\" must be the number of an action, from 1");
	entry = rounds_undo(desk->rounds, (size_t)json_integer_value(action), error, sizeof(error));
	if (!entry)
		return desk_refuse(error);
	if (applies(request))
		return desk_carry_out(desk, entry, request);
	text = rounds_tell(entry);
	answer = rounds_check(desk->rounds, entry, error, sizeof(error)) < 0
	                 ? desk_refuse(error)
	                 : json_pack("{s:b, s:O}", "applied", 0, "text", text);
	json_decref(text);
	json_decref(entry);
	return answer;
}
