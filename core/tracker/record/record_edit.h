/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Single plies of the record changed, or taken out, without more ado: nobody else is asked. Lines are written by record.h.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* record_touch: something of ply `index` has changed that the listener has not heard of (record_tell). */
void record_touch(struct tracker *tracker, uint32_t index);

/* record_doubt: ply `index` has a rival: it is doubtful, if it was not more so already. */
void record_doubt(struct tracker *tracker, uint32_t index);

/* record_believe: nothing speaks against ply `index` itself any more. Where the record is out of step before it (trust.h)
 * it stays in doubt for that. */
void record_believe(struct tracker *tracker, uint32_t index);

/* record_release_press: the press that ply `index` has is not its own, or is heard once more: it waits for one. */
void record_release_press(struct tracker *tracker, uint32_t index);

/* record_cut: forget the plies from index n_plies on; the caller says so. */
void record_cut(struct tracker *tracker, uint32_t n_plies);

/* record_return: the board was put back to where it stood after n_plies plies. unbreak: and before the last break, which
 * goes with what was played behind it. */
void record_return(struct tracker *tracker, uint32_t n_plies, bool unbreak);

/* record_forget_break: the last break has not been (game_without_break()), and the plies behind it stay. */
void record_forget_break(struct tracker *tracker);

/* record_exchange: the plies from `index` on were moves[n_moves]; times and presses stay. Those behind them must
 * stay legal, or are taken out with record_rewrite() next. */
void record_exchange(struct tracker *tracker, uint32_t index, const uint16_t *moves,
                     uint32_t n_moves);
