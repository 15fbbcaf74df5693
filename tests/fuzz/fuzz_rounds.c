/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any lines as orders of an event, one after the other: what is refused changes nothing and says why, what is taken
 * can be turned round at once, and then all is as it was.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/rounds.h"

#define TABLES 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All that can be seen but the actions themselves, to be freed. */
static char *
picture(const struct rounds *rounds)
{
	static const char *const names[] = { "1", "2", "3" };
	json_t *seen = json_array();
	bool is_open;
	char *text;

	json_array_append_new(seen, json_string(rounds_now(rounds, &is_open)));
	json_array_append_new(seen, json_boolean(is_open));
	for (uint32_t table = 1; table <= TABLES; table++) {
		json_t *board = json_object_get(rounds_board(rounds, table), "board");

		json_array_append_new(seen, board ? json_incref(board) : json_null());
		for (int i = 0; i < 3; i++) {
			json_t *players =
				json_object_get(rounds_players(rounds, names[i], table), "players");

			json_array_append_new(seen, players ? json_incref(players) : json_null());
			json_array_append_new(
				seen, json_deep_copy(rounds_games(rounds, names[i], table)));
		}
	}
	text = json_dumps(seen, JSON_SORT_KEYS | JSON_ENCODE_ANY);
	json_decref(seen);
	return text;
}

static void
turn_round(struct rounds *rounds, char *before)
{
	char error[256], *after;
	json_t *entry = rounds_undo(rounds, rounds_actions(rounds), error, sizeof(error));

	INVARIANT(entry);
	INVARIANT(rounds_take(rounds, entry, 0, error, sizeof(error)) == 0);
	after = picture(rounds);
	INVARIANT(!before || !after || strcmp(before, after) == 0);
	free(after);
	json_decref(entry);
}

static void
give(struct rounds *rounds, const json_t *entry)
{
	size_t n = rounds_actions(rounds);
	char error[256] = "", *before = picture(rounds), *after;
	int checked = rounds_check(rounds, entry, error, sizeof(error));

	INVARIANT((checked < 0) == (error[0] != '\0'));
	INVARIANT(rounds_take(rounds, entry, 1, error, sizeof(error)) == checked);
	if (checked < 0) {
		after = picture(rounds);
		INVARIANT(!before || !after || strcmp(before, after) == 0);
		free(after);
	} else if (rounds_actions(rounds) > n) {
		turn_round(rounds, before);
	}
	free(before);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rounds *rounds;

	if (rounds_new("1", &rounds) < 0)
		return 0;
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t len = end ? (size_t)(end - data) : size;
		json_t *entry = json_loadb((const char *)data, len, JSON_REJECT_DUPLICATES, NULL);

		if (entry)
			give(rounds, entry);
		json_decref(entry);
		data += end ? len + 1 : len;
		size -= end ? len + 1 : len;
	}
	json_decref(rounds_list(rounds));
	json_decref(rounds_log(rounds));
	rounds_free(rounds);
	return 0;
}
