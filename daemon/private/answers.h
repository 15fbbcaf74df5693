/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers of the private listener, as JSON.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct evhttp_request;

/* answers_json: *object (taken); NULL: memory is out. answers_error: {"ok":false,"error":"..."}. */
void answers_json(struct evhttp_request *request, int code, json_t *object);
void answers_error(struct evhttp_request *request, int code, const char *error);

/* answers_body: the body as a JSON object, a new reference. NULL: it is none, or is not sent as
 * application/json - which a page of another origin cannot do without being asked first; it has been answered. */
json_t *answers_body(struct evhttp_request *request);
