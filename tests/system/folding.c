/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/system/folding.h"

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"

void
folding_begin(struct folding *folding, const struct table_listener *listener)
{
	static const struct table_listener silent;

	memset(folding, 0, sizeof(*folding));
	config_defaults(&folding->config);
	ck_assert_int_eq(table_new(board_driver_find("dgt"), &folding->config, NULL,
	                           listener ? listener : &silent, &folding->table),
	                 0);
}

void
folding_capture(struct folding *folding, const char *path)
{
	struct capture_reader reader;
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;
	ssize_t len;

	ck_assert_msg(file, "cannot open %s", path);
	capture_reader_init(&reader);
	while ((len = getline(&text, &size, file)) > 0) {
		struct capture_line line;
		struct capture_error error;
		char cause[200];

		if (text[len - 1] == '\n')
			text[--len] = '\0';
		ck_assert_msg(capture_parse(&reader, text, (size_t)len, &line, &error) == 0,
		              "%s:%llu: %s", path, (unsigned long long)error.line, error.cause);
		ck_assert_msg(table_line(folding->table, &line, cause, sizeof(cause)) == 0,
		              "%s: %s", path, cause);
	}
	free(text);
	fclose(file);
}

static void
write_game(FILE *out, const struct game *game)
{
	struct position position = game->start;

	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_break *gap = game_last_break(game, i);
		char uci[UCI_SIZE];

		if (gap && gap->ply == i) {
			position = gap->position;
			fprintf(out, "break ");
		}
		uci_format(&position, game->plies[i].move, uci);
		fprintf(out, "%s", uci);
		if (game->plies[i].clock_s != CLOCK_UNKNOWN)
			fprintf(out, "@%d", game->plies[i].clock_s);
		fputc(' ', out);
		position_after(&position, game->plies[i].move, &position);
	}
	fprintf(out, "%s\n", game_result_text((enum game_result)game->result));
}

/* A game in parts is read as one. */
static const struct game *
read_game(const char *text, size_t len)
{
	static struct pgn_game whole, part;
	static struct game_ply plies[GAME_PLIES_MAX], part_plies[GAME_PLIES_MAX];
	struct pgn_reader reader;
	struct pgn_error error;

	whole.game.plies = plies;
	part.game.plies = part_plies;
	whole.game.capacity = part.game.capacity = GAME_PLIES_MAX;
	pgn_reader_init(&reader, text, len);
	ck_assert_int_eq(pgn_next(&reader, &whole, &error), PGN_GAME);
	while (pgn_next(&reader, &part, &error) == PGN_GAME)
		ck_assert_msg(pgn_join(&whole, &part) == 0, "these are no parts of one game:\n%s",
		              text);
	return &whole.game;
}

char *
folding_end(struct folding *folding)
{
	char *moves = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&moves, &size);

	ck_assert(out != NULL);
	table_finish(folding->table);
	/* By way of the PGN: what is published is what is compared. */
	for (size_t i = 0; i < table_games(folding->table); i++) {
		size_t len;
		const char *text = table_pgn(folding->table, i, &len);

		ck_assert(text != NULL);
		write_game(out, read_game(text, len));
	}
	fclose(out);
	table_free(folding->table);
	config_free(&folding->config);
	return moves;
}

static void
write_ply(FILE *out, const char *uci, const char *clk)
{
	int hours, minutes, seconds;

	fprintf(out, "%s", uci);
	if (clk && sscanf(clk, "%d:%d:%d", &hours, &minutes, &seconds) == 3)
		fprintf(out, "@%d", (hours * 60 + minutes) * 60 + seconds);
	fputc(' ', out);
}

char *
folding_truth(const char *path, unsigned int *ret_plies)
{
	FILE *file = fopen(path, "r");
	char *moves = NULL, *text = NULL;
	size_t size = 0, text_size = 0;
	FILE *out = open_memstream(&moves, &size);

	ck_assert(file != NULL && out != NULL);
	while (getline(&text, &text_size, file) > 0) {
		json_t *line = json_loads(text, 0, NULL);
		const char *result = json_string_value(json_object_get(line, "result"));
		const char *uci = json_string_value(json_object_get(line, "uci"));

		ck_assert_msg(line, "%s: not JSON: %s", path, text);
		if (uci) {
			write_ply(out, uci, json_string_value(json_object_get(line, "clk")));
			++*ret_plies;
		} else if (result) {
			/* Only the kings, or mate and stalemate, tell a board the result. */
			bool told = json_is_integer(json_object_get(line, "sign_us"));

			fprintf(out, "%s\n", told ? result : "*");
		}
		json_decref(line);
	}
	free(text);
	fclose(file);
	fclose(out);
	return moves;
}

static void
cut_result(char *line)
{
	char *blank = strrchr(line, ' ');

	if (blank)
		*blank = '\0';
}

/* Game by game: a result that was not shown on the board may still be mate or stalemate. */
void
folding_compare(const char *name, char *truth, char *got)
{
	char *truth_at, *got_at;
	char *t = strtok_r(truth, "\n", &truth_at);
	char *g = strtok_r(got, "\n", &got_at);
	int n = 0;

	for (; t && g; t = strtok_r(NULL, "\n", &truth_at), g = strtok_r(NULL, "\n", &got_at)) {
		size_t len = strlen(t);

		n++;
		if (len > 0 && t[len - 1] == '*') {
			cut_result(t);
			cut_result(g);
		}
		ck_assert_msg(strcmp(t, g) == 0, "%s, game %d:\n  truth %s\n  got   %s", name, n, t,
		              g);
	}
	ck_assert_msg(!t && !g, "%s: more games %s: %s", name, t ? "were played" : "were found",
	              t ? t : g);
	printf("%s: %d games right\n", name, n);
}
