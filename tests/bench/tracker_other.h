/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A second simulated table, built on nothing of the first, so that the tracker is not measured by
 * the hand it was made with alone: times are log-normal, the order of touches is any that is
 * possible, the scan has other orders, faults come in bursts, by whole rows and as squares that
 * stick, presses are forgotten.
 *
 * Every figure in it is an assumption.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

struct other_style {
	const char *name;
	uint32_t gap_ms;   /* median, between two touches */
	uint32_t think_ms; /* median, from the opponent's press to the first touch */
	uint32_t press_ms; /* median, from the last touch to the press */
	/* Per mille of plies. */
	uint16_t haste;     /* the reply begins when the opponent's man stands, pressed or not */
	uint16_t any_order; /* touches in any possible order, often two hands at once */
	uint16_t hover;     /* put on some empty square first */
	uint16_t adjust;    /* another man is lifted and put back */
	uint16_t forgotten; /* nobody presses, neither for this ply nor for the reply */
	uint32_t scan_ms, poll_ms; /* poll_ms 0: the clock is heard at once */
	uint8_t order;             /* of the scan: 0 descending, 1 interleaved, 2 shuffled */
	/* Per hour. */
	uint16_t bursts; /* for 0.3 to 3 s, one reading in thirty is anything */
	uint16_t rows;   /* for seconds, a row or file reads empty */
	uint16_t sticky; /* for seconds, a square goes on reading what it read */
	uint16_t losses; /* for up to a second, no update arrives */
};

extern const struct other_style other_styles[];
extern const size_t other_n_styles;

/* other_play: as bench_stream_play. */
void other_play(struct bench_stream *stream, const struct other_style *style, uint64_t seed,
                bool rotated, bool unasked, const struct game *game);
