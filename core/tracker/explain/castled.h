/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A king who castled, and of whom the board did not tell that he had left, or tells as of another man.
 *
 * He is read on two squares then: on his own by an update that was lost, and where he castles to; or on neither, and a man of his side
 * more where he went. A square that is not believed does not count, so that the rook alone seems to have been moved.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* castled_look: ply `index` has been put at the end of the record. Does a rook go in it where castling takes him, which is legal,
 * and has the king been read where it takes him since the ply before, with nothing told by his own square since? Or is he read nowhere,
 * and has one of his side come there in his place? Then he has castled; in doubt, for nobody saw him leave, or go there. Not on boards
 * that know no men. Work: a list of moves. */
void castled_look(struct tracker *tracker, uint32_t index);
