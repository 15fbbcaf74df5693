/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was reported in a turn of the men who stood there when it began: who left his square, when a square read whom, and
 * which squares are to be believed.
 */
#pragma once

#include "core/laws/conduct/touch.h"

#define TOUCH_NOT_BACK UINT64_MAX

/* What was reported in a turn: contacts from first on, before end. */
struct touch_watch {
	const struct contacts *contacts;
	const struct touch_turn *turn;
	size_t first, end;
	uint64_t period_us;
};

/* touch_watch_of: that turn, as *contacts has it; both are borrowed. */
struct touch_watch touch_watch_of(const struct contacts *contacts, const struct touch_turn *turn);

/* touch_man_on: who stood on sq when the turn began; touch_is_mine: is that a man of who has the move? */
uint8_t touch_man_on(const struct touch_watch *watch, int sq);
bool touch_is_mine(const struct touch_watch *watch, uint8_t piece);

/* touch_is_one: contact n reports that a man of the position left his square. */
bool touch_is_one(const struct touch_watch *watch, size_t n);

/* touch_first: the report of the first touch of sq; NULL: there is none. */
const struct contact *touch_first(const struct touch_watch *watch, int sq);

/* touch_reads_us: when sq came to read `piece`, from contact n on; TOUCH_NOT_BACK. */
uint64_t touch_reads_us(const struct touch_watch *watch, size_t n, int sq, uint8_t piece);

/* touch_was_put_elsewhere: the man who left with contact n, before he came back? */
bool touch_was_put_elsewhere(const struct touch_watch *watch, size_t n, uint64_t back_us);

/* touch_is_believed: does sq lose its man no more often than hands lift him? */
bool touch_is_believed(const struct touch_watch *watch, int sq);
