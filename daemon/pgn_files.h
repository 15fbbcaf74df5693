/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The games as PGN files.
 *
 *     STATE_DIR/games/EVENT/round-R-table-N-game-G.pgn    one game
 *     STATE_DIR/games/EVENT/round-R.pgn                   the round
 *     STATE_DIR/games/EVENT/event.pgn                     the event: all its rounds
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The files of many games are written no more often than that. */
#define PGN_FILES_PAUSE_MS 1000

struct config;
struct delay_view;
struct pgn_files;
struct publisher_files;

/* pgn_files_new: the games of the tables that *view shows, delay_s seconds late, go to *publisher; all borrowed
 * for its life. is_held: to be seen later, and so to be held (pgn_held.h), without the event's. 0 or -ENOMEM. */
int pgn_files_new(struct publisher_files *publisher, const struct config *config,
                  struct delay_view *view, uint32_t delay_s, bool is_held,
                  struct pgn_files **ret_files);

/* pgn_files_look: earlier rounds' files have come. */
void pgn_files_look(struct pgn_files *files);

/* pgn_files_folder: where they are; borrowed. */
const char *pgn_files_folder(const struct pgn_files *files);

/* pgn_files_free: the publisher must be gone before. NULL is fine. */
void pgn_files_free(struct pgn_files *files);
