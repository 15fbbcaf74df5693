/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was played while the board was out of sight.
 *
 * Nobody saw men arrive, so order and timing are no evidence: all there is to explain is the picture
 * from which the board goes on. In quick play five or six plies may lie in a gap of some seconds.
 * Such a line is more than explain() looks for, and it is easier: hardly a man moves to a square where
 * nothing has changed in the end, so few moves are worth trying.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/image.h"

struct tracker;

/* So many plies in one gap: a cable out for six seconds, a ply every second, and the two around it. */
#define GAP_PLIES_MAX 8

/* Positions visited at most for one picture, some milliseconds of work. Where everything was touched
 * there is no line to be found anyway. */
#define GAP_NODES_MAX 20000

struct gap_line {
	uint16_t moves[GAP_PLIES_MAX];
	int n_plies;
};

/* gap_explain: the shortest line of legal plies (1..GAP_PLIES_MAX) from *from to exactly *image, the
 * `excused` squares aside, that touches only squares on which the two differ and one more: a square on
 * somebody's way, or one on which men were exchanged. Of several of a length the one in whose order men
 * were seen to arrive: told_us[64], when an update told what a square reads now; 0: none did. What is
 * left is chance. False when there is none, or when a shorter one leads to the picture but for a man of
 * the side to move in somebody's hand, and one he may be taking, or that one alone: that will be seen. */
bool gap_explain(const struct position *from, const struct image *image, uint64_t excused,
                 const uint64_t told_us[64], struct gap_line *ret_line);

/* gap_over_us: from when on the picture counts again that the link was lost for: when the board has told
 * of all its squares. Until then it is of before, with news of some squares perhaps. UINT64_MAX: not
 * yet to be said; 0: it counts. */
uint64_t gap_over_us(const struct tracker *tracker);

/* gap_look: the link was lost since board and record last agreed, and nothing explains the picture. If
 * such a line does, write it into the record, every ply of it doubtful. */
bool gap_look(struct tracker *tracker);
