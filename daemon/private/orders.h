/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Orders that come over the network: which requests of the control socket they are, and what a token must
 * allow for them. No I/O.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/private/token_list.h"

/* orders_read: text[len], {"cmd":"swap",...}, into *ret_request: one of correct, swap and tell (control.h),
 * still to be signed. orders_read_outcome: {"table":1,"number":3,"outcome":"confirmed","note":"..."} into the
 * tell it is. Returns 0 with a new reference, or -EBADMSG with `error` one sentence. */
int orders_read(const char *text, size_t len, json_t **ret_request, char *error, size_t error_size);
int orders_read_outcome(const char *text, size_t len, json_t **ret_request, char *error,
                        size_t error_size);

/* orders_right: what it takes. To look at what a correction would do (without "apply") is looking. */
enum token_right orders_right(const json_t *request);
