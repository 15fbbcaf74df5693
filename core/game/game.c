/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game/game.h"

#include <errno.h>
#include <stddef.h>

#include "core/base/invariant.h"
#include "core/chess/movegen.h"

bool
game_ended_by_board(const struct game *game)
{
	return game_has_no_move(game) || game->end == END_DEAD;
}

bool
game_has_no_move(const struct game *game)
{
	return game->end == END_CHECKMATE || game->end == END_STALEMATE;
}

/* game_base: the position that the plies before `index` follow, and the first of them. */
static const struct position *
game_base(const struct game *game, uint32_t index, uint32_t *ret_first)
{
	const struct game_break *gap = game_last_break(game, index);

	*ret_first = gap ? gap->ply : 0;
	return gap ? &gap->position : &game->start;
}

/* game_is_dead: does the position that was found dead stand in the record, behind its last break? */
static bool
game_is_dead(const struct game *game, uint32_t first)
{
	struct position position;

	if (game->dead_ply <= first || game->dead_ply > game->n_plies)
		return false;
	game_position(game, game->dead_ply, &position);
	return position.key == game->dead_key;
}

/* game_judge: set or withdraw the result that the position itself gives.
 *
 * What a person or the kings said is never touched. A candidate ends nothing: the hand may still
 * take it back. A start position without a legal move, or one behind a break, ends nothing either: no
 * ply led to it.
 */
static void
game_judge(struct game *game)
{
	uint32_t first;

	(void)game_base(game, game->n_plies, &first);
	if (game_ended_by_board(game)) {
		game->result = RESULT_NONE;
		game->end = END_OPEN;
	}
	if (game->result != RESULT_NONE || game->end != END_OPEN || game->n_plies == first ||
	    game->plies[game->n_plies - 1].state < PLY_MADE)
		return;
	if (game_is_dead(game, first)) {
		game->result = RESULT_DRAW;
		game->end = END_DEAD;
		return;
	}
	if (movegen_any(&game->now))
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
	game->n_breaks = 0;
	game->dead_ply = 0;
	game->dead_key = 0;
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

int
game_break(struct game *game, const struct game_break *gap)
{
	struct game_break *added = &game->breaks[game->n_breaks];

	if (position_check_standing(&gap->position) != POSITION_OK)
		return -EINVAL;
	if (game->n_breaks >= GAME_BREAKS_MAX)
		return -ENOBUFS;
	*added = *gap;
	added->ply = game->n_plies;
	game->n_breaks++;
	for (uint32_t i = 0; i < game->n_plies; i++)
		game->plies[i].state = PLY_COMPLETED;
	game->now = gap->position;
	game_judge(game);
	return 0;
}

bool
game_unbreak(struct game *game)
{
	if (game->n_breaks == 0 || game->breaks[game->n_breaks - 1].ply != game->n_plies)
		return false;
	game->n_breaks--;
	game_position(game, game->n_plies, &game->now);
	game_judge(game);
	return true;
}

bool
game_without_break(const struct game *game, struct position *ret_position)
{
	const struct game_break *last =
		game->n_breaks > 0 ? &game->breaks[game->n_breaks - 1] : NULL;
	uint32_t first;

	if (!last)
		return false;
	first = game->n_breaks > 1 ? last[-1].ply : 0;
	*ret_position = game->n_breaks > 1 ? last[-1].position : game->start;
	for (uint32_t i = first; i < game->n_plies; i++) {
		if (!movegen_is_legal(ret_position, game->plies[i].move))
			return false;
		position_after(ret_position, game->plies[i].move, ret_position);
	}
	return true;
}

bool
game_forget_break(struct game *game)
{
	struct position position;

	if (!game_without_break(game, &position))
		return false;
	game->n_breaks--;
	game->now = position;
	game_judge(game);
	return true;
}

const struct game_break *
game_last_break(const struct game *game, uint32_t index)
{
	uint32_t n = game->n_breaks;

	while (n > 0 && game->breaks[n - 1].ply > index)
		n--;
	return n > 0 ? &game->breaks[n - 1] : NULL;
}

void
game_truncate(struct game *game, uint32_t n_plies)
{
	if (n_plies >= game->n_plies)
		return;
	game_position(game, n_plies, &game->now);
	game->n_plies = n_plies;
	while (game->n_breaks > 0 && game->breaks[game->n_breaks - 1].ply > n_plies)
		game->n_breaks--;
	game_judge(game);
}

void
game_exchange(struct game *game, uint32_t index, const uint16_t *moves, uint32_t n_moves)
{
	INVARIANT(index + n_moves <= game->n_plies);
	for (uint32_t i = 0; i < n_moves; i++)
		game->plies[index + i].move = moves[i];
	game_position(game, index, &game->now);
	for (uint32_t i = index;
	     i < game->n_plies && movegen_is_legal(&game->now, game->plies[i].move); i++)
		position_after(&game->now, game->plies[i].move, &game->now);
	game_judge(game);
}

void
game_position(const struct game *game, uint32_t index, struct position *ret_position)
{
	uint32_t first;
	struct position position;

	INVARIANT(index <= game->n_plies);
	position = *game_base(game, index, &first);
	for (uint32_t i = first; i < index; i++)
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
game_dead(struct game *game, uint32_t n_plies)
{
	struct position position;

	INVARIANT(n_plies > 0 && n_plies <= game->n_plies);
	game_position(game, n_plies, &position);
	game->dead_ply = n_plies;
	game->dead_key = position.key;
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

/* By enum game_result: in PGN, and as entered. */
static const char *const game_result_texts[GAME_RESULTS][2] = {
	[RESULT_NONE] = { "*", "*" },
	[RESULT_WHITE_WINS] = { "1-0", "1-0" },
	[RESULT_BLACK_WINS] = { "0-1", "0-1" },
	[RESULT_DRAW] = { "1/2-1/2", "1/2-1/2" },
	[RESULT_BOTH_LOSE] = { "*", "0-0" },
	[RESULT_WHITE_HALF] = { "*", "1/2-0" },
	[RESULT_BLACK_HALF] = { "*", "0-1/2" },
	[RESULT_WHITE_BY_FORFEIT] = { "1-0", "+/-" },
	[RESULT_BLACK_BY_FORFEIT] = { "0-1", "-/+" },
	[RESULT_BOTH_FORFEIT] = { "*", "-/-" },
};

const char *
game_result_text(enum game_result result)
{
	INVARIANT(result < GAME_RESULTS);
	return game_result_texts[result][0];
}

const char *
game_score_text(enum game_result result)
{
	INVARIANT(result < GAME_RESULTS);
	return game_result_texts[result][1];
}

bool
game_is_forfeit(enum game_result result)
{
	return result >= RESULT_WHITE_BY_FORFEIT && result <= RESULT_BOTH_FORFEIT;
}

enum color
game_ply_side(const struct game *game, uint32_t index)
{
	uint32_t first;
	const struct position *base = game_base(game, index, &first);

	return (enum color)((base->side + (index - first)) & 1);
}
