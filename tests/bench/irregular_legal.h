/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May it all have been legal? What the board and the clock told from a known position on, explained by legal plies.
 *
 * An irregularity is proved where no legal play leads to what was told. A turn ends when its man stands, and that is no later
 * than a moment after its press. From the end of the turn before until then every reading of the scan has to be one that the
 * ply brings: its squares as before it or as after it, or empty; the man who moves, on another square where he may go
 * or pass; the man he takes, beside the square he is taken on; another man of the player's lifted, to be adjusted. After the
 * last press the next player's turn has begun, and is not over.
 *
 * When a square was read is reckoned from the reports: one square after the other, and every one once in a round. What sensors
 * did not read rightly is not known here, and is explained by nothing.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

/* More presses than that are not searched. */
#define LEGAL_PLIES_MAX 6

/* legal_explains: do legal plies lead from *position, which the board showed at from_us, to what was told until until_us, one
 * for each press of that time (a press of the player who had moved before is for the ply before)? scan_us: a round of the scan.
 * False where there are none, none or too many presses, and where the search gives up. Only the events of *stream
 * are looked at, and which way round the board lies. */
bool legal_explains(const struct bench_stream *stream, uint64_t scan_us,
                    const struct position *position, uint64_t from_us, uint64_t until_us);

/* legal_line_explains: do the n plies of that line, which are legal there, if nobody adjusted a man meanwhile? */
bool legal_line_explains(const struct bench_stream *stream, uint64_t scan_us,
                         const struct position *position, uint64_t from_us, uint64_t until_us,
                         const uint16_t *line, uint32_t n);
