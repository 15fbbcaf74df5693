/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is kept of one table, or of one round.
 */
#include <stdio.h>

#include "daemon/rounds_state.h"

const char *
rounds_table_key(json_int_t table, char key[ROUNDS_KEY])
{
	snprintf(key, ROUNDS_KEY, "%lld", (long long)table);
	return key;
}

const json_t *
rounds_board(const struct rounds *rounds, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(rounds->boards, rounds_table_key(table, key));
}

const json_t *
rounds_players(const struct rounds *rounds, const char *round, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(json_object_get(rounds->players, round),
	                       rounds_table_key(table, key));
}

const json_t *
rounds_games(const struct rounds *rounds, const char *round, uint32_t table)
{
	char key[ROUNDS_KEY];

	return json_object_get(json_object_get(rounds->games, round), rounds_table_key(table, key));
}

bool
rounds_has_games(const struct rounds *rounds, const char *round)
{
	return json_object_size(json_object_get(rounds->games, round)) > 0;
}
