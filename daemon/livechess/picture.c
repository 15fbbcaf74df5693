/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/picture.h"

#include <stdio.h>
#include <string.h>

/* The serial number it was built with; a board that has none is known by its table. */
static void
name_board(const struct table *table, const struct config_table *setup, char *buffer, size_t size)
{
	const char *serial = table_fact(table, BOARD_FACT_LONG_SERIAL);

	if (serial[0] == '\0')
		serial = table_fact(table, BOARD_FACT_SERIAL);
	if (serial[0])
		snprintf(buffer, size, "%s", serial);
	else
		snprintf(buffer, size, "table-%u", setup->number);
}

static void
name_source(const struct config_table *setup, char *buffer, size_t size)
{
	const char *slash = strrchr(setup->board, '/');

	snprintf(buffer, size, "%.*s", (int)size - 1, slash ? slash + 1 : setup->board);
}

void
livechess_picture(const struct table *table, const struct config_table *setup, bool up,
                  uint64_t capture_unix_us, uint64_t now_us, struct eboard_picture *ret_picture)
{
	struct tracker_view view;
	bool hidden;
	struct driver_stats stats;
	enum driver_link link;
	const char *advice;

	table_public_view(table, &view, &hidden);
	table_driver(table, &link, &stats, &advice);
	memset(ret_picture, 0, sizeof(*ret_picture));
	ret_picture->table = setup->number;
	memcpy(ret_picture->squares, view.squares, sizeof(view.squares));
	ret_picture->rotated = view.rotated;
	ret_picture->clock = (struct eboard_clock){
		.seen = view.clock_seen,
		.running = view.clock_running,
		.seconds = { view.clock_s[WHITE], view.clock_s[BLACK] },
		.turn = view.clock_turn,
		.read_ms = (int64_t)((capture_unix_us + view.clock_us) / 1000),
	};
	ret_picture->state = up && link == DRIVER_LIVE ? EBOARD_ACTIVE : EBOARD_NOT_RESPONDING;
	name_board(table, setup, ret_picture->serial, sizeof(ret_picture->serial));
	if (up)
		name_source(setup, ret_picture->source, sizeof(ret_picture->source));
	snprintf(ret_picture->battery, sizeof(ret_picture->battery), "%.*s",
	         (int)sizeof(ret_picture->battery) - 1, table_fact(table, BOARD_FACT_BATTERY));
	ret_picture->t_us = now_us;
}
