/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what may a game begin? From the start the event expects; where Chess960 is drawn at the
 * table, from any of its arrays; and where a recording may begin in the middle, from what stands
 * there. And where its men have been put in each other's places, from that: it is what they play, whatever the
 * arbiter says of it (7.2.1), and what stands if nobody finds it in time (A.4.1.2).
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* start_is_seen: does the board, seen from White's side or turned, show a position from which a
 * game begins? *ret_start is set only then. */
bool start_is_seen(const struct tracker *tracker, bool turned, struct position *ret_start);

/* start_exchanged_is_seen: do the men of the expected start stand on its squares, but in each other's places? Then what they
 * begin from, without the castlings that rules out; but with those of Chess960 where it is one of its arrays, and none that is
 * set up by mistake. Not where an array is drawn at the table: those are in no place that is theirs. */
bool start_exchanged_is_seen(const struct tracker *tracker, bool *ret_turned,
                             struct position *ret_start);

/* start_from_image: the position a game that is on already could be in, to judge by what stands
 * there and by whose clock runs. False when it is none. */
bool start_from_image(const struct tracker *tracker, bool *ret_turned, struct position *ret_start);

/* start_from_squares: the same for raw[64], as the board counts them, in place of what stands there. */
bool start_from_squares(const struct tracker *tracker, const uint8_t raw[64], bool *ret_turned,
                        struct position *ret_start);

/* start_bar_castling: no castling in *position with a king or a rook who does not stand where he does in *start (A.4.1.2). */
void start_bar_castling(struct position *position, const struct position *start);
