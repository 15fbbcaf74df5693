/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pawn whom nobody saw, taken by a pawn.
 *
 * He may have gone one square, and been taken there; or two, and been taken in passing (3.7.4.1). Both leave the same men on
 * the same squares. What tells them apart is where he stood in between.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* doublestep_look: ply `index` has been put at the end of the record, or is to be put beyond change. If it takes a pawn whom
 * nobody saw, or saw only before his clock was pressed, and it may have been either, both plies are doubtful. So they are where the
 * pawn was seen to be put back from the one square to the other; but then they are exchanged first. */
void doublestep_look(struct tracker *tracker, uint32_t index);
