/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_state.h"

#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_wire.h"

enum { TRIES = 2, RELAPSES_MAX = 3 };

#define QUIET_QUESTIONS 8 /* in a row: the line itself is in trouble */

/* The next question: what is left of this board's turn, or the next board's. Between two turns there
 * is time for searches and for the silent. */
static void
go_on(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	if (bus->phase == HUSHING) {
		bus_hush(bus, out, now_us);
		return;
	}
	if (bus_ask_in_turn(bus, out, now_us))
		return;
	if (now_us >= bus->discover_due_us) {
		bus_search(bus, out, now_us);
		return;
	}
	if (bus_recall(bus, out, now_us))
		return;
	for (uint32_t i = 0; i < bus->n_units; i++) {
		bus->turn = (bus->turn + 1) % bus->n_units;
		bus->turn_job = 0;
		if (bus_ask_in_turn(bus, out, now_us))
			return;
	}
	bus_rest(bus, now_us);
}

/* Answers */

static void
note_poll(struct dgt_bus_unit *unit, uint64_t now_us)
{
	if (unit->replies++ == 0)
		unit->first_us = now_us;
	else if (now_us - unit->polled_us > unit->longest_us)
		unit->longest_us = now_us - unit->polled_us;
	unit->polled_us = now_us;
}

/* What a board's log asks for: its position when it has restarted or a result piece was put there, its clock when the
 * lever fell, the start tag when the men are set up. */
static void
read_log(struct dgt_bus_unit *unit, const uint8_t *data, size_t len)
{
	struct dgt_tag tag;

	for (size_t at = 0; at < len; at += dgt_log_next(data + at, len - at, &tag)) {
		dgt_log_next(data + at, len - at, &tag);
		if (tag.kind == DGT_TAG_RESTART ||
		    (tag.kind == DGT_TAG_PIECE && dgt_code_is_result(tag.code)))
			unit->wants |= 1u << BOARD;
		else if (tag.kind == DGT_TAG_CLOCK)
			unit->wants |= 1u << CLOCK;
		else if (tag.kind == DGT_TAG_START)
			unit->wants |= 1u << START_GAME;
	}
}

static void
take_changes(const struct dgt_bus *bus, struct dgt_bus_unit *unit, uint64_t now_us)
{
	size_t len;
	const uint8_t *data = dgt_bus_frame_data(&bus->frame, &len);

	unit->repeat = false;
	note_poll(unit, now_us);
	read_log(unit, data, len);
}

/* A result piece in a position is believed when another position shows it, too. */
static void
look_for_result(struct dgt_bus_unit *unit, const uint8_t codes[DGT_SQUARES])
{
	bool result = false;

	for (size_t i = 0; i < DGT_SQUARES; i++)
		result = result || dgt_code_is_result(codes[i] & DGT_CODE_MASK);
	if (result && !unit->result)
		unit->wants |= 1u << BOARD;
	unit->result = result;
}

static void
answered(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	struct dgt_bus_unit *unit = &bus->units[bus->unit];

	unit->misses = unit->garbles = 0;
	bus->spoiled = 0;
	bus->drowned = false;
	unit->wants &= ~(1u << bus->job);
	switch (bus->job) {
	case PING:
		if (bus_is_called(unit))
			bus_begin(unit, out, now_us);
		break;
	case REPEAT:
		bus->turn_job = CHANGES; /* what came since is asked for at once */
		take_changes(bus, unit, now_us);
		break;
	case CHANGES:
		take_changes(bus, unit, now_us);
		break;
	case BOARD:
		/* Not all at once. */
		unit->verify_us = now_us + DGT_BUS_VERIFY_US + bus->unit * UINT64_C(1000000);
		unit->relapses = 0;
		if (unit->state == DGT_BUS_STARTING &&
		    dgt_codes_are_start(bus->frame.bytes + DGT_BUS_HEADER_LEN))
			unit->wants |= 1u << START_GAME;
		look_for_result(unit, bus->frame.bytes + DGT_BUS_HEADER_LEN);
		bus_set_state(unit, DGT_BUS_LIVE, out, now_us);
		break;
	case CLOCK:
		unit->clock_us =
			now_us + bus_clock_interval_us(bus_n_asked(bus), bus->setup.byte_us);
		break;
	default:
		break;
	}
}

