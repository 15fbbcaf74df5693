/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_games.h"

#include <stdlib.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "tests/bench/tracker_memory.h"
#include "tests/support.h"

void
bench_games_init(struct bench_games *games)
{
	memset(games, 0, sizeof(*games));
	games->pgn.game.capacity = GAME_PLIES_MAX;
	games->pgn.game.plies = bench_grow(NULL, GAME_PLIES_MAX, sizeof(struct game_ply));
}

static bool
is_playable(const struct game *game)
{
	struct position start;

	position_start(&start);
	return !game->start.chess960 && position_same(&game->start, &start) && game->n_plies > 0 &&
	       game->n_plies <= BENCH_PLIES_MAX;
}

bool
bench_games_read(struct bench_games *games, const char *path)
{
	struct pgn_reader reader, before;
	struct pgn_error error;
	enum pgn_outcome outcome;
	size_t len;
	char *text = test_read_file(path, &len);

	if (!text)
		return false;
	games->texts = bench_grow(games->texts, games->n_texts + 1, sizeof(*games->texts));
	games->texts[games->n_texts++] = text;
	pgn_reader_init(&reader, text, len);
	for (before = reader; (outcome = pgn_next(&reader, &games->pgn, &error)) != PGN_END;
	     before = reader) {
		if (outcome == PGN_ERROR || !is_playable(&games->pgn.game))
			continue;
		if (games->n == games->capacity) {
			games->capacity = games->capacity ? 2 * games->capacity : 1024;
			games->games =
				bench_grow(games->games, games->capacity, sizeof(*games->games));
		}
		games->games[games->n++] = (struct bench_game){ before, path };
	}
	return true;
}

void
bench_games_load(struct bench_games *games, size_t i)
{
	struct pgn_reader reader = games->games[i].reader;
	struct pgn_error error;

	pgn_next(&reader, &games->pgn, &error);
}

void
bench_games_keep(struct bench_games *games, bool (*is_wanted)(const struct game *game))
{
	size_t n = 0;

	for (size_t i = 0; i < games->n; i++) {
		bench_games_load(games, i);
		if (is_wanted(&games->pgn.game))
			games->games[n++] = games->games[i];
	}
	games->n = n;
}

void
bench_games_free(struct bench_games *games)
{
	for (size_t i = 0; i < games->n_texts; i++)
		free(games->texts[i]);
	free(games->texts);
	free(games->games);
	free(games->pgn.game.plies);
}

void
bench_game_any(struct game *game, struct game_ply *plies, uint32_t n_plies, uint32_t seed)
{
	struct position start;

	position_start(&start);
	game_init(game, &start, plies, n_plies);
	for (uint32_t i = 0; i < n_plies && game->result == RESULT_NONE; i++) {
		struct move_list list;

		movegen_legal(&game->now, &list);
		seed = seed * 1664525 + 1013904223;
		game_append(game, list.moves[(seed >> 8) % (uint32_t)list.count], TIME_UNKNOWN,
		            PLY_COMPLETED);
	}
	game_set_result(game, RESULT_DRAW, END_DECLARED);
}
