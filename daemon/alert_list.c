/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/alert_list.h"

#include <errno.h>
#include <stdbool.h>

#include "daemon/log.h"

int
alert_list_init(struct alert_list *list)
{
	list->alerts = json_array();
	list->is_shared = false;
	return list->alerts ? 0 : -ENOMEM;
}

void
alert_list_free(struct alert_list *list)
{
	json_decref(list->alerts);
	list->alerts = NULL;
	list->is_shared = false;
}

/* own: the array is ours alone: what was shared stays as it is. False when memory is out. */
static bool
own(struct alert_list *list)
{
	json_t *copy;

	if (!list->is_shared)
		return true;
	copy = json_copy(list->alerts);
	if (!copy)
		return false;
	json_decref(list->alerts);
	list->alerts = copy;
	list->is_shared = false;
	return true;
}

void
alert_list_add(struct alert_list *list, const struct alert *alert)
{
	char line[ALERT_LINE_SIZE];
	struct text text;
	json_t *object = NULL;

	text_begin(&text, line, sizeof(line));
	if (alert_write(&text, alert, OUTPUT_CONTROL) == 0 && text_end(&text, NULL) == 0)
		object = json_loads(line, 0, NULL);
	if (!object || !own(list) || json_array_append_new(list->alerts, object) != 0) {
		log_error("table %u: alert %s is lost: out of memory", alert->table,
		          alert_row(alert->id)->name);
		return;
	}
	if (json_array_size(list->alerts) > ALERT_LIST_MAX)
		json_array_remove(list->alerts, 0);
}

void
alert_list_settle(struct alert_list *list, uint32_t number, enum alert_outcome outcome,
                  const char *note)
{
	json_t *alert;
	size_t i;

	if (!own(list))
		return;
	json_array_foreach(list->alerts, i, alert)
	{
		if (json_integer_value(json_object_get(alert, "number")) != (json_int_t)number)
			continue;
		alert = json_copy(alert);
		json_object_set_new(alert, "outcome", json_string(alert_outcome_name(outcome)));
		if (note)
			json_object_set_new(alert, "note", json_string(note));
		else if (outcome != ALERT_EXPIRED) /* of the decision before */
			json_object_del(alert, "note");
		json_array_set_new(list->alerts, i, alert);
	}
}

json_t *
alert_list_share(struct alert_list *list)
{
	list->is_shared = true;
	return json_incref(list->alerts);
}

json_t *
alert_list_json(const struct alert_list *list)
{
	return json_deep_copy(list->alerts);
}

void
alert_list_save(const struct alert_list *list, struct snapshot_writer *writer)
{
	snapshot_put_json(writer, list->alerts);
}

void
alert_list_restore(struct alert_list *list, struct snapshot_reader *reader)
{
	json_t *alerts = snapshot_take_array(reader);

	if (!alerts)
		return;
	json_decref(list->alerts);
	list->alerts = alerts;
	list->is_shared = false;
}
