/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simulated bus segment: playing tables whose boards share one line (dgt.md section 4).
 *
 * All boards hear every byte of the host, at the pace of the line. What two boards say at once comes
 * out as the bits of both. Replies can be lost, damaged, doubled or late; boards can fall silent, be
 * unplugged, lose their power, or babble.
 *
 * No I/O, no clock; the tables are the caller's. The same calls give the same bytes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "drivers/dgt/dgt_bus_wire.h"
#include "drivers/sim/sim_table.h"

#define SIM_BUS_TABLES 64

/* How often a reply suffers, per thousand. */
struct sim_bus_faults {
	uint16_t drop;      /* never leaves the board */
	uint16_t corrupt;   /* one bit of it is turned */
	uint16_t duplicate; /* comes twice */
	uint16_t delay;     /* comes up to SIM_BUS_DELAY_US late */
};

#define SIM_BUS_DELAY_US 300000

enum sim_bus_trouble {
	SIM_BUS_WELL,
	SIM_BUS_MUTE,      /* hears, and nothing it says gets through */
	SIM_BUS_UNPLUGGED, /* neither; its log goes on */
	SIM_BUS_OFF,       /* without power */
	SIM_BUS_BABBLING,  /* says meaningless bytes all the time */
};

struct sim_bus_output {
	void *ctx;
	/* A byte has left the line at t_us. Must not call back into the bus. */
	void (*byte)(void *ctx, uint64_t t_us, uint8_t byte);
};

/* One board's place on the line. Private. */
struct sim_bus_place {
	struct sim_table *table;
	struct sim_bus *bus;
	uint64_t due_us; /* when the table next does something */
	uint8_t trouble;
	uint64_t cured_us; /* when it is well again by itself */
	uint64_t babble_us;
	/* The reply on its way: bytes of it so far, its length once known, what befalls it. */
	size_t at, len;
	bool dropped, copied;
	size_t damaged; /* this byte of it; 0: none */
	uint64_t late_us;
};

/* Private but for collisions and the counts of faults. */
struct sim_bus {
	struct sim_bus_output output;
	struct sim_bus_faults faults;
	struct sim_random random;
	struct sim_bus_place places[SIM_BUS_TABLES];
	uint32_t n_places;
	uint64_t now_us;
	uint64_t heard_us;    /* when the host's last byte has arrived */
	uint64_t byte_end_us; /* of the last byte on the line */
	uint8_t last_byte;
	/* A reply kept back: late, or to come again. */
	uint8_t kept[DGT_BUS_MAX_LEN];
	size_t kept_len, kept_at;
	struct sim_bus_place *keeper; /* whose reply it is while it is being copied */
	uint64_t kept_us;             /* when its next byte leaves; SIM_NO_DEADLINE: not now */
	/* The host's bytes on their way to the boards. */
	uint8_t coming[64];
	size_t n_coming;
	uint64_t collisions, dropped, damaged, doubled, delayed;
};

/* sim_bus_init: an empty line. */
void sim_bus_init(struct sim_bus *bus, const struct sim_bus_faults *faults, uint64_t seed,
                  const struct sim_bus_output *output);

/* sim_bus_board: how a board on a bus differs from one alone: its address, its pace. */
void sim_bus_board(struct sim_board_setup *setup, uint16_t address);

/* sim_bus_says: a byte has left the board of place `index` at t_us: to be called from the listener of
 * its table. The bytes of one board come one at a time, see sim_bus_board. */
void sim_bus_says(struct sim_bus *bus, uint32_t index, uint64_t t_us, uint8_t byte);

/* sim_bus_add: `table` (borrowed, initialised, its board set up by sim_bus_board) joins the line.
 * Returns its index; at most SIM_BUS_TABLES. */
uint32_t sim_bus_add(struct sim_bus *bus, struct sim_table *table);

/* sim_bus_receive: the host sends bytes at now_us, one after the other at the line's pace; what is too
 * much for its adapter (64 bytes) is lost. */
void sim_bus_receive(struct sim_bus *bus, const uint8_t *bytes, size_t len, uint64_t now_us);

/* sim_bus_trouble: this befalls a board from now_us until cured_us (SIM_NO_DEADLINE: until told). */
void sim_bus_trouble(struct sim_bus *bus, uint32_t index, enum sim_bus_trouble trouble,
                     uint64_t now_us, uint64_t cured_us);

/* sim_bus_touch: something was done to a table from outside (sim_table_play): look at it again. */
void sim_bus_touch(struct sim_bus *bus, uint32_t index);

/* sim_bus_advance: do everything up to now_us, in the order of time. Returns the next deadline. */
uint64_t sim_bus_advance(struct sim_bus *bus, uint64_t now_us);
