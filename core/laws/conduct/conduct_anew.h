/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies that the record has written anew: were they played anew, or only read better?
 *
 * Who takes a move back by agreement, or because the arbiter says so, and plays another one is not judged for the first, nor for
 * who puts the men back; but for what he does then. A slow scan, though, lets the record find out late what a ply was. One press completes one ply (6.2.1): the press tells that it is the same one, whatever its number is
 * by now.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct laws;

/* conduct_look_undone: the board or the record is new. Do the men stand again as before what was undone? */
void conduct_look_undone(struct laws *laws);

/* conduct_is_judged: ply `index` is about to be judged, whose turn began at *from_us, and its press is kept. One that takes the place
 * of what was undone is judged from when the men were back, and *from_us is changed to that; not at all where they were not, nor
 * what a person has put in. */
bool conduct_is_judged(struct laws *laws, uint32_t index, uint64_t *from_us);
