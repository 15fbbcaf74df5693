/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a board's log to board events: what happened while nobody listened (dgt.md 2.7, 4.4).
 *
 * A log says what changed in which order, and what the clock read when a lever fell. Newer firmware
 * says how long after each other; without that, a change is known to lie between what was heard before
 * and now, and half a second apart or less. Where the log goes on from what was told is found by the
 * changes told last: they are looked for in the log, where the longest run of them ends.
 *
 * Pure: the bytes and their times alone decide.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "drivers/dgt/dgt_report.h"
#include "drivers/dgt/dgt_trail.h"
#include "drivers/dgt/dgt_wire.h"
#include "drivers/driver.h"

#define DGT_RECOVER_UNTOLD 8 /* changes among them that may be in the log alone */
#define DGT_RECOVER_FALSE  2 /* and that may have been told alone */
#define DGT_RECOVER_SURE   6 /* so many of them in a row in a log are no chance */
#define DGT_RECOVER_NEAR                                                                           \
	6 /* squares that may differ: two false changes, and a ply that the log has not */

/* Private. */
struct dgt_recover {
	struct dgt_trail told;
	uint8_t codes[DGT_SQUARES]; /* what stands there by what was told, as on the wire */
	bool placed;                /* ... and the whole position was */
	struct clock_reading clock; /* as last read; connected: there is one */
	uint64_t heard_us;          /* up to when everything is known; 0: nothing yet */
	uint64_t emitted_us;        /* of the latest event given */
	/* When the newest tag was written, as far as delays and polls tell; high 0: not known. */
	uint64_t low_us, high_us;
	bool delays; /* the firmware writes them */
};

/* dgt_recover_init: nothing told. */
void dgt_recover_init(struct dgt_recover *recover);

/* dgt_recover_told: a change (square as on the wire) was told at now_us. */
void dgt_recover_told(struct dgt_recover *recover, uint8_t index, uint8_t code, uint64_t now_us);

/* dgt_recover_clock: the clock was read at now_us. */
void dgt_recover_clock(struct dgt_recover *recover, const struct clock_reading *reading,
                       uint64_t now_us);

/* dgt_recover_heard: the board has answered: what happened until now_us is known, and told. */
void dgt_recover_heard(struct dgt_recover *recover, uint64_t now_us);

/* dgt_recover_position: the board has told its whole position at now_us, codes[] as on the wire, but masked. A change
 * that it contradicts was never made, or taken back untold: it is forgotten. */
void dgt_recover_position(struct dgt_recover *recover, const uint8_t codes[DGT_SQUARES],
                          uint64_t now_us);

/* dgt_recover_find: where in log[len], received at now_us, begins what was not told yet; len when all of it was, SIZE_MAX
 * when nothing of what was told is in it, or nothing was told. A log that begins, or begins anew, with what stood there
 * then may have nothing of it, and yet come to the position that was told last: it goes on from there. Of two games that
 * begin alike it is in the earlier one that it goes on, unless that is too long ago, or the clock was read in the later. */
size_t dgt_recover_find(const struct dgt_recover *recover, const uint8_t *log, size_t len,
                        uint64_t now_us);

/* dgt_recover_near: for a log that begins, or begins anew, behind what was told last: where it goes on from a position that
 * differs in at most DGT_RECOVER_NEAR squares, the latest of the nearest, which is given; SIZE_MAX: there is none. */
size_t dgt_recover_near(const struct dgt_recover *recover, const uint8_t *log, size_t len,
                        uint8_t ret_codes[DGT_SQUARES]);

/* dgt_recover_has_told: are the changes in log[len], as far as they are remembered, those that were told last? False
 * without any. */
bool dgt_recover_has_told(const struct dgt_recover *recover, const uint8_t *log, size_t len);

/* dgt_recover_stand: tell by recovered changes, men who went before men who came, that codes[] stand there, at the time of
 * what was told last. */
void dgt_recover_stand(struct dgt_recover *recover, const uint8_t codes[DGT_SQUARES],
                       struct dgt_report *report, const struct driver_out *out);

/* dgt_recover_play: give log[len] as events, told from then on. It was received at now_us, and what
 * it says happened since dgt_recover_heard. `late`: after a time without the board: the events are
 * marked as recovered and spread over it; else they carry now_us, or the time their delays tell. */
void dgt_recover_play(struct dgt_recover *recover, const uint8_t *log, size_t len, bool late,
                      struct dgt_report *report, const struct driver_out *out, uint64_t now_us);
