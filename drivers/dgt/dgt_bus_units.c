/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_state.h"

#include <errno.h>
#include <string.h>

#define AT_START (1u << VERSION | 1u << HISTORY | 1u << BOARD | 1u << CLOCK)

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

struct dgt_bus_unit *
bus_find(struct dgt_bus *bus, uint16_t address)
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

struct dgt_bus_unit *
bus_add(struct dgt_bus *bus, uint16_t address)
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
	return bus_find(bus, address) || bus_add(bus, address) ? 0 : -ENOBUFS;
}

bool
bus_is_asked(const struct dgt_bus_unit *unit)
{
	return unit->state == DGT_BUS_STARTING || unit->state == DGT_BUS_LIVE;
}

bool
bus_is_called(const struct dgt_bus_unit *unit)
{
	return unit->state == DGT_BUS_ABSENT || unit->state == DGT_BUS_SILENT;
}

uint32_t
bus_n_asked(const struct dgt_bus *bus)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < bus->n_units; i++)
		n += bus_is_asked(&bus->units[i]);
	return n;
}

void
bus_set_state(struct dgt_bus_unit *unit, enum dgt_bus_state state, const struct dgt_bus_out *out,
              uint64_t now_us)
{
	if (unit->state == state)
		return;
	if (bus_is_asked(unit) && state != DGT_BUS_LIVE)
		unit->lost++;
	unit->state = (uint8_t)state;
	unit->misses = unit->garbles = 0;
	out->state(out->ctx, unit, now_us);
}

/* A board has answered a ping. What it owed is still owed. The whole log of the game is asked for once
 * only: later, CHANGES tells all that was missed. */
void
bus_begin(struct dgt_bus_unit *unit, const struct dgt_bus_out *out, uint64_t now_us)
{
	unit->wants |= AT_START;
	if (unit->replies > 0)
		unit->wants &= ~(1u << HISTORY);
	bus_set_state(unit, DGT_BUS_STARTING, out, now_us);
}

void
dgt_bus_begin_again(struct dgt_bus *bus, const struct dgt_bus_out *out, uint16_t address,
                    uint64_t now_us)
{
	struct dgt_bus_unit *unit = bus_find(bus, address);

	if (!unit || !bus_is_asked(unit))
		return;
	unit->state = DGT_BUS_ABSENT;
	bus_begin(unit, out, now_us);
}

int
dgt_bus_reset(struct dgt_bus *bus, uint16_t address)
{
	struct dgt_bus_unit *unit = bus_find(bus, address);

	if (!unit)
		return -ENOENT;
	unit->wants |= 1u << RESET;
	return 0;
}
