/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The usual algorithm of today's programs, as the tracker's reference: wait until the board has been
 * still for 400 ms; a legal move that leads to what it shows is the next ply; else, when it shows
 * the position before the last ply, that ply is taken back; else wait on.
 */
#pragma once

#include <stdbool.h>

#include "tests/bench/tracker_score.h"

/* reference_read: read the stream's events into the watch. occupancy: compare only whether a man
 * stands on a square. */
void reference_read(const struct bench_stream *stream, bool occupancy, struct score_watch *watch);
