/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The master of one bus segment: many DGT boards on one half-duplex line (dgt.md section 4).
 *
 * It finds the boards, asks them in turn, one question on the line at a time, and hands each board's
 * replies on as they were on the wire: what they mean is told by the driver "dgt-bus", one for every
 * board (dgt_bus_board.h), so that a board's own part of the dialogue is its whole capture.
 *
 * What is done about what can go wrong:
 *
 *     a reply is lost or damaged      CHANGES: REPEAT_CHANGES until it is there, nothing is lost;
 *                                     anything else is asked again
 *     a board answers no more         after DGT_BUS_MISSES questions it is silent: pinged once in a
 *                                     while, alone; its log keeps what happens, CHANGES tells it later
 *     it restarts                     its log says so; its position is asked for
 *     it answers pings, nothing else  after three times it is reset
 *     a board is added                found by the next ping to all, every setup.discover_us
 *     two boards have one address     both answer a ping to all: the address is not used while they do.
 *                                     Where the second one comes later, their replies collide, which
 *                                     puts the address aside until a ping to all tells why
 *     a board babbles                 checksums refuse what it spoils; the boards it drowns are put
 *                                     aside, and are back within DGT_BUS_RECHECK_US of its end
 *
 * No I/O, no clock, no memory of its own; time goes in with every call.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "drivers/dgt/dgt_bus_frame.h"

#define DGT_BUS_NO_DEADLINE UINT64_MAX

#define DGT_BUS_BOARDS    64      /* on one segment; real ones have 12 to 30 */
#define DGT_BUS_MISSES    4       /* questions without an answer until a board counts as silent */
#define DGT_BUS_GARBLES   8       /* unreadable answers until it is put aside */
#define DGT_BUS_SETTLE_US 300000  /* from opening the line to the first question */
#define DGT_BUS_SLACK_US  20000   /* what adapters add to the time of a reply */
#define DGT_BUS_GAP_US    50000   /* silence within a reply after which nobody waits for the rest */
#define DGT_BUS_QUIET_US  20000   /* of silence behind damage, before the next question */
#define DGT_BUS_RECALL_US 1000000 /* between two pings to boards that are silent */
#define DGT_BUS_RECHECK_US                                                                         \
	5000000 /* from putting an address aside to the ping to all that tells why */
#define DGT_BUS_CLOCK_US  1000000 /* between two clock readings of a board, where the line allows */
#define DGT_BUS_VERIFY_US 60000000 /* between two positions asked for only to be sure */

/* One part in so many of the line's time may go to clock readings. */
#define DGT_BUS_CLOCK_SHARE 4

enum dgt_bus_state {
	DGT_BUS_ABSENT,   /* expected, and has not answered yet */
	DGT_BUS_STARTING, /* has answered, its position is not known yet */
	DGT_BUS_LIVE,
	DGT_BUS_SILENT,  /* has ceased to answer */
	DGT_BUS_GARBLED, /* put aside: answers, and never readably */
	DGT_BUS_DOUBLE,  /* put aside: two boards have this address */
	DGT_BUS_STATES
};

/* One board. Read-only for others. */
struct dgt_bus_unit {
	uint16_t address;
	uint8_t state; /* enum dgt_bus_state */
	uint8_t misses,
		garbles;  /* questions in a row without an answer, and unreadable ones of them */
	uint8_t relapses; /* times in a row that it answered a ping and then nothing */
	uint8_t pongs;    /* to the present ping to all */
	bool repeat;      /* a reply to CHANGES is owed */
	bool result;      /* its position last told has a result piece */
	uint32_t wants;   /* jobs to be done once, by bit */
	uint64_t clock_us, verify_us; /* when the next reading, the next position is due */
	uint64_t asleep_us;           /* it was reset, and hears again then */
	uint64_t polls, replies, repeats,
		lost; /* CHANGES asked, answered, repeated; times it went */
	uint64_t polled_us,
		longest_us; /* when CHANGES was last answered; the longest between two */
	uint64_t first_us;  /* when it first was */
};

struct dgt_bus_setup {
	uint32_t byte_us;     /* 0: DGT_BUS_BYTE_US */
	uint64_t discover_us; /* between two searches for new boards; 0: only when opened */
};

