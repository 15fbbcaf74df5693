/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a message of a DGT board means (dgt.md 2.5, 2.6): messages in, board events out.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "drivers/dgt/dgt_frame.h"
#include "drivers/driver.h"

struct dgt_report {
	uint8_t result_code[64]; /* our square order: the result piece (0d-0f) seen there, or 0 */
	uint64_t events;         /* handed over so far */
	bool recovered;          /* what is reported now happened while nobody listened */
	bool holds;              /* a result piece is not reported before dgt_report_settle() */
	uint64_t held;           /* our squares: where one waits for that */
	uint8_t code[64];        /* what each square read last, in the board's order */
	bool men_unknown;        /* the board knows only whether a man stands on a square */
};

/* dgt_report_init: no result piece on the board. */
void dgt_report_init(struct dgt_report *report);

/* dgt_report_decode: hand the events of the complete message in *frame to out->event, with time
 * stamp t_us. Logs, draughts positions, 10x10 positions and unknown ids have none; nor has a clock
 * message that says nothing or shows an impossible time. False when the payload is out of range and
 * the message is to be refused; no event then. */
bool dgt_report_decode(struct dgt_report *report, const struct dgt_frame *frame,
                       const struct driver_out *out, uint64_t t_us);

/* dgt_report_settle: the result pieces held back on the squares of `sound` (ours) are there, and are reported at t_us; the
 * others were damage. */
void dgt_report_settle(struct dgt_report *report, uint64_t sound, const struct driver_out *out,
                       uint64_t t_us);

/* dgt_report_payload: the same for payload[len] of a message with this id, however it came. */
bool dgt_report_payload(struct dgt_report *report, uint8_t id, const uint8_t *payload, size_t len,
                        const struct driver_out *out, uint64_t t_us);
