/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The boards of a round with their games: of this one as they stand, of an earlier one as its PGN file has them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/cloud/cloud_json.h"

struct config;
struct delay_view;
struct round_games;

/* One board. */
struct round_game {
	uint32_t board;                     /* the table's number */
	const struct config_table *players; /* who they are; the rest of it is not to be used */
	struct cloud_game game;
};

/* round_games_new: the tables as *view shows them; both borrowed for its life. 0 or -ENOMEM. */
int round_games_new(const struct config *config, const struct delay_view *view,
                    struct round_games **ret_games);
void round_games_free(struct round_games *games);

/* round_games_rounds: this one's number, from 1: so many rounds there are. */
unsigned int round_games_rounds(const struct round_games *games);

/* round_games_look: go to round `round`, 1 to round_games_rounds(). Returns how many boards it has, 0 where
 * nothing is known of it. */
size_t round_games_look(struct round_games *games, unsigned int round);

/* round_games_get: board number `place`, from 0, in the order of the tables, of the round that was gone to.
 * *ret_game is borrowed until the next call. */
void round_games_get(struct round_games *games, size_t place, struct round_game *ret_game);
