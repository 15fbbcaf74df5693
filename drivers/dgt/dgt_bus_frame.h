/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cuts what comes from a bus line into replies (dgt.md 4.2), a byte at a time.
 *
 * As on a single board's line, only the first byte of a reply has bit 7 set, so that damage never
 * reaches past the next reply. Here there is a checksum too: what two boards say at once, or what is
 * damaged on the way, is refused unless it damages itself into the same sum (one time in 128).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/dgt/dgt_bus_wire.h"

struct dgt_bus_frame {
	uint16_t len;  /* of the whole reply; known from the third byte on */
	uint16_t have; /* bytes of it so far; 0: between replies */
	uint64_t frames, skipped_bytes, bad_frames; /* as struct driver_stats */
	uint8_t bytes[DGT_BUS_MAX_LEN];
};

/* dgt_bus_frame_init: between replies, counters at zero. */
void dgt_bus_frame_init(struct dgt_bus_frame *frame);

/* dgt_bus_frame_push: take the next byte. True when it completed a reply whose length and checksum
 * are right: bytes[0..len) is valid until the next push. */
bool dgt_bus_frame_push(struct dgt_bus_frame *frame, uint8_t byte);

/* dgt_bus_frame_drop: nothing more will come of what has begun. */
void dgt_bus_frame_drop(struct dgt_bus_frame *frame);

/* dgt_bus_frame_refuse: the reply just completed holds what no board can mean; count it among the
 * bad ones. */
void dgt_bus_frame_refuse(struct dgt_bus_frame *frame);

/* dgt_bus_frame_address: whose reply it is, 0..16383. */
uint16_t dgt_bus_frame_address(const struct dgt_bus_frame *frame);

/* dgt_bus_frame_data: the data of the reply and their length. */
const uint8_t *dgt_bus_frame_data(const struct dgt_bus_frame *frame, size_t *ret_len);

/* dgt_bus_length_allowed: may a reply with this id have this total length? */
bool dgt_bus_length_allowed(uint8_t id, size_t len);
