/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record and its open end. What is written in it is told to the listener once the event, or what was due, has been dealt
 * with; which of its plies are beyond change is record_fix.c's, and whose each press is record_presses.c's.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* record_notify, record_set_sync: tell the listener; the second only when sync changes. Of plies
 * touched before, he hears first. */
void record_notify(struct tracker *tracker, enum tracker_update what);
void record_set_sync(struct tracker *tracker, enum tracker_sync sync);

/* record_touch: something of ply `index` has changed that the listener has not heard of; record_tell:
 * the event, or what was due, has been dealt with: now he hears of that, and of the result. What is on its way there
 * from one record to another is nobody's business. */
void record_touch(struct tracker *tracker, uint32_t index);
void record_tell(struct tracker *tracker);

/* record_first_lagging: the first of the plies before n_plies that may be raised by what comes behind them: the
 * last one, and those before it up to one that is completed. */
uint32_t record_first_lagging(const struct tracker *tracker, uint32_t n_plies);

/* record_doubt: ply `index` has a rival: it is doubtful, if it was not more so already. */
void record_doubt(struct tracker *tracker, uint32_t index);

/* record_believe: nothing speaks against ply `index` itself any more. Where the record is out of step before it (trust.h)
 * it stays in doubt for that. */
void record_believe(struct tracker *tracker, uint32_t index);

/* record_n_open: how many plies at the end may still change, OPEN_MAX at most. */
uint32_t record_n_open(const struct tracker *tracker);

/* record_first_open: the first ply that neither a person nor a break has put beyond change. */
uint32_t record_first_open(const struct tracker *tracker);

/* record_position_back: the position `back` plies (0..n_plies) before the end of the record. */
void record_position_back(const struct tracker *tracker, uint32_t back,
                          struct position *ret_position);

/* record_ply_target: move_target() of ply `index`. */
int record_ply_target(const struct tracker *tracker, uint32_t index);

/* record_target_back: where the man of the last ply stands when `back` plies are taken back, or
 * SQ_NONE. */
int record_target_back(const struct tracker *tracker, uint32_t back);

/* record_believed_before: what the record asked to believe before ply `index`, one of the last
 * BELIEVED_PLIES. */
static inline uint64_t
record_believed_before(const struct tracker *tracker, uint32_t index)
{
	return index < tracker->game.n_plies ? tracker->believed_before[index % BELIEVED_PLIES]
	                                     : tracker->believed;
}

/* record_is_pressed: was the clock pressed for ply `index`? */
bool record_is_pressed(const struct tracker *tracker, uint32_t index);

/* record_count_pressed: how many plies there are up to the last one for which the clock was pressed; 0: it never was. */
uint32_t record_count_pressed(const struct tracker *tracker);

/* record_over_us: when ply `index` was both made and, if it was, pressed for. */
uint64_t record_over_us(const struct tracker *tracker, uint32_t index);

/* record_awaits_press: is there a ply `back` before the end (1: the last) without a press? */
bool record_awaits_press(const struct tracker *tracker, uint32_t back);

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

/* record_cut: forget the plies from index n_plies on; the caller says so. */
void record_cut(struct tracker *tracker, uint32_t n_plies);

/* record_begin_anew: forget the plies from index `from` on, with the presses that wait and what squares are excused from: a line
 * that accounts for all that was told since is written next, which asks to believe so much (cost.h). */
void record_begin_anew(struct tracker *tracker, uint32_t from, int cost);

/* record_return: the board was put back to where it stood after n_plies plies. unbreak: and before the last break, which
 * goes with what was played behind it. */
void record_return(struct tracker *tracker, uint32_t n_plies, bool unbreak);

/* record_rewrite: replace the last `back` plies by the line found, keeping what both have in
 * common, and the presses of what is replaced if these were the same hands. doubts: by
 * ply of the line, game_ply.doubtful; NULL: there are none. */
void record_rewrite(struct tracker *tracker, uint32_t back, const struct explanation *line,
                    const uint8_t *doubts, bool same_hands);

/* record_exchange: the plies from `index` on were moves[n_moves]; times and presses stay. Those behind them must
 * stay legal, or are taken out with record_rewrite() next. */
void record_exchange(struct tracker *tracker, uint32_t index, const uint16_t *moves,
                     uint32_t n_moves);

/* record_hear_presses: board and record agree: give the waiting presses to their plies, in
 * order. */
void record_hear_presses(struct tracker *tracker);

/* record_settle_result: tell of a result, or an end, that is not what was last told. */
void record_settle_result(struct tracker *tracker);

/* record_begin_game: a game begins from *start (copied), seen from White's side or turned. */
void record_begin_game(struct tracker *tracker, const struct position *start, bool turned);

/* record_break: play goes on from gap->position; what is before it is beyond change. False when
 * the record cannot take it. */
bool record_break(struct tracker *tracker, const struct game_break *gap);
