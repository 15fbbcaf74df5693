/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk_look.h"

#include <limits.h>

#include "daemon/round_check.h"
#include "daemon/table.h"

void
desk_look_check(const struct config *config, const struct station *station, json_t *findings)
{
	char trouble[PATH_MAX + 256];
	struct station_link link;
	struct round_check check = { .config = config,
		                     .setup = station_setup(station),
		                     .table = station_table(station),
		                     .record = trouble };

	station_look_link(station, &link);
	station_trouble(station, trouble, sizeof(trouble));
	check.has_board = link.board[0] != '\0';
	check.answers = link.up && link.driver == DRIVER_LIVE && !link.babbles;
	check.is_foreign = link.up && link.foreign;
	check.link = link.text;
	round_check_table(&check, findings);
}

static const char *
look_state(const struct station *station, const struct tracker_view *view)
{
	const struct game *game = table_game(station_table(station));
	struct station_link link;

	station_look_link(station, &link);
	if (!link.up || link.driver != DRIVER_LIVE)
		return "no-board";
	if (view->sync == TRACKER_ASTRAY || view->sync == TRACKER_PUZZLED)
		return "look";
	if (!game || view->sync == TRACKER_WAITING)
		return "waiting";
	if (game->result != RESULT_NONE)
		return "over";
	return game->n_plies > 0 ? "playing" : "ready";
}

json_t *
desk_look_row(const struct station *station)
{
	const struct config_table *setup = station_setup(station);
	const struct game *game = table_game(station_table(station));
	struct station_link link;
	struct tracker_view view;

	table_view(station_table(station), &view);
	station_look_link(station, &link);
	return json_pack("{s:I, s:s, s:s, s:s, s:s, s:I, s:I, s:s}", "table",
	                 (json_int_t)setup->number, "white", setup->white, "black", setup->black,
	                 "board", link.board, "state", look_state(station, &view), "game",
	                 (json_int_t)view.games, "plies", (json_int_t)(game ? game->n_plies : 0),
	                 "result", game ? game_score_text((enum game_result)game->result) : "*");
}
