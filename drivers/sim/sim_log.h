/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log a DGT board keeps in its EEPROM: a ring of tags, as EE_MOVES sends it (dgt.md 2.7).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/dgt/dgt_log.h"

/* The ring holds 0x1f00 bytes with the end tag in it, so a full dump has 7939 bytes (dgt.md 6). */
#define SIM_LOG_SIZE 0x1eff

struct sim_log {
	uint8_t ring[SIM_LOG_SIZE];
	size_t head, len; /* the oldest byte, and how many there are; whole tags only */
	uint64_t gone;    /* bytes that were overwritten since the beginning */
	bool delays;      /* newer firmware: every tag says how long after the one before it came */
	uint64_t now_us, tag_us; /* now, and when the newest tag was written */
	bool wrapped;            /* tags have been lost to newer ones */
	uint64_t piece_us;       /* when the last piece tag was written */
	bool any_piece;
	bool piece_is_last;   /* the newest tag is a piece tag ... */
	uint8_t piece_index;  /* ... of this square ... */
	uint8_t piece_before; /* ... where this code was until then */
	uint8_t marker;       /* the last of 6c, 6d, 6f, 7a; 0 before the first */
	uint8_t marked[64];   /* the position it spoke of */
	uint64_t left;        /* squares of it whose man has been away since */
};

/* sim_log_init: an empty log; old firmware, unless `delays` is set afterwards. */
void sim_log_init(struct sim_log *log);

/* sim_log_at: what is logged from now on happens at now_us. */
void sim_log_at(struct sim_log *log, uint64_t now_us);

/* sim_log_tag: append a tag of one byte. */
void sim_log_tag(struct sim_log *log, enum dgt_log_byte tag);

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

/* sim_log_mark: the place behind the newest tag, for sim_log_range. What is before it has been told to
 * somebody and is no longer overwritten by flicker. */
uint64_t sim_log_mark(struct sim_log *log);

/* sim_log_range: what was written from one mark to another, without an end tag, into
 * ret_bytes[SIM_LOG_SIZE]; less where some of it is lost. Returns the length. */
size_t sim_log_range(const struct sim_log *log, uint64_t from, uint64_t to, uint8_t *ret_bytes);
