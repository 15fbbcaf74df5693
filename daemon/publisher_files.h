/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Publisher: one PGN file a game, replaced in one step each time the game changes.
 *
 *     STATE_DIR/games/EVENT/round-R-table-N-game-G.pgn
 *
 * Files are written on the worker's thread, the newest text of a game only; what fails is said once
 * and tried again each PUBLISHER_FILES_RETRY_S seconds.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/config.h"

#define PUBLISHER_FILES_RETRY_S 5

struct event_base;
struct publisher_files;
struct worker;

/* publisher_files_new: for `table` of *config; both borrowed for its life, as are base and worker.
 * 0 or -ENOMEM. */
int publisher_files_new(struct event_base *base, struct worker *worker, const struct config *config,
                        const struct config_table *table, struct publisher_files **ret_publisher);

/* publisher_files_put: game `index` (from 0) is now pgn[len] (copied). A text equal to the last is
 * no work. */
void publisher_files_put(struct publisher_files *publisher, size_t index, const char *pgn,
                         size_t len);

/* publisher_files_error: errno of what keeps it from writing, 0: nothing does. */
int publisher_files_error(const struct publisher_files *publisher);

/* publisher_files_flush: write now what waits. The worker must have been drained. 0 or a negative
 * errno. */
int publisher_files_flush(struct publisher_files *publisher);

/* publisher_files_free: the worker must have been drained. NULL is fine. */
void publisher_files_free(struct publisher_files *publisher);
