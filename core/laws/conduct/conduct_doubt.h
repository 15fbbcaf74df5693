/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the board has told of a turn though the record is in doubt of its ply.
 *
 * Of touches nothing is told where the ply may have been another one: it may be the one they led to. Some things are
 * as they are whichever ply it was: that none of the men was played who had to be, for they stand where they stood; that another man was
 * put on the last rank first; who has castled; that he did, and took it
 * back, for had it been legal he would have had to leave it (4.4.1); that a man was let go and had gone on when the clock was
 * pressed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/laws/conduct/touch.h"

struct laws;

/* conduct_is_seen_castling: was ply `index` castling beyond doubt: king and rook were seen to come where it takes them, since
 * from_us? */
bool conduct_is_seen_castling(const struct laws *laws, uint32_t index, uint64_t from_us);

/* conduct_stood_there: did the man of ply `index` stand where it took him, as what followed tells, whether or not he was read? The
 * reply took somebody there, as the square tells whose man stood on it before, or the pawn that goes aside only to take; or he
 * went on from there himself, and was read where he went. */
bool conduct_stood_there(const struct laws *laws, uint32_t index);

/* conduct_is_beyond_doubt: does a doubt about ply `index`, whose turn began at from_us, say nothing of *finding, of *contacts? A board
 * that knows no men has them named by the ply where it ends (named.h): of that they are no evidence, of castling taken back they are. */
bool conduct_is_beyond_doubt(const struct laws *laws, uint32_t index, uint64_t from_us,
                             const struct contacts *contacts, const struct touch_finding *finding);
