/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_texts.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/growing.h"
#include "daemon/slug.h"
#include "daemon/time_now.h"

#define EARLIER_MAX       99        /* rounds */
#define EARLIER_BYTES_MAX (8 << 20) /* of one of them; a longer file is not one of ours */

struct earlier_round {
	char name[SLUG_SIZE];
	char *pgn;
	size_t len;
	struct timespec written;
};

struct pgn_part {
	struct pgn_part *next;
	struct pgn_texts *texts;
	enum pgn_part_kind kind;
	size_t index, game;
};

struct pgn_texts {
	const struct config *config;
	const struct delay_view *view;
	uint32_t delay_s;
	struct pgn_part *parts;
	struct earlier_round earlier[EARLIER_MAX];
	size_t n_earlier;
	size_t order[]; /* indexes of the tables, by number */
};

/* --- Earlier rounds --------------------------------------------------------------------------- */

void
pgn_texts_folder(const struct config *config, const char *root, char *buffer, size_t size)
{
	char event[SLUG_SIZE];

	slug_format(config->event.name, event);
	snprintf(buffer, size, "%s/%s/%s", config->daemon.state_dir, root,
	         event[0] ? event : "event");
}

void
pgn_texts_round_name(const struct config *config, char *buffer, size_t size)
{
	char round[SLUG_SIZE];

	slug_format(config->event.round, round);
	snprintf(buffer, size, "round%s%s", round[0] ? "-" : "", round);
}

/* The name of a round's file, "round-3.pgn" or "round-3-1.pgn": the name of a game's file has words in it. */
static bool
is_round(const char *file, char name[SLUG_SIZE])
{
	size_t len = strlen(file);

	if (strncmp(file, "round-", 6) != 0 || len < 11 || len - 4 >= SLUG_SIZE ||
	    strcmp(file + len - 4, ".pgn") != 0 || strspn(file + 6, "0123456789-") != len - 10)
		return false;
	memcpy(name, file, len - 4);
	name[len - 4] = '\0';
	return true;
}

