/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wrong plies that nothing on the board told from those played.
 *
 * From a ply that differs until both games have the same men on the same squares again, the pictures that the board
 * showed are compared with what either game has standing. At the moment of each ply's time on the board when the picture
 * agrees best with the game played, it agrees as well with the game recorded: then no picture told which it was, and
 * whoever got it right was lucky. What stood there while the squares of one scan were told, one after the other, is no picture: of a
 * man who reads on two squares it shows the one that comes first in the scan. What was only seen on a man's way is not looked at where men are known; a board that
 * knows no men must have shown nothing else of such a ply than that its man was lifted.
 */
#pragma once

#include "tests/bench/tracker_stream.h"

/* hidden_plies: how many of the recorded plies (MOVE_NONE ends them) differ from those of the stream, and nothing told
 * so. 0 where as many are not recorded as were played, or where nobody knows when those were made. occupancy: the board
 * knows no men. */
size_t hidden_plies(const struct bench_stream *stream, bool occupancy, const uint16_t *recorded,
                    size_t n_recorded);
