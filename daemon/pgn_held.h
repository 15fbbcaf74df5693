/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where PGN files have a delay, their newest text is held in a folder that only the daemon may read:
 *
 *     STATE_DIR/held/EVENT/round-R.pgn, round-R-table-N-game-G.pgn
 *
 * While a round is on nobody needs it. When the next one begins before all of the last was to be seen, the files
 * of that one are here, whole, and go to their place when they are due: nothing is lost and nothing comes early.
 */
#pragma once

#include <stdint.h>

struct config;
struct event_base;
struct pgn_held;

/* pgn_held_new: make the folder, and from now on move files of other rounds than this to where they are seen,
 * delay_s seconds after they were written; then call moved(ctx). All borrowed for its life. 0 or -ENOMEM. */
int pgn_held_new(struct event_base *base, const struct config *config, uint32_t delay_s,
                 void (*moved)(void *ctx), void *ctx, struct pgn_held **ret_held);
void pgn_held_free(struct pgn_held *held);
