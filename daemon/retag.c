/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/retag.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Where a game is read to, and the text that is being made. */
struct retag {
	struct pgn_game game;
	struct game_ply plies[GAME_PLIES_MAX];
	const struct pgn_tag *tags;
	size_t n_tags;
	char *text;
	size_t len;
};

/* retag_is_ours: is `name` a tag that the configuration gives, or would give? */
static bool
retag_is_ours(const char *name)
{
	static const char *const names[] = {
		"Event",       "Site",       "Date",       "Round",    "White",    "Black",
		"TimeControl", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteFideId",
		"BlackFideId", "WhiteTeam",  "BlackTeam",  "Board",    "Section",  "GameId",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* retag_has_day: does the game say on which day it was played? That stays, whatever the names. */
static bool
retag_has_day(const struct pgn_game *game)
{
	const char *date = pgn_tag_value(game->tags, game->n_tags, "Date");

	return date && date[0] != '?';
}

/* retag_add: the game read last, behind the others. */
static bool
retag_add(struct retag *retag)
{
	const struct pgn_game *game = &retag->game;
	struct pgn_tag tags[PGN_TAGS_MAX];
	size_t n = 0, len;
	struct text text;
	char *more;

	/* Of a name that is there twice the first is written. */
	if (retag_has_day(game))
		tags[n++] =
			(struct pgn_tag){ "Date", pgn_tag_value(game->tags, game->n_tags, "Date") };
	for (size_t i = 0; i < retag->n_tags && n < PGN_TAGS_MAX; i++)
		tags[n++] = retag->tags[i];
	for (size_t i = 0; i < game->n_tags && n < PGN_TAGS_MAX; i++)
		if (!retag_is_ours(game->tags[i].name))
			tags[n++] = game->tags[i];
	len = pgn_size(&game->game, n);
	more = realloc(retag->text, retag->len + len);
	if (!more)
		return false;
	retag->text = more;
	text_begin(&text, more + retag->len, len);
	pgn_write(&text, &game->game, tags, n, PGN_PLIES_ALL);
	if (text_end(&text, &len) != 0)
		return false;
	retag->len += len;
	return true;
}

char *
retag_pgn(const char *pgn, size_t len, const struct pgn_tag *tags, size_t n_tags, size_t *ret_len)
{
	struct retag *retag = malloc(sizeof(*retag));
	struct pgn_reader reader;
	enum pgn_outcome outcome = PGN_GAME;
	struct pgn_error error;
	char *text;

	if (!retag)
		return NULL;
	retag->tags = tags;
	retag->n_tags = n_tags;
	retag->text = calloc(1, 1);
	retag->len = 0;
	pgn_reader_init(&reader, pgn, len);
	while (retag->text && outcome == PGN_GAME) {
		retag->game.game.plies = retag->plies;
		retag->game.game.capacity = GAME_PLIES_MAX;
		outcome = pgn_next(&reader, &retag->game, &error);
		if (outcome == PGN_GAME && !retag_add(retag))
			outcome = PGN_ERROR;
	}
	text = retag->text;
	if (outcome != PGN_END) {
		free(text);
		text = NULL;
	}
	*ret_len = retag->len;
	free(retag);
	return text;
}
