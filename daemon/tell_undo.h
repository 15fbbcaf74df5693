/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person says of a table, and what he says to take it back: every word has its undo.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "daemon/table.h"

/* tell_undo: arguments of `adoube`, one after the other, that undo host event `event` at table `number`, as things
 * stand before it; `said` is what was said there before, as action_list_json() has it, or NULL. Empty where the event
 * changes nothing. New reference, NULL when memory is out. */
json_t *tell_undo(const struct table *table, uint32_t number, const json_t *event,
                  const json_t *said);

/* tell_undo_owed: the same for time that somebody is to get now and was not before, owed_s then: append to undo. */
void tell_undo_owed(const struct table *table, uint32_t number, const int32_t owed_s[2],
                    json_t *undo);

/* tell_undo_clock: the same for an order to the clock (clock_order.h). A beep leaves nothing to undo. */
json_t *tell_undo_clock(const struct table *table, uint32_t number, const json_t *order,
                        const json_t *said);

/* tell_can_undo: has that word of table_said_word() an undo? */
bool tell_can_undo(const char *op);
