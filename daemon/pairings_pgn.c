/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairings from PGN: the tags of its games. What was played, if anything, is nobody's business here.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/pgn/pgn.h"
#include "daemon/pairings_take.h"
#include "daemon/players.h"

static const struct {
	const char *tag, *key;
} tags[] = {
	{ "White", "white" },
	{ "Black", "black" },
	{ "WhiteElo", "white_elo" },
	{ "BlackElo", "black_elo" },
	{ "WhiteTitle", "white_title" },
	{ "BlackTitle", "black_title" },
	{ "WhiteFideId", "white_fide_id" },
	{ "BlackFideId", "black_fide_id" },
	{ "WhiteTeam", "white_team" },
	{ "BlackTeam", "black_team" },
};

static bool
is_stated(const char *value)
{
	return value && value[0] != '\0' && strcmp(value, "?") != 0 && strcmp(value, "-") != 0;
}

/* read_game: 0 or -ENOMEM. */
static int
read_game(struct pairings *pairings, const struct pgn_game *game)
{
	struct pairing *pairing = pairings_begin(pairings, game->line);
	const char *round = pgn_tag_value(game->tags, game->n_tags, "Round");
	const char *board = pgn_tag_value(game->tags, game->n_tags, "Board");

	if (!pairing)
		return -ENOMEM;
	if ((is_stated(round) && !pairings_put_round(pairings, pairing, round)) ||
	    (is_stated(board) && !pairings_put_table(pairings, pairing, board)))
		return 0;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		const char *value = pgn_tag_value(game->tags, game->n_tags, tags[i].tag);

		if (value)
			pairings_put(pairings, pairing, players_find(tags[i].key), value);
	}
	pairings_keep(pairings);
	return 0;
}

static bool
has_players(const struct pgn_game *game)
{
	return is_stated(pgn_tag_value(game->tags, game->n_tags, "White")) &&
	       is_stated(pgn_tag_value(game->tags, game->n_tags, "Black"));
}

int
pairings_read_pgn(struct pairings *pairings, const char *text, size_t len)
{
	struct pgn_game *game = malloc(sizeof(*game));
	struct game_ply *plies = malloc(GAME_PLIES_MAX * sizeof(*plies));
	int result = game && plies ? 0 : -ENOMEM;
	enum pgn_outcome outcome;
	struct pgn_reader reader;
	struct pgn_error error;

	if (result == 0) {
		game->game.plies = plies;
		game->game.capacity = GAME_PLIES_MAX;
		pgn_reader_init(&reader, text, len);
	}
	while (result == 0 && (outcome = pgn_next(&reader, game, &error)) != PGN_END) {
		if (outcome == PGN_GAME || has_players(game))
			result = read_game(pairings, game);
		else
			pairings_tell(pairings, error.line, "column %zu: %s", error.column,
			              error.cause);
	}
	free(plies);
	free(game);
	return result;
}
