/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Games in which something happens that the Laws speak of, made out of played ones; and what the Laws say of
 * a game, counted plainly, so that it does not come from the code that is measured.
 */
#pragma once

#include <stdbool.h>

#include "core/game/game.h"
#include "drivers/sim/sim_random.h"

#define LAWS_PLIES_MAX 1200

/* laws_game_copy: the first n_plies plies of *from, without result, into *game, whose plies[LAWS_PLIES_MAX]
 * the caller gives. */
void laws_game_copy(struct game *game, struct game_ply *plies, const struct game *from,
                    uint32_t n_plies);

/* laws_game_repeat: two men of each side go out and home so often; false where none can. */
bool laws_game_repeat(struct game *game, struct sim_random *random, int rounds);

/* laws_game_wander: moves without a capture or a pawn's, no position more than twice, until there have been
 * so many plies of them; false when somebody has none. */
bool laws_game_wander(struct game *game, struct sim_random *random, uint32_t halfmoves);

/* laws_game_bare: take what can be taken until neither side has the men to mate; false when it ends
 * otherwise. */
bool laws_game_bare(struct game *game, struct sim_random *random);

/* What is true after a ply. */
struct laws_truth {
	uint32_t occurrences; /* of the position, this one included */
	uint32_t quiet;       /* plies since the last capture or pawn move */
	bool mate, stalemate;
	bool bare; /* kings, and one bishop or knight at most */
};

/* laws_truth_find: after each ply of *game, into truth[LAWS_PLIES_MAX]. */
void laws_truth_find(const struct game *game, struct laws_truth *truth);
