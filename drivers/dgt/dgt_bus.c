/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_wire.h"

enum phase {
	CLOSED,
	SETTLING,   /* just opened: what comes is not for us */
	HUSHING,    /* each board found is told to ignore the next ping */
	COLLECTING, /* answers to the ping to all come in */
	POLLING,
};

/* What a board is asked when its turn comes, in this order, each at most once a turn. PING is for
 * those that are silent, HUSH belongs to the search. */
enum job {
	RESET,
	VERSION,
	HISTORY,
	CHANGES,
	START_GAME,
	BOARD,
	CLOCK,
	JOBS,
	PING = JOBS,
	HUSH,
	REPEAT,
	QUESTIONS
};

enum { TRIES = 2, RELAPSES_MAX = 3, ROUNDS_MAX = 12 };

#define AT_START (1u << VERSION | 1u << HISTORY | 1u << BOARD | 1u << CLOCK)

#define QUIET_QUESTIONS 8 /* in a row: the line itself is in trouble */

static const struct question {
	uint8_t command;
	uint8_t reply; /* 0: none is sent */
	bool optional; /* old boards may not know it: after TRIES it is dropped */
} questions[QUESTIONS] = {
	[RESET] = { DGT_BUS_RESET, 0, false },
	[VERSION] = { DGT_BUS_VERSION, DGT_BUS_VERSION_IS, true },
	[HISTORY] = { DGT_BUS_FROM_START, DGT_BUS_GAME_LOG, true },
	[CHANGES] = { DGT_BUS_CHANGES, DGT_BUS_LOG, false },
	[START_GAME] = { DGT_BUS_SET_START_GAME, DGT_BUS_STARTED, true },
	[BOARD] = { DGT_BUS_BRD, DGT_BUS_BOARD, false },
	[CLOCK] = { DGT_BUS_CLK, DGT_BUS_CLOCK, true },
	[PING] = { DGT_BUS_PING, DGT_BUS_PONG, false },
	[HUSH] = { DGT_BUS_IGNORE_NEXT_PING, DGT_BUS_PONG, false },
	[REPEAT] = { DGT_BUS_REPEAT_CHANGES, DGT_BUS_LOG, false },
};

/* Words and advice */

const char *
dgt_bus_state_name(enum dgt_bus_state state)
{
	static const char *const names[DGT_BUS_STATES] = { "absent", "starting", "live",
		                                           "silent", "garbled",  "double" };

	return names[state];
}

const char *
dgt_bus_advice(const struct dgt_bus *bus, enum dgt_bus_state state)
{
	static const char *const advice[DGT_BUS_STATES] = {
		[DGT_BUS_ABSENT] = "No board with this address has answered on the bus: check its "
				   "cable and power, and its address.",
		[DGT_BUS_STARTING] = "The board has answered and is being asked for its position.",
		[DGT_BUS_LIVE] = "The board is asked for its changes all the time.",
		[DGT_BUS_SILENT] = "The board has stopped answering on the bus: check its cable "
				   "and power; it is called again every few seconds.",
		[DGT_BUS_GARBLED] = "What this board answers cannot be read: a bad cable, or a "
				    "second board with the same address; it is tried again.",
		[DGT_BUS_DOUBLE] = "Two boards on the bus have this address: take one away, or "
				   "give it another.",
	};

	if (bus->drowned && state != DGT_BUS_LIVE && state != DGT_BUS_DOUBLE)
		return "Something on the bus speaks without being asked, so that no board can be "
		       "read: unplug one board after the other until it ends.";
	return advice[state];
}

bool
dgt_bus_is_drowned(const struct dgt_bus *bus)
{
	return bus->drowned;
}

/* Boards */

/* n_units where there is none. */
static uint32_t
index_of(const struct dgt_bus *bus, uint16_t address)
{
	uint32_t index = 0;

	while (index < bus->n_units && bus->units[index].address != address)
		index++;
	return index;
}

static struct dgt_bus_unit *
find(struct dgt_bus *bus, uint16_t address)
{
	uint32_t index = index_of(bus, address);

	return index < bus->n_units ? &bus->units[index] : NULL;
}

const struct dgt_bus_unit *
dgt_bus_find(const struct dgt_bus *bus, uint16_t address)
{
	uint32_t index = index_of(bus, address);

	return index < bus->n_units ? &bus->units[index] : NULL;
}

static struct dgt_bus_unit *
add(struct dgt_bus *bus, uint16_t address)
{
	struct dgt_bus_unit *unit;

	if (bus->n_units == DGT_BUS_BOARDS)
		return NULL;
	unit = &bus->units[bus->n_units++];
	memset(unit, 0, sizeof(*unit));
	unit->address = address;
	return unit;
}

