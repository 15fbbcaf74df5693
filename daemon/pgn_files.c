/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/pgn_list.h"
#include "daemon/publisher_files.h"
#include "daemon/slug.h"

struct pgn_files {
	struct publisher_files *publisher;
	struct pgn_list *list;
	char folder[PATH_MAX - 128];
};

/* Without its ending; a game's begins with the round's number, where there is one. */
static void
name_file(const struct pgn_list_item *item, char *name, size_t size)
{
	bool numbered = strcmp(item->round, "round") != 0;

	if (item->kind == PGN_PART_EVENT)
		snprintf(name, size, "event");
	else if (item->kind == PGN_PART_GAME)
		snprintf(name, size, "%s%stable-%u-game-%zu", numbered ? item->round : "",
		         numbered ? "-" : "", item->table, item->game);
	else
		snprintf(name, size, "%s", item->round);
}

static int
add(void *ctx, const struct pgn_list_item *item)
{
	const struct pgn_files *files = ctx;
	char name[SLUG_SIZE + 64], path[PATH_MAX];
	int n;

	name_file(item, name, sizeof(name));
	n = snprintf(path, sizeof(path), "%s/%s.pgn", files->folder, name);
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENAMETOOLONG;
	return publisher_files_add(files->publisher, path, pgn_part_make, item->part,
	                           item->kind == PGN_PART_GAME ? 0 : PGN_FILES_PAUSE_MS);
}

static void
stale(void *ctx, int number)
{
	const struct pgn_files *files = ctx;

	publisher_files_stale(files->publisher, number);
}

int
pgn_files_new(struct publisher_files *publisher, const struct config *config,
              struct delay_view *view, uint32_t delay_s, bool is_held, struct pgn_files **ret_files)
{
	struct pgn_files *files = calloc(1, sizeof(*files));
	const struct pgn_list_owner owner = {
		.ctx = files,
		.kinds = (is_held ? 0 : 1U << PGN_PART_EVENT) | 1U << PGN_PART_ROUND |
		         1U << PGN_PART_GAME,
		.add = add,
		.stale = stale,
	};

	if (!files)
		return -ENOMEM;
	files->publisher = publisher;
	pgn_texts_folder(config, is_held ? "held" : "games", files->folder, sizeof(files->folder));
	if (pgn_list_new(config, view, delay_s, &owner, &files->list) < 0) {
		pgn_files_free(files);
		return -ENOMEM;
	}
	*ret_files = files;
	return 0;
}

void
pgn_files_look(struct pgn_files *files)
{
	pgn_list_look(files->list);
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
	pgn_list_free(files->list);
	free(files);
}
