/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "core/chess/san.h"
#include "daemon/alert_list.h"
#include "daemon/envelope.h"
#include "daemon/live.h"
#include "daemon/texts.h"
#include "daemon/time_now.h"
#include "drivers/transport/transport.h"

/* While the recording is read only its own words tell when it began. */
uint64_t
station_unix_us(const struct station *station)
{
	return station->recorder ? recorder_unix_us(station->recorder, 0)
	                         : (uint64_t)table_time(station->table)->day.unix_us;
}

int64_t
station_now_ms(const struct station *station)
{
	return (int64_t)(recorder_unix_us(station->recorder, recorder_now(station->recorder)) /
	                 1000);
}

/* station_is_up: is the board within reach? */
bool
station_is_up(const struct station *station)
{
	return station->options.segment ? station->was_up
	                                : station->transport && transport_is_up(station->transport);
}

static bool
station_differs(const char *expected, const char *told)
{
	return expected[0] != '\0' && told[0] != '\0' && strcmp(expected, told) != 0;
}

void
station_look_link(const struct station *station, struct station_link *ret_link)
{
	struct driver_stats stats;
	const char *given = table_board(station->table);

	memset(ret_link, 0, sizeof(*ret_link));
	table_driver(station->table, &ret_link->driver, &stats, &ret_link->text);
	ret_link->board = given[0] ? given : station->options.setup->board;
	ret_link->address = station->address;
	ret_link->up = station->was_up;
	ret_link->serial = station->was_up ? table_fact(station->table, BOARD_FACT_SERIAL) : "";
	ret_link->long_serial =
		station->was_up ? table_fact(station->table, BOARD_FACT_LONG_SERIAL) : "";
	ret_link->foreign = station_differs(station->expect.serial, ret_link->serial) ||
	                    station_differs(station->expect.long_serial, ret_link->long_serial);
	ret_link->babbles = ret_link->up && stats.frames == station->frames &&
	                    stats.skipped_bytes >= station->skipped_then + STATION_BABBLE_BYTES;
	if (!station->was_up)
		ret_link->text = station->link_text;
}

const struct table *
station_table(const struct station *station)
{
	return station->table;
}

const struct config_table *
station_setup(const struct station *station)
{
	return station->options.setup;
}

void
station_trouble(const struct station *station, char *buffer, size_t size)
{
	recorder_trouble(station->recorder, buffer, size);
}

uint32_t
station_number(const struct station *station)
{
	return station->number;
}

/* station_public_link: the state of the board in words that are nobody's secret; "" when all is
 * well. */
static const char *
station_public_link(const struct station *station)
{
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	if (!station_is_up(station))
		return text_in(ALERT_ENGLISH, TEXT_LINK_ABSENT);
	table_driver(station->table, &link, &stats, &advice);
	switch (link) {
	case DRIVER_LISTENING:
	case DRIVER_PROBING:
		return text_in(ALERT_ENGLISH, TEXT_LINK_PROBING);
	case DRIVER_WRONG:
		return text_in(ALERT_ENGLISH, TEXT_LINK_WRONG);
	case DRIVER_LIVE:
		return "";
	}
	return "";
}

static const char *
station_public_recording(int error)
{
	if (!error)
		return "";
	return text_in(ALERT_ENGLISH, error == ENOSPC || error == EDQUOT ? TEXT_RECORDING_FULL
	                                                                 : TEXT_RECORDING_FAILED);
}

/* station_live: what the page shows of the table; what is folded knows of no link. NULL when memory is out. */
json_t *
station_live(const struct station *station)
{
	const struct config_table *setup = station->options.setup;
	struct recorder_status status;
	json_t *object = station->shown.game ? json_copy(station->shown.game) : json_object();

	recorder_look(station->recorder, &status);
	json_object_set_new(object, "table", json_integer(station->number));
	json_object_set_new(object, "white", live_player(setup, WHITE));
	json_object_set_new(object, "black", live_player(setup, BLACK));
	json_object_set_new(object, "link",
	                    json_string(station->fold.is_over ? station_public_link(station) : ""));
	json_object_set_new(object, "recording",
	                    json_string(station_public_recording(status.error)));
	json_object_set_new(object, "revision", revised_json(&station->revised));
	return object;
}

json_t *
station_arbiters(const struct station *station)
{
	json_t *object = station_status(station);

	/* The record as the public has it: of a sealed move nobody knows here either. */
	if (station->shown.game)
		json_object_update_missing(object, station->shown.game);
	json_object_set_new(object, "start_unix_ms",
	                    json_integer((json_int_t)(station_unix_us(station) / 1000)));
	json_object_set_new(object, "alerts",
	                    station->shown.alerts ? json_incref(station->shown.alerts)
	                                          : json_array());
	json_object_set_new(object, "actions",
	                    station->shown.actions ? json_incref(station->shown.actions)
	                                           : json_array());
	return object;
}

void
station_meter(const struct station *station, struct station_meter *ret_meter)
{
	struct recorder_status status;
	uint64_t now_us = time_now_us();
	const char *advice;

	memset(ret_meter, 0, sizeof(*ret_meter));
	recorder_look(station->recorder, &status);
	table_driver(station->table, &ret_meter->link, &ret_meter->driver, &advice);
	ret_meter->up = station_is_up(station);
	ret_meter->plies = table_plies(station->table);
	ret_meter->revisions = station->revisions;
	ret_meter->journal_bytes = status.bytes;
	ret_meter->held_bytes = status.held;
	ret_meter->lost_lines = status.lost_lines;
	ret_meter->failing = status.error != 0;
	ret_meter->commits = status.commits;
	ret_meter->commit_us_max = status.commit_us_max;
	ret_meter->commit_us_sum = status.commit_us_sum;
	if (station->dirty_since_us)
		ret_meter->lag_us = now_us - station->dirty_since_us;
}