int
dgt_bus_expect(struct dgt_bus *bus, uint16_t address)
{
	if (address == DGT_BUS_ALL || address > DGT_BUS_ADDRESS_MAX)
		return -EINVAL;
	return find(bus, address) || add(bus, address) ? 0 : -ENOBUFS;
}

static bool
is_asked(const struct dgt_bus_unit *unit)
{
	return unit->state == DGT_BUS_STARTING || unit->state == DGT_BUS_LIVE;
}

static bool
is_called(const struct dgt_bus_unit *unit)
{
	return unit->state == DGT_BUS_ABSENT || unit->state == DGT_BUS_SILENT;
}

static void
set_state(struct dgt_bus_unit *unit, enum dgt_bus_state state, const struct dgt_bus_out *out,
          uint64_t now_us)
{
	if (unit->state == state)
		return;
	if (is_asked(unit) && state != DGT_BUS_LIVE)
		unit->lost++;
	unit->state = (uint8_t)state;
	unit->misses = unit->garbles = 0;
	out->state(out->ctx, unit, now_us);
}

/* A board has answered a ping. What it owed is still owed. The whole log of the game is asked for once
 * only: later, CHANGES tells all that was missed. */
static void
begin(struct dgt_bus_unit *unit, const struct dgt_bus_out *out, uint64_t now_us)
{
	unit->wants |= AT_START;
	if (unit->replies > 0)
		unit->wants &= ~(1u << HISTORY);
	set_state(unit, DGT_BUS_STARTING, out, now_us);
}

void
dgt_bus_begin_again(struct dgt_bus *bus, const struct dgt_bus_out *out, uint16_t address,
                    uint64_t now_us)
{
	struct dgt_bus_unit *unit = find(bus, address);

	if (!unit || !is_asked(unit))
		return;
	unit->state = DGT_BUS_ABSENT;
	begin(unit, out, now_us);
}

int
dgt_bus_reset(struct dgt_bus *bus, uint16_t address)
{
	struct dgt_bus_unit *unit = find(bus, address);

	if (!unit)
		return -ENOENT;
	unit->wants |= 1u << RESET;
	return 0;
}

/* The schedule */

static uint64_t
exchange_us(uint32_t byte_us, size_t data_len)
{
	return (uint64_t)byte_us * (DGT_BUS_COMMAND_LEN + DGT_BUS_OVERHEAD + data_len);
}

/* Between two clock readings of one board: a second, or what keeps all of them in their share. */
static uint64_t
clock_interval_us(uint32_t n_boards, uint32_t byte_us)
{
	uint64_t least = DGT_BUS_CLOCK_SHARE * n_boards * exchange_us(byte_us, DGT_BWTIME_PAYLOAD);

	return least > DGT_BUS_CLOCK_US ? least : DGT_BUS_CLOCK_US;
}

uint64_t
dgt_bus_period_us(uint32_t n_boards, uint32_t byte_us, uint32_t reply_us)
{
	uint64_t changes_us = n_boards * (exchange_us(byte_us, 0) + reply_us);
	uint64_t clocks_us = n_boards * (exchange_us(byte_us, DGT_BWTIME_PAYLOAD) + reply_us);
	uint64_t every_us = clock_interval_us(n_boards, byte_us);

	INVARIANT(n_boards > 0 && clocks_us < every_us);
	return changes_us * every_us / (every_us - clocks_us);
}

static uint32_t
n_asked(const struct dgt_bus *bus)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < bus->n_units; i++)
		n += is_asked(&bus->units[i]);
	return n;
}

/* Is this to be asked of this board now? */
static bool
is_due(const struct dgt_bus_unit *unit, int job, uint64_t now_us)
{
	if (unit->wants >> job & 1)
		return true;
	switch (job) {
	case CHANGES:
		return true;
	case BOARD:
		return now_us >= unit->verify_us;
	case CLOCK:
		return now_us >= unit->clock_us;
	default:
		return false;
	}
}

/* Asking */

static void
ask(struct dgt_bus *bus, uint32_t index, int job, const struct dgt_bus_out *out, uint64_t now_us)
{
	uint16_t address = bus->units[index].address;
	uint8_t bytes[DGT_BUS_COMMAND_LEN];

	dgt_bus_command_write(bytes, (enum dgt_bus_command)questions[job].command, address);
	dgt_bus_frame_drop(&bus->frame);
	bus->unit = index;
	bus->job = (uint8_t)job;
	bus->asked_us = now_us;
	bus->damage_us = 0;
	bus->unsent = out->send(out->ctx, bytes, sizeof(bytes)) < 0;
	bus->deadline_us = now_us + sizeof(bytes) * bus->setup.byte_us + DGT_BUS_SLACK_US;
	if (questions[job].reply != 0)
		bus->deadline_us += DGT_BUS_REPLY_US;
	if (bus->unsent)
		return;
	bus->questions++;
	if (out->asked)
		out->asked(out->ctx, address, bytes, sizeof(bytes), now_us);
}

