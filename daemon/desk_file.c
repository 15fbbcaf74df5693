/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May another event file take the place of the one that is there?
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk_state.h"
#include "daemon/event_file.h"
#include "daemon/slug.h"
#include "daemon/table.h"

const char desk_no_file[] = "adoubed was started without an event file";

/* is_played: has anything been played at that table since the round began? */
static bool
is_played(const struct desk *desk, size_t index)
{
	return table_plies(station_table(desk->stations[index])) > 0;
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
		else if (config_find_table(fresh, number) == fresh->n_tables)
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
		snprintf(error, error_size, "%s", desk_no_file);
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