/* It goes; where it never got further than a ping, time after time, it is reset when it is back. */
static void
give_up(struct dgt_bus *bus, struct dgt_bus_unit *unit, enum dgt_bus_state state,
        const struct dgt_bus_out *out, uint64_t now_us)
{
	if (unit->state == DGT_BUS_STARTING && ++unit->relapses >= RELAPSES_MAX) {
		unit->relapses = 0;
		unit->wants |= 1u << RESET;
	}
	bus_set_state(unit, state, out, now_us);
	if (state == DGT_BUS_GARBLED && now_us + DGT_BUS_RECHECK_US < bus->discover_due_us)
		bus->discover_due_us = now_us + DGT_BUS_RECHECK_US;
}

static void
count_spoiled(struct dgt_bus *bus, bool damaged)
{
	bus->spoiled++;
	if (damaged && bus->spoiled >= QUIET_QUESTIONS && bus_n_asked(bus) != 1)
		bus->drowned = true;
}

/* Nothing came, or nothing readable. */
static void
missed(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	struct dgt_bus_unit *unit = &bus->units[bus->unit];
	bool damaged = bus->damage_us != 0;

	if (bus->job == HUSH)
		return;
	if (bus->job == CHANGES)
		unit->repeat = true;
	count_spoiled(bus, damaged);
	if (unit->misses < UINT8_MAX) {
		unit->misses++;
		unit->garbles += damaged;
	}
	if (bus_questions[bus->job].optional && unit->misses >= TRIES)
		unit->wants &= ~(1u << bus->job);
	if (unit->garbles >= DGT_BUS_GARBLES)
		give_up(bus, unit, DGT_BUS_GARBLED, out, now_us);
	else if (unit->misses - unit->garbles >= DGT_BUS_MISSES && bus_is_asked(unit))
		give_up(bus, unit, DGT_BUS_SILENT, out, now_us);
	bus->turn_job = JOBS; /* others first, then it is asked again */
}

/* A command without a reply has been sent. */
static void
sent(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	struct dgt_bus_unit *unit = &bus->units[bus->unit];

	INVARIANT(bus->job == RESET);
	unit->wants &= ~(1u << RESET);
	unit->asleep_us = now_us + DGT_BUS_RESET_US;
	bus_set_state(unit, DGT_BUS_SILENT, out, now_us);
}

static void
take_reply(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	const struct dgt_bus_frame *frame = &bus->frame;
	uint8_t id = frame->bytes[0];
	uint16_t address = dgt_bus_frame_address(frame);
	const struct dgt_bus_unit *unit = bus_find(bus, address);
	bool awaited = unit && bus->job < QUESTIONS && !bus->unsent &&
	               unit == &bus->units[bus->unit] && id == bus_questions[bus->job].reply;

	if (bus->phase == COLLECTING && id == DGT_BUS_PONG) {
		bus_take_pong(bus, address);
		return;
	}
	/* What comes late is believed too: it was true when it was said. */
	if (unit && bus_is_asked(unit) && id != DGT_BUS_PONG)
		out->reply(out->ctx, address, frame->bytes, frame->len, now_us);
	if (!awaited)
		return;
	answered(bus, out, now_us);
	go_on(bus, out, now_us);
}

/* Life */

void
dgt_bus_init(struct dgt_bus *bus, const struct dgt_bus_setup *setup)
{
	memset(bus, 0, sizeof(*bus));
	bus->setup = *setup;
	if (bus->setup.byte_us == 0)
		bus->setup.byte_us = DGT_BUS_BYTE_US;
	bus->deadline_us = DGT_BUS_NO_DEADLINE;
	bus->job = QUESTIONS;
}