static void
ask_changes(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	struct dgt_bus_unit *unit = &bus->units[bus->turn];

	unit->polls++;
	unit->repeats += unit->repeat;
	ask(bus, bus->turn, unit->repeat ? REPEAT : CHANGES, out, now_us);
}

/* What is left of the present turn. */
static bool
ask_in_turn(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	const struct dgt_bus_unit *unit = &bus->units[bus->turn];

	while (bus->turn < bus->n_units && is_asked(unit) && bus->turn_job < JOBS) {
		int job = bus->turn_job++;

		if (!is_due(unit, job, now_us))
			continue;
		if (job == CHANGES)
			ask_changes(bus, out, now_us);
		else
			ask(bus, bus->turn, job, out, now_us);
		return true;
	}
	return false;
}

/* The next board that is silent; one at a time, so that they do not slow down the others. */
static bool
recall(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	for (uint32_t i = 0; now_us >= bus->recall_due_us && i < bus->n_units; i++) {
		bus->recall = (bus->recall + 1) % bus->n_units;
		if (!is_called(&bus->units[bus->recall]) ||
		    now_us < bus->units[bus->recall].asleep_us)
			continue;
		bus->recall_due_us = now_us + DGT_BUS_RECALL_US;
		ask(bus, bus->recall, PING, out, now_us);
		return true;
	}
	return false;
}

/* Nobody to ask. */
static void
rest(struct dgt_bus *bus, uint64_t now_us)
{
	uint64_t until_us = bus->discover_due_us;

	bus->job = QUESTIONS;
	for (uint32_t i = 0; i < bus->n_units; i++)
		if (is_called(&bus->units[i]) && bus->recall_due_us < until_us)
			until_us = bus->recall_due_us;
	bus->deadline_us = until_us > now_us ? until_us : now_us + DGT_BUS_QUIET_US;
}

/* Searching */

/* A ping to all: the boards that are known and well have been told not to answer, the others do,
 * each at a moment of its own. */
static void
ping_all(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	uint8_t bytes[DGT_BUS_COMMAND_LEN];

	for (uint32_t i = 0; i < bus->n_units; i++)
		bus->units[i].pongs = 0;
	dgt_bus_command_write(bytes, DGT_BUS_PING, DGT_BUS_ALL);
	dgt_bus_frame_drop(&bus->frame);
	bus->phase = COLLECTING;
	bus->job = QUESTIONS;
	bus->damage_us = 0;
	bus->found = out->send(out->ctx, bytes, sizeof(bytes)) < 0; /* then another round */
	bus->deadline_us = now_us + DGT_BUS_PING_US + DGT_BUS_REPLY_US + DGT_BUS_SLACK_US;
}

static void
hush(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	while (bus->hush < bus->n_units) {
		uint32_t index = bus->hush++;

		if (!is_asked(&bus->units[index]))
			continue;
		ask(bus, index, HUSH, out, now_us);
		return;
	}
	ping_all(bus, out, now_us);
}

static void
search(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	bus->phase = HUSHING;
	bus->hush = 0;
	hush(bus, out, now_us);
}

static void
take_pong(struct dgt_bus *bus, uint16_t address)
{
	struct dgt_bus_unit *unit = find(bus, address);

	if (!unit && address != DGT_BUS_ALL)
		unit = add(bus, address);
	if (!unit || unit->pongs == UINT8_MAX)
		return;
	unit->pongs++;
}

/* What the answers to a ping to all say of one board. */
static void
judge(struct dgt_bus *bus, struct dgt_bus_unit *unit, const struct dgt_bus_out *out,
      uint64_t now_us)
{
	bool aside = unit->state == DGT_BUS_GARBLED || unit->state == DGT_BUS_DOUBLE;

	if (unit->pongs > 1) {
		set_state(unit, DGT_BUS_DOUBLE, out, now_us);
	} else if (unit->pongs == 1 && !is_asked(unit)) {
		begin(unit, out, now_us);
		bus->found = true;
	} else if (unit->pongs == 0 && aside && bus->damage_us == 0) {
		set_state(unit, DGT_BUS_SILENT, out, now_us); /* called alone from now on */
	}
}

