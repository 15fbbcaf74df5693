/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One-handed breaches that the scan hides.
 *
 * Legal plies explain all that board and clock told, from the last position of the game that the board showed before, until the
 * arbiter stopped the clock (irregular_legal.h): nobody can say that it was not they. So it is where the man was never
 * read where he was put. What the arbiter does then is not looked at: he is to be told before. Of one of the opponent's men:
 * nobody knows whose hand it was, for nobody read him where he had been played, and his own player may have put him where he was
 * read, or not have moved him. And of a promotion that was changed: one of the two men was never read.
 * Of a board that knows no men it is taken for known who stood where before: only what it told since is explained.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

/* irregular_is_unseen: is that incident of the stream, of which no sensor hid anything, one of these? scan_ms: a round of the
 * board's scan. Kinds that are not such breaches are not. */
bool irregular_is_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                         uint32_t scan_ms);
