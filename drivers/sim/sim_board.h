/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simulated DGT board on the far end of a serial line, exact to the byte (dgt.md 1.4, 2, 8).
 *
 * Men are put on it, its clock is set, the host's bytes go in with their time, and its own bytes
 * come out at the time they leave the line. It has one square after the other read by a scan of 200
 * to 250 ms, sends at 9600 baud, and answers every command of dgt.md 2.2 as a USB board does. Bus
 * mode is where it wakes up and where a bus command takes it; in it, it answers those commands of
 * dgt.md 4.3 whose replies are known.
 *
 * No I/O, no clock, no memory of its own. The same calls give the same bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/clock_device.h"
#include "drivers/dgt/dgt_wire.h"
#include "drivers/sim/sim_log.h"
#include "drivers/sim/sim_random.h"

#define SIM_NO_DEADLINE UINT64_MAX

#define SIM_BOARD_SCAN_US     230000 /* one round of the 64 squares; real boards 200 to 250 ms */
#define SIM_BOARD_BYTE_US     1042   /* ten bits at 9600 baud */
#define SIM_BOARD_PACKET      62 /* a USB serial adapter hands on at most so many bytes at once */
#define SIM_BOARD_WIRE_SIZE   16384 /* bytes that may wait for the line: two whole logs */
#define SIM_BOARD_COMMAND_MAX 257   /* command, size byte, 255 bytes */
#define SIM_BOARD_ACKS        4     /* clock commands whose answer is still to come */

enum sim_mode {
	SIM_MODE_BUS, /* after power-up: answers bus commands only, sends nothing by itself */
	SIM_MODE_IDLE,
	SIM_MODE_UPDATE,      /* field updates, and the clock at least every second */
	SIM_MODE_UPDATE_BRD,  /* field updates, nothing of the clock */
	SIM_MODE_UPDATE_NICE, /* field updates, and the clock when it changed */
	SIM_MODES
};

struct sim_board_setup {
	bool rotated; /* White sits with the cable connector on his right */
	bool clock_connected;
	bool occupancy;    /* it does not know the men: each reads as a white pawn (dgt.md 2.9) */
	bool dumps_only;   /* no field updates: a dump after every round that saw a change */
	uint32_t scan_us;  /* 0: SIM_BOARD_SCAN_US */
	uint16_t address;  /* on a bus, 0..16383 */
	uint32_t packet;   /* bytes handed on at once; 0: SIM_BOARD_PACKET, the most there may be */
	uint32_t reply_us; /* from a bus command to its reply; 0: drawn, as boards vary */
	bool delay_tags;   /* newer firmware: the log has times */
	char serial[6];    /* five digits */
	char long_serial[11]; /* ten digits; "" is an old board, which knows neither 48 nor 55 */
	uint8_t version[2];   /* of the firmware: major, minor */
	uint8_t hardware[2];
	uint8_t clock_version; /* major << 4 | minor: 1.x an XL or TopMatch, 2.x a DGT3000 */
	bool clock_is_free; /* in the mode that lets a host set it; else it times for its players */
	uint8_t lost_acks;  /* so many in a hundred of the clock's answers to commands get lost */
	uint64_t seed;      /* for what varies: how long the clock takes to answer */
};

struct sim_board_output {
	void *ctx;
	/* len bytes have left the board, the last of them at t_us; borrowed for the call. Must not
	 * call back into the board. */
	void (*bytes)(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len);
	/* The host has set the clock, which shows *reading from t_us on. May be NULL. Must not call
	 * back into the board. */
	void (*clock_set)(void *ctx, uint64_t t_us, const struct clock_reading *reading);
};

/* What a board owes a bus master: one answer to a ping, one to anything else. */
struct sim_bus_slots {
	uint64_t reply_us, ping_us; /* when it is due, or SIM_NO_DEADLINE */
	uint8_t command;            /* what is to be answered */
	bool ignore_ping;           /* the next ping to all is not for us */
	/* Marks in the log: what CHANGES told last, from and to, and the start tag. */
	uint64_t told_from, told_to, game;
	bool has_game;
};

