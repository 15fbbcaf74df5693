/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person says of a table, and what he says to take it back.
 */
#pragma once

#include <jansson.h>

#include "daemon/table.h"

/* tell_undo: arguments of `adoube`, one after the other, that undo host event `event` at table `number`, as things
 * stand before it; empty for what is a fact and not an order: a claim, an offer, a request. New reference, NULL
 * when memory is out. */
json_t *tell_undo(const struct table *table, uint32_t number, const json_t *event);
