/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operator's order carried out on a running table: looked at first, recorded next, believed last, so
 * that a restart and a replay of the recording fold the same.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/recorder.h"
#include "daemon/table.h"

/* order_carry_out: look at or carry out the order in `request` (correct.h) of user `uid`. Returns what it
 * does, a new reference: the members of correct_effect() and
 *
 *     {"game":1,"plies":34,"record":"...","applied":true,"recording":""}
 *
 * plies, record: after it where it was applied; recording: what ails the disk, "" for nothing. NULL with
 * `error` one sentence when it cannot be done; nothing has changed then. */
json_t *order_carry_out(struct table *table, struct recorder *recorder, const json_t *request,
                        uint32_t uid, char *error, size_t error_size);
