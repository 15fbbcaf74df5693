/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube round results: what came of a round, for people, pairing programs and the bulletin.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/alert/plural.h"
#include "core/pgn/pgn.h"
#include "daemon/cli/command.h"
#include "daemon/cli/round.h"

/* A game being read, of which there may be several parts. */
struct result_game {
	struct pgn_game game; /* the first: it has the names */
	struct pgn_game part;
	struct game_ply plies[GAME_PLIES_MAX];
	char result[16];
	unsigned int n_plies;
};

/* read_part: the last part of the game has its result, all have plies. */
static void
read_part(struct result_game *game, const struct pgn_game *part)
{
	const char *score = pgn_tag_value(part->tags, part->n_tags, "Score");
	const char *result = pgn_tag_value(part->tags, part->n_tags, "Result");

	game->n_plies += part->game.n_plies;
	snprintf(game->result, sizeof(game->result), "%s", score ? score : result ? result : "*");
}

static void
read_game(struct result_game *game, const char *pgn)
{
	struct pgn_game *part = &game->game;
	struct pgn_reader reader;
	struct pgn_error error;

	pgn_reader_init(&reader, pgn, strlen(pgn));
	game->game.n_tags = 0;
	game->n_plies = 0;
	snprintf(game->result, sizeof(game->result), "*");
	for (;;) {
		part->game.plies = game->plies;
		part->game.capacity = GAME_PLIES_MAX;
		if (pgn_next(&reader, part, &error) != PGN_GAME)
			break;
		read_part(game, part);
		part = &game->part;
	}
}

static const char *
tag(const struct result_game *game, const char *name)
{
	const char *value = pgn_tag_value(game->game.tags, game->game.n_tags, name);

	return value && strcmp(value, "?") != 0 ? value : "";
}

/* print_field: quoted where it must be. */
static void
print_field(const char *text, char behind)
{
	bool quoted = strpbrk(text, ",\";\n") != NULL;

	if (quoted)
		putchar('"');
	for (const char *p = text; *p; p++) {
		if (*p == '"')
			putchar('"');
		putchar(*p);
	}
	if (quoted)
		putchar('"');
	putchar(behind);
}

static void
print_csv(const char *round, long long table, const struct result_game *game)
{
	static const char *const tags[] = { "White",       "WhiteElo", "WhiteTitle", "WhiteFideId",
		                            "WhiteTeam",   "Black",    "BlackElo",   "BlackTitle",
		                            "BlackFideId", "BlackTeam" };

	print_field(round, ',');
	printf("%lld,", table);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		print_field(tag(game, tags[i]), ',');
	print_field(game->result, ',');
	print_field(tag(game, "Termination"), ',');
	printf("%u\n", (game->n_plies + 1) / 2);
}

static void
print_row(long long table, const char *white, const char *black, const struct result_game *game)
{
	printf("%-5lld ", table);
	ask_print_text(white[0] ? white : "?", 28);
	printf(" %-9s ", game->result);
	ask_print_text(black[0] ? black : "?", 28);
	printf(" %u %s\n", (game->n_plies + 1) / 2,
	       plural_english((game->n_plies + 1) / 2, "move", "moves"));
}

static void
print_game(const struct round_args *args, const json_t *table, const char *round, const char *pgn,
           struct result_game *game)
{
	long long number = ask_number(table, "table");

	read_game(game, pgn);
	if (args->pgn)
		fputs(pgn, stdout);
	else if (args->csv)
		print_csv(round, number, game);
	else
		print_row(number, ask_text(table, "white"), ask_text(table, "black"), game);
}

/* choose: the first game with a result: what follows it is looking back at it. */
static const char *
choose(const json_t *games, struct result_game *game)
{
	const json_t *pgn;
	size_t i;

	json_array_foreach(games, i, pgn)
	{
		read_game(game, json_string_value(pgn));
		if (strcmp(game->result, "*") != 0)
			return json_string_value(pgn);
	}
	return json_string_value(json_array_get(games, json_array_size(games) - 1));
}

static void
print_table(const struct round_args *args, const json_t *table, const char *round,
            struct result_game *game)
{
	const json_t *games = json_object_get(table, "games"), *pgn;
	size_t i;

	if (json_array_size(games) == 0) {
		/* Whoever is paired has a line, played or not. */
		memset(&game->game, 0, sizeof(game->game));
		game->n_plies = 0;
		game->game.tags[0] = (struct pgn_tag){ "White", ask_text(table, "white") };
		game->game.tags[1] = (struct pgn_tag){ "Black", ask_text(table, "black") };
		game->game.n_tags = 2;
		snprintf(game->result, sizeof(game->result), "*");
		if (args->csv)
			print_csv(round, ask_number(table, "table"), game);
		else if (!args->pgn)
			print_row(ask_number(table, "table"), ask_text(table, "white"),
			          ask_text(table, "black"), game);
		return;
	}
	if (!args->all) {
		print_game(args, table, round, choose(games, game), game);
		return;
	}
	json_array_foreach(games, i, pgn)
		print_game(args, table, round, json_string_value(pgn), game);
}

int
round_results(const struct round_args *args)
{
	json_t *request = json_pack("{s:s, s:s}", "cmd", "round", "do", "results"), *answer;
	struct result_game *game = malloc(sizeof(*game));
	const json_t *table;
	size_t i;

	if (args->n_words > 1 || (args->csv && args->pgn) || !game) {
		fputs("adoube round results: it takes one round, and --csv or --pgn\n", stderr);
		json_decref(request);
		free(game);
		return COMMAND_USAGE;
	}
	if (args->n_words == 1)
		json_object_set_new(request, "round", json_string(args->words[0]));
	answer = ask_exchange(&round_command, &args->options, request);
	json_decref(request);
	if (answer && !args->options.json) {
		if (args->csv)
			puts("Round,Table,White,WhiteElo,WhiteTitle,WhiteFideId,WhiteTeam,Black,"
			     "BlackElo,BlackTitle,BlackFideId,BlackTeam,Result,Termination,Moves");
		json_array_foreach(json_object_get(answer, "tables"), i, table)
			print_table(args, table, ask_text(answer, "round"), game);
	}
	free(game);
	json_decref(answer);
	return answer ? COMMAND_OK : COMMAND_FAILED;
}
