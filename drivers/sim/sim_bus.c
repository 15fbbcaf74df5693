/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_bus.h"

#include <string.h>

#include "core/base/invariant.h"

#define LENGTH_AT   3 /* bytes of a reply that tell its length */
#define DAMAGE_AT   6 /* every reply has so many bytes */
#define ECHO_GAP_US 2000

static uint64_t
earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void
sim_bus_init(struct sim_bus *bus, const struct sim_bus_faults *faults, uint64_t seed,
             const struct sim_bus_output *output)
{
	memset(bus, 0, sizeof(*bus));
	bus->output = *output;
	bus->faults = *faults;
	bus->kept_us = SIM_NO_DEADLINE;
	sim_random_init(&bus->random, seed);
}

void
sim_bus_board(struct sim_board_setup *setup, uint16_t address)
{
	setup->address = address;
	setup->packet = 1;
}

uint32_t
sim_bus_add(struct sim_bus *bus, struct sim_table *table)
{
	struct sim_bus_place *place = &bus->places[bus->n_places];

	INVARIANT(bus->n_places < SIM_BUS_TABLES && table->board.setup.packet == 1);
	memset(place, 0, sizeof(*place));
	place->table = table;
	place->bus = bus;
	place->cured_us = place->babble_us = SIM_NO_DEADLINE;
	return bus->n_places++;
}

/* The line */

static bool
is_connected(const struct sim_bus_place *place)
{
	return place->trouble == SIM_BUS_WELL || place->trouble == SIM_BUS_MUTE ||
	       place->trouble == SIM_BUS_BABBLING;
}

static bool
is_heard(const struct sim_bus_place *place)
{
	return place->trouble == SIM_BUS_WELL || place->trouble == SIM_BUS_BABBLING;
}

/* The outputs are wired together: what others are saying at this moment is mixed in. */
static uint8_t
mix(struct sim_bus *bus, const struct sim_bus_place *speaker, uint64_t t_us, uint8_t byte)
{
	uint8_t mixed = byte, other;
	uint64_t begin_us;
	bool collided = bus->byte_end_us + SIM_BOARD_BYTE_US > t_us && bus->byte_end_us > 0;

	if (collided)
		mixed |= bus->last_byte;
	for (uint32_t i = 0; i < bus->n_places; i++) {
		const struct sim_bus_place *place = &bus->places[i];

		if (place == speaker || !is_heard(place) || place->dropped ||
		    !sim_board_sending(&place->table->board, &begin_us, &other) || begin_us >= t_us)
			continue;
		mixed |= other;
		collided = true;
	}
	bus->collisions += collided;
	return mixed;
}

static void
emit(struct sim_bus *bus, const struct sim_bus_place *speaker, uint64_t t_us, uint8_t byte)
{
	uint8_t mixed = mix(bus, speaker, t_us, byte);

	bus->byte_end_us = t_us;
	bus->last_byte = byte;
	bus->output.byte(bus->output.ctx, t_us, mixed);
}

/* What befalls the reply that now begins. */
static void
draw_faults(struct sim_bus *bus, struct sim_bus_place *place)
{
	const struct sim_bus_faults *faults = &bus->faults;
	bool free = bus->kept_us == SIM_NO_DEADLINE && !bus->keeper;
	bool delayed = sim_random_chance(&bus->random, faults->delay) && free;
	bool doubled = sim_random_chance(&bus->random, faults->duplicate) && free;

	place->dropped = sim_random_chance(&bus->random, faults->drop);
	place->damaged = sim_random_chance(&bus->random, faults->corrupt)
	                         ? 1 + sim_random_below(&bus->random, DAMAGE_AT)
	                         : 0;
	place->late_us = 0;
	bus->dropped += place->dropped;
	bus->damaged += place->damaged > 0;
	if (place->dropped || !(delayed || doubled))
		return;
	bus->keeper = place;
	bus->kept_len = bus->kept_at = 0;
	place->dropped = delayed;
	place->late_us =
		delayed ? 1 + sim_random_below(&bus->random, SIM_BUS_DELAY_US) : ECHO_GAP_US;
	bus->delayed += delayed;
	bus->doubled += !delayed;
}

static void
keep(struct sim_bus *bus, const struct sim_bus_place *place, uint64_t t_us, uint8_t byte)
{
	if (bus->keeper != place || bus->kept_len == sizeof(bus->kept))
		return;
	bus->kept[bus->kept_len++] = byte;
	if (place->at < place->len || place->at <= LENGTH_AT)
		return;
	bus->keeper = NULL;
	bus->kept_us = t_us + place->late_us;
}

static void
emit_kept(struct sim_bus *bus)
{
	uint64_t t_us = bus->kept_us;

	bus->kept_us =
		bus->kept_at + 1 < bus->kept_len ? t_us + SIM_BOARD_BYTE_US : SIM_NO_DEADLINE;
	emit(bus, NULL, t_us, bus->kept[bus->kept_at++]);
}

