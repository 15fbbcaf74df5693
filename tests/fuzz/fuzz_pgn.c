/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as PGN: the reader ends, keeps its promises about places, and what it has read of a
 * game is the same game when it is written and read again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/pgn/pgn.h"

#define PLIES 2000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct game_ply plies[PLIES], plies_again[PLIES];
static struct pgn_game game, again;

static void
check_error(const struct pgn_error *error, const struct pgn_reader *reader)
{
	size_t len = strnlen(error->cause, sizeof(error->cause));

	INVARIANT(len > 0 && len < sizeof(error->cause));
	INVARIANT(error->line >= game.line && error->line <= reader->line);
	INVARIANT(error->column >= 1 && error->column <= reader->len + 1);
	for (size_t i = 0; i < len; i++)
		INVARIANT(error->cause[i] >= ' ' && error->cause[i] < 0x7f);
}

static void
check_round_trip(void)
{
	size_t size = pgn_size(&game.game, game.n_tags), len = 0;
	char *buffer = malloc(size);
	struct pgn_reader reader;
	struct pgn_error error;
	struct text text;

	INVARIANT(buffer);
	text_begin(&text, buffer, size);
	pgn_write(&text, &game.game, game.tags, game.n_tags, PGN_PLIES_ALL);
	INVARIANT(text_end(&text, &len) == 0);

	pgn_reader_init(&reader, buffer, len);
	again.game.plies = plies_again;
	again.game.capacity = PLIES;
	INVARIANT(pgn_next(&reader, &again, &error) == PGN_GAME);
	INVARIANT(position_same(&game.game.start, &again.game.start));
	INVARIANT(position_same(&game.game.now, &again.game.now));
	INVARIANT(game.game.n_plies == again.game.n_plies);
	for (uint32_t i = 0; i < game.game.n_plies; i++) {
		INVARIANT(plies[i].move == plies_again[i].move);
		INVARIANT(plies[i].clock_s == plies_again[i].clock_s);
	}
	INVARIANT(game.game.result == again.game.result);
	INVARIANT(pgn_next(&reader, &again, &error) == PGN_END);
	free(buffer);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pgn_reader reader;
	struct pgn_error error;
	size_t before = 0;

	pgn_reader_init(&reader, (const char *)data, size);
	game.game.plies = plies;
	game.game.capacity = PLIES;
	for (;;) {
		enum pgn_outcome outcome = pgn_next(&reader, &game, &error);

		INVARIANT(reader.at <= size);
		if (outcome == PGN_END)
			break;
		INVARIANT(reader.at > before); /* progress */
		before = reader.at;
		if (outcome == PGN_ERROR)
			check_error(&error, &reader);
		check_round_trip();
	}
	INVARIANT(reader.at == size);
	return 0;
}
