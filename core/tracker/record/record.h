/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record and its open end. What is written in it is told to the listener once the event, or what was due, has been dealt
 * with; which of its plies are beyond change is record_fix.c's, and whose each press is record_presses.c's.
 */
#pragma once

#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/record/record_tell.h"
#include "core/tracker/tracker_state.h"

/* record_raise: raise a ply's state; the game may end by it. */
void record_raise(struct tracker *tracker, uint32_t index, enum ply_state state);

/* record_make: ply `index` was released on its square (4.7). */
void record_make(struct tracker *tracker, uint32_t index);

/* record_complete: the clock was pressed for ply `index`. A little later that puts it beyond change (fix_due). */
void record_complete(struct tracker *tracker, uint32_t index, const struct lever_press *press);

/* record_fix: the first n_plies are beyond change. */
void record_fix(struct tracker *tracker, uint32_t n_plies);

/* record_reopen: by *press, the opponent pressed the clock back without moving: the last ply may be put
 * right, though it was pressed. */
void record_reopen(struct tracker *tracker, const struct lever_press *press);

/* record_begin_anew: forget the plies from index `from` on, with the presses that wait and what squares are excused from: a line
 * that accounts for all that was told since is written next, which asks to believe so much (cost.h). */
void record_begin_anew(struct tracker *tracker, uint32_t from, int cost);

/* record_rewrite: replace the last `back` plies by the line found, keeping what both have in
 * common, and the presses of what is replaced if these were the same hands. doubts: by
 * ply of the line, game_ply.doubtful; NULL: there are none. */
void record_rewrite(struct tracker *tracker, uint32_t back, const struct explanation *line,
                    const uint8_t *doubts, bool same_hands);

/* record_hear_presses: board and record agree: give the waiting presses to their plies, in
 * order. */
void record_hear_presses(struct tracker *tracker);

/* record_begin_game: a game begins from *start (copied), seen from White's side or turned. */
void record_begin_game(struct tracker *tracker, const struct position *start, bool turned);

/* record_break: play goes on from gap->position; what is before it is beyond change. False when
 * the record cannot take it. */
bool record_break(struct tracker *tracker, const struct game_break *gap);
