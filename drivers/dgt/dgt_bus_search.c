/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_state.h"

enum { ROUNDS_MAX = 12 };

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

void
bus_hush(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	while (bus->hush < bus->n_units) {
		uint32_t index = bus->hush++;

		if (!bus_is_asked(&bus->units[index]))
			continue;
		bus_ask(bus, index, HUSH, out, now_us);
		return;
	}
	ping_all(bus, out, now_us);
}

void
bus_search(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	bus->phase = HUSHING;
	bus->hush = 0;
	bus_hush(bus, out, now_us);
}

void
bus_take_pong(struct dgt_bus *bus, uint16_t address)
{
	struct dgt_bus_unit *unit = bus_find(bus, address);

	if (!unit && address != DGT_BUS_ALL)
		unit = bus_add(bus, address);
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
		bus_set_state(unit, DGT_BUS_DOUBLE, out, now_us);
	} else if (unit->pongs == 1 && !bus_is_asked(unit)) {
		bus_begin(unit, out, now_us);
		bus->found = true;
	} else if (unit->pongs == 0 && aside && bus->damage_us == 0) {
		bus_set_state(unit, DGT_BUS_SILENT, out, now_us); /* called alone from now on */
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

void
bus_end_round(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us)
{
	uint32_t enough = bus->searched ? 1 : 2;

	for (uint32_t i = 0; i < bus->n_units; i++)
		judge(bus, &bus->units[i], out, now_us);
	bus->found = bus->found || bus->damage_us != 0;
	bus->rounds++;
	bus->empty_rounds = bus->found ? 0 : bus->empty_rounds + 1;
	if (bus->empty_rounds < enough && bus->rounds < ROUNDS_MAX) {
		bus_search(bus, out, now_us);
		return;
	}
	bus->rounds = bus->empty_rounds = 0;
	bus->searched = true;
	bus->phase = POLLING;
	bus->turn = bus->n_units > 0 ? bus->n_units - 1 : 0;
	bus->turn_job = JOBS;
	plan_search(bus, now_us);
}
