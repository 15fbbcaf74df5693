/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the control socket takes: each command finds the table or the part that it is for, and answers in JSON.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/announce.h"
#include "daemon/control.h"
#include "daemon/daemon.h"
#include "daemon/daemon_state.h"
#include "daemon/desk.h"
#include "daemon/devices.h"
#include "daemon/http.h"
#include "daemon/journal.h"
#include "daemon/publication.h"
#include "daemon/segment.h"
#include "daemon/station.h"
#include "daemon/tell_undo.h"

static json_t *
daemon_status(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;
	json_t *tables = json_array(), *buses = json_array();
	char url[128];
	bool v6 = strchr(daemon->config->daemon.listen, ':') != NULL;

	(void)request;
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, station_status(daemon->stations[i]));
	for (size_t i = 0; i < daemon->config->n_buses; i++)
		json_array_append_new(buses, segment_status(daemon->segments[i]));
	snprintf(url, sizeof(url), "http://%s%s%s:%u/", v6 ? "[" : "",
	         daemon->config->daemon.listen, v6 ? "]" : "", http_port(daemon->http));
	return json_pack("{s:I, s:s, s:s, s:o, s:o, s:o}", "pid", (json_int_t)getpid(), "url", url,
	                 "event", daemon->config->event.name, "outputs",
	                 publication_outputs(daemon->publication), "tables", tables, "buses",
	                 buses);
}

/* {"tables":[...]}: what each has to say. */
static json_t *
daemon_ask_all(const struct daemon *daemon, json_t *(*ask)(const struct station *station))
{
	json_t *tables = json_array();

	for (size_t i = 0; i < daemon->config->n_tables; i++)
		json_array_append_new(tables, ask(daemon->stations[i]));
	return json_pack("{s:o}", "tables", tables);
}

static json_t *
daemon_alerts(void *ctx, const json_t *request)
{
	(void)request;
	return daemon_ask_all(ctx, station_alerts);
}

static json_t *
daemon_times(void *ctx, const json_t *request)
{
	(void)request;
	return daemon_ask_all(ctx, station_times);
}

static json_t *
daemon_refuse(const char *error)
{
	return json_pack("{s:s}", "error", error);
}

/* The table with that number; where none is given, the only one. */
static struct station *
daemon_find(struct daemon *daemon, const json_t *number)
{
	if (!number && daemon->config->n_tables == 1)
		return daemon->stations[0];
	for (size_t i = 0; i < daemon->config->n_tables; i++)
		if (json_is_integer(number) &&
		    json_integer_value(number) == (json_int_t)station_number(daemon->stations[i]))
			return daemon->stations[i];
	return NULL;
}

static const char no_table[] = "\"table\" must be the number of a table of this daemon";

/* Whoever gave an order is told that it is done: it must be on the disk then, whatever a crash takes back. There are few
 * orders, and what the boards say meanwhile waits, but not for ever. */
static json_t *
daemon_make_durable(struct daemon *daemon, json_t *answer)
{
	if (answer && daemon->journal)
		(void)journal_sync_within(daemon->journal, JOURNAL_ORDER_MS);
	return answer;
}

/* What the table that the request names answers to it. */
static json_t *
daemon_ask_station(struct daemon *daemon, const json_t *request,
                   json_t *(*ask)(struct station *station, const json_t *request, uint32_t uid,
                                  char *error, size_t error_size))
{
	struct station *station = daemon_find(daemon, json_object_get(request, "table"));
	uint32_t uid = (uint32_t)json_integer_value(json_object_get(request, "uid"));
	char error[TABLE_ERROR_SIZE];
	json_t *answer;

	if (!station)
		return daemon_refuse(no_table);
	answer = ask(station, request, uid, error, sizeof(error));
	return answer ? daemon_make_durable(daemon, answer) : daemon_refuse(error);
}

static json_t *
daemon_correct(void *ctx, const json_t *request)
{
	return daemon_ask_station(ctx, request, station_correct);
}

/* What its clock is, or an order to it. */
static json_t *
daemon_clock(void *ctx, const json_t *request)
{
	return daemon_ask_station(ctx, request, station_clock);
}

