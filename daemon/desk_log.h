/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the orders of an event are recorded (rounds.h): entries of its journal that belong to no table.
 *
 * The journal is durable in the order of its entries: what a table makes of an order is shown when the table's own
 * entries are, and those come behind it.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/journal.h"

/* desk_log_read: hand over what is recorded, oldest first: an entry, borrowed for the call, and when it was
 * recorded. 0, or a negative errno with `error` one sentence. */
int desk_log_read(struct journal *journal, void *ctx,
                  void (*take)(void *ctx, const json_t *entry, int64_t unix_ms), char *error,
                  size_t error_size);

/* desk_log_append: record the entry, *ret_unix_ms: when. 0, or a negative errno with `error`: -ENOBUFS there is no
 * room for it, the disk having refused for long, or it is too long. */
int desk_log_append(struct journal *journal, const json_t *entry, int64_t *ret_unix_ms, char *error,
                    size_t error_size);

/* desk_log_trouble: what ails the disk, "" for nothing. Static. */
const char *desk_log_trouble(const struct journal *journal);
