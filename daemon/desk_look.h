/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the tables stand, for the arbiter.
 */
#pragma once

#include <jansson.h>

#include "daemon/station.h"

/* desk_look_check: append what round_check_table() finds at the station's table to `findings`. */
void desk_look_check(const struct config *config, const struct station *station, json_t *findings);

/* desk_look_row: a line of `adoube tables`: table, white, black, board, state - no-board, waiting (for the start
 * position), ready (it stands there), playing, over, look (the board contradicts the record) - game, plies,
 * result. New reference, NULL when memory is out. */
json_t *desk_look_row(const struct station *station);
