/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cuts a board's byte stream into messages (dgt.md 2.1, 2.4), a byte at a time.
 *
 * Only the first byte of a message has bit 7 set, and there is no checksum. So a byte with bit 7 is
 * always the beginning of something: it ends whatever was incomplete, and no damage can reach past
 * it into the next good message. Hence also nothing is ever scanned twice: the bytes after a dropped
 * id byte have bit 7 clear, and none of them can begin a message.
 *
 * Time breaks no message. A time-out would not save anything that the next id byte does not save,
 * and it would lose good messages that a device server or a busy network delivered in two parts. So
 * messages depend on the bytes alone; time only tells whether more of one is worth waiting for
 * (dgt_frame_is_arriving).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/dgt/dgt_wire.h"

/* The longest payload kept; the log of EE_MOVES. */
#define DGT_FRAME_PAYLOAD_MAX (DGT_EE_MOVES_MAX_LEN - DGT_HEADER_LEN)

/* The longest message of an id nobody has told us. Only the log and the trademark are longer among
 * those known, and a stray id byte must not hold the line for seconds. */
#define DGT_FRAME_UNKNOWN_MAX_LEN 256

#define DGT_FRAME_GAP_US   500000 /* silence after which nobody waits for the rest */
#define DGT_FRAME_BYTE_US  1050   /* a byte at 9600 baud, rounded up */
#define DGT_FRAME_SLACK_US 500000 /* a message may take this much longer than its bytes */

struct dgt_frame {
	uint8_t id;    /* enum dgt_message, or unknown */
	uint16_t len;  /* payload bytes; known from the third byte on */
	uint16_t have; /* bytes of the message so far, header included; 0: between messages */
	uint64_t first_us, last_us; /* when the first and the latest byte of it arrived */
	uint64_t frames, skipped_bytes, bad_frames; /* as struct driver_stats */
	uint8_t payload[DGT_FRAME_PAYLOAD_MAX];
};

/* dgt_frame_init: between messages, counters at zero. */
void dgt_frame_init(struct dgt_frame *frame);

/* dgt_frame_begins: is this the first byte of a message, whatever came before? */
static inline bool
dgt_frame_begins(uint8_t byte)
{
	return (byte & 0x80) != 0;
}

/* dgt_frame_push: take the next byte, which arrived at now_us. True when it completed a message:
 * then id, len and payload are valid until the next push. Time stamps should not decrease; one
 * that does counts as no time passed. */
bool dgt_frame_push(struct dgt_frame *frame, uint8_t byte, uint64_t now_us);

/* dgt_frame_refuse: the message just completed holds what no board can mean (square 64); count it
 * among the bad ones. */
void dgt_frame_refuse(struct dgt_frame *frame);

/* dgt_frame_is_arriving: is a message past its header and not yet given up at now_us? */
bool dgt_frame_is_arriving(const struct dgt_frame *frame, uint64_t now_us);

/* dgt_frame_length_allowed: may a message with this id have this total length? */
bool dgt_frame_length_allowed(uint8_t id, size_t len);
