/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/game_day.h"

#include <stdbool.h>
#include <string.h>

static uint64_t
first_ply_us(const struct game *game)
{
	for (uint32_t i = 0; i < game->n_plies; i++)
		if (game->plies[i].made_us != TIME_UNKNOWN)
			return game->plies[i].made_us;
	return TIME_UNKNOWN;
}

static void
set_tag(struct pgn_tag *tags, size_t *n_tags, const char *name, const char *value)
{
	size_t i = 0;

	while (i < *n_tags && strcmp(tags[i].name, name) != 0)
		i++;
	if (i == PGN_TAGS_MAX)
		return;
	tags[i] = (struct pgn_tag){ name, value };
	if (i == *n_tags)
		++*n_tags;
}

size_t
game_day_tags(const struct game *game, const struct game_times *times,
              const struct session_time *time, struct game_day *day, struct pgn_tag *tags,
              size_t n_tags)
{
	const struct config_event *event = &time->config->event;
	uint64_t ply_us = first_ply_us(game);
	uint64_t began_us = ply_us != TIME_UNKNOWN ? ply_us
	                    : game->n_plies == 0   ? times->declared_us
	                                           : times->set_up_us;

	if (began_us == TIME_UNKNOWN ||
	    !session_time_date(time, began_us, true, day->date, day->time) ||
	    !session_time_date(time, began_us, false, day->utc_date, day->utc_time))
		return n_tags;
	if (event->date[0] == '\0' || event->date_is_found)
		set_tag(tags, &n_tags, "Date", day->date);
	if (ply_us == TIME_UNKNOWN)
		return n_tags;
	set_tag(tags, &n_tags, "Time", day->time);
	set_tag(tags, &n_tags, "UTCDate", day->utc_date);
	set_tag(tags, &n_tags, "UTCTime", day->utc_time);
	return n_tags;
}