void
dgt_bus_start(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	(void)out;
	dgt_bus_frame_drop(&bus->frame);
	bus->phase = SETTLING;
	bus->job = QUESTIONS;
	bus->searched = false;
	bus->rounds = bus->empty_rounds = 0;
	bus->recall_due_us = 0;
	bus->deadline_us = now_us + DGT_BUS_SETTLE_US;
}

void
dgt_bus_stop(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	if (bus->phase == CLOSED)
		return;
	/* The answer to what was asked last is lost. */
	if (bus->job == CHANGES)
		bus->units[bus->unit].repeat = true;
	bus->phase = CLOSED;
	bus->job = QUESTIONS;
	bus->deadline_us = DGT_BUS_NO_DEADLINE;
	for (uint32_t i = 0; i < bus->n_units; i++)
		if (bus->units[i].state != DGT_BUS_ABSENT)
			bus_set_state(&bus->units[i], DGT_BUS_SILENT, out, now_us);
}

/* When to stop waiting for the rest of what has begun to come, or for the end of damage. A reply has
 * its length's time twice over, whatever else comes. */
static void
wait_on(struct dgt_bus *bus, uint64_t now_us)
{
	const struct dgt_bus_frame *frame = &bus->frame;
	size_t len = frame->have >= 3 ? frame->len : DGT_BUS_OVERHEAD + DGT_SQUARES;
	uint64_t until_us = now_us + (frame->have > 0 ? DGT_BUS_GAP_US : DGT_BUS_QUIET_US);
	uint64_t limit_us = bus->asked_us + DGT_BUS_REPLY_US + DGT_BUS_SLACK_US +
	                    2 * (uint64_t)bus->setup.byte_us * (DGT_BUS_COMMAND_LEN + len);

	if (frame->have == 0 && bus->damage_us == 0)
		return;
	bus->deadline_us = until_us < limit_us ? until_us : limit_us;
}

void
dgt_bus_feed(struct dgt_bus *bus, const struct dgt_bus_out *out, const uint8_t *bytes, size_t len,
             uint64_t now_us)
{
	if (bus->phase == CLOSED || bus->phase == SETTLING)
		return;
	for (size_t i = 0; i < len; i++) {
		uint64_t bad = bus->frame.skipped_bytes + bus->frame.bad_frames;

		if (dgt_bus_frame_push(&bus->frame, bytes[i]))
			take_reply(bus, out, now_us);
		else if (bus->frame.skipped_bytes + bus->frame.bad_frames > bad)
			bus->damage_us = now_us;
	}
	if (bus->phase != COLLECTING && bus->job < QUESTIONS && !bus->unsent)
		wait_on(bus, now_us);
}

/* The question on the line has had its time. */
static void
end_question(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	if (bus->job < QUESTIONS && bus->unsent) {
		bus_ask(bus, bus->unit, bus->job, out, now_us);
		return;
	}
	if (bus->job < QUESTIONS && bus_questions[bus->job].reply == 0)
		sent(bus, out, now_us);
	else if (bus->job < QUESTIONS)
		missed(bus, out, now_us);
	go_on(bus, out, now_us);
}

uint64_t
dgt_bus_tick(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	if (now_us < bus->deadline_us)
		return bus->deadline_us;
	switch ((enum phase)bus->phase) {
	case CLOSED:
		break;
	case SETTLING:
		bus_search(bus, out, now_us);
		break;
	case COLLECTING:
		bus_end_round(bus, out, now_us);
		if (bus->phase == POLLING)
			go_on(bus, out, now_us);
		break;
	case HUSHING:
	case POLLING:
		end_question(bus, out, now_us);
		break;
	}
	return bus->deadline_us;
}
