/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draw offers beside the record of a game. Each is noted with the move it was made with, (=) on a score sheet
 * (9.1.2.2). Which ply that is follows from the times and is found anew whenever somebody asks: the record may
 * change its mind about its last plies, an offer stays.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"

#define GAME_OFFERS_MAX 32

struct game_offer {
	uint64_t t_us;
	uint64_t after_us; /* the ply was made after this: the offerer's one before it */
	uint8_t side;      /* enum color */
	bool on_turn;      /* he had the move: it goes with the ply that he makes then */
};

struct game_offers {
	struct game_offer list[GAME_OFFERS_MAX];
	uint32_t n;
};

/* game_offers_add: `side` offers a draw at now_us; *game is the record as it stands then. What is beyond
 * GAME_OFFERS_MAX is not kept. */
void game_offers_add(struct game_offers *offers, const struct game *game, enum color side,
                     uint64_t now_us);

/* game_offers_remove: the last one of `side` was none. False: there is none. */
bool game_offers_remove(struct game_offers *offers, enum color side);

/* game_offers_has: was a draw offered with ply `index` of *game? Not any more where its ply was taken back.
 * Cost: the plies since, for each offer. */
bool game_offers_has(const struct game_offers *offers, const struct game *game, uint32_t index);
