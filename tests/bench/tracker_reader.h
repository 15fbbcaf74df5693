/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker as the bench reads with it: every report is watched, and told aloud where wanted.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/chess/san.h"
#include "tests/bench/tracker_score.h"

/* reader_read: read the stream's events into the watch, its cost and the results into *score.
 * aloud: every event and report goes to standard output. name: of the profile or recording, index
 * of the game in it, for false reports, which go there too; NULL: they do not. */
void reader_read(const struct bench_stream *stream, bool aloud, const char *name, size_t index,
                 struct score_watch *watch, struct score *score);

/* reader_name_move: what is recorded at a place, or what should be, as people write it; legal or
 * not, "nothing" for MOVE_NONE. */
void reader_name_move(const struct position *before, uint16_t move, char ret_text[SAN_SIZE]);
