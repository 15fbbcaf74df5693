/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wrong plies of a record that explain all that the board and the clock told as well as those played.
 *
 * tracker_hidden.h asks whether an instant's picture was closer to the game played than to the one recorded. That a picture was does
 * not mean that the recorded plies could not have led to it: of quick hands a round of the scan tells the end of one ply
 * with the beginning of the next. Here the recorded line is taken as a story of its own, from the last position of the game that the
 * board showed before the first wrong ply to the first one that it shows when both games have the same men on the same squares again,
 * and has to explain every reading and press between by the rules of irregular_legal.h, no man having been adjusted. That search knows nothing of the
 * tracker. Where there are more presses than it takes, the record is held to be wrong.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

/* irregular_is_alike: do the recorded plies, as many as were played, explain as well what was told wherever they differ? scan_ms: a
 * round of the board's scan. */
bool irregular_is_alike(const struct bench_stream *stream, uint32_t scan_ms,
                        const uint16_t *recorded);
