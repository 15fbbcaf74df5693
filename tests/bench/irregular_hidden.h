/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What nobody can tell of an irregularity, by the simulator's truth and what the board reported: a sensor failed on a
 * square that decides about it, or the scan left open whether it was one.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

enum irregular_hidden {
	HIDDEN_BY_NOTHING,
	HIDDEN_BY_SENSOR, /* on one of its squares, or of the ply before; or the line lost something */
	HIDDEN_BY_SCAN, /* two hands: no two reports lie closer than one hand needs, less a round */
};

/* irregular_hidden: by what, of that incident of the stream? scan_ms: a round of the board's scan. */
enum irregular_hidden irregular_hidden(const struct bench_stream *stream,
                                       const struct sim_incident *incident, uint32_t scan_ms);