json_t *
station_said_before(const struct station *station)
{
	return action_list_json(&station->actions);
}

json_t *
station_alerts(const struct station *station)
{
	return json_pack("{s:I, s:o}", "table", (json_int_t)station->number, "alerts",
	                 alert_list_json(&station->alerts));
}

json_t *
station_envelope(const struct station *station)
{
	return envelope_json(station->table, station->options.setup);
}

json_t *
station_times(const struct station *station)
{
	const struct time_sheet *sheet = table_sheet(station->table);
	const struct config_table *setup = station->options.setup;
	json_t *rows = json_array();
	struct time_row now;

	for (size_t i = 0; i < sheet->n; i++)
		json_array_append_new(rows, time_row_json(&sheet->rows[i]));
	table_now(station->table, &now);
	return json_pack("{s:I, s:s, s:s, s:o, s:o}", "table", (json_int_t)station->number, "white",
	                 setup->white, "black", setup->black, "rows", rows, "now",
	                 time_row_json(&now));
}

static json_t *
station_status_board(const struct station *station)
{
	static const char *const links[] = { "listening", "probing", "live", "wrong" };
	bool up = station_is_up(station);
	enum driver_link link;
	struct driver_stats stats;
	const char *advice;

	table_driver(station->table, &link, &stats, &advice);
	return json_pack(
		"{s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I}", "address",
		station->address[0] ? station->address : station->options.setup->board, "driver",
		station->options.setup->driver, "open", up, "link", links[link], "advice",
		up ? advice : station->link_text, "serial",
		table_fact(station->table, BOARD_FACT_SERIAL), "long_serial",
		table_fact(station->table, BOARD_FACT_LONG_SERIAL), "version",
		table_fact(station->table, BOARD_FACT_VERSION), "trademark",
		table_fact(station->table, BOARD_FACT_TRADEMARK), "battery",
		table_fact(station->table, BOARD_FACT_BATTERY), "bytes", (json_int_t)stats.bytes,
		"frames", (json_int_t)stats.frames, "skipped_bytes",
		(json_int_t)stats.skipped_bytes, "bad_frames", (json_int_t)stats.bad_frames);
}

static json_t *
station_status_recorder(const struct station *station)
{
	struct recorder_status status;
	char trouble[PATH_MAX + 256];

	recorder_look(station->recorder, &status);
	recorder_trouble(station->recorder, trouble, sizeof(trouble));
	return json_pack("{s:s, s:I, s:b, s:s, s:I, s:I, s:I}", "path", status.path, "bytes",
	                 (json_int_t)status.bytes, "ok", status.error == 0, "trouble", trouble,
	                 "held", (json_int_t)status.held, "lost_lines",
	                 (json_int_t)status.lost_lines, "odd_entries", (json_int_t)status.odd);
}

/* station_status_ply: the last ply of the record, a candidate included: this is not for the public.
 */
static json_t *
station_status_ply(const struct game *game)
{
	static const char *const states[] = { "candidate", "made", "completed" };
	const struct game_ply *ply;
	struct position before;
	char san[SAN_SIZE];

	if (!game || game->n_plies == 0)
		return json_null();
	ply = &game->plies[game->n_plies - 1];
	game_position(game, game->n_plies - 1, &before);
	san_format(&before, ply->move, san);
	return json_pack("{s:i, s:i, s:s, s:s, s:s}", "ply", (int)game->n_plies, "move",
	                 (int)before.fullmove, "side", before.side == WHITE ? "white" : "black",
	                 "san", san, "state", states[ply->state]);
}

/* station_status_troubled: the squares that are not believed. */
static json_t *
station_status_troubled(const struct station *station, const struct tracker_view *view)
{
	json_t *squares = json_array();

	for (int sq = 0; sq < 64; sq++) {
		const struct sq_name name = sq_name(sq);
		uint64_t since_us = view->troubled_since_us[sq];

		if (view->troubled & sq_bit(sq))
			json_array_append_new(
				squares,
				json_pack("{s:s, s:I}", "square", name.text, "since_unix_ms",
			                  (json_int_t)((station_unix_us(station) + since_us) /
			                               1000)));
	}
	return squares;
}

json_t *
station_status(const struct station *station)
{
	const struct game *game = table_game(station->table);
	struct tracker_view view;

	table_view(station->table, &view);
	return json_pack(
		"{s:I, s:s, s:s, s:o, s:o, s:o, s:i, s:s, s:o, s:s, s:I, s:b, s:o}", "table",
		(json_int_t)station->number, "white", station->options.setup->white, "black",
		station->options.setup->black, "board", station_status_board(station), "recorder",
		station_status_recorder(station), "clock",
		live_clock(&view, station_unix_us(station)), "game", (int)view.games, "result",
		game ? game_score_text((enum game_result)game->result) : "*", "last_ply",
		station_status_ply(game), "sync", live_sync_text(view.sync), "sync_since_unix_ms",
		(json_int_t)(recorder_unix_us(station->recorder, view.sync_since_us) / 1000),
		"rotated", view.rotated, "troubled", station_status_troubled(station, &view));
}
