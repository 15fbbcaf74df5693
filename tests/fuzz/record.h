/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What holds of the record of a game, whoever wrote it.
 */
#pragma once

#include "core/base/invariant.h"
#include "core/chess/movegen.h"
#include "core/game/game.h"

/* check_record: every ply is legal where it stands, breaks are in order, `now` is where all leads. */
static inline void
check_record(const struct game *game)
{
	struct position position = game->start;
	uint32_t n_breaks = 0;

	INVARIANT(game->n_plies <= game->capacity && game->n_breaks <= GAME_BREAKS_MAX);
	for (uint32_t i = 0; i <= game->n_plies; i++) {
		for (; n_breaks < game->n_breaks && game->breaks[n_breaks].ply == i; n_breaks++)
			position = game->breaks[n_breaks].position;
		if (i == game->n_plies)
			break;
		INVARIANT(game_ply_side(game, i) == (enum color)position.side);
		INVARIANT(movegen_is_legal(&position, game->plies[i].move));
		position_after(&position, game->plies[i].move, &position);
	}
	INVARIANT(n_breaks == game->n_breaks);
	INVARIANT(position_same(&position, &game->now));
}
