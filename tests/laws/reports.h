/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What boards tell that read one square after the other: the scan comes by in its order, not in that in which men
 * were touched.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/laws/conduct/contacts.h"
#include "core/laws/conduct/scan_pace.h"

/* How a board tells. */
struct reports_line {
	uint32_t period_us; /* of a scan */
	bool backwards;     /* the last square first */
	uint32_t queue_us,
		burst_us; /* a message is late by up to so much; all come together so often */
};

/* A square reads another man from t_us on. */
struct reports_touch {
	uint64_t t_us;
	int sq;
	uint8_t piece;
};

/* reports_seed: what reports_below() draws from then on. reports_below: a number from 0 to n - 1, by chance. */
void reports_seed(uint64_t seed);
uint32_t reports_below(uint32_t n);

/* reports_due_us: the moment after t_us at which a board of that period comes to `place` and has told of it. */
uint64_t reports_due_us(uint64_t t_us, int place, uint32_t period_us);

/* reports_hear: so many moves, each of three men touched one after the other, told over *line. */
void reports_hear(struct scan_pace *pace, const struct reports_line *line, int moves);

/* reports_of: the touches, which are put in order, as a board of that period reports them. It has been listened to for a while. */
void reports_of(const struct position *before, struct reports_touch *touches, size_t n,
                uint32_t period_us, struct contacts *ret_contacts);

/* reports_read_move: the position, and the move meant by `san` in it. */
void reports_read_move(const char *fen, const char *san, struct position *ret_before,
                       uint16_t *ret_move);
