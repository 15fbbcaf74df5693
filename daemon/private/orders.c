/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/orders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/pairings.h"
#include "daemon/pairings_order.h"

static bool
applies(const json_t *request)
{
	return json_is_true(json_object_get(request, "apply"));
}

static bool
always(const json_t *request)
{
	(void)request;
	return true;
}

static bool
never(const json_t *request)
{
	(void)request;
	return false;
}

/* "show" alone changes nothing. */
static bool
moves_clock(const json_t *request)
{
	const char *name = json_string_value(json_object_get(request, "do"));

	return !name || strcmp(name, "show") != 0;
}

static const struct {
	const char *cmd;
	enum token_right right;                 /* to change something */
	bool (*changes)(const json_t *request); /* does it? */
} orders[] = {
	{ "assign", RIGHT_MEND, applies },  { "clock", RIGHT_MEND, moves_clock },
	{ "correct", RIGHT_MEND, applies }, { "envelope", RIGHT_LOOK, never },
	{ "event", RIGHT_MEND, always },    { "round", RIGHT_MEND, applies },
	{ "swap", RIGHT_MEND, always },     { "tables", RIGHT_LOOK, never },
	{ "tell", RIGHT_DECIDE, always },   { "undo", RIGHT_MEND, applies },
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
	return orders[i].changes(request) ? orders[i].right : RIGHT_LOOK;
}

json_t *
orders_read_object(const char *text, size_t len, char *error, size_t error_size)
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

/* --- Pairings as a file ----------------------------------------------------------------------- */

static void
note_problem(void *ctx, size_t line, const char *cause)
{
	json_array_append_new(ctx,
	                      json_pack("{s:I, s:s}", "line", (json_int_t)line, "error", cause));
}

/* read_pairings: as `adoube round import` reads its file. */
static int
read_pairings(const json_t *body, json_t **ret_request, char *error, size_t error_size)
{
	const json_t *text = json_object_get(body, "text");
	json_t *problems = json_array();
	struct pairings pairings = { .ctx = problems, .problem = note_problem };
	int r = json_is_string(text) ? pairings_read(&pairings, json_string_value(text),
	                                             json_string_length(text))
	                             : -EBADMSG;

	snprintf(error, error_size, r == -EBADMSG ? "\"text\" must be a text" : "out of memory");
	if (r == 0) {
		*ret_request = pairings_order(&pairings,
		                              json_string_value(json_object_get(body, "round")));
		r = *ret_request ? 0 : -ENOMEM;
	}
	pairings_free(&pairings);
	if (r < 0) {
		json_decref(problems);
		return r;
	}
	json_object_set_new(*ret_request, "problems", problems);
	json_object_set(*ret_request, "apply", json_object_get(body, "apply"));
	json_object_set(*ret_request, "actions", json_object_get(body, "actions"));
	return 0;
}

/* --- Requests --------------------------------------------------------------------------------- */

int
orders_read(json_t *body, json_t **ret_request, char *error, size_t error_size)
{
	const char *cmd = json_string_value(json_object_get(body, "cmd"));
	size_t len = 0;

	if (cmd && strcmp(cmd, "round") == 0 && json_object_get(body, "text"))
		return read_pairings(body, ret_request, error, error_size);
	if (find(body) < N_ORDERS) {
		*ret_request = json_incref(body);
		return 0;
	}
	len = (size_t)snprintf(error, error_size, "\"cmd\" must be");
	for (size_t i = 0; i < N_ORDERS && len < error_size; i++)
		len += (size_t)snprintf(error + len, error_size - len, "%s%s",
		                        i == 0             ? " "
		                        : i < N_ORDERS - 1 ? ", "
		                                           : " or ",
		                        orders[i].cmd);
	return -EBADMSG;
}

int
orders_read_outcome(json_t *body, json_t **ret_request, char *error, size_t error_size)
{
	static const char *const members[] = { "number", "outcome", "note" };
	json_t *event;

	if (!json_is_integer(json_object_get(body, "table")) ||
	    !json_is_integer(json_object_get(body, "number")) ||
	    !json_is_string(json_object_get(body, "outcome"))) {
		snprintf(error, error_size,
		         "\"table\" and \"number\" must be whole numbers, \"outcome\" a word");
		return -EBADMSG;
	}
	event = json_pack("{s:s}", "op", "alert");
	for (size_t i = 0; i < 3; i++)
		if (json_object_get(body, members[i]))
			json_object_set(event, members[i], json_object_get(body, members[i]));
	*ret_request = json_pack("{s:s, s:O, s:o}", "cmd", "tell", "table",
	                         json_object_get(body, "table"), "event", event);
	snprintf(error, error_size, "out of memory");
	return *ret_request ? 0 : -ENOMEM;
}
