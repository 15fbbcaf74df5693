/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The seven payload bytes of BWTIME (8d): a clock reading or a clock ACK, both ways (dgt.md 2.6).
 *
 * Left and right are those of the clock's front, as on the wire; who plays White is not known here.
 */
#pragma once

#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/dgt/dgt_wire.h"

enum dgt_clock_kind {
	DGT_CLOCK_TIME,    /* a reading, or the fact that no clock is connected */
	DGT_CLOCK_ACK,     /* a folded ACK: dgt_ack_decode */
	DGT_CLOCK_NO_INFO, /* all seven bytes zero: says nothing */
	DGT_CLOCK_BAD,     /* no time of day on any clock: hours > 9, 60 minutes, not BCD */
};

/* dgt_clock_decode: what a BWTIME payload holds. *ret_reading is written for DGT_CLOCK_TIME only.
 * `turn` comes from the lever (status bit 1), never from bits 3 and 4, on which sources disagree. */
enum dgt_clock_kind dgt_clock_decode(const uint8_t payload[DGT_BWTIME_PAYLOAD],
                                     struct clock_reading *ret_reading);

/* dgt_clock_encode_time: the payload of a reading, with status bits as real boards send them (bit 3
 * with the left player's turn, bit 4 with the right one's). Seconds 0..35999. */
void dgt_clock_encode_time(const struct clock_reading *reading,
                           uint8_t ret_payload[DGT_BWTIME_PAYLOAD]);

/* dgt_ack_decode: unfold the four ACK bytes of a payload found to be DGT_CLOCK_ACK. */
void dgt_ack_decode(const uint8_t payload[DGT_BWTIME_PAYLOAD], uint8_t ret_ack[4]);

/* dgt_ack_encode: fold four ACK bytes into a payload. */
void dgt_ack_encode(const uint8_t ack[4], uint8_t ret_payload[DGT_BWTIME_PAYLOAD]);

/* Values of the four ACK bytes. */
enum dgt_ack {
	DGT_ACK_OK = 0x10,      /* ack[0] */
	DGT_ACK_REFUSED = 0x40, /* ack[0]: SETNRUN in a wrong clock mode */
	/* ack[1] below 80: the enum dgt_clock_command answered; from 80 on, unasked: */
	DGT_ACK_READY = 0x81,
	DGT_ACK_BUTTON = 0x88, /* ack[3] names the button */
	DGT_ACK_MODE = 0x8a,
	DGT_ACK_NOT_IN_MODE = 0x90,
};