/* The file as it is now, where it is another than was read. Returns whether there is one. */
static bool
read_earlier(const struct pgn_texts *texts, struct earlier_round *earlier)
{
	char folder[PATH_MAX - 64], path[PATH_MAX];
	struct stat stat;
	FILE *file;
	char *pgn;
	int n;

	pgn_texts_folder(texts->config, "games", folder, sizeof(folder));
	n = snprintf(path, sizeof(path), "%s/%s.pgn", folder, earlier->name);
	file = n > 0 && (size_t)n < sizeof(path) ? fopen(path, "re") : NULL;
	if (!file)
		return earlier->pgn != NULL;
	if (fstat(fileno(file), &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_size > 0 &&
	    stat.st_size <= EARLIER_BYTES_MAX &&
	    (!earlier->pgn || stat.st_mtim.tv_sec != earlier->written.tv_sec ||
	     stat.st_mtim.tv_nsec != earlier->written.tv_nsec) &&
	    (pgn = malloc((size_t)stat.st_size)) != NULL) {
		free(earlier->pgn);
		earlier->pgn = pgn;
		earlier->len = fread(pgn, 1, (size_t)stat.st_size, file);
		earlier->written = stat.st_mtim;
	}
	fclose(file);
	return earlier->pgn != NULL;
}

static bool
is_known(const struct pgn_texts *texts, const char *name)
{
	for (size_t i = 0; i < texts->n_earlier; i++)
		if (strcmp(texts->earlier[i].name, name) == 0)
			return true;
	return false;
}

void
pgn_texts_look(struct pgn_texts *texts)
{
	char folder[PATH_MAX - 64], this_round[SLUG_SIZE + 8], name[SLUG_SIZE];
	struct earlier_round *earlier;
	struct dirent *entry;
	DIR *dir;

	pgn_texts_folder(texts->config, "games", folder, sizeof(folder));
	pgn_texts_round_name(texts->config, this_round, sizeof(this_round));
	dir = opendir(folder);
	while (dir && texts->n_earlier < EARLIER_MAX && (entry = readdir(dir))) {
		if (!is_round(entry->d_name, name) || strcmp(name, this_round) == 0 ||
		    is_known(texts, name))
			continue;
		earlier = &texts->earlier[texts->n_earlier];
		memcpy(earlier->name, name, sizeof(name));
		texts->n_earlier += read_earlier(texts, earlier) ? 1 : 0;
	}
	if (dir)
		closedir(dir);
}

size_t
pgn_texts_earlier(const struct pgn_texts *texts)
{
	return texts->n_earlier;
}

const char *
pgn_texts_earlier_name(const struct pgn_texts *texts, size_t index)
{
	return texts->earlier[index].name;
}

/* --- Parts ------------------------------------------------------------------------------------ */

/* A file that is younger than the view's delay may hold what is not to be seen there yet. */
static void
add_earlier(struct pgn_texts *texts, size_t index, struct growing *text)
{
	struct earlier_round *earlier = &texts->earlier[index];

	/* What was held of it may have come since (pgn_held.h). */
	(void)read_earlier(texts, earlier);
	if (((uint64_t)earlier->written.tv_sec + texts->delay_s) * 1000000 <= time_unix_us())
		growing_add(text, earlier->pgn, earlier->len);
}

static void
add_table(const struct pgn_texts *texts, size_t index, struct growing *text)
{
	size_t len;
	const char *pgn = delay_pgn(texts->view, index, &len);

	growing_add(text, pgn, len);
}

static void
add_round(const struct pgn_texts *texts, struct growing *text)
{
	for (size_t i = 0; i < texts->config->n_tables; i++)
		add_table(texts, texts->order[i], text);
}

/* The earlier round that comes next behind the name; n_earlier: none. */
static size_t
next_earlier(const struct pgn_texts *texts, const char *name)
{
	size_t next = texts->n_earlier;

	for (size_t i = 0; i < texts->n_earlier; i++)
		if (strverscmp(texts->earlier[i].name, name) > 0 &&
		    (next == texts->n_earlier ||
		     strverscmp(texts->earlier[i].name, texts->earlier[next].name) < 0))
			next = i;
	return next;
}

/* Rounds in their order; where an earlier one is played again, those behind it follow. */
static void
add_event(struct pgn_texts *texts, struct growing *text)
{
	char this_round[SLUG_SIZE + 8];
	const char *name = "";
	bool is_added = false;

	pgn_texts_round_name(texts->config, this_round, sizeof(this_round));
	for (;;) {
		size_t next = next_earlier(texts, name);
		bool is_last = next == texts->n_earlier;

		if (!is_added &&
		    (is_last || strverscmp(texts->earlier[next].name, this_round) > 0)) {
			add_round(texts, text);
			is_added = true;
		}
		if (is_last)
			return;
		add_earlier(texts, next, text);
		name = texts->earlier[next].name;
	}
}

char *
pgn_part_make(void *ctx, size_t *ret_len)
{
	const struct pgn_part *part = ctx;
	struct pgn_texts *texts = part->texts;
	struct growing text = { 0 };
	const char *game;
	size_t len;

	switch (part->kind) {
	case PGN_PART_EVENT:
		add_event(texts, &text);
		break;
	case PGN_PART_ROUND:
		add_round(texts, &text);
		break;
	case PGN_PART_EARLIER:
		add_earlier(texts, part->index, &text);
		break;
	case PGN_PART_TABLE:
		add_table(texts, part->index, &text);
		break;
	case PGN_PART_GAME:
		game = delay_game(texts->view, part->index, part->game, &len);
		growing_add(&text, game, len);
		break;
	}
	return growing_end(&text, ret_len);
}

struct pgn_part *
pgn_texts_part(struct pgn_texts *texts, enum pgn_part_kind kind, size_t index, size_t game)
{
	struct pgn_part *part = calloc(1, sizeof(*part));

	if (!part)
		return NULL;
	*part = (struct pgn_part){ texts->parts, texts, kind, index, game };
	texts->parts = part;
	return part;
}

int
pgn_texts_new(const struct config *config, const struct delay_view *view, uint32_t delay_s,
              struct pgn_texts **ret_texts)
{
	struct pgn_texts *texts = calloc(1, sizeof(*texts) + config->n_tables * sizeof(size_t));

	if (!texts)
		return -ENOMEM;
	texts->config = config;
	texts->view = view;
	texts->delay_s = delay_s;
	config_order(config, texts->order);
	pgn_texts_look(texts);
	*ret_texts = texts;
	return 0;
}

void
pgn_texts_free(struct pgn_texts *texts)
{
	struct pgn_part *part, *next;

	if (!texts)
		return;
	for (part = texts->parts; part; part = next) {
		next = part->next;
		free(part);
	}
	for (size_t i = 0; i < texts->n_earlier; i++)
		free(texts->earlier[i].pgn);
	free(texts);
}
