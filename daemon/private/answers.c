/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <event2/buffer.h>
#include <event2/http.h>

#include "daemon/http_answer.h"
#include "daemon/json_text.h"
#include "daemon/private/orders.h"

#define JSON_TYPE "application/json; charset=utf-8"

void
answers_error(struct evhttp_request *request, int code, const char *error)
{
	char *text = json_text(json_pack("{s:b, s:s}", "ok", 0, "error", error), NULL);

	http_answer(request, code, JSON_TYPE, text ? text : "{\"ok\":false}");
	free(text);
}

void
answers_json(struct evhttp_request *request, int code, json_t *object)
{
	char *text = json_text(object, NULL);

	if (text)
		http_answer(request, code, JSON_TYPE, text);
	else
		answers_error(request, 503, "out of memory");
	free(text);
}

static bool
is_json(struct evhttp_request *request)
{
	const char *type =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Content-Type");

	return type && strncasecmp(type, "application/json", 16) == 0 &&
	       strchr(" ;", type[16]); /* the NUL, too */
}

json_t *
answers_body(struct evhttp_request *request)
{
	struct evbuffer *body = evhttp_request_get_input_buffer(request);
	size_t len = evbuffer_get_length(body);
	char error[256];
	json_t *object;

	if (!is_json(request)) {
		answers_error(request, 415, "Content-Type must be application/json");
		return NULL;
	}
	object = orders_read_object((const char *)evbuffer_pullup(body, -1), len, error,
	                            sizeof(error));
	if (!object)
		answers_error(request, 400, error);
	return object;
}
