/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/alert_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"

int
alert_list_init(struct alert_list *list)
{
	list->alerts = json_array();
	return list->alerts ? 0 : -ENOMEM;
}

void
alert_list_free(struct alert_list *list)
{
	json_decref(list->alerts);
	list->alerts = NULL;
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
	if (!object || json_array_append_new(list->alerts, object) != 0) {
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

	json_array_foreach(list->alerts, i, alert)
	{
		if (json_integer_value(json_object_get(alert, "number")) != (json_int_t)number)
			continue;
		json_object_set_new(alert, "outcome", json_string(alert_outcome_name(outcome)));
		if (note)
			json_object_set_new(alert, "note", json_string(note));
	}
}

json_t *
alert_list_json(const struct alert_list *list)
{
	return json_deep_copy(list->alerts);
}

void
alert_list_save(const struct alert_list *list, struct snapshot_writer *writer)
{
	char *text = json_dumps(list->alerts, JSON_COMPACT);

	writer->failed |= !text;
	if (text)
		snapshot_put(writer, text, strlen(text));
	free(text);
}

void
alert_list_restore(struct alert_list *list, struct snapshot_reader *reader)
{
	size_t len;
	const uint8_t *text = snapshot_take(reader, &len);
	json_t *alerts = text ? json_loadb((const char *)text, len, 0, NULL) : NULL;

	if (!json_is_array(alerts)) {
		reader->failed = true;
		json_decref(alerts);
		return;
	}
	json_decref(list->alerts);
	list->alerts = alerts;
}
