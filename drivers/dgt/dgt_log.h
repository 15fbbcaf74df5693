/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log of a DGT board, tag by tag (dgt.md 2.7): in EE_MOVES, and in what a bus board sends.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/dgt/dgt_wire.h"

/* What a tag's first byte says. Ranges are given by their first byte. */
enum dgt_log_byte {
	DGT_LOG_DELAY = 0x00,       /* to 3f: time since the tag before; newer firmware only */
	DGT_LOG_PIECE = 0x40,       /* to 5f: 010r nnnn, square: code n stands there now */
	DGT_LOG_PIECE_SOON = 0x10,  /* the r bit: less than 250 ms after the piece tag before it */
	DGT_LOG_CLOCK_RIGHT = 0x60, /* to 69: | hours, minutes, seconds (BCD) when it was halted */
	DGT_LOG_POWER_UP = 0x6a,
	DGT_LOG_END = 0x6b,
	DGT_LOG_START_960 = 0x6c, /* all 32 men on the four outer rows, not the start position */
	DGT_LOG_EMPTY = 0x6d,
	DGT_LOG_DOWNLOADED = 0x6e,
	DGT_LOG_START = 0x6f,      /* White has the connector on his left */
	DGT_LOG_CLOCK_LEFT = 0x70, /* to 79 */
	DGT_LOG_START_ROTATED = 0x7a,
	DGT_LOG_GAME = 0x7b,     /* SET_START_GAME: a tag for every man follows */
	DGT_LOG_WATCHDOG = 0x7c, /* the board has restarted by itself */
	DGT_LOG_FILLER = 0x7f,
};

#define DGT_LOG_TICK_US 62500 /* the sub-second unit of a delay: 1/16 s fits what was seen */

enum dgt_tag_kind {
	DGT_TAG_NOTHING, /* filler, the end, a byte nobody knows */
	DGT_TAG_PIECE,
	DGT_TAG_CLOCK,
	DGT_TAG_DELAY,
	DGT_TAG_START,   /* 6c, 6f, 7a: the men are set up */
	DGT_TAG_GAME,    /* 7b */
	DGT_TAG_RESTART, /* 6a, 7c: switched on; what was changed before is not told */
};

struct dgt_tag {
	enum dgt_tag_kind kind;
	bool soon;           /* PIECE: less than 250 ms after the one before */
	uint8_t index, code; /* PIECE: the square as on the wire (a8 = 0), 0..63; the code there */
	uint8_t side;        /* CLOCK: enum clock_side that was halted ... */
	int32_t seconds;     /* ... with so much left, 0..35999 */
	uint64_t delay_us;   /* DELAY */
};

/* dgt_log_next: the tag that begins at bytes[0]; len > 0. Returns how many bytes it has, 1..4; a tag
 * with impossible values, or cut off by the end, is one byte of DGT_TAG_NOTHING. */
size_t dgt_log_next(const uint8_t *bytes, size_t len, struct dgt_tag *ret_tag);

/* dgt_log_lists_men: does a tag for every man follow? Behind the watchdog's the power's comes first. */
static inline bool
dgt_log_lists_men(const struct dgt_tag *tag)
{
	return tag->kind == DGT_TAG_GAME || tag->kind == DGT_TAG_RESTART;
}

/* dgt_log_men: the men that are listed from bytes on, as behind the tag of a game or of the power, into ret_codes, as on the
 * wire. Returns where the last of them ends: behind him comes an empty square, one that was listed before, one whose man came
 * later than at once where the others did not, or any other news. */
size_t dgt_log_men(const uint8_t *bytes, size_t len, uint8_t ret_codes[DGT_SQUARES]);

/* dgt_log_is_whole: does the log, as EE_MOVES sends it, end where the board ended it? One in which bytes were lost, or
 * into which others came, does not: nothing else in a tag looks like the end. */
bool dgt_log_is_whole(const uint8_t *bytes, size_t len);

/* dgt_log_is_full: are so many bytes all that a board's ring has room for? Then others may have been there before, and were
 * overwritten. */
bool dgt_log_is_full(size_t len);

/* dgt_log_delay_write: the bytes of a delay of so many microseconds, rounded down to the tick, into
 * ret_bytes[4]; more than 63 hours are 63. Returns how many, 1..4. */
size_t dgt_log_delay_write(uint64_t delay_us, uint8_t ret_bytes[4]);
