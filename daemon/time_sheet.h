/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The time sheet (6.10.1, commentary): times and moves of a game, noted every half hour, or as
 * often as the event wants it (sheet.interval_min), while its clock runs.
 */
#pragma once

#include <jansson.h>

#include "core/tracker/tracker.h"
#include "daemon/session_time.h"

#define TIME_SHEET_ROWS 64 /* 32 hours; the oldest give way */

struct time_row {
	uint64_t t_us;         /* since the capture's start */
	char time[9];          /* of day, HH:MM:SS, or "" */
	uint32_t game;         /* the table's, from 1 */
	uint32_t made[2];      /* moves, by enum color (4.7) */
	uint32_t completed[2]; /* and completed (6.2.1) */
	int32_t clock_s[2];    /* as shown, or CLOCK_UNKNOWN */
	enum color turn;       /* whose clock runs, or would */
	bool running;
};

/* All zero: empty. */
struct time_sheet {
	struct time_row *rows; /* oldest first */
	size_t n;
};

/* time_row_take: how things stand at now_us. */
void time_row_take(struct time_row *ret_row, const struct game *game,
                   const struct tracker_view *view, const struct session_time *time,
                   uint64_t now_us);

/* time_sheet_add: note a row. 0, or -ENOMEM: the sheet is as before. */
int time_sheet_add(struct time_sheet *sheet, const struct time_row *row);
void time_sheet_clear(struct time_sheet *sheet);

/* time_row_json: {"t":s,"time":"15:30:00","game":1,"made":{"white":..},"completed":{..},"clock":{..},
 * "turn":"white","running":true}. New reference. */
json_t *time_row_json(const struct time_row *row);
