/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/last_game.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct last_game {
	struct pgn_game whole, part; /* the game so far, the next one in the text */
	struct game_ply whole_plies[GAME_PLIES_MAX], part_plies[GAME_PLIES_MAX];
};

struct last_game *
last_game_new(void)
{
	return calloc(1, sizeof(struct last_game));
}

void
last_game_free(struct last_game *last)
{
	free(last);
}

static void
begin_game(struct pgn_game *game, struct game_ply *plies)
{
	memset(game, 0, sizeof(*game));
	game->game.plies = plies;
	game->game.capacity = GAME_PLIES_MAX;
}

/* A copy of `from`, whose tags and plies lie in it. */
static void
copy_game(struct pgn_game *to, const struct pgn_game *from)
{
	struct game_ply *plies = to->game.plies;

	*to = *from;
	to->game.plies = plies;
	memcpy(plies, from->game.plies, from->game.n_plies * sizeof(*plies));
	for (size_t i = 0; i < to->n_tags; i++) {
		to->tags[i].name = to->tag_text + (from->tags[i].name - from->tag_text);
		to->tags[i].value = to->tag_text + (from->tags[i].value - from->tag_text);
	}
}

/* The last game of the text, its parts joined, into last->whole. Returns whether there is one. */
static bool
read_last(struct last_game *last, const char *pgn, size_t len)
{
	struct pgn_reader reader;
	struct pgn_error error;
	enum pgn_outcome outcome;
	bool found = false;

	pgn_reader_init(&reader, pgn, len);
	begin_game(&last->whole, last->whole_plies);
	for (;;) {
		begin_game(&last->part, last->part_plies);
		outcome = pgn_next(&reader, &last->part, &error);
		if (outcome == PGN_END)
			return found;
		if (outcome == PGN_GAME && !(found && pgn_join(&last->whole, &last->part) == 0)) {
			copy_game(&last->whole, &last->part);
			found = true;
		}
	}
}

/* The moves until play went on from elsewhere, and how it ended all the same. */
static void
cut_at_break(struct game *game)
{
	enum game_result result = (enum game_result)game->result;

	if (game->n_breaks == 0)
		return;
	game_truncate(game, game->breaks[0].ply);
	while (game_unbreak(game))
		;
	if (result != RESULT_NONE)
		game_set_result(game, result, END_DECLARED);
}

const struct pgn_game *
last_game_read(struct last_game *last, const char *pgn, size_t len)
{
	if (!read_last(last, pgn, len))
		return NULL;
	cut_at_break(&last->whole.game);
	return &last->whole;
}
