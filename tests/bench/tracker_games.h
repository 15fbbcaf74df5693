/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The games the tracker is measured on: every one of the PGN files given that can be played on the
 * simulated board.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/pgn/pgn.h"

#define BENCH_PLIES_MAX 1000 /* longer games are made-up ones */

struct bench_game {
	struct pgn_reader reader; /* where it begins; points into the file's text */
	const char *path;
};

struct bench_games {
	struct bench_game *games;
	size_t n, capacity;
	char **texts;
	size_t n_texts;
	struct pgn_game pgn; /* the one last loaded */
};

/* bench_games_init: no games; ends the program when out of memory, as everything here does. */
void bench_games_init(struct bench_games *games);

/* bench_games_read: add the games of one file. False when it cannot be read. */
bool bench_games_read(struct bench_games *games, const char *path);

/* bench_games_load: game i (0..n-1) into games->pgn. */
void bench_games_load(struct bench_games *games, size_t i);

/* bench_games_keep: of all of them only those that are wanted. */
void bench_games_keep(struct bench_games *games, bool (*is_wanted)(const struct game *game));

/* bench_games_free: all of it. */
void bench_games_free(struct bench_games *games);

/* bench_game_any: a legal game of up to n_plies plies (the room in `plies`, borrowed), drawn in the end; another
 * seed, another game. For what needs no sense in it. */
void bench_game_any(struct game *game, struct game_ply *plies, uint32_t n_plies, uint32_t seed);
