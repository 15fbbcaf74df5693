/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/announce.h"

#include <string.h>

#include "core/chess/san.h"
#include "core/chess/spoken.h"

static bool
find_language(const char *name, enum spoken_language *ret_language)
{
	static const char *const names[SPOKEN_LANGUAGES] = {
		[SPOKEN_GERMAN] = "de",
		[SPOKEN_GERMAN_ASCII] = "de-ascii",
		[SPOKEN_ENGLISH] = "en",
		[SPOKEN_FRENCH] = "fr",
	};

	for (int i = 0; i < SPOKEN_LANGUAGES; i++)
		if (strcmp(name, names[i]) == 0) {
			*ret_language = (enum spoken_language)i;
			return true;
		}
	return false;
}

/* The number of plies up to the last one that was made; 0: none was. */
static uint32_t
last_made(const struct game *game)
{
	uint32_t n = game ? game->n_plies : 0;

	while (n > 0 && game->plies[n - 1].state == PLY_CANDIDATE)
		n--;
	return n;
}

json_t *
announce_json(const struct table *table, const char *language, bool full, const char **ret_cause)
{
	const struct game *game = table_game(table);
	enum spoken_language spoken;
	struct table_envelope envelope;
	char san[SAN_SIZE], text[SPOKEN_SIZE];
	struct position before;
	uint32_t n = last_made(game);
	uint16_t move;

	*ret_cause = NULL;
	if (!find_language(language ? language : "de", &spoken))
		*ret_cause = "the language must be de, de-ascii, en or fr";
	else if (table_envelope(table, &envelope))
		*ret_cause = "the game at that table is adjourned";
	else if (n == 0)
		*ret_cause = "no move has been made at that table";
	if (*ret_cause)
		return NULL;
	game_position(game, n - 1, &before);
	move = game->plies[n - 1].move;
	san_format(&before, move, san);
	spoken_format(&before, move, spoken, full ? SPOKEN_FULL : SPOKEN_ANNEX_D, text);
	return json_pack("{s:i, s:s, s:s, s:s}", "ply", (int)n, "side",
	                 before.side == WHITE ? "white" : "black", "san", san, "text", text);
}
