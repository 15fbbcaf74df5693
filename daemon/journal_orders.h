/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The orders of an event (rounds.h) out of its journal and into another one, as text: what captures are for tables.
 *
 *     # adoubed orders 1
 *     2026-11-22T09:00:00.250000Z {"op":"round","round":"2","open":true,...}
 *
 * Each line is an order as it was recorded, to the byte, and when that was, UTC.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "daemon/journal_store.h"

#define JOURNAL_ORDERS_HEAD "# adoubed orders 1"

/* journal_orders_export: to *file; *ret_n: how many. 0, or a negative errno with *fault: the journal cannot be read, or
 * the file not written (-EIO). */
int journal_orders_export(struct journal_store *store, FILE *file, uint64_t *ret_n,
                          struct journal_fault *fault);

/* journal_orders_import: from *file, which is called `name` in messages, in one group: all or nothing. The journal must be
 * empty: orders say what was before each, and no entry is older than the journal. 0 with *ret_n; -EEXIST: it is not;
 * -EBADMSG: a line that is no order; with *fault. */
int journal_orders_import(struct journal_store *store, FILE *file, const char *name,
                          uint64_t *ret_n, struct journal_fault *fault);
