/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/laws_games.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"

void
laws_game_copy(struct game *game, struct game_ply *plies, const struct game *from, uint32_t n_plies)
{
	game_init(game, &from->start, plies, LAWS_PLIES_MAX);
	for (uint32_t i = 0; i < n_plies && i < from->n_plies; i++)
		game_append(game, from->plies[i].move, TIME_UNKNOWN, PLY_COMPLETED);
}

static bool
is_quiet(const struct position *position, uint16_t move)
{
	int from = move_from(move), to = move_to(move);

	return move_kind(move) == MOVE_NORMAL && position_piece_at(position, to) == EMPTY &&
	       piece_type(position_piece_at(position, from)) != PAWN;
}

/* Quiet, and no right to castle is lost by it. */
static bool
is_free(const struct position *position, uint16_t move)
{
	enum piece_type type = piece_type(position_piece_at(position, move_from(move)));

	return is_quiet(position, move) && type != KING && type != ROOK;
}

static uint16_t
home_again(uint16_t move)
{
	return move_make(move_to(move), move_from(move), MOVE_NORMAL);
}

/* The way out and home of both sides, from where the game stands. */
static bool
find_round(const struct game *game, struct sim_random *random, uint16_t round[4])
{
	struct move_list first, second;

	movegen_legal(&game->now, &first);
	for (int tries = 0; tries < 200 && first.count > 0; tries++) {
		struct position p = game->now;

		round[0] = first.moves[sim_random_below(random, (uint32_t)first.count)];
		if (!is_free(&p, round[0]))
			continue;
		position_after(&p, round[0], &p);
		movegen_legal(&p, &second);
		if (second.count == 0)
			continue;
		round[1] = second.moves[sim_random_below(random, (uint32_t)second.count)];
		if (!is_free(&p, round[1]))
			continue;
		position_after(&p, round[1], &p);
		round[2] = home_again(round[0]);
		if (!movegen_is_legal(&p, round[2]) || !is_free(&p, round[2]))
			continue;
		position_after(&p, round[2], &p);
		round[3] = home_again(round[1]);
		if (movegen_is_legal(&p, round[3]) && is_free(&p, round[3]))
			return true;
	}
	return false;
}

bool
laws_game_repeat(struct game *game, struct sim_random *random, int rounds)
{
	uint16_t round[4];

	if (!find_round(game, random, round))
		return false;
	/* And one ply more: the first position may have been another one, en passant. */
	for (int i = 0; i < 4 * rounds + 1; i++)
		if (game_append(game, round[i % 4], TIME_UNKNOWN, PLY_COMPLETED) != 0)
			return false;
	return true;
}

static bool
came_twice(const struct game *game, const uint64_t *keys, uint64_t key)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i <= game->n_plies; i++)
		n += keys[i] == key;
	return n >= 2;
}

bool
laws_game_wander(struct game *game, struct sim_random *random, uint32_t halfmoves)
{
	static uint64_t keys[LAWS_PLIES_MAX + 1];
	struct position after;

	for (uint32_t i = 0; i <= game->n_plies; i++) {
		game_position(game, i, &after);
		keys[i] = after.key;
	}
	while (game->now.halfmove < halfmoves) {
		struct move_list list;
		int tries = 0;
		uint16_t move = MOVE_NONE;

		movegen_legal(&game->now, &list);
		for (; tries < 200 && list.count > 0; tries++) {
			move = list.moves[sim_random_below(random, (uint32_t)list.count)];
			position_after(&game->now, move, &after);
			if (is_quiet(&game->now, move) && movegen_any(&after) &&
			    !came_twice(game, keys, after.key))
				break;
		}
		if (tries == 200 || list.count == 0 ||
		    game_append(game, move, TIME_UNKNOWN, PLY_COMPLETED) != 0)
			return false;
		keys[game->n_plies] = game->now.key;
	}
	return true;
}

static bool
is_bare(const struct position *position)
{
	uint64_t heavy =
		position->by_type[PAWN] | position->by_type[ROOK] | position->by_type[QUEEN];
	uint64_t light = position->by_type[BISHOP] | position->by_type[KNIGHT];

	return heavy == 0 && bits_count(light) <= 1;
}

bool
laws_game_bare(struct game *game, struct sim_random *random)
{
	while (!is_bare(&game->now)) {
		struct move_list list;
		struct position after;
		uint16_t best = MOVE_NONE;
		int rank = -1;

		movegen_legal(&game->now, &list);
		for (int i = 0; i < list.count; i++) {
			bool takes = move_kind(list.moves[i]) != MOVE_CASTLING &&
			             position_piece_at(&game->now, move_to(list.moves[i])) != EMPTY;
			bool pushes = piece_type(position_piece_at(
					      &game->now, move_from(list.moves[i]))) == PAWN;
			int worth =
				1000 * takes + 300 * pushes + (int)sim_random_below(random, 600);

			/* The hands put queens; how well others are read is the tracker's bench. */
			if (move_promotion(list.moves[i]) != NO_PIECE_TYPE &&
			    move_promotion(list.moves[i]) != QUEEN)
				continue;
			position_after(&game->now, list.moves[i], &after);
			if (worth > rank && (movegen_any(&after) || list.count == 1)) {
				rank = worth;
				best = list.moves[i];
			}
		}
		if (best == MOVE_NONE || game->n_plies + 10 > LAWS_PLIES_MAX ||
		    game->now.halfmove > 80 || game->result != RESULT_NONE ||
		    game_append(game, best, TIME_UNKNOWN, PLY_COMPLETED) != 0)
			return false;
	}
	return game->result == RESULT_NONE;
}

/* --- truth --------------------------------------------------------------------------------------------- */

/* 9.2.3 word by word: the same player to move, the same men on the same squares, the same possible moves;
 * and the same rights to castle, which are moves that may be possible yet. */
static bool
is_same(const struct position *a, const struct position *b)
{
	struct move_list moves[2];

	if (a->side != b->side || memcmp(a->by_type, b->by_type, sizeof(a->by_type)) != 0 ||
	    memcmp(a->by_color, b->by_color, sizeof(a->by_color)) != 0 ||
	    memcmp(a->castling_rook, b->castling_rook, sizeof(a->castling_rook)) != 0)
		return false;
	movegen_legal(a, &moves[0]);
	movegen_legal(b, &moves[1]);
	return moves[0].count == moves[1].count &&
	       memcmp(moves[0].moves, moves[1].moves,
	              (size_t)moves[0].count * sizeof(moves[0].moves[0])) == 0;
}

void
laws_truth_find(const struct game *game, struct laws_truth *truth)
{
	static struct position positions[LAWS_PLIES_MAX + 1];
	uint32_t n = game->n_plies < LAWS_PLIES_MAX ? game->n_plies : LAWS_PLIES_MAX;
	uint32_t quiet = 0;

	positions[0] = game->start;
	for (uint32_t i = 0; i < n; i++) {
		const struct position *before = &positions[i];
		struct position *after = &positions[i + 1];
		uint16_t move = game->plies[i].move;

		position_after(before, move, after);
		quiet = is_quiet(before, move) || move_kind(move) == MOVE_CASTLING ? quiet + 1 : 0;
		truth[i] = (struct laws_truth){
			.quiet = quiet,
			.mate = position_in_check(after) && !movegen_any(after),
			.stalemate = !position_in_check(after) && !movegen_any(after),
			.bare = is_bare(after)
		};
		for (uint32_t j = i + 1 - quiet; j <= i + 1; j++)
			truth[i].occurrences += is_same(&positions[j], after);
	}
}