void
sim_bus_says(struct sim_bus *bus, uint32_t index, uint64_t t_us, uint8_t byte)
{
	struct sim_bus_place *place = &bus->places[index];

	INVARIANT(index < bus->n_places);
	if (place->at == 0 || byte >= 0x80) {
		place->at = 0;
		place->len = SIZE_MAX;
		draw_faults(bus, place);
	}
	place->at++;
	if (place->at == LENGTH_AT - 1)
		place->len = (size_t)byte << 7;
	else if (place->at == LENGTH_AT)
		place->len |= byte;
	if (is_heard(place)) {
		keep(bus, place, t_us, byte);
		if (place->at == place->damaged)
			byte ^= (uint8_t)(1u << sim_random_below(&bus->random, 8));
		if (!place->dropped)
			emit(bus, place, t_us, byte);
	}
	if (place->at >= LENGTH_AT && place->at >= place->len) {
		place->at = 0;
		place->dropped = false;
	}
}

/* The boards */

static void
run_place(struct sim_bus_place *place, uint64_t t_us)
{
	place->due_us = sim_table_advance(place->table, t_us);
}

static void
hear(struct sim_bus *bus)
{
	uint8_t byte = bus->coming[0];
	uint64_t t_us = bus->heard_us;

	memmove(bus->coming, bus->coming + 1, --bus->n_coming);
	bus->heard_us += SIM_BOARD_BYTE_US;
	for (uint32_t i = 0; i < bus->n_places; i++) {
		if (!is_connected(&bus->places[i]))
			continue;
		sim_table_receive(bus->places[i].table, &byte, 1, t_us);
		bus->places[i].due_us = t_us; /* what it does next may have changed */
	}
}

void
sim_bus_receive(struct sim_bus *bus, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	sim_bus_advance(bus, now_us);
	if (bus->n_coming == 0)
		bus->heard_us = bus->now_us + SIM_BOARD_BYTE_US;
	for (size_t i = 0; i < len && bus->n_coming < sizeof(bus->coming); i++)
		bus->coming[bus->n_coming++] = bytes[i];
}

static void
set_trouble(struct sim_bus_place *place, enum sim_bus_trouble trouble, uint64_t now_us)
{
	if (trouble == SIM_BUS_OFF)
		sim_board_power(&place->table->board, false, now_us);
	else if (place->trouble == SIM_BUS_OFF)
		sim_board_power(&place->table->board, true, now_us);
	if (place->bus->keeper == place)
		place->bus->keeper = NULL;
	place->dropped = false;
	place->trouble = (uint8_t)trouble;
	place->babble_us =
		trouble == SIM_BUS_BABBLING ? now_us + SIM_BOARD_BYTE_US : SIM_NO_DEADLINE;
	place->due_us = now_us;
}

void
sim_bus_trouble(struct sim_bus *bus, uint32_t index, enum sim_bus_trouble trouble, uint64_t now_us,
                uint64_t cured_us)
{
	INVARIANT(index < bus->n_places);
	sim_bus_advance(bus, now_us);
	set_trouble(&bus->places[index], trouble, bus->now_us);
	bus->places[index].cured_us = cured_us;
}

void
sim_bus_touch(struct sim_bus *bus, uint32_t index)
{
	bus->places[index].due_us = bus->now_us;
}

static void
babble(struct sim_bus *bus, struct sim_bus_place *place)
{
	uint64_t t_us = place->babble_us;

	place->babble_us += SIM_BOARD_BYTE_US;
	emit(bus, place, t_us, (uint8_t)sim_random_below(&bus->random, 256));
}

static uint64_t
place_due(const struct sim_bus_place *place)
{
	return earlier(place->due_us, earlier(place->cured_us, place->babble_us));
}

static void
place_run(struct sim_bus *bus, struct sim_bus_place *place, uint64_t t_us)
{
	if (place->cured_us <= t_us) {
		place->cured_us = SIM_NO_DEADLINE;
		set_trouble(place, SIM_BUS_WELL, t_us);
	} else if (place->babble_us <= t_us) {
		babble(bus, place);
	} else {
		run_place(place, t_us);
	}
}

uint64_t
sim_bus_advance(struct sim_bus *bus, uint64_t now_us)
{
	if (now_us < bus->now_us)
		now_us = bus->now_us;
	for (;;) {
		uint64_t due_us =
			earlier(bus->kept_us, bus->n_coming > 0 ? bus->heard_us : SIM_NO_DEADLINE);
		struct sim_bus_place *next = NULL;

		for (uint32_t i = 0; i < bus->n_places; i++) {
			uint64_t us = place_due(&bus->places[i]);

			if (us < due_us) {
				due_us = us;
				next = &bus->places[i];
			}
		}
		if (due_us > now_us) {
			bus->now_us = now_us;
			return due_us;
		}
		if (due_us > bus->now_us)
			bus->now_us = due_us;
		if (next)
			place_run(bus, next, bus->now_us);
		else if (due_us == bus->kept_us)
			emit_kept(bus);
		else
			hear(bus);
	}
}
