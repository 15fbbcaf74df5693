/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One-handed breaches that the scan hides.
 *
 * A man is carried where he may not go, but the board has not shown the position in which his turn began, only one some
 * plies before. If as many legal plies as were pressed for lead from that one to what stands there now, and the board told of
 * their men in that order, nobody can say that it was not they. So it is where he was never read there. And of a promotion that
 * was changed: one of the two men was never read.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

/* irregular_is_unseen: is that incident of the stream, of which no sensor hid anything, one of these? scan_ms: a round of the
 * board's scan. Kinds that are not such breaches, and those behind more plies than UNSEEN_PLIES, are not. */
#define UNSEEN_PLIES 3
bool irregular_is_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                         uint32_t scan_ms);
