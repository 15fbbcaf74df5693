/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log a DGT board keeps in its EEPROM: a ring of tags, as EE_MOVES sends it (dgt.md 2.7).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"

/* The ring holds 0x1f00 bytes with the end tag in it, so a full dump has 7939 bytes (dgt.md 6). */
#define SIM_LOG_SIZE 0x1eff

enum sim_log_tag {
	SIM_LOG_PIECE = 0x40,       /* 010r nnnn, square */
	SIM_LOG_PIECE_SOON = 0x10,  /* the r bit: less than 250 ms after the piece tag before it */
	SIM_LOG_CLOCK_RIGHT = 0x60, /* | hours, minutes, seconds (BCD) */
	SIM_LOG_CLOCK_LEFT = 0x70,
	SIM_LOG_POWER_UP = 0x6a,
	SIM_LOG_END = 0x6b,
	SIM_LOG_START_960 = 0x6c, /* all 32 men on the four outer rows, not the start position */
	SIM_LOG_EMPTY = 0x6d,
	SIM_LOG_DOWNLOADED = 0x6e,
	SIM_LOG_START = 0x6f, /* White has the connector on his left */
	SIM_LOG_START_ROTATED = 0x7a,
	SIM_LOG_FILLER = 0x7f,
};

struct sim_log {
	uint8_t ring[SIM_LOG_SIZE];
	size_t head, len;  /* the oldest byte, and how many there are; whole tags only */
	bool wrapped;      /* tags have been lost to newer ones */
	uint64_t piece_us; /* when the last piece tag was written */
	bool any_piece;
	bool piece_is_last;   /* the newest tag is a piece tag ... */
	uint8_t piece_index;  /* ... of this square ... */
	uint8_t piece_before; /* ... where this code was until then */
	uint8_t marker;       /* the last of 6c, 6d, 6f, 7a; 0 before the first */
	uint8_t marked[64];   /* the position it spoke of */
	uint64_t left;        /* squares of it whose man has been away since */
};

/* sim_log_init: an empty log. */
void sim_log_init(struct sim_log *log);

/* sim_log_tag: append a tag of one byte. */
void sim_log_tag(struct sim_log *log, enum sim_log_tag tag);

/* sim_log_piece: square `index` (as on the wire, a8 = 0) went from code `before` to `after`.
 *
 * A man flickering on one square overwrites its last tag instead of filling the log: that is taken
 * to mean that a change which undoes the newest tag replaces it. */
void sim_log_piece(struct sim_log *log, uint8_t index, uint8_t before, uint8_t after,
                   uint64_t now_us);

/* sim_log_clock: `side` was halted with `seconds` (0..35999) to go. */
void sim_log_clock(struct sim_log *log, enum clock_side side, int32_t seconds);

/* sim_log_position: the board has been scanned once and reads codes[64]. Writes 6c, 6d, 6f or 7a
 * where one is due: a different one at once, the same one again only when more than two men have
 * left the position in between. */
void sim_log_position(struct sim_log *log, const uint8_t codes[64]);

/* sim_log_read: the log from its oldest entry, end tag included, into ret_bytes[SIM_LOG_SIZE + 1].
 * Returns the length. Where an entry has been overwritten in part, what is left of it is filler. */
size_t sim_log_read(const struct sim_log *log, uint8_t *ret_bytes);
