/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a man stood whom nobody saw, or who was read on two squares, between two of his moves.
 *
 * He left a square that told of it, stood where the board does not read him, and comes out where he went on to. Of the
 * squares from which he may have come nothing on the board tells which it was. What was played meanwhile does: players
 * do not leave a man to be taken, take what is left to them, and move away who is threatened. So when his second move is
 * beyond change, the first one is chosen among all that lead there, by what players do (played.h). Unless a square where he
 * may have stood told that somebody was lifted from there just then: that was he.
 *
 * Who stands between two squares is read on both, and leaves both at once: of these it is told in the same way which it was.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* between_look: ply `index` of the record is put beyond change. Is it by a man whose last ply is in doubt, and was he lifted
 * from another square, or is one, where he was read on neither or on both, likelier by all that was played since then? Then the record
 * says so; either stays in doubt. Of a board that tells men apart. Work: a list of moves, and where another one does as well, for each
 * that does a look at what comes of it, and one at each ply in between (foresight.h), BETWEEN_PLIES at most. */
void between_look(struct tracker *tracker, uint32_t index);
