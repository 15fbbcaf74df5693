/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Doubtful plies found out.
 *
 * A ply may have had a rival that explained what was seen nearly as well: a man taken where the
 * board could not tell, a man put on a square that does not read. When later play does not fit,
 * each doubtful ply is exchanged for another by the same man, the plies behind it are played
 * again, and the exchange that makes the picture fit is made. The presses stay with their plies.
 */
#pragma once

#include "core/tracker/tracker_state.h"

struct repair {
	uint32_t index; /* of the ply exchanged */
	uint16_t move;
	struct explanation line; /* what follows the record then */
	int cost;                /* COST_NEVER: there is none */
	bool relieves;           /* the ply stood on a square that does not read its man */
	uint64_t excused;        /* squares whose reading is not believed then */
};

/* repair_find: the cheapest exchange of one doubtful ply by which the picture fits exactly. */
void repair_find(struct tracker *tracker, struct repair *ret_repair);

/* repair_guest: a man stood on sq whom the board never told of. If a doubtful ply may have
 * brought him there, that is what it did. Returns whether one has been exchanged. */
bool repair_guest(struct tracker *tracker, int sq);

/* repair_make: write it into the record. */
void repair_make(struct tracker *tracker, const struct repair *repair);

/* repair_undo: nothing on the board explains this press, but just before it a man came out by whom a
 * doubtful ply was exchanged. Then that ply was right, and he has been played on from there. Returns
 * whether that is legal, and written into the record. */
bool repair_undo(struct tracker *tracker, const struct lever_press *press);
