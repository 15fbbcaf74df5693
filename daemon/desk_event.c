/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The desk's requests about the event file.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/desk_state.h"
#include "daemon/event_file.h"
#include "daemon/live.h"

static json_t *
show(struct desk *desk)
{
	char error[CONFIG_TEXT + 256];
	char *text = event_file_read(desk->options.config_path, error, sizeof(error));
	json_t *answer =
		text ? json_pack("{s:s, s:s}", "path", desk->options.config_path, "text", text)
		     : desk_refuse(error);

	free(text);
	return answer ? answer : desk_refuse("the event file is not UTF-8");
}

static json_t *
look(struct desk *desk, json_t *entry)
{
	char error[CONFIG_TEXT + 2048];
	struct config fresh;
	json_t *answer;

	if (desk_event_check(desk, entry, &fresh, error, sizeof(error)) < 0)
		answer = desk_refuse(error);
	else
		answer = json_pack("{s:b, s:o, s:I}", "applied", 0, "event", live_event(&fresh),
		                   "tables", (json_int_t)fresh.n_tables);
	config_free(&fresh);
	json_decref(entry);
	return answer;
}

json_t *
desk_event(struct desk *desk, const json_t *request)
{
	const char *what = json_string_value(json_object_get(request, "do"));
	json_t *text = json_object_get(request, "text"), *was = json_object_get(request, "was");
	json_t *entry;

	if (!desk || !desk->stations)
		return desk_refuse("the tables are not there yet; try again");
	if (!desk->options.config_path)
		return desk_refuse(desk_no_file);
	if (what && strcmp(what, "show") == 0)
		return desk_count(desk, show(desk));
	if (!what || strcmp(what, "write") != 0)
		return desk_refuse("\"do\" must be show or write");
	if (!json_is_string(text) || !json_is_string(was) ||
	    strlen(json_string_value(text)) != json_string_length(text))
		return desk_refuse("\"text\" and \"was\" must be texts: the file and what it was");
	entry = json_pack("{s:s, s:O, s:O}", "op", "file", "text", text, "was_text", was);
	if (json_is_true(json_object_get(request, "apply")))
		return desk_count(desk, desk_carry_out(desk, entry, request));
	return desk_count(desk, look(desk, entry));
}
