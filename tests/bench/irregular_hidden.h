/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What nobody can tell of an irregularity, by the simulator's truth and what the board reported: a sensor failed on a
 * square that decides about it, or the scan left open whether it was one.
 */
#pragma once

#include "drivers/sim/sim_profile.h"
#include "tests/bench/tracker_stream.h"

enum irregular_hidden {
	HIDDEN_BY_NOTHING,
	HIDDEN_BY_SENSOR, /* on one of its squares, or of the ply before; or the line lost something */
	/* Two hands: the reports leave open that one hand did it; a man touched: no report says that he left his square,
	 * where he had come so shortly before, or he left it in the round in which the opponent's man was put down, or was told
	 * to be back before a touch would have lasted (core/laws/conduct/touch.h); a rook
	 * first: one round told of rook and king; one let go: he may have stood no longer than a hand rests on
	 * a man (core/laws/conduct/touch.h); of what one hand did: irregular_unseen.h. */
	HIDDEN_BY_SCAN,
};

/* irregular_hidden: by what, of that incident of the stream? scan_ms: a round of the board's scan.
 *
 * One hand did not do it when two reports of different men lie closer than it needs (core/laws/conduct/motion.h), less a round.
 * Of a capture that is not all: most hands take the other man away in passing, and need no second grasp for it. Then the
 * square is empty for no longer than these hands leave it (manners->swap), and they have carried their own man
 * there first, which takes them manners->carry at least: nobody can tell two hands where the reports leave both open. */
enum irregular_hidden irregular_hidden(const struct bench_stream *stream,
                                       const struct sim_incident *incident, uint32_t scan_ms,
                                       const struct sim_manners *manners);