static void
plan_search(struct dgt_bus *bus, uint64_t now_us)
{
	bus->discover_due_us =
		bus->setup.discover_us > 0 ? now_us + bus->setup.discover_us : DGT_BUS_NO_DEADLINE;
	for (uint32_t i = 0; i < bus->n_units; i++)
		if (bus->units[i].state == DGT_BUS_GARBLED || bus->units[i].state == DGT_BUS_DOUBLE)
			bus->discover_due_us = now_us + DGT_BUS_RECHECK_US;
}

static void
end_round(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	uint32_t enough = bus->searched ? 1 : 2;

	for (uint32_t i = 0; i < bus->n_units; i++)
		judge(bus, &bus->units[i], out, now_us);
	bus->found = bus->found || bus->damage_us != 0;
	bus->rounds++;
	bus->empty_rounds = bus->found ? 0 : bus->empty_rounds + 1;
	if (bus->empty_rounds < enough && bus->rounds < ROUNDS_MAX) {
		search(bus, out, now_us);
		return;
	}
	bus->rounds = bus->empty_rounds = 0;
	bus->searched = true;
	bus->phase = POLLING;
	bus->turn = bus->n_units > 0 ? bus->n_units - 1 : 0;
	bus->turn_job = JOBS;
	plan_search(bus, now_us);
}

/* The next question: what is left of this board's turn, or the next board's. Between two turns there
 * is time for searches and for the silent. */
static void
go_on(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	if (bus->phase == HUSHING) {
		hush(bus, out, now_us);
		return;
	}
	if (ask_in_turn(bus, out, now_us))
		return;
	if (now_us >= bus->discover_due_us) {
		search(bus, out, now_us);
		return;
	}
	if (recall(bus, out, now_us))
		return;
	for (uint32_t i = 0; i < bus->n_units; i++) {
		bus->turn = (bus->turn + 1) % bus->n_units;
		bus->turn_job = 0;
		if (ask_in_turn(bus, out, now_us))
			return;
	}
	rest(bus, now_us);
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

/* What a board's log asks for: its position when it has restarted, its clock when the lever fell, the
 * start tag when the men are set up. */
static void
read_log(struct dgt_bus_unit *unit, const uint8_t *data, size_t len)
{
	struct dgt_tag tag;

	for (size_t at = 0; at < len; at += dgt_log_next(data + at, len - at, &tag)) {
		dgt_log_next(data + at, len - at, &tag);
		if (tag.kind == DGT_TAG_RESTART)
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
		if (is_called(unit))
			begin(unit, out, now_us);
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
		set_state(unit, DGT_BUS_LIVE, out, now_us);
		break;
	case CLOCK:
		unit->clock_us = now_us + clock_interval_us(n_asked(bus), bus->setup.byte_us);
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
	set_state(unit, state, out, now_us);
	if (state == DGT_BUS_GARBLED && now_us + DGT_BUS_RECHECK_US < bus->discover_due_us)
		bus->discover_due_us = now_us + DGT_BUS_RECHECK_US;
}

static void
count_spoiled(struct dgt_bus *bus, bool damaged)
{
	bus->spoiled++;
	if (damaged && bus->spoiled >= QUIET_QUESTIONS && n_asked(bus) != 1)
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
	if (questions[bus->job].optional && unit->misses >= TRIES)
		unit->wants &= ~(1u << bus->job);
	if (unit->garbles >= DGT_BUS_GARBLES)
		give_up(bus, unit, DGT_BUS_GARBLED, out, now_us);
	else if (unit->misses - unit->garbles >= DGT_BUS_MISSES && is_asked(unit))
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
	set_state(unit, DGT_BUS_SILENT, out, now_us);
}

static void
take_reply(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	const struct dgt_bus_frame *frame = &bus->frame;
	uint8_t id = frame->bytes[0];
	uint16_t address = dgt_bus_frame_address(frame);
	const struct dgt_bus_unit *unit = find(bus, address);
	bool awaited = unit && bus->job < QUESTIONS && !bus->unsent &&
	               unit == &bus->units[bus->unit] && id == questions[bus->job].reply;

	if (bus->phase == COLLECTING && id == DGT_BUS_PONG) {
		take_pong(bus, address);
		return;
	}
	/* What comes late is believed too: it was true when it was said. */
	if (unit && is_asked(unit) && id != DGT_BUS_PONG)
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
			set_state(&bus->units[i], DGT_BUS_SILENT, out, now_us);
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
		ask(bus, bus->unit, bus->job, out, now_us);
		return;
	}
	if (bus->job < QUESTIONS && questions[bus->job].reply == 0)
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
		search(bus, out, now_us);
		break;
	case COLLECTING:
		end_round(bus, out, now_us);
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
