/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/station_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/segment.h"
#include "daemon/time_now.h"
#include "daemon/user.h"
#include "drivers/transport/transport.h"

/* --- Its state -------------------------------------------------------------------------------- */

/* --- The port --------------------------------------------------------------------------------- */

int
station_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;
	int result;

	recorder_bytes(station->recorder, recorder_now(station->recorder), '>', bytes, len);
	if (!station->transport)
		return -ENOBUFS;
	result = transport_send(station->transport, bytes, len);
	if (result < 0)
		log_debug("table %u: %zu bytes could not be sent: %s", station->number, len,
		          strerror(-result));
	return result < 0 ? -ENOBUFS : 0;
}

static void
station_up(void *ctx)
{
	struct station *station = ctx;
	json_t *event = json_pack("{s:s, s:s}", "op", "plugged", "address", station->address);
	char *json = event ? json_dumps(event, JSON_COMPACT) : NULL;

	station->was_up = true;
	station->link_text[0] = '\0';
	log_info("table %u: %s is open", station->number, station->address);
	station_host(station, json ? json : "{\"op\":\"plugged\"}");
	free(json);
	json_decref(event);
	station_tell(station);
	station_settle(station);
}

static void
station_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;
	uint64_t now_us = recorder_now(station->recorder), came_us = time_now_us();
	bool was_changed = station->changed;

	recorder_bytes(station->recorder, now_us, '<', bytes, len);
	table_from_board(station->table, now_us, bytes, len);
	if (!was_changed && station->changed)
		station->since_us = came_us;
	station_settle(station);
}

static void
station_down(void *ctx, int error, const char *text)
{
	struct station *station = ctx;

	(void)error;
	snprintf(station->link_text, sizeof(station->link_text), "%s", text);
	log_warn("table %u: %s", station->number, text);
	station_tell(station);
	if (station->was_up) {
		station->was_up = false;
		station_host(station, "{\"op\":\"unplugged\"}");
		station_settle(station);
	}
}

static enum transport_lines
station_lines(const char *text)
{
	return strcmp(text, "on") == 0    ? TRANSPORT_LINES_ON
	       : strcmp(text, "off") == 0 ? TRANSPORT_LINES_OFF
	                                  : TRANSPORT_LINES_AUTO;
}

int
station_attach(struct station *station, const char *address, const struct station_expect *expect)
{
	const struct transport_options options = { .lines = station_lines(
							   station->options.setup->lines) };
	const struct transport_listener listener = {
		.ctx = station, .up = station_up, .bytes = station_bytes, .down = station_down
	};
	int result;

	station_detach(station, "The board is about to be opened.");
	result = transport_new(station->options.base, address, &options, &listener,
	                       &station->transport);
	if (result < 0)
		return result;
	snprintf(station->address, sizeof(station->address), "%s", address);
	if (expect)
		station->expect = *expect;
	return 0;
}

void
station_detach(struct station *station, const char *text)
{
	bool was_up = station->was_up;

	if (station->options.segment && station->options.bus_address)
		segment_leave(station->options.segment, station->options.bus_address);
	station->options.bus_address = 0; /* somebody else may have that seat now */
	transport_free(station->transport);
	station->transport = NULL;
	station->was_up = false;
	station->address[0] = '\0';
	memset(&station->expect, 0, sizeof(station->expect));
	snprintf(station->link_text, sizeof(station->link_text), "%s", text);
	if (!was_up)
		return;
	station_host(station, "{\"op\":\"unplugged\"}");
	station_note_link(station);
	station_settle(station);
	station_tell(station);
}

/* station_asked: the bus has asked this table's board something. */
static void
station_asked(void *ctx, const uint8_t *bytes, size_t len)
{
	struct station *station = ctx;

	recorder_bytes(station->recorder, recorder_now(station->recorder), '>', bytes, len);
}

/* station_join_bus: no port of its own, but a seat at one. */
static int
station_join_bus(struct station *station)
{
	const struct segment_seat seat = { { station, station_up, station_bytes, station_down },
		                           station_asked };
	struct station_options *options = &station->options;
	struct station_link link;
	struct segment *segment;

	station_look_link(station, &link);
	segment = options->find_bus(options->ctx, link.board, &options->bus_address);
	if (!segment) {
		snprintf(station->link_text, sizeof(station->link_text),
		         "there is no bus in the configuration for the board %s", link.board);
		log_warn("table %u: %s", station->number, station->link_text);
		return 0;
	}
	options->segment = segment;
	snprintf(station->address, sizeof(station->address), "%s", link.board);
	snprintf(station->link_text, sizeof(station->link_text), "bus %s: looking for board %u",
	         segment_name(segment), options->bus_address);
	return segment_join(segment, options->bus_address, &seat);
}

bool
station_has_bus(const struct station *station, const char *board)
{
	uint16_t address;

	return station->options.find_bus(station->options.ctx, board, &address) != NULL;
}

bool
station_is_on_bus(const struct station *station)
{
	return station->options.segment != NULL;
}

/* station_begin_link: open the table's board, or wait until somebody finds it. */
int
station_begin_link(struct station *station)
{
	struct station_link link;

	if (station->options.segment)
		return station_join_bus(station);
	station_look_link(station, &link);
	if (strcmp(link.board, "any") == 0)
		snprintf(station->link_text, sizeof(station->link_text),
		         "waiting for any board to be plugged in");
	else if (strncmp(link.board, "serial:", 7) == 0)
		snprintf(station->link_text, sizeof(station->link_text),
		         "waiting for the board with the serial number %s", link.board + 7);
	else
		return station_attach(station, link.board, NULL);
	return 0;
}

int
station_set_board(struct station *station, const char *board, const json_t *request)
{
	json_t *event = json_pack("{s:s, s:s}", "op", "board", "board", board);
	int result = -ENOMEM;
	char *json;

	if (request)
		user_copy(event, request);
	json = event ? json_dumps(event, JSON_COMPACT) : NULL;
	if (json) {
		station_detach(station, "another board was given to the table");
		station_host(station, json);
		log_info("table %u: its board is %s from now on", station->number, board);
		result = station_begin_link(station);
		station_settle(station);
	}
	free(json);
	json_decref(event);
	return result;
}
