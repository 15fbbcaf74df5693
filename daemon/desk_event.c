/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The desk's requests about the event file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk_state.h"
#include "daemon/event_file.h"
#include "daemon/live.h"
#include "daemon/slug.h"
#include "daemon/table.h"

static const char no_file[] = "adoubed was started without an event file";

static json_t *
show(struct desk *desk)
{
	char error[CONFIG_TEXT + 256];
	char *text = event_file_read(desk->options.config_path, error, sizeof(error));
	json_t *answer =
		text ? json_pack("{s:s, s:s}", "path", desk->options.config_path, "text", text)
		     : desk_refuse(error);

	free(text);
	return answer ? answer : desk_refuse("the event file is not UTF-8");
}

/* is_played: has anything been played at that table since the round began? */
static bool
is_played(const struct desk *desk, size_t index)
{
	return table_plies(station_table(desk->stations[index])) > 0;
}

static bool
has_table(const struct config *config, uint32_t number)
{
	size_t i = 0;

	while (i < config->n_tables && config->tables[i].number != number)
		i++;
	return i < config->n_tables;
}

/* keep_games: games that were begun stay with the event, whose name names its journal, and at their tables. */
static int
keep_games(const struct desk *desk, const struct config *fresh, char *error, size_t error_size)
{
	char was[SLUG_SIZE], becomes[SLUG_SIZE];

	slug_format(desk->config->event.name, was);
	slug_format(fresh->event.name, becomes);
	for (size_t i = 0; i < desk->config->n_tables; i++) {
		uint32_t number = desk->config->tables[i].number;

		if (!is_played(desk, i))
			continue;
		if (strcmp(was, becomes) != 0)
			snprintf(error, error_size,
			         "table %u has a game: the event cannot get another name now",
			         number);
		else if (!has_table(fresh, number))
			snprintf(error, error_size, "table %u has a game: it cannot go now",
			         number);
		else
			continue;
		return -EBUSY;
	}
	return 0;
}

int
desk_event_check(const struct desk *desk, const json_t *entry, struct config *ret_fresh,
                 char *error, size_t error_size)
{
	const char *path = desk->options.config_path;
	const char *text = json_string_value(json_object_get(entry, "text"));
	const char *was = json_string_value(json_object_get(entry, "was_text"));
	char *now = path ? event_file_read(path, error, error_size) : NULL;
	int r = now ? 0 : -ENOENT;

	memset(ret_fresh, 0, sizeof(*ret_fresh));
	if (!path)
		snprintf(error, error_size, "%s", no_file);
	if (now && strcmp(now, was) != 0) {
		snprintf(error, error_size,
		         "the event file was changed since it was read here; read it again");
		r = -ESTALE;
	}
	free(now);
	if (r == 0)
		r = event_file_check(path, was, text, error, error_size);
	if (r == 0)
		r = config_load_text(path, text, ret_fresh, error, error_size);
	return r == 0 ? keep_games(desk, ret_fresh, error, error_size) : r;
}

static json_t *
look(struct desk *desk, json_t *entry)
{
	char error[CONFIG_TEXT + 2048];
	struct config fresh;
	json_t *answer;

	if (desk_event_check(desk, entry, &fresh, error, sizeof(error)) < 0)
		answer = desk_refuse(error);
	else
		answer = json_pack("{s:b, s:o, s:I}", "applied", 0, "event", live_event(&fresh),
		                   "tables", (json_int_t)fresh.n_tables);
	config_free(&fresh);
	json_decref(entry);
	return answer;
}

json_t *
desk_event(struct desk *desk, const json_t *request)
{
	const char *what = json_string_value(json_object_get(request, "do"));
	json_t *text = json_object_get(request, "text"), *was = json_object_get(request, "was");
	json_t *entry;

	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	if (!desk->options.config_path)
		return desk_refuse(no_file);
	if (what && strcmp(what, "show") == 0)
		return desk_count(desk, show(desk));
	if (!what || strcmp(what, "write") != 0)
		return desk_refuse("\"do\" must be show or write");
	if (!json_is_string(text) || !json_is_string(was) ||
	    strlen(json_string_value(text)) != json_string_length(text))
		return desk_refuse("\"text\" and \"was\" must be texts: the file and what it was");
	entry = json_pack("{s:s, s:O, s:O}", "op", "file", "text", text, "was_text", was);
	if (json_is_true(json_object_get(request, "apply")))
		return desk_count(desk, desk_carry_out(desk, entry, request));
	return desk_count(desk, look(desk, entry));
}
