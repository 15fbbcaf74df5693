/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/listing.h"

#include <stdbool.h>
#include <stdint.h>

#include "daemon/livechess/api_state.h"
#include "daemon/livechess/tournament.h"

size_t
livechess_api_boards(struct livechess_api *api)
{
	size_t n = 0;

	for (const struct livechess_board *board = api->boards; board; board = board->next)
		n += board->listed ? 1 : 0;
	return n;
}

/* Is a to be listed before b? Clients take the first and nothing else. */
static bool
goes_before(const struct eboard *a, const struct eboard *b)
{
	bool a_active = a->picture.state == EBOARD_ACTIVE;
	bool b_active = b->picture.state == EBOARD_ACTIVE;

	return a_active != b_active ? a_active : a->touched_us > b->touched_us;
}

struct eboard *
livechess_api_board(struct livechess_api *api, size_t index)
{
	for (struct livechess_board *board = api->boards; board; board = board->next) {
		size_t before = 0;
		bool later = false;

		if (!board->listed)
			continue;
		for (struct livechess_board *other = api->boards; other; other = other->next) {
			if (other == board)
				later = true;
			else if (other->listed &&
			         (goes_before(&other->eboard, &board->eboard) ||
			          (!later && !goes_before(&board->eboard, &other->eboard))))
				before++;
		}
		if (before == index)
			return &board->eboard;
	}
	return NULL;
}

static json_t *
list(struct livechess_api *api, json_t *(*object)(const struct eboard *eboard))
{
	json_t *array = json_array(), *one;

	for (size_t i = 0; i < livechess_api_boards(api); i++) {
		one = object(livechess_api_board(api, i));
		if (json_is_null(one))
			json_decref(one);
		else
			json_array_append_new(array, one);
	}
	return array;
}

json_t *
livechess_api_eboards(struct livechess_api *api)
{
	return list(api, eboard_json);
}

json_t *
livechess_api_sources(struct livechess_api *api)
{
	return list(api, eboard_source_json);
}

static const char *
serial_at(const void *ctx, uint32_t table)
{
	const struct livechess_api *api = ctx;

	for (const struct livechess_board *board = api->boards; board; board = board->next)
		if (board->listed && board->eboard.picture.table == table)
			return board->eboard.picture.serial;
	return "";
}

json_t *
livechess_api_event(const struct livechess_api *api, const char *resource)
{
	return api->tournament ? livechess_tournament_get(api->tournament, resource, serial_at, api)
	                       : NULL;
}
