/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Orders that come over the network: which requests of the control socket they are, and what a token must
 * allow for them. No I/O.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/private/token_list.h"

/* orders_read_object: text[len] as a JSON object, a new reference; NULL with `error` one sentence. */
json_t *orders_read_object(const char *text, size_t len, char *error, size_t error_size);

/* orders_read: the request {"cmd":"swap",...} of the control socket that *body is, still to be signed. A round import
 * may have the file itself, as "text", in place of its "pairings"; what cannot be read in it is in the request's
 * "problems", {"line":3,"error":"..."} each, then. orders_read_outcome: {"table":1,"number":3,"outcome":"confirmed",
 * "note":"..."} into the tell it is. Returns 0 with a new reference, -EBADMSG or -ENOMEM with `error` one sentence. */
int orders_read(json_t *body, json_t **ret_request, char *error, size_t error_size);
int orders_read_outcome(json_t *body, json_t **ret_request, char *error, size_t error_size);

/* orders_right: what it takes. To look at what an order would do (without "apply") is looking. */
enum token_right orders_right(const json_t *request);
