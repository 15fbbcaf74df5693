/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/segment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/config.h"
#include "daemon/log.h"
#include "daemon/time_now.h"
#include "drivers/dgt/dgt_bus.h"

#define DISCOVER_US UINT64_C(60000000) /* between two searches for boards nobody expects */

struct seat {
	struct segment_seat seat;
	uint16_t address; /* 0: left */
	bool is_up;
};

struct segment {
	struct event_base *base;
	const struct config_bus *setup;
	struct transport *transport;
	struct event *timer;
	struct dgt_bus bus;
	struct seat seats[DGT_BUS_BOARDS];
	size_t n_seats;
	bool drowned; /* as last logged */
	char link_text[512];
};

static struct seat *
segment_seat_of(struct segment *segment, uint16_t address)
{
	for (size_t i = 0; i < segment->n_seats; i++)
		if (segment->seats[i].address == address)
			return &segment->seats[i];
	return NULL;
}

/* --- The master ----------------------------------------------------------------------------- */

static int
segment_on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct segment *segment = ctx;

	return transport_send(segment->transport, bytes, len);
}

static void
segment_on_asked(void *ctx, uint16_t address, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	struct seat *seat = segment_seat_of(ctx, address);

	(void)now_us;
	if (seat && seat->is_up)
		seat->seat.asked(seat->seat.listener.ctx, bytes, len);
}

static void
segment_on_reply(void *ctx, uint16_t address, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	struct seat *seat = segment_seat_of(ctx, address);

	(void)now_us;
	if (seat && seat->is_up)
		seat->seat.listener.bytes(seat->seat.listener.ctx, bytes, len);
}

static void
segment_seat_down(struct segment *segment, struct seat *seat, const char *why)
{
	char text[600];

	snprintf(text, sizeof(text), "bus %s, board %u: %s", segment->setup->name, seat->address,
	         why);
	seat->is_up = false;
	seat->seat.listener.down(seat->seat.listener.ctx, -ENODEV, text);
}

static void
segment_on_state(void *ctx, const struct dgt_bus_unit *unit, uint64_t now_us)
{
	struct segment *segment = ctx;
	struct seat *seat = segment_seat_of(segment, unit->address);
	enum dgt_bus_state state = (enum dgt_bus_state)unit->state;

	(void)now_us;
	if (!seat) {
		log_info("bus %s: board %u is %s, and belongs to no table", segment->setup->name,
		         unit->address, dgt_bus_state_name(state));
		return;
	}
	if (state == DGT_BUS_STARTING) {
		seat->is_up = true;
		seat->seat.listener.up(seat->seat.listener.ctx);
	} else if (state != DGT_BUS_LIVE && transport_is_up(segment->transport)) {
		segment_seat_down(segment, seat, dgt_bus_advice(&segment->bus, state));
	}
}

static struct dgt_bus_out
segment_out(struct segment *segment)
{
	return (struct dgt_bus_out){ segment, segment_on_send, segment_on_asked, segment_on_reply,
		                     segment_on_state };
}

/* segment_settle: after anything: the next deadline, and whether the line is drowned. */
static void
segment_settle(struct segment *segment)
{
	const struct dgt_bus_out out = segment_out(segment);
	uint64_t now_us = time_now_us();
	uint64_t due_us = dgt_bus_tick(&segment->bus, &out, now_us);
	struct timeval wait;

	if (dgt_bus_is_drowned(&segment->bus) != segment->drowned) {
		segment->drowned = !segment->drowned;
		if (segment->drowned)
			log_warn("bus %s: something speaks without being asked, so that no board "
			         "can be read",
			         segment->setup->name);
		else
			log_info("bus %s: boards can be read again", segment->setup->name);
	}
	if (due_us == DGT_BUS_NO_DEADLINE) {
		event_del(segment->timer);
		return;
	}
	/* Never sooner than a tenth of a byte: a deadline that does not move must not eat the loop. */
	due_us = due_us > now_us + 100 ? due_us - now_us : 100;
	wait.tv_sec = (time_t)(due_us / 1000000);
	wait.tv_usec = (suseconds_t)(due_us % 1000000);
	event_add(segment->timer, &wait);
}

static void
segment_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	segment_settle(ctx);
}

/* --- The port ------------------------------------------------------------------------------- */

static void
segment_up(void *ctx)
{
	struct segment *segment = ctx;
	const struct dgt_bus_out out = segment_out(segment);

	segment->link_text[0] = '\0';
	log_info("bus %s: %s is open", segment->setup->name, segment->setup->device);
	dgt_bus_start(&segment->bus, &out, time_now_us());
	segment_settle(segment);
}

static void
segment_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct segment *segment = ctx;
	const struct dgt_bus_out out = segment_out(segment);

	dgt_bus_feed(&segment->bus, &out, bytes, len, time_now_us());
	segment_settle(segment);
}

