/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Commands to a DGT clock behind a board: 2b size 03 command data... 00 (dgt.md 3).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/clock_device.h"
#include "drivers/dgt/dgt_wire.h"

#define DGT_CLOCK_MESSAGE_MAX 14 /* bytes of the longest: eight characters */

enum {
	DGT_CLOCK_MESSAGE_START = 0x03, /* behind the size byte */
	DGT_SEGMENT_DIGITS = 6,         /* of a clock with seven segments */
	DGT_CLOCK_ASCII_MAJOR = 2,      /* versions from here on, the DGT3000, know ASCII */
};

/* Flags of SETNRUN. */
enum dgt_setnrun {
	DGT_SETNRUN_LEFT_RUNS = 0x01,
	DGT_SETNRUN_RIGHT_RUNS = 0x02,
	DGT_SETNRUN_PAUSE = 0x04,
	DGT_SETNRUN_LEVER = 0x08, /* the lever changes sides */
};

enum dgt_beep { DGT_BEEP_NO = 0x01, DGT_BEEP_YES = 0x03 };

/* dgt_clock_segments: the bits of `character` on a seven-segment display, capitals as small letters; -1
 * where there is no readable form. */
int dgt_clock_segments(char character);

/* dgt_clock_check: may a clock of that major version (0: not known) be sent *command? NULL, or why not:
 * one English sentence, static. */
const char *dgt_clock_check(const struct clock_command *command, uint8_t major);

/* dgt_clock_write: the bytes of a command that dgt_clock_check() let pass; returns how many. */
size_t dgt_clock_write(const struct clock_command *command, uint8_t major,
                       uint8_t ret_bytes[DGT_CLOCK_MESSAGE_MAX]);

/* dgt_clock_ask_version: the bytes that ask a clock what it is; returns how many. */
size_t dgt_clock_ask_version(uint8_t ret_bytes[DGT_CLOCK_MESSAGE_MAX]);

/* dgt_clock_is_answer: does an ACK with this second byte answer the message bytes[]? The ASCII command is
 * acknowledged as DISPLAY by older firmware. */
bool dgt_clock_is_answer(const uint8_t *bytes, uint8_t ack1);
