/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/clock_order.h"
#include "daemon/json_text.h"
#include "daemon/log.h"
#include "daemon/order.h"
#include "daemon/tell_undo.h"
#include "daemon/user.h"

static void
station_log_order(const struct station *station, const json_t *answer, const json_t *request,
                  uint32_t uid)
{
	const char *by = json_string_value(json_object_get(request, "by"));
	char user[16];

	snprintf(user, sizeof(user), "user %u", uid);
	log_info("table %u: record %s: corrected by %s", station->number,
	         json_string_value(json_object_get(answer, "record")), by ? by : user);
}

json_t *
station_correct(struct station *station, const json_t *request, uint32_t uid, char *error,
                size_t error_size)
{
	json_t *answer =
		order_carry_out(station->table, station->recorder, request, uid, error, error_size);

	if (answer && json_is_true(json_object_get(answer, "applied")))
		station_log_order(station, answer, request, uid);
	if (answer)
		json_object_set_new(answer, "table", json_integer(station->number));
	station_settle(station);
	return answer;
}

/* A word that is refused is not recorded: whoever said it is told, and says it otherwise. What is good is recorded
 * first, with who said it, and believed then. */
static int
station_believe(struct station *station, const json_t *event, char *error, size_t error_size)
{
	uint64_t now_us = recorder_now(station->recorder);
	char *json = json_dumps(event, JSON_COMPACT);
	int r;

	if (!json) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	r = table_check_said(station->table, now_us, json, error, error_size);
	if (r == 0) {
		recorder_host(station->recorder, now_us, json);
		r = table_host(station->table, now_us, json, error, error_size);
		if (r < 0)
			log_error("table %u: was recorded, and does nothing: %s", station->number,
			          error);
		station->changed = true;
		station_settle(station);
	}
	free(json);
	return r;
}

int
station_tell_event(struct station *station, const json_t *request, char *error, size_t error_size)
{
	const json_t *said = json_object_get(request, "event");
	const char *op = json_string_value(json_object_get(said, "op"));
	json_t *event;
	int r;

	if (!table_is_said(op)) {
		snprintf(error, error_size, "'%.40s' is nothing that a person says of a table",
		         op ? op : "");
		return -EBADMSG;
	}
	event = json_deep_copy(said);
	user_copy(event, request);
	r = station_believe(station, event, error, error_size);
	json_decref(event);
	return r;
}

/* The host event of the request: what is asked of the clock, and by whom. */
static json_t *
station_clock_event(const json_t *request)
{
	static const char *const members[] = { "do", "text", "beep", "white", "black", "runs" };
	json_t *event = json_pack("{s:s}", "op", "clock");

	user_copy(event, request);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		json_t *member = json_object_get(request, members[i]);

		if (member)
			json_object_set(event, members[i], member);
	}
	return event;
}

/* station_order_clock: 0, or a negative errno with `error`. */
static int
station_order_clock(struct station *station, const json_t *request, char *error, size_t error_size)
{
	json_t *event = station_clock_event(request);
	struct tracker_view view;
	const char *why;
	int r = -EPERM;

	table_view(station->table, &view);
	why = clock_order_check(station->options.config->clock_orders, table_game(station->table),
	                        &view);
	if (why)
		snprintf(error, error_size, "%s", why);
	else
		r = station_believe(station, event, error, error_size);
	json_decref(event);
	return r;
}

json_t *
station_clock(struct station *station, const json_t *request, uint32_t uid, char *error,
              size_t error_size)
{
	const char *deed = json_string_value(json_object_get(request, "do"));
	struct clock_device device;
	json_t *undo = NULL;

	if (!deed || strcmp(deed, "show") != 0) {
		undo = tell_undo_clock(station->table, station->number, request,
		                       station->actions.actions);
		if (station_order_clock(station, request, error, error_size) < 0) {
			json_decref(undo);
			return NULL;
		}
		log_info("table %u: its clock: %s, by user %u", station->number, deed ? deed : "",
		         uid);
	}
	if (!table_clock_device(station->table, &device)) {
		snprintf(error, error_size, "this board tells the times of its clock only");
		json_decref(undo);
		return NULL;
	}
	return json_pack("{s:I, s:o, s:o*}", "table", (json_int_t)station->number, "clock",
	                 clock_order_json(&device, station_unix_us(station)), "undo", undo);
}

int
station_set_round(struct station *station, bool closed, const json_t *request)
{
	json_t *event = json_pack("{s:s, s:b}", "op", "round", "closed", closed);
	char *json;

	user_copy(event, request);
	json = json_text(event, NULL);
	if (!json)
		return -ENOMEM;
	station_host(station, json);
	free(json);
	station_settle(station);
	return 0;
}
