/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/time_sheet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void
count_moves(struct time_row *row, const struct game *game)
{
	for (uint32_t i = 0; i < game->n_plies; i++) {
		enum color side = game_ply_side(game, i);

		row->made[side] += game->plies[i].state >= PLY_MADE;
		row->completed[side] += game->plies[i].state == PLY_COMPLETED;
	}
}

void
time_row_take(struct time_row *ret_row, const struct game *game, const struct tracker_view *view,
              const struct session_time *time, uint64_t now_us)
{
	*ret_row = (struct time_row){ .t_us = now_us,
		                      .game = view->games,
		                      .turn = view->clock_turn,
		                      .running = view->clock_running };
	session_time_text(time, now_us, ret_row->time);
	for (int side = WHITE; side <= BLACK; side++)
		ret_row->clock_s[side] = view->clock_seen ? view->clock_s[side] : CLOCK_UNKNOWN;
	if (game)
		count_moves(ret_row, game);
}

/* A row comes twice an hour. */
static int
make_room(struct time_sheet *sheet)
{
	struct time_row *rows;

	if (sheet->n == TIME_SHEET_ROWS) {
		memmove(sheet->rows, sheet->rows + 1, --sheet->n * sizeof(sheet->rows[0]));
		return 0;
	}
	rows = realloc(sheet->rows, (sheet->n + 1) * sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	sheet->rows = rows;
	return 0;
}

int
time_sheet_add(struct time_sheet *sheet, const struct time_row *row)
{
	int r = make_room(sheet);

	if (r == 0)
		sheet->rows[sheet->n++] = *row;
	return r;
}

void
time_sheet_clear(struct time_sheet *sheet)
{
	free(sheet->rows);
	*sheet = (struct time_sheet){ 0 };
}

static json_t *
both_json(uint32_t white, uint32_t black)
{
	return json_pack("{s:I, s:I}", "white", (json_int_t)white, "black", (json_int_t)black);
}

static json_t *
clock_json(int32_t seconds)
{
	return seconds == CLOCK_UNKNOWN ? json_null() : json_integer(seconds);
}

json_t *
time_row_json(const struct time_row *row)
{
	return json_pack("{s:I, s:o, s:I, s:o, s:o, s:{s:o, s:o}, s:s, s:b}", "t",
	                 (json_int_t)(row->t_us / 1000000), "time",
	                 row->time[0] ? json_string(row->time) : json_null(), "game",
	                 (json_int_t)row->game, "made",
	                 both_json(row->made[WHITE], row->made[BLACK]), "completed",
	                 both_json(row->completed[WHITE], row->completed[BLACK]), "clock", "white",
	                 clock_json(row->clock_s[WHITE]), "black", clock_json(row->clock_s[BLACK]),
	                 "turn", row->turn == WHITE ? "white" : "black", "running", row->running);
}
