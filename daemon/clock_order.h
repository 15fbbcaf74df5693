/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operator's word to a table's clock: show a text, show the times again, beep, set both times. From the
 * members of the host event "clock":
 *
 *     {"op":"clock","do":"text","text":"round 3","beep":true}
 *     {"op":"clock","do":"clear"}
 *     {"op":"clock","do":"beep"}
 *     {"op":"clock","do":"set","white":5400,"black":5400,"runs":"white"}    seconds; runs may be missing
 *
 * Players read their clock: while they play it is left alone, unless the event's clock_orders says
 * otherwise, as for a wrong setting that is found in play and corrected on the stopped clock (6.10.2).
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/tracker/tracker.h"
#include "drivers/clock_device.h"

/* clock_order_read: the members into *ret_command; White sits on this enum clock_side. Returns 0, or
 * -EBADMSG with `error` naming the member and what it must be. */
int clock_order_read(const json_t *members, uint8_t white_side, struct clock_command *ret_command,
                     char *error, size_t error_size);

/* clock_order_check: does the word `allowed` (config.h: clock_orders) let a clock be spoken to as things are?
 * game may be NULL: none has begun. NULL, or why not: one sentence, static. */
const char *clock_order_check(const char *allowed, const struct game *game,
                              const struct tracker_view *view);

/* clock_order_words: the words of clock_orders, NULL at the end. */
extern const char *const clock_order_words[];

/* clock_order_json: the clock as a device, for the operator. New reference, or NULL. unix_us: what
 * microsecond 0 of the capture was. */
json_t *clock_order_json(const struct clock_device *device, uint64_t unix_us);
