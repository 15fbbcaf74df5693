/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/tournament.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/livechess/round_games.h"

#define STEM                                                                                       \
	24 /* characters of a UUID before its last group, which says of a pairing which one it is */

/* A question while it is answered. */
struct question {
	struct livechess_tournament *tournament;
	livechess_serial_fn serial;
	const void *ctx;
};

struct livechess_tournament {
	const struct config *config;
	struct round_games *games;
	char id[CLOUD_ID_SIZE];
	size_t *order; /* indexes of the tables, by number */
};

/* --- The event -------------------------------------------------------------------------------- */

static const char *
name_of(const struct config *config)
{
	return config->event.name[0] ? config->event.name : "Chess";
}

static json_t *
get_list(const struct question *question, const char *rest)
{
	const struct livechess_tournament *tournament = question->tournament;

	return rest[0] == '\0' ? json_pack("[{s:s, s:s, s:i}]", "uuid", tournament->id,
	                                   "description", name_of(tournament->config), "rounds",
	                                   (int)round_games_rounds(tournament->games))
	                       : NULL;
}

/* One for each table, in their order: a pairing's number counts them, too. */
static json_t *
list_serials(const struct question *question)
{
	const struct config *config = question->tournament->config;
	json_t *serials = json_array();

	for (size_t i = 0; i < config->n_tables; i++) {
		uint32_t table = config->tables[question->tournament->order[i]].number;

		json_array_append_new(serials, json_string(question->serial(question->ctx, table)));
	}
	return serials;
}

static json_t *
get_tournament(const struct question *question, const char *rest)
{
	const struct livechess_tournament *tournament = question->tournament;
	const char *name = name_of(tournament->config), *site = tournament->config->event.site;

	if (strcmp(rest, tournament->id) != 0)
		return NULL;
	return json_pack("{s:s, s:s, s:s, s:s?, s:n, s:i, s:o}", "uuid", tournament->id, "name",
	                 name, "description", name, "location", site[0] ? site : NULL, "country",
	                 "rounds", (int)round_games_rounds(tournament->games), "eboards",
	                 list_serials(question));
}

/* --- A round ---------------------------------------------------------------------------------- */

/* Of round and board, so that it is the same after every restart, and a game is found by it. */
static void
pairing_id(const struct livechess_tournament *tournament, unsigned int round, uint32_t board,
           char ret_id[CLOUD_ID_SIZE])
{
	snprintf(ret_id, CLOUD_ID_SIZE, "%.*s%04x%08x", STEM, tournament->id, round & 0xffff,
	         board);
}

static json_t *
make_pairing(const struct livechess_tournament *tournament, unsigned int round, size_t place)
{
	struct round_game board;
	json_t *pairing, *game, *object;
	char id[CLOUD_ID_SIZE];

	round_games_get(tournament->games, place, &board);
	pairing_id(tournament, round, board.board, id);
	pairing = cloud_pairing(board.players, &board.game);
	game = cloud_game_json(&board.game);
	object = json_pack("{s:I, s:s, s:O, s:O, s:O, s:O}", "nr", (json_int_t)place + 1, "uuid",
	                   id, "white", json_object_get(pairing, "white"), "black",
	                   json_object_get(pairing, "black"), "live",
	                   json_object_get(pairing, "live"), "result",
	                   json_object_get(game, "result"));
	json_decref(pairing);
	json_decref(game);
	return object;
}

/* The number behind "UUID/", without a sign and all of it. */
static bool
read_round(const struct livechess_tournament *tournament, const char *rest, unsigned int *ret_round)
{
	size_t len = strlen(tournament->id);
	const char *digits = rest + len + 1;

	if (strncmp(rest, tournament->id, len) != 0 || rest[len] != '/' || digits[0] == '\0' ||
	    strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 4)
		return false;
	*ret_round = (unsigned int)strtoul(digits, NULL, 10) + 1;
	return *ret_round <= round_games_rounds(tournament->games);
}

