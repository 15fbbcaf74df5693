/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pawn whom nobody saw, taken by a pawn.
 *
 * He may have gone one square, and been taken there; or two, and been taken in passing (3.7.4.1). Both leave the same men on
 * the same squares. What tells them apart is where he stood in between.
 */
#pragma once

struct tracker;

/* doublestep_look: a ply has been put at the end of the record. If it takes a pawn whom nobody saw, and it may have been
 * either, both plies are doubtful. */
void doublestep_look(struct tracker *tracker);