static void
segment_down(void *ctx, int error, const char *text)
{
	struct segment *segment = ctx;
	const struct dgt_bus_out out = segment_out(segment);

	(void)error;
	snprintf(segment->link_text, sizeof(segment->link_text), "%s", text);
	log_warn("bus %s: %s", segment->setup->name, text);
	dgt_bus_stop(&segment->bus, &out, time_now_us());
	for (size_t i = 0; i < segment->n_seats; i++)
		if (segment->seats[i].address != 0)
			segment_seat_down(segment, &segment->seats[i], text);
	segment_settle(segment);
}

/* --- Life ----------------------------------------------------------------------------------- */

int
segment_new(struct event_base *base, const struct config_bus *setup, struct segment **ret_segment)
{
	const struct dgt_bus_setup bus = { .discover_us = DISCOVER_US };
	struct segment *segment = calloc(1, sizeof(*segment));

	if (!segment)
		return -ENOMEM;
	segment->base = base;
	segment->setup = setup;
	segment->timer = evtimer_new(base, segment_on_timer, segment);
	if (!segment->timer) {
		free(segment);
		return -ENOMEM;
	}
	dgt_bus_init(&segment->bus, &bus);
	*ret_segment = segment;
	return 0;
}

int
segment_join(struct segment *segment, uint16_t address, const struct segment_seat *seat)
{
	const struct dgt_bus_out out = segment_out(segment);
	struct seat *free_seat = segment_seat_of(segment, 0);
	int result;

	if (address != 0 && segment_seat_of(segment, address))
		return -EEXIST;
	if (!free_seat && segment->n_seats == DGT_BUS_BOARDS)
		return -ENOBUFS;
	result = dgt_bus_expect(&segment->bus, address);
	if (result < 0)
		return result;
	if (!free_seat)
		free_seat = &segment->seats[segment->n_seats++];
	*free_seat = (struct seat){ .seat = *seat, .address = address };
	dgt_bus_begin_again(&segment->bus, &out, address, time_now_us());
	return 0;
}

void
segment_leave(struct segment *segment, uint16_t address)
{
	struct seat *seat = segment_seat_of(segment, address);

	if (seat)
		seat->address = 0;
}

int
segment_start(struct segment *segment)
{
	const char *lines = segment->setup->lines;
	const struct transport_options options = { .lines = strcmp(lines, "on") == 0
		                                                    ? TRANSPORT_LINES_ON
		                                            : strcmp(lines, "auto") == 0
		                                                    ? TRANSPORT_LINES_AUTO
		                                                    : TRANSPORT_LINES_OFF };
	const struct transport_listener listener = {
		.ctx = segment, .up = segment_up, .bytes = segment_bytes, .down = segment_down
	};

	return transport_new(segment->base, segment->setup->device, &options, &listener,
	                     &segment->transport);
}

void
segment_free(struct segment *segment)
{
	if (!segment)
		return;
	transport_free(segment->transport);
	event_free(segment->timer);
	free(segment);
}

const char *
segment_name(const struct segment *segment)
{
	return segment->setup->name;
}

/* --- Looking -------------------------------------------------------------------------------- */

static json_t *
segment_status_unit(const struct segment *segment, const struct dgt_bus_unit *unit)
{
	enum dgt_bus_state state = (enum dgt_bus_state)unit->state;
	uint64_t mean_us =
		unit->replies > 1 ? (unit->polled_us - unit->first_us) / (unit->replies - 1) : 0;

	return json_pack("{s:i, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "address",
	                 (int)unit->address, "state", dgt_bus_state_name(state), "advice",
	                 dgt_bus_advice(&segment->bus, state), "polls", (json_int_t)unit->polls,
	                 "replies", (json_int_t)unit->replies, "repeats", (json_int_t)unit->repeats,
	                 "lost", (json_int_t)unit->lost, "mean_poll_us", (json_int_t)mean_us,
	                 "longest_poll_us", (json_int_t)unit->longest_us);
}

json_t *
segment_status(const struct segment *segment)
{
	const struct dgt_bus_frame *frame = &segment->bus.frame;
	json_t *boards = json_array();

	for (uint32_t i = 0; i < segment->bus.n_units; i++)
		json_array_append_new(boards, segment_status_unit(segment, &segment->bus.units[i]));
	return json_pack("{s:s, s:s, s:b, s:s, s:I, s:I, s:I, s:I, s:o}", "bus",
	                 segment->setup->name, "device", segment->setup->device, "open",
	                 segment->transport && transport_is_up(segment->transport), "advice",
	                 segment->link_text, "questions", (json_int_t)segment->bus.questions,
	                 "frames", (json_int_t)frame->frames, "skipped_bytes",
	                 (json_int_t)frame->skipped_bytes, "bad_frames",
	                 (json_int_t)frame->bad_frames, "boards", boards);
}
