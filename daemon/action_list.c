/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/action_list.h"

#include <errno.h>
#include <string.h>

#include "daemon/log.h"

int
action_list_init(struct action_list *list)
{
	list->actions = json_array();
	list->n = 0;
	return list->actions ? 0 : -ENOMEM;
}

void
action_list_free(struct action_list *list)
{
	json_decref(list->actions);
	list->actions = NULL;
}

void
action_list_add(struct action_list *list, uint64_t t_us, const char *json)
{
	json_t *action = json_pack("{s:I, s:f}", "action", (json_int_t)list->n + 1, "t",
	                           (double)t_us / 1000000);
	json_t *event = json_loads(json, 0, NULL);
	const char *op = json_string_value(json_object_get(event, "op"));

	if (op && strcmp(op, "sealed") == 0)
		json_object_del(event,
		                "move"); /* it is in the envelope, and nowhere else (I.1.1) */
	if (!action || !event || json_object_update_missing(action, event) != 0 ||
	    json_array_append(list->actions, action) != 0)
		log_error("an action is lost to the arbiter's programs: out of memory");
	else
		list->n++;
	json_decref(action);
	json_decref(event);
	if (json_array_size(list->actions) > ACTION_LIST_MAX)
		json_array_remove(list->actions, 0);
}

json_t *
action_list_json(const struct action_list *list)
{
	return json_copy(list->actions);
}

void
action_list_save(const struct action_list *list, struct snapshot_writer *writer)
{
	snapshot_put_json(writer, list->actions);
	snapshot_put(writer, &list->n, sizeof(list->n));
}

void
action_list_restore(struct action_list *list, struct snapshot_reader *reader)
{
	json_t *actions = snapshot_take_array(reader);

	snapshot_take_exactly(reader, &list->n, sizeof(list->n));
	if (!actions)
		return;
	json_decref(list->actions);
	list->actions = actions;
}
