/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a sensor board can tell: the one currency between drivers and the tracker.
 *
 * Squares are in the program's order (a1 = 0) for a board whose White sits with the cable connector
 * on his left. A board turned round is recognised later, by the tracker; drivers do not turn.
 * Everything here has been checked by the driver: squares 0..63, men 0..15 (enum piece, SOME_MAN), times in
 * range.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "core/chess/types.h"

enum board_event_kind {
	BOARD_SQUARE = 1, /* one square now reads something else */
	BOARD_SCAN,       /* a full reading of 64 squares */
	BOARD_CLOCK,      /* a clock reading */
	BOARD_CLOCK_ACK,  /* the clock answered a command, or a button was pressed */
	BOARD_FACT,       /* something the board says of itself */
	BOARD_MAGIC,      /* a result piece was put on the board: draw, 1-0, 0-1 */
	BOARD_LOST,       /* host: the link is gone */
	BOARD_BACK,       /* host: the link is (re)open; a full scan follows */
};

enum board_fact {
	BOARD_FACT_SERIAL,
	BOARD_FACT_LONG_SERIAL,
	BOARD_FACT_VERSION,
	BOARD_FACT_HARDWARE,
	BOARD_FACT_TRADEMARK,
	BOARD_FACT_ADDRESS,
	BOARD_FACT_BATTERY, /* text such as "80% discharging" */
	BOARD_FACTS
};

enum board_magic { BOARD_MAGIC_DRAW, BOARD_MAGIC_WHITE_WINS, BOARD_MAGIC_BLACK_WINS };

struct board_event {
	enum board_event_kind kind;
	uint64_t t_us; /* microseconds since the capture's start: when its last byte arrived */
	/* The board's own log told of it afterwards: the order is true; t_us is what is known of the
	 * time. It lies before the last byte's, and may lie before that of a clock reading given
	 * already. */
	bool recovered;
	union {
		struct {
			uint8_t sq;    /* 0..63 */
			uint8_t piece; /* enum piece; EMPTY = lifted */
		} square;
		uint8_t scan[64]; /* enum piece, a1 first */
		struct clock_reading clock;
		struct {
			uint8_t b[4]; /* the four ACK bytes, unfolded (dgt.md 2.6) */
		} ack;
		struct {
			enum board_fact which;
			const char *text; /* borrowed for the call; printable, NUL-terminated */
		} fact;
		struct {
			enum board_magic which;
			uint8_t sq;
		} magic;
	};
};
