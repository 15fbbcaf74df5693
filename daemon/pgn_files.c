/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_files.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/pgn_texts.h"
#include "daemon/publisher_files.h"
#include "daemon/slug.h"

struct pgn_files_table {
	int *games; /* numbers of their files */
	size_t n_games;
	size_t written; /* games when it last changed */
};

struct pgn_files {
	const struct config *config;
	struct delay_view *view;
	struct publisher_files *publisher;
	struct pgn_texts *texts;
	char folder[PATH_MAX - 128], round_name[SLUG_SIZE + 8];
	int event, round; /* -1: none */
	struct pgn_files_table tables[];
};

static int
add(struct pgn_files *files, const char *name, enum pgn_part_kind kind, size_t index, size_t game)
{
	struct pgn_part *part = pgn_texts_part(files->texts, kind, index, game);
	char path[PATH_MAX];

	if (!part)
		return -ENOMEM;
	snprintf(path, sizeof(path), "%s/%s.pgn", files->folder, name);
	return publisher_files_add(files->publisher, path, pgn_part_make, part,
	                           kind == PGN_PART_GAME ? 0 : PGN_FILES_PAUSE_MS);
}

/* A file for every game that has begun. */
static void
add_games(struct pgn_files *files, size_t index)
{
	struct pgn_files_table *table = &files->tables[index];
	bool named = files->config->event.round[0] != '\0';
	size_t n = delay_games(files->view, index);
	char name[SLUG_SIZE + 64];
	int *games;

	if (n <= table->n_games)
		return;
	games = realloc(table->games, n * sizeof(*games));
	if (!games)
		return;
	table->games = games;
	for (; table->n_games < n; table->n_games++) {
		snprintf(name, sizeof(name), "%s%stable-%u-game-%zu",
		         named ? files->round_name : "", named ? "-" : "",
		         files->config->tables[index].number, table->n_games + 1);
		games[table->n_games] = add(files, name, PGN_PART_GAME, index, table->n_games);
		if (games[table->n_games] < 0)
			return; /* tried again with the next change */
	}
}

/* Games that were over before the last change stay as they are. */
static void
changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct pgn_files *files = ctx;
	struct pgn_files_table *table = &files->tables[index];

	if (!is_pgn_new)
		return;
	add_games(files, index);
	for (size_t i = table->written > 0 ? table->written - 1 : 0; i < table->n_games; i++)
		publisher_files_stale(files->publisher, table->games[i]);
	table->written = delay_games(files->view, index);
	publisher_files_stale(files->publisher, files->round);
	if (files->event >= 0)
		publisher_files_stale(files->publisher, files->event);
}

int
pgn_files_new(struct publisher_files *publisher, const struct config *config,
              struct delay_view *view, uint32_t delay_s, bool is_held, struct pgn_files **ret_files)
{
	struct pgn_files *files =
		calloc(1, sizeof(*files) + config->n_tables * sizeof(struct pgn_files_table));

	if (!files)
		return -ENOMEM;
	files->config = config;
	files->view = view;
	files->publisher = publisher;
	files->event = -1;
	pgn_texts_folder(config, is_held ? "held" : "games", files->folder, sizeof(files->folder));
	pgn_texts_round_name(config, files->round_name, sizeof(files->round_name));
	if (pgn_texts_new(config, view, delay_s, &files->texts) < 0 ||
	    (!is_held && (files->event = add(files, "event", PGN_PART_EVENT, 0, 0)) < 0) ||
	    (files->round = add(files, files->round_name, PGN_PART_ROUND, 0, 0)) < 0 ||
	    delay_listen(view, changed, files) < 0) {
		pgn_files_free(files);
		return -ENOMEM;
	}
	*ret_files = files;
	return 0;
}

void
pgn_files_look(struct pgn_files *files)
{
	pgn_texts_look(files->texts);
	publisher_files_stale(files->publisher, files->event);
}

const char *
pgn_files_folder(const struct pgn_files *files)
{
	return files->folder;
}

void
pgn_files_free(struct pgn_files *files)
{
	if (!files)
		return;
	for (size_t i = 0; i < files->config->n_tables; i++)
		free(files->tables[i].games);
	pgn_texts_free(files->texts);
	free(files);
}
