/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The envelope of an adjourned game (I.2): what must stand on it, for the arbiter's machine.
 */
#pragma once

#include <jansson.h>

#include "daemon/table.h"

/* envelope_json: {"white":..., "black":..., "fen":..., "side":..., "move":41, "used":{"white":s,"black":s},
 * "left":{...}, "draw_offer":..., "closed":..., "sealed_at":..., "resume":..., "place":...}; null where
 * something is not known. New reference; NULL when no game is adjourned at the table, or memory is out. */
json_t *envelope_json(const struct table *table, const struct config_table *setup);
