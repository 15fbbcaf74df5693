/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/views.h"

#include "daemon/config.h"
#include "daemon/control.h"
#include "daemon/live.h"
#include "daemon/station.h"

json_t *
views_ask(const struct views *views, const char *text)
{
	json_t *request = json_loads(text, 0, NULL), *answer;

	answer = request ? control_run(views->commands, request) : NULL;
	json_decref(request);
	return answer;
}

json_t *
views_devices(const struct views *views)
{
	json_t *answer = views_ask(views, "{\"cmd\":\"devices\"}");
	json_t *devices = json_incref(json_object_get(answer, "devices"));

	json_decref(answer);
	return devices;
}

static json_t *
all_tables(const struct views *views)
{
	json_t *list = json_array();

	for (size_t i = 0; i < views->config->n_tables; i++)
		json_array_append_new(list, station_arbiters(views->stations[i]));
	return list;
}

json_t *
views_tables(const struct views *views)
{
	return json_pack("{s:o}", "tables", all_tables(views));
}

json_t *
views_some(const struct views *views, const char *member)
{
	const char *const members[] = { "table", "start_unix_ms", member };
	json_t *list = json_array(), *all = all_tables(views), *table;
	size_t i;

	json_array_foreach(all, i, table)
	{
		json_t *object = json_object();

		for (size_t n = 0; n < 3; n++)
			json_object_set(object, members[n], json_object_get(table, members[n]));
		json_array_append_new(list, object);
	}
	json_decref(all);
	return json_pack("{s:o}", "tables", list);
}

json_t *
views_whole(const struct views *views)
{
	return json_pack("{s:o, s:o, s:o}", "event", live_event(views->config), "tables",
	                 all_tables(views), "devices", views_devices(views));
}