static json_t *
get_round(const struct question *question, const char *rest)
{
	const struct livechess_tournament *tournament = question->tournament;
	const char *date = tournament->config->event.date;
	json_t *pairings;
	unsigned int round;
	size_t n;

	if (!read_round(tournament, rest, &round))
		return NULL;
	n = round_games_look(tournament->games, round);
	pairings = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(pairings, make_pairing(tournament, round, i));
	if (round != round_games_rounds(tournament->games) || date[0] == '\0')
		date = NULL;
	return json_pack("{s:i, s:s?, s:o}", "nr", (int)round, "date", date, "pairings", pairings);
}

/* --- A game ----------------------------------------------------------------------------------- */

static bool
read_pairing(const struct livechess_tournament *tournament, const char *id, unsigned int *ret_round,
             uint32_t *ret_board)
{
	const char *last = id + STEM;

	if (strlen(id) != CLOUD_ID_SIZE - 1 || strncmp(id, tournament->id, STEM) != 0 ||
	    strspn(last, "0123456789abcdef") != CLOUD_ID_SIZE - 1 - STEM)
		return false;
	*ret_round = (unsigned int)(strtoull(last, NULL, 16) >> 32);
	*ret_board = (uint32_t)strtoull(last, NULL, 16);
	return *ret_round >= 1 && *ret_round <= round_games_rounds(tournament->games);
}

static json_t *
get_game(const struct question *question, const char *rest)
{
	static const char *const keys[] = { "chess960", "result", "comment", "clock", "moves" };
	const struct livechess_tournament *tournament = question->tournament;
	struct round_game board = { 0 };
	json_t *whole, *object;
	unsigned int round;
	uint32_t wanted;
	size_t n, i;

	if (!read_pairing(tournament, rest, &round, &wanted))
		return NULL;
	n = round_games_look(tournament->games, round);
	for (i = 0; i < n; i++) {
		round_games_get(tournament->games, i, &board);
		if (board.board == wanted)
			break;
	}
	if (i == n)
		return NULL;
	whole = cloud_game_json(&board.game);
	object = json_object();
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		json_object_set(object, keys[i], json_object_get(whole, keys[i]));
	json_decref(whole);
	return object;
}

/* --- Resources -------------------------------------------------------------------------------- */

static const struct {
	const char *name; /* what stands before `rest` */
	json_t *(*get)(const struct question *question, const char *rest);
} resources[] = {
	{ "tournaments", get_list },
	{ "tournament/", get_tournament },
	{ "round/", get_round },
	{ "game/", get_game },
};

json_t *
livechess_tournament_get(struct livechess_tournament *tournament, const char *resource,
                         livechess_serial_fn serial, const void *ctx)
{
	const struct question question = { tournament, serial, ctx };

	for (size_t i = 0; i < sizeof(resources) / sizeof(resources[0]); i++) {
		size_t len = strlen(resources[i].name);

		if (strncmp(resource, resources[i].name, len) == 0)
			return resources[i].get(&question, resource + len);
	}
	return NULL;
}

int
livechess_tournament_new(const struct config *config, const struct delay_view *view,
                         struct livechess_tournament **ret_tournament)
{
	struct livechess_tournament *tournament = calloc(1, sizeof(*tournament));

	if (!tournament)
		return -ENOMEM;
	tournament->config = config;
	cloud_id(config, tournament->id);
	tournament->order = calloc(config->n_tables + 1, sizeof(size_t));
	if (!tournament->order || round_games_new(config, view, &tournament->games) < 0) {
		livechess_tournament_free(tournament);
		return -ENOMEM;
	}
	config_order(config, tournament->order);
	*ret_tournament = tournament;
	return 0;
}

void
livechess_tournament_free(struct livechess_tournament *tournament)
{
	if (!tournament)
		return;
	round_games_free(tournament->games);
	free(tournament->order);
	free(tournament);
}
