/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What may be shown of a table to anybody, as JSON (Laws 6.12: position, moves, clock times,
 * result).
 *
 * Nothing here hints at a claim, an irregularity or a penalty: those are the arbiter's.
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "daemon/config.h"
#include "daemon/live_plies.h"
#include "daemon/table.h"

/* live_event: name, site, date, round of the event. live_player: one side's name, title, elo, team.
 * New references, or NULL when memory is out. */
json_t *live_event(const struct config *config);
json_t *live_player(const struct config_table *setup, enum color side);

/* live_game: the current game: position after the last ply made, plies with SAN and state, result,
 * the sensors' picture and the clock. capture_unix_us: when the capture's time was 0, microseconds
 * since 1970. A ply that is still a candidate is left out, and so is that the board contradicts the
 * record. `breaks` says before which plies play went on from another position, with that position and
 * its move number, never why. "first_position" and the "uci" of each ply (castling as in uci_format()) are
 * enough to step through the game, "first_move_unix_ms" is when play began. *kept as live_plies_of() has it. New
 * reference to what nobody may change within, or NULL when memory is out. */
json_t *live_game(const struct table *table, struct live_plies *kept, uint64_t capture_unix_us);

/* live_about: facts of the current game that other programs ask for: {"serial":the board's,"chess960":number of
 * the starting position, 518 for one without,"first_move_unix_ms":... or null}. New reference, or NULL. */
json_t *live_about(const struct table *table, uint64_t capture_unix_us);

/* live_clock: the clock alone (also for status); JSON null before one was read. */
json_t *live_clock(const struct tracker_view *view, uint64_t capture_unix_us);

/* live_sync_text: one word for enum tracker_sync: waiting, in-step, astray, puzzled, over. */
const char *live_sync_text(enum tracker_sync sync);
