/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the desk has of one table, and how it says that there is none.
 */
#include <string.h>

#include "daemon/desk_state.h"
#include "daemon/players.h"

json_t *
desk_refuse(const char *error)
{
	return json_pack("{s:s}", "error", error);
}

bool
desk_holds(const json_t *ordered, const char *file)
{
	const char *then = json_string_value(json_object_get(ordered, "file"));

	return ordered && (!then || strcmp(then, file) == 0);
}

void
desk_players(const struct desk *desk, const char *round, size_t index,
             struct config_table *ret_table)
{
	const struct config_table *file = &desk->file_tables[index];
	const json_t *ordered = rounds_players(desk->rounds, round, file->number);
	bool is_files = strcmp(round, desk->file_round) == 0;
	char digest[PLAYERS_DIGEST], error[256];

	*ret_table = desk->config->tables[index];
	players_digest(file, digest);
	if (is_files)
		players_copy(ret_table, file);
	else
		players_clear(ret_table);
	if (is_files ? desk_holds(ordered, digest) : ordered != NULL)
		players_read(json_object_get(ordered, "players"), ret_table, error, sizeof(error));
}
