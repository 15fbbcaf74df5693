/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_state.h"

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_wire.h"

const struct bus_question bus_questions[QUESTIONS] = {
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

/* The schedule */

static uint64_t
exchange_us(uint32_t byte_us, size_t data_len)
{
	return (uint64_t)byte_us * (DGT_BUS_COMMAND_LEN + DGT_BUS_OVERHEAD + data_len);
}

/* Between two clock readings of one board: a second, or what keeps all of them in their share. */
uint64_t
bus_clock_interval_us(uint32_t n_boards, uint32_t byte_us)
{
	uint64_t least = DGT_BUS_CLOCK_SHARE * n_boards * exchange_us(byte_us, DGT_BWTIME_PAYLOAD);

	return least > DGT_BUS_CLOCK_US ? least : DGT_BUS_CLOCK_US;
}

uint64_t
dgt_bus_period_us(uint32_t n_boards, uint32_t byte_us, uint32_t reply_us)
{
	uint64_t changes_us = n_boards * (exchange_us(byte_us, 0) + reply_us);
	uint64_t clocks_us = n_boards * (exchange_us(byte_us, DGT_BWTIME_PAYLOAD) + reply_us);
	uint64_t every_us = bus_clock_interval_us(n_boards, byte_us);

	INVARIANT(n_boards > 0 && clocks_us < every_us);
	return changes_us * every_us / (every_us - clocks_us);
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

void
bus_ask(struct dgt_bus *bus, uint32_t index, int job, const struct dgt_bus_out *out,
        uint64_t now_us)
{
	uint16_t address = bus->units[index].address;
	uint8_t bytes[DGT_BUS_COMMAND_LEN];

	dgt_bus_command_write(bytes, (enum dgt_bus_command)bus_questions[job].command, address);
	dgt_bus_frame_drop(&bus->frame);
	bus->unit = index;
	bus->job = (uint8_t)job;
	bus->asked_us = now_us;
	bus->damage_us = 0;
	bus->unsent = out->send(out->ctx, bytes, sizeof(bytes)) < 0;
	bus->deadline_us = now_us + sizeof(bytes) * bus->setup.byte_us + DGT_BUS_SLACK_US;
	if (bus_questions[job].reply != 0)
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
	bus_ask(bus, bus->turn, unit->repeat ? REPEAT : CHANGES, out, now_us);
}

/* What is left of the present turn. */
bool
bus_ask_in_turn(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	const struct dgt_bus_unit *unit = &bus->units[bus->turn];

	while (bus->turn < bus->n_units && bus_is_asked(unit) && bus->turn_job < JOBS) {
		int job = bus->turn_job++;

		if (!is_due(unit, job, now_us))
			continue;
		if (job == CHANGES)
			ask_changes(bus, out, now_us);
		else
			bus_ask(bus, bus->turn, job, out, now_us);
		return true;
	}
	return false;
}

/* The next board that is silent; one at a time, so that they do not slow down the others. */
bool
bus_recall(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	for (uint32_t i = 0; now_us >= bus->recall_due_us && i < bus->n_units; i++) {
		bus->recall = (bus->recall + 1) % bus->n_units;
		if (!bus_is_called(&bus->units[bus->recall]) ||
		    now_us < bus->units[bus->recall].asleep_us)
			continue;
		bus->recall_due_us = now_us + DGT_BUS_RECALL_US;
		bus_ask(bus, bus->recall, PING, out, now_us);
		return true;
	}
	return false;
}

/* Nobody to ask. */
void
bus_rest(struct dgt_bus *bus, uint64_t now_us)
{
	uint64_t until_us = bus->discover_due_us;

	bus->job = QUESTIONS;
	for (uint32_t i = 0; i < bus->n_units; i++)
		if (bus_is_called(&bus->units[i]) && bus->recall_due_us < until_us)
			until_us = bus->recall_due_us;
	bus->deadline_us = until_us > now_us ? until_us : now_us + DGT_BUS_QUIET_US;
}
