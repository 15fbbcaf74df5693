/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The JSON that the vendor's cloud serves of a tournament, its rounds and games (publishing.md 2.2 to 2.5): keys
 * in its order, all of them always there. No I/O.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pgn/pgn.h"
#include "daemon/config.h"

struct delay_view;
struct last_game;

#define CLOUD_ID_SIZE    37 /* a UUID and its NUL */
#define CLOUD_ROUNDS_MAX 99

/* How many games a round has, and how many of them are in progress. */
struct cloud_count {
	size_t games, live;
};

/* A game as it is public. */
struct cloud_game {
	const struct pgn_game *game; /* legal moves (last_game.h); NULL: none has begun */
	const json_t *live;          /* the table's public state (live.h), for its clock */
	const json_t *about;         /* facts of the current game (live.h), NULL: not known */
	bool is_current;             /* live and about are of this game */
};

/* cloud_id: the tournament's id: what is configured, else one made of the event's name: the same after every
 * restart and in every round. */
void cloud_id(const struct config *config, char ret_id[CLOUD_ID_SIZE]);

/* cloud_round: the number of the round, 1 to CLOUD_ROUNDS_MAX. */
unsigned int cloud_round(const struct config *config);

/* cloud_game_look: the last game of table `index` as *view shows it; *ret_game is borrowed until the next call
 * with the same *last. */
void cloud_game_look(struct last_game *last, const struct delay_view *view, size_t index,
                     struct cloud_game *ret_game);

/* cloud_is_live: is it in progress? */
bool cloud_is_live(const struct cloud_game *game);

/* cloud_tournament: tournament.json, serials: of the boards, in the tables' order. cloud_pairing: a table's part
 * of index.json. cloud_index: index.json of an array of those (taken). cloud_game_json: game-M.json. New
 * references, or NULL when memory is out. */
json_t *cloud_tournament(const struct config *config, const struct cloud_count *rounds,
                         size_t n_rounds, json_t *serials);
json_t *cloud_pairing(const struct config_table *table, const struct cloud_game *game);
json_t *cloud_index(const struct config *config, json_t *pairings);
json_t *cloud_game_json(const struct cloud_game *game);
