/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/tell_undo.h"

#include <string.h>

#include "daemon/operator.h"
#include "daemon/table_preview.h"

static const char *
member(const json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));

	return text ? text : "";
}

static void
undo_result(const struct table *table, uint32_t number, const json_t *event, json_t *undo)
{
	const struct game *game = table_game(table);

	(void)event;
	if (game)
		json_array_append_new(
			undo, json_sprintf("tell %u result result=%s", number,
		                           game_score_text((enum game_result)game->result)));
}

static void
undo_alert(const struct table *table, uint32_t number, const json_t *event, json_t *undo)
{
	(void)table;
	if (strcmp(member(event, "outcome"), "deferred") != 0)
		json_array_append_new(undo,
		                      json_sprintf("alerts defer %u:%lld", number,
		                                   (long long)json_integer_value(
							   json_object_get(event, "number"))));
}

static void
undo_arbiter(const struct table *table, uint32_t number, const json_t *event, json_t *undo)
{
	static const char *const pairs[][2] = { { "absent", "present" },
		                                { "present", "absent" },
		                                { "adjourned", "reopen" },
		                                { "seal", "reopen" } };
	const char *side = member(event, "side");

	(void)table;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (strcmp(member(event, "what"), pairs[i][0]) == 0)
			json_array_append_new(undo, json_sprintf("tell %u arbiter what=%s%s%s",
			                                         number, pairs[i][1],
			                                         side[0] ? " side=" : "", side));
}

/* undo_correction: as `adoube correct` says it. */
static void
undo_correction(const struct table *table, uint32_t number, const json_t *event, json_t *undo)
{
	struct correction correction;
	json_t *effect = NULL, *order;
	char error[256];
	size_t i;
	int r = strcmp(member(event, "op"), "correct") == 0
	                ? operator_read_correct(event, &correction, error, sizeof(error))
	                : operator_read_position(event, &correction, error, sizeof(error));

	if (r == 0)
		effect = table_preview(table, &correction, error, sizeof(error));
	json_array_foreach(json_object_get(effect, "undo"), i, order) json_array_append_new(
		undo, json_sprintf("correct %u %s", number, json_string_value(order)));
	json_decref(effect);
}

json_t *
tell_undo(const struct table *table, uint32_t number, const json_t *event)
{
	static const struct {
		const char *op;
		void (*undo)(const struct table *table, uint32_t number, const json_t *event,
		             json_t *undo);
	} ops[] = {
		{ "alert", undo_alert },        { "arbiter", undo_arbiter },
		{ "correct", undo_correction }, { "position", undo_correction },
		{ "result", undo_result },
	};
	json_t *undo = json_array();

	for (size_t i = 0; undo && i < sizeof(ops) / sizeof(ops[0]); i++)
		if (strcmp(member(event, "op"), ops[i].op) == 0)
			ops[i].undo(table, number, event, undo);
	return undo;
}