/* What a person says of a table. */
static json_t *
daemon_tell(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	const struct table *table;
	json_t *undo, *said;
	int32_t owed_s[2];
	char error[256];

	if (!station)
		return daemon_refuse(no_table);
	table = station_table(station);
	said = station_said_before(station);
	undo = tell_undo(table, station_number(station), json_object_get(request, "event"), said);
	json_decref(said);
	owed_s[WHITE] = table_owed(table, WHITE);
	owed_s[BLACK] = table_owed(table, BLACK);
	if (station_tell_event(station, request, error, sizeof(error)) == 0) {
		tell_undo_owed(table, station_number(station), owed_s, undo);
		return daemon_make_durable(ctx, json_pack("{s:o?}", "undo", undo));
	}
	json_decref(undo);
	return daemon_refuse(error);
}

static json_t *
daemon_envelope(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	json_t *envelope = station ? station_envelope(station) : NULL;

	if (!station)
		return daemon_refuse(no_table);
	return envelope ? json_pack("{s:o}", "envelope", envelope)
	                : daemon_refuse("no game is adjourned at that table");
}

static json_t *
daemon_announce(void *ctx, const json_t *request)
{
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	const char *language = json_string_value(json_object_get(request, "language"));
	const char *cause = no_table;
	json_t *announced = NULL;

	if (station)
		announced = announce_json(station_table(station), language,
		                          json_is_true(json_object_get(request, "full")), &cause);
	return cause ? daemon_refuse(cause) : announced;
}

static json_t *
daemon_devices(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;

	(void)request;
	return json_pack("{s:o, s:b}", "devices",
	                 daemon->devices ? devices_json(daemon->devices) : json_array(), "hotplug",
	                 daemon->hotplug != NULL);
}

static json_t *
daemon_swap(void *ctx, const json_t *request)
{
	struct daemon *daemon = ctx;
	const char *board = json_string_value(json_object_get(request, "board"));
	json_int_t table = json_integer_value(json_object_get(request, "table"));
	struct station *station = daemon_find(ctx, json_object_get(request, "table"));
	char error[CONFIG_TEXT + 256], full[CONFIG_TEXT], was[CONFIG_TEXT] = "";
	const struct devices_wish wish = { (uint32_t)table, full };
	struct station_link link;

	if (!board || strlen(board) >= CONFIG_TEXT - 16 || table < 1 || table > UINT32_MAX ||
	    !daemon->devices)
		return daemon_refuse("a table's number and a board are needed");
	devices_name_board(board, full, sizeof(full));
	if (strcmp(full, "any") == 0)
		return daemon_refuse("'any' is no board; it is for the configuration");
	if (station) {
		station_look_link(station, &link);
		snprintf(was, sizeof(was), "%s", link.board);
	}
	if (devices_assign(daemon->devices, &wish, 1, request, error, sizeof(error)) < 0)
		return daemon_refuse(error);
	return daemon_make_durable(daemon, json_pack("{s:s}", "was", was));
}

static json_t *
daemon_tables(void *ctx, const json_t *request)
{
	return desk_tables(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_assign(void *ctx, const json_t *request)
{
	return desk_assign(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_round(void *ctx, const json_t *request)
{
	return desk_round(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_event(void *ctx, const json_t *request)
{
	return desk_event(((struct daemon *)ctx)->desk, request);
}

static json_t *
daemon_undo(void *ctx, const json_t *request)
{
	return desk_undo(((struct daemon *)ctx)->desk, request);
}

static const struct control_command daemon_commands[] = {
	{ "alerts", daemon_alerts, NULL },        { "announce", daemon_announce, NULL },
	{ "assign", daemon_assign, "undo" },      { "clock", daemon_clock, "clock" },
	{ "correct", daemon_correct, "correct" }, { "devices", daemon_devices, NULL },
	{ "envelope", daemon_envelope, NULL },    { "event", daemon_event, "undo" },
	{ "round", daemon_round, "undo" },        { "status", daemon_status, NULL },
	{ "swap", daemon_swap, "swap" },          { "tables", daemon_tables, NULL },
	{ "tell", daemon_tell, "tell" },          { "times", daemon_times, NULL },
	{ "undo", daemon_undo, "undo" },
};

static const struct control_commands daemon_control = {
	.list = daemon_commands,
	.n = sizeof(daemon_commands) / sizeof(daemon_commands[0]),
};

const struct control_commands *
daemon_words(void)
{
	return &daemon_control;
}