/* Private but for `forbidden`, and what the clock shows instead of times. */
struct sim_board {
	struct sim_board_setup setup;
	struct sim_board_output output;
	struct sim_random random;
	uint64_t forbidden; /* commands received that no host should send: 4e, 51, 53 */
	uint64_t epoch_us, now_us;
	enum sim_mode mode;
	bool told; /* the position, since the reset */

	uint8_t standing[64];  /* codes of the men on the board, index as on the wire */
	uint8_t seen[64];      /* codes as of the scan's last visit */
	uint64_t changed;      /* squares where the two differ */
	uint64_t round_end_us; /* when the round that saw the last change is complete */

	uint8_t command[SIM_BOARD_COMMAND_MAX];
	size_t command_len;
	uint64_t command_due_us; /* an incomplete command is forgotten then */

	struct clock_reading clock;
	bool clock_unsent;
	uint64_t clock_repeat_us;
	struct {
		uint64_t due_us;
		uint8_t ack[4];
	} acks[SIM_BOARD_ACKS];
	size_t n_acks;
	uint8_t display[CLOCK_TEXT_MAX]; /* segments as sent, or ASCII; display_len 0: the times */
	size_t display_len;
	uint32_t beeps; /* heard so far */

	/* Ring of frames on their way, whole but for what has left of the first. */
	uint8_t wire[SIM_BOARD_WIRE_SIZE];
	size_t wire_at, wire_len;
	size_t frame_left, packet_len;
	uint64_t packet_due_us;

	struct sim_log log;
	struct sim_bus_slots bus;
	uint64_t wake_us; /* 0: it is on; else it is off until then, or SIM_NO_DEADLINE */
};

/* sim_board_setup_default: an unrotated USB board with a DGT3000, 230 ms a scan, serial 01025. */
void sim_board_setup_default(struct sim_board_setup *ret_setup);

/* sim_board_init: switch the board on with the men of placement[64] (enum piece, players' squares,
 * a1 first: as White sees them, whichever way the board lies). *setup and *output are copied. */
void sim_board_init(struct sim_board *board, const struct sim_board_setup *setup,
                    const struct sim_board_output *output, const uint8_t placement[64],
                    uint64_t now_us);

/* sim_board_receive: len bytes from the host have arrived at now_us. Any bytes. */
void sim_board_receive(struct sim_board *board, const uint8_t *bytes, size_t len, uint64_t now_us);

/* sim_board_put: from now_us on, `piece` (enum piece, EMPTY: nothing) stands on players' square
 * sq. What stood there is gone. */
void sim_board_put(struct sim_board *board, int sq, uint8_t piece, uint64_t now_us);

/* sim_board_clock: what the clock shows from now_us on, left and right as seen from its front. The
 * `connected` of the reading is replaced by that of the setup. */
void sim_board_clock(struct sim_board *board, const struct clock_reading *reading, uint64_t now_us);

/* sim_board_press_button: somebody presses a button of the clock. */
void sim_board_press_button(struct sim_board *board, enum clock_button button, uint64_t now_us);

/* sim_board_advance: do everything up to now_us, in the order of time. Time never goes back: an
 * earlier now_us is taken as the latest. Returns when the board will next do something by itself,
 * or SIM_NO_DEADLINE. */
uint64_t sim_board_advance(struct sim_board *board, uint64_t now_us);

/* sim_board_is_read: has a host asked for field updates, and been told the position since it reset the board? Then it knows what
 * stands there. */
bool sim_board_is_read(const struct sim_board *board);

/* sim_board_power: take its power away, or give it back: then it begins as after sim_board_init, but
 * its log has what was there before. */
void sim_board_power(struct sim_board *board, bool on, uint64_t now_us);

/* sim_board_sending: when the first byte on the line began, and that byte; false while none is. With
 * setup.packet 1 that is what others collide with. */
bool sim_board_sending(const struct sim_board *board, uint64_t *ret_begin_us, uint8_t *ret_byte);
