/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game/game.h"

#include <errno.h>

#include "core/base/invariant.h"
#include "core/chess/movegen.h"

/* game_ended_by_board: did the position itself give the result? */
static bool
game_ended_by_board(const struct game *game)
{
	return game->end == END_CHECKMATE || game->end == END_STALEMATE;
}

/* game_judge: set or withdraw the result that the position itself gives.
 *
 * What a person or the kings said is never touched. A candidate ends nothing: the hand may still
 * take it back. A start position without a legal move ends nothing either, no ply led to it.
 */
static void
game_judge(struct game *game)
{
	if (game_ended_by_board(game)) {
		game->result = RESULT_NONE;
		game->end = END_OPEN;
	}
	if (game->result != RESULT_NONE || game->end != END_OPEN || game->n_plies == 0 ||
	    game->plies[game->n_plies - 1].state < PLY_MADE || movegen_any(&game->now))
		return;
	if (position_in_check(&game->now)) {
		game->result = game->now.side == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
		game->end = END_CHECKMATE;
	} else {
		game->result = RESULT_DRAW;
		game->end = END_STALEMATE;
	}
}

/* game_settle: raise ply `index` to state, and complete what its being made completes.
 *
 * A ply that is made answers the one before it, which therefore was made too; and it completes the
 * one before that, which is its own player's last (6.2.1).
 */
static void
game_settle(struct game *game, uint32_t index, enum ply_state state)
{
	struct game_ply *plies = game->plies;

	if (plies[index].state < state)
		plies[index].state = (uint8_t)state;
	if (plies[index].state < PLY_MADE || index == 0)
		return;
	if (plies[index - 1].state < PLY_MADE)
		plies[index - 1].state = PLY_MADE;
	/* Behind that all is completed, so the walk back ends at the first that was. */
	for (uint32_t i = index - 1; i > 0 && plies[i - 1].state != PLY_COMPLETED; i--)
		plies[i - 1].state = PLY_COMPLETED;
}

void
game_init(struct game *game, const struct position *start, struct game_ply *plies,
          uint32_t capacity)
{
	game->start = *start;
	game->now = *start;
	game->plies = plies;
	game->n_plies = 0;
	game->capacity = capacity;
	game->result = RESULT_NONE;
	game->end = END_OPEN;
}

int
game_append(struct game *game, uint16_t move, uint64_t made_us, enum ply_state state)
{
	if (game->n_plies >= game->capacity)
		return -ENOBUFS;
	if (!movegen_is_legal(&game->now, move))
		return -EINVAL;

	game->plies[game->n_plies] = (struct game_ply){
		.made_us = made_us,
		.completed_us = TIME_UNKNOWN,
		.clock_s = CLOCK_UNKNOWN,
		.move = move,
		.state = PLY_CANDIDATE,
	};
	position_after(&game->now, move, &game->now);
	game->n_plies++;
	game_settle(game, game->n_plies - 1, state);
	game_judge(game);
	return 0;
}

void
game_truncate(struct game *game, uint32_t n_plies)
{
	if (n_plies >= game->n_plies)
		return;
	game_position(game, n_plies, &game->now);
	game->n_plies = n_plies;
	game_judge(game);
}

void
game_position(const struct game *game, uint32_t index, struct position *ret_position)
{
	struct position position = game->start;

	INVARIANT(index <= game->n_plies);
	for (uint32_t i = 0; i < index; i++)
		position_after(&position, game->plies[i].move, &position);
	*ret_position = position;
}

void
game_set_state(struct game *game, uint32_t index, enum ply_state state)
{
	INVARIANT(index < game->n_plies);
	game_settle(game, index, state);
	game_judge(game);
}

void
game_set_result(struct game *game, enum game_result result, enum game_end end)
{
	game->result = (uint8_t)result;
	game->end = (uint8_t)end;
	/* A word that is withdrawn gives way to what the board says. */
	if (result == RESULT_NONE && end == END_OPEN)
		game_judge(game);
}

const char *
game_result_text(enum game_result result)
{
	switch (result) {
	case RESULT_WHITE_WINS:
		return "1-0";
	case RESULT_BLACK_WINS:
		return "0-1";
	case RESULT_DRAW:
		return "1/2-1/2";
	case RESULT_NONE:
		break;
	}
	return "*";
}
