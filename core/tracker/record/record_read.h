/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is in the record.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* How far back a doubtful ply is looked at again. What has not come to light after so many plies
 * will not. */
#define LOOK_BACK_PLIES 40

/* record_first_lagging: the first of the plies before n_plies that may be raised by what comes behind them: the
 * last one, and those before it up to one that is completed. */
uint32_t record_first_lagging(const struct tracker *tracker, uint32_t n_plies);

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

/* record_may_be_shown: may what the board tells now be of before the press for ply `index`? Nobody has pressed for it, or so lately
 * that a scan of then may yet come in. */
bool record_may_be_shown(const struct tracker *tracker, uint32_t index);

/* record_press_of: the press for *ply, which was pressed for, as far as that is kept: when it came, and what the clock showed. */
static inline struct lever_press
record_press_of(const struct game_ply *ply)
{
	return (struct lever_press){ .t_us = ply->completed_us, .seconds = ply->clock_s };
}

/* record_count_pressed: how many plies there are up to the last one for which the clock was pressed; 0: it never was. */
uint32_t record_count_pressed(const struct tracker *tracker);

/* record_over_us: when ply `index` was both made and, if it was, pressed for. */
uint64_t record_over_us(const struct tracker *tracker, uint32_t index);

/* record_awaits_press: is there a ply `back` before the end (1: the last) without a press? */
bool record_awaits_press(const struct tracker *tracker, uint32_t back);

/* record_stands_yet: does the man of ply `index` stand where it put him yet, by the record? */
bool record_stands_yet(const struct tracker *tracker, uint32_t index);

/* record_position_if: the position before ply `until` if ply `index`, from *before, had been `move`, which is legal. False when
 * the plies in between are not legal then. record_end_if: that at the end of the record. */
bool record_position_if(const struct tracker *tracker, uint32_t index, uint32_t until,
                        const struct position *before, uint16_t move,
                        struct position *ret_position);
bool record_end_if(const struct tracker *tracker, uint32_t index, const struct position *before,
                   uint16_t move, struct position *ret_end);

/* record_look_back_from: the first ply of the game that is looked at again. */
uint32_t record_look_back_from(const struct tracker *tracker);
