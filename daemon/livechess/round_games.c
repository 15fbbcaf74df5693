/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/round_games.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/last_game.h"
#include "daemon/pgn_texts.h"

/* Where in the text of a round a board's games are. */
struct board_text {
	uint32_t board;
	size_t begin, end;
};

struct round_games {
	const struct config *config;
	const struct delay_view *view;
	struct pgn_texts *texts;
	struct pgn_part *parts
		[CLOUD_ROUNDS_MAX]; /* earlier rounds' texts, by number from 0; NULL: not looked for */
	struct last_game *last;
	bool is_now; /* the round that was gone to is this one */
	char *pgn;   /* else its text */
	struct board_text *boards;
	size_t n_boards, capacity;
	struct config_table who;
	struct pgn_game *read;
	struct game_ply plies[GAME_PLIES_MAX];
	size_t order[]; /* indexes of the tables, by number */
};

/* --- An earlier round ------------------------------------------------------------------------- */

static struct pgn_part *
find_part(struct round_games *games, unsigned int round)
{
	struct pgn_part **part = &games->parts[round - 1];
	char name[32];

	snprintf(name, sizeof(name), "round-%u", round);
	for (size_t i = 0; !*part && i < pgn_texts_earlier(games->texts); i++)
		if (strcmp(pgn_texts_earlier_name(games->texts, i), name) == 0)
			*part = pgn_texts_part(games->texts, PGN_PART_EARLIER, i, 0);
	return *part;
}

static bool
make_room(struct round_games *games)
{
	size_t capacity = games->capacity ? 2 * games->capacity : 64;
	struct board_text *boards;

	if (games->boards && games->n_boards < games->capacity)
		return true;
	boards = realloc(games->boards, capacity * sizeof(*boards));
	if (!boards)
		return false;
	games->boards = boards;
	games->capacity = capacity;
	return true;
}

/* A board's games stand one behind the other. */
static bool
note_game(struct round_games *games, size_t begin, size_t end)
{
	const char *text = pgn_tag_value(games->read->tags, games->read->n_tags, "Board");
	uint32_t board = text ? (uint32_t)strtoul(text, NULL, 10) : 0;
	struct board_text *last = games->n_boards > 0 ? &games->boards[games->n_boards - 1] : NULL;

	if (last && board != 0 && last->board == board) {
		last->end = end;
		return true;
	}
	if (!make_room(games))
		return false;
	games->boards[games->n_boards++] = (struct board_text){ board, begin, end };
	return true;
}

static void
note_games(struct round_games *games, size_t len)
{
	struct pgn_reader reader;
	struct pgn_error error;
	enum pgn_outcome outcome;
	size_t begin;

	pgn_reader_init(&reader, games->pgn, len);
	do {
		begin = reader.at;
		memset(games->read, 0, sizeof(*games->read));
		games->read->game.plies = games->plies;
		games->read->game.capacity = GAME_PLIES_MAX;
		outcome = pgn_next(&reader, games->read, &error);
	} while (outcome != PGN_END &&
	         (outcome == PGN_ERROR || note_game(games, begin, reader.at)));
}

static void
look_back(struct round_games *games, unsigned int round)
{
	struct pgn_part *part;
	size_t len;

	pgn_texts_look(games->texts);
	part = find_part(games, round);
	games->pgn = part ? pgn_part_make(part, &len) : NULL;
	if (games->pgn)
		note_games(games, len);
}

static void
copy_tag(const struct pgn_game *game, const char *name, char *buffer, size_t size)
{
	const char *value = pgn_tag_value(game->tags, game->n_tags, name);

	snprintf(buffer, size, "%s", value && strcmp(value, "?") != 0 ? value : "");
}

static void
get_earlier(struct round_games *games, size_t place, struct round_game *ret_game)
{
	const struct board_text *board = &games->boards[place];
	const struct pgn_game *game =
		last_game_read(games->last, games->pgn + board->begin, board->end - board->begin);
	struct config_table *who = &games->who;

	memset(who, 0, sizeof(*who));
	if (game) {
		copy_tag(game, "White", who->white, sizeof(who->white));
		copy_tag(game, "Black", who->black, sizeof(who->black));
		copy_tag(game, "WhiteTitle", who->white_title, sizeof(who->white_title));
		copy_tag(game, "BlackTitle", who->black_title, sizeof(who->black_title));
		copy_tag(game, "WhiteFideId", who->white_fide_id, sizeof(who->white_fide_id));
		copy_tag(game, "BlackFideId", who->black_fide_id, sizeof(who->black_fide_id));
	}
	*ret_game = (struct round_game){ board->board, who, { .game = game } };
}

/* --- Rounds ----------------------------------------------------------------------------------- */

unsigned int
round_games_rounds(const struct round_games *games)
{
	return cloud_round(games->config);
}

size_t
round_games_look(struct round_games *games, unsigned int round)
{
	games->is_now = round == round_games_rounds(games);
	free(games->pgn);
	games->pgn = NULL;
	games->n_boards = 0;
	if (games->is_now)
		return games->config->n_tables;
	look_back(games, round);
	return games->n_boards;
}

static void
get_now(const struct round_games *games, size_t place, struct round_game *ret_game)
{
	size_t index = games->order[place];

	*ret_game = (struct round_game){ .board = games->config->tables[index].number,
		                         .players = &games->config->tables[index] };
	cloud_game_look(games->last, games->view, index, &ret_game->game);
}

void
round_games_get(struct round_games *games, size_t place, struct round_game *ret_game)
{
	if (games->is_now)
		get_now(games, place, ret_game);
	else
		get_earlier(games, place, ret_game);
}

/* --- Life ------------------------------------------------------------------------------------- */

int
round_games_new(const struct config *config, const struct delay_view *view,
                struct round_games **ret_games)
{
	struct round_games *games = calloc(1, sizeof(*games) + config->n_tables * sizeof(size_t));

	if (!games)
		return -ENOMEM;
	games->config = config;
	games->view = view;
	games->last = last_game_new();
	games->read = malloc(sizeof(*games->read));
	config_order(config, games->order);
	if (!games->last || !games->read || pgn_texts_new(config, view, 0, &games->texts) < 0) {
		round_games_free(games);
		return -ENOMEM;
	}
	*ret_games = games;
	return 0;
}

void
round_games_free(struct round_games *games)
{
	if (!games)
		return;
	pgn_texts_free(games->texts);
	last_game_free(games->last);
	free(games->read);
	free(games->boards);
	free(games->pgn);
	free(games);
}
