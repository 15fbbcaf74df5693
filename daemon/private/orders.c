/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/orders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *cmd;
	enum token_right right;
} orders[] = {
	{ "correct", RIGHT_MEND },
	{ "swap", RIGHT_MEND },
	{ "tell", RIGHT_DECIDE },
};

#define N_ORDERS (sizeof(orders) / sizeof(orders[0]))

static size_t
find(const json_t *request)
{
	const char *cmd = json_string_value(json_object_get(request, "cmd"));
	size_t i = 0;

	while (i < N_ORDERS && !(cmd && strcmp(cmd, orders[i].cmd) == 0))
		i++;
	return i;
}

enum token_right
orders_right(const json_t *request)
{
	size_t i = find(request);

	if (i == N_ORDERS)
		return RIGHT_DECIDE;
	if (strcmp(orders[i].cmd, "correct") == 0 &&
	    !json_is_true(json_object_get(request, "apply")))
		return RIGHT_LOOK;
	return orders[i].right;
}

static json_t *
read_object(const char *text, size_t len, char *error, size_t error_size)
{
	json_error_t fault;
	json_t *object = json_loadb(text ? text : "", len, JSON_REJECT_DUPLICATES, &fault);

	if (!json_is_object(object)) {
		snprintf(error, error_size, "the body is no JSON object: %.160s",
		         object ? "it is another value" : fault.text);
		json_decref(object);
		return NULL;
	}
	return object;
}

int
orders_read(const char *text, size_t len, json_t **ret_request, char *error, size_t error_size)
{
	json_t *request = read_object(text, len, error, error_size);

	if (!request)
		return -EBADMSG;
	if (find(request) == N_ORDERS) {
		snprintf(error, error_size, "\"cmd\" must be correct, swap or tell");
		json_decref(request);
		return -EBADMSG;
	}
	*ret_request = request;
	return 0;
}

int
orders_read_outcome(const char *text, size_t len, json_t **ret_request, char *error,
                    size_t error_size)
{
	static const char *const members[] = { "number", "outcome", "note" };
	json_t *object = read_object(text, len, error, error_size), *event;

	if (!object)
		return -EBADMSG;
	if (!json_is_integer(json_object_get(object, "table")) ||
	    !json_is_integer(json_object_get(object, "number")) ||
	    !json_is_string(json_object_get(object, "outcome"))) {
		snprintf(error, error_size,
		         "\"table\" and \"number\" must be whole numbers, \"outcome\" a word");
		json_decref(object);
		return -EBADMSG;
	}
	event = json_pack("{s:s}", "op", "alert");
	for (size_t i = 0; i < 3; i++)
		if (json_object_get(object, members[i]))
			json_object_set(event, members[i], json_object_get(object, members[i]));
	*ret_request = json_pack("{s:s, s:O, s:o}", "cmd", "tell", "table",
	                         json_object_get(object, "table"), "event", event);
	json_decref(object);
	return *ret_request ? 0 : -ENOMEM;
}