struct dgt_bus_out {
	void *ctx;
	/* Bytes onto the line, whole; borrowed. 0, or a negative errno: then they are sent later. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t len);
	/* The same bytes are for this board alone (never a ping to all). May be NULL. */
	void (*asked)(void *ctx, uint16_t address, const uint8_t *bytes, size_t len,
	              uint64_t now_us);
	/* A good reply of this board, whole, as it was on the line; borrowed. */
	void (*reply)(void *ctx, uint16_t address, const uint8_t *bytes, size_t len,
	              uint64_t now_us);
	/* The board is now in another state; STARTING comes before its first reply. */
	void (*state)(void *ctx, const struct dgt_bus_unit *unit, uint64_t now_us);
};

/* Private but for units, n_units and frame's counters. */
struct dgt_bus {
	struct dgt_bus_setup setup;
	struct dgt_bus_unit units[DGT_BUS_BOARDS];
	uint32_t n_units;
	struct dgt_bus_frame frame;
	uint8_t phase;
	uint64_t deadline_us;
	/* Whose turn it is, and what of it is to be asked next. */
	uint32_t turn;
	uint8_t turn_job;
	/* The question on the line: whom, what, since when. */
	uint32_t unit;
	uint8_t job;
	uint64_t asked_us;
	uint64_t damage_us; /* when damage was last seen since; 0: none */
	bool unsent;        /* the line did not take it */
	/* Searching: the next board to be hushed, rounds so far. */
	uint32_t hush, rounds, empty_rounds;
	bool found;    /* in this round: a new board, or damage that may hide one */
	bool searched; /* since the line was opened */
	uint64_t discover_due_us, recall_due_us;
	uint32_t recall;    /* the unit last pinged alone */
	uint64_t questions; /* asked since init */
	uint32_t spoiled;   /* in a row, without any good reply from anybody, some of them damage */
	bool drowned;
};

/* dgt_bus_init: no boards known. *setup is copied. */
void dgt_bus_init(struct dgt_bus *bus, const struct dgt_bus_setup *setup);

/* dgt_bus_expect: a board with this address (1..16383) should be there. 0, -EINVAL for another
 * address, -ENOBUFS for one too many. */
int dgt_bus_expect(struct dgt_bus *bus, uint16_t address);

/* dgt_bus_start: the line is open: find the boards, then ask them for ever. */
void dgt_bus_start(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);

/* dgt_bus_stop: the line is gone, and with it every board. */
void dgt_bus_stop(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);

/* dgt_bus_feed: bytes have come from the line. */
void dgt_bus_feed(struct dgt_bus *bus, const struct dgt_bus_out *out, const uint8_t *bytes,
                  size_t len, uint64_t now_us);

/* dgt_bus_tick: time has come to now_us. Returns the next deadline; feed and start move it too. */
uint64_t dgt_bus_tick(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);

/* dgt_bus_reset: have the board start anew, as by power; 0, or -ENOENT. */
int dgt_bus_reset(struct dgt_bus *bus, uint16_t address);

/* dgt_bus_begin_again: somebody else listens to the board now: one that answers starts anew, with its position.
 * Nothing for any other. */
void dgt_bus_begin_again(struct dgt_bus *bus, const struct dgt_bus_out *out, uint16_t address,
                         uint64_t now_us);

/* dgt_bus_find: the unit with this address, or NULL. */
const struct dgt_bus_unit *dgt_bus_find(const struct dgt_bus *bus, uint16_t address);

/* dgt_bus_is_drowned: does something on the line speak over everybody? */
bool dgt_bus_is_drowned(const struct dgt_bus *bus);

/* dgt_bus_state_name: a word; dgt_bus_advice: one English sentence for people. Both static. */
const char *dgt_bus_state_name(enum dgt_bus_state state);
const char *dgt_bus_advice(const struct dgt_bus *bus, enum dgt_bus_state state);

/* dgt_bus_period_us: the least time in which the line lets n_boards idle boards be asked for changes
 * once each, and for their clocks as often as this master does: bytes of byte_us, a reply after
 * reply_us. The driver is to come within a tenth of it. */
uint64_t dgt_bus_period_us(uint32_t n_boards, uint32_t byte_us, uint32_t reply_us);
