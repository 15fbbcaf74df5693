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

#include "core/tracker/explain/change.h"
#include "core/tracker/tracker_state.h"

/* Plies that may have been made since the picture last fitted. */
#define REPAIR_LINE 2

struct repair {
	uint32_t index; /* of the ply exchanged */
	uint16_t move;
	uint32_t
		n_moves; /* not 0: all plies from there on are exchanged for these, before the change is made */
	uint16_t moves[WAYS_PLIES];
	struct change change;
	struct explanation line; /* what follows the record then */
	int cost;                /* COST_NEVER: there is none */
	bool relieves;           /* the ply stood on a square that does not read its man */
	uint64_t excused;        /* squares whose reading is not believed then */
};

/* repair_is_rival: might a ply of the record, played in *before, have been `move`? By the same man, as castling of which only
 * the rook was seen, or by another man like him who is not read where the record has him. */
bool repair_is_rival(const struct tracker *tracker, const struct position *before, uint16_t move,
                     uint16_t played);

/* repair_find: the cheapest exchange of one doubtful ply by which the picture fits exactly. */
void repair_find(struct tracker *tracker, struct repair *ret_repair);

/* repair_at_end: the game is over, and all but the kings stand as they last stood. If a man has come out where a doubtful
 * ply may have brought him, that is what it did. */
void repair_at_end(struct tracker *tracker);

/* repair_exchange: of one with n_moves, exchange these plies; the change is yet to be made. */
void repair_exchange(struct tracker *tracker, const struct repair *repair);

/* repair_alone: of one with n_moves, which explains the picture without any change. */
void repair_alone(struct tracker *tracker, const struct repair *repair);

/* repair_make: write it into the record. */
void repair_make(struct tracker *tracker, const struct repair *repair);

/* repair_note: a man has come out by whom ply `index` is exchanged now, or may yet be: for repair_undo. */
void repair_note(struct tracker *tracker, uint32_t index);

/* repair_undo: nothing on the board explains this press, but just before it a man came out by whom a
 * doubtful ply was exchanged. Then that ply was right, and he has been played on from there. Returns
 * whether that is legal, and written into the record. */
bool repair_undo(struct tracker *tracker, const struct lever_press *press);
