/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies that were none, since everything stands as it did before them.
 *
 * A man who is put down and taken back before his player presses leaves the picture from which he went. Where one of the squares
 * in question reads wrong the record may have taken that for two plies, and have ceased to excuse the square: by what it says
 * now the old picture shows something amiss. So it is compared with what the board read then, square by square, whatever that was.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* What the board read when it last showed the record. */
struct shown_picture {
	uint8_t reads[64];
	uint64_t excused; /* squares that were not believed */
	uint64_t t_us;
	uint32_t n_plies; /* of the record */
};

/* undone_note: board and record agree. */
void undone_note(struct tracker *tracker);

/* undone_look: do all 64 squares read what they did when the board showed the record without its last plies, none of which anybody
 * has pressed for on a clock that runs? Then they are gone. Of a board that tells men apart, and where a square
 * was excused then that is not now: otherwise the usual changes (change.h) see it. */
bool undone_look(struct tracker *tracker);
