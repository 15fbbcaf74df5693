/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person's correction would make of a table's record.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "core/game/correction.h"
#include "daemon/table.h"

/* table_preview: correct_effect() of the current game, and what the board said since explained again as it would
 * be. Changes nothing. Returns a new reference; NULL with `error` one sentence when it cannot be done. */
json_t *table_preview(const struct table *table, const struct correction *correction, char *error,
                      size_t error_size);
