/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The conversation with the clock behind a DGT board (dgt.md 2.6, 3): what it is, its buttons, and
 * commands, which it acknowledges and which are sent again where it does not.
 *
 * One message at a time, and only while the board's own conversation (dgt_talk.h) leaves the line free.
 * What struct clock_device says in its first part comes from the clock's bytes alone.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/clock_device.h"
#include "drivers/dgt/dgt_clock_wire.h"
#include "drivers/dgt/dgt_frame.h"
#include "drivers/driver.h"

#define DGT_CLOCK_ANSWER_US 2000000 /* an ACK comes within so long, if it comes (dgt.md 1.4) */
#define DGT_CLOCK_TRIES     3
#define DGT_CLOCK_REST_US   1000000  /* behind an ACK, which Bluetooth boards repeat for a second */
#define DGT_CLOCK_EXPIRE_US 10000000 /* a command that waited so long is not wanted any more */
#define DGT_CLOCK_RETRY_US  100000   /* the queue was full */

struct dgt_clock_talk {
	struct clock_device device; /* to look at */
	uint8_t step;               /* private to dgt_clock_talk.c; 0 is passive */
	bool asks_version;          /* it is to be asked what it is */
	bool is_command;            /* the message is the command, not the question */
	bool shown; /* the clock has shown since what the command would have it show */
	struct clock_command command;
	uint8_t message[DGT_CLOCK_MESSAGE_MAX], message_len, tries;
	uint64_t command_us; /* when the command was given */
	uint64_t sent_us;    /* the message, first */
	uint64_t deadline_us;
};

/* dgt_clock_talk_init: passive: nothing is ever sent until dgt_clock_talk_start. */
void dgt_clock_talk_init(struct dgt_clock_talk *talk);

/* dgt_clock_talk_start: the link was (re)opened: a command that was open is lost; what the clock is will
 * be asked. */
void dgt_clock_talk_start(struct dgt_clock_talk *talk);

/* dgt_clock_talk_heard: a good BWTIME message, whether live or from a recording. */
void dgt_clock_talk_heard(struct dgt_clock_talk *talk, const uint8_t payload[DGT_BWTIME_PAYLOAD],
                          uint64_t now_us);

/* dgt_clock_talk_command, dgt_clock_talk_check: as struct board_driver has them. */
const char *dgt_clock_talk_check(const struct dgt_clock_talk *talk,
                                 const struct clock_command *command);
const char *dgt_clock_talk_command(struct dgt_clock_talk *talk, const struct clock_command *command,
                                   uint64_t now_us);

/* dgt_clock_talk_advance: do what is due. line_us: from when on the line is free, DRIVER_NO_DEADLINE: not
 * soon. Returns whether something was sent. */
bool dgt_clock_talk_advance(struct dgt_clock_talk *talk, uint64_t line_us,
                            const struct driver_out *out, uint64_t now_us);

/* dgt_clock_device_reading: what a reading tells about the clock as a device. */
void dgt_clock_device_reading(struct clock_device *device, const struct clock_reading *reading);
