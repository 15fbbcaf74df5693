/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publisher_files.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/paths.h"
#include "daemon/slug.h"
#include "daemon/worker.h"

struct publisher_game {
	char *pgn; /* the newest text; NULL: never put */
	size_t len;
	bool due; /* the file does not hold it yet */
};

/* One file being written; owns its text. */
struct publisher_job {
	struct worker_job job; /* first: the worker gives it back */
	struct publisher_files *publisher;
	size_t index;
	char path[PATH_MAX];
	char *pgn;
	size_t len;
	int result;
	char error[512];
};

struct publisher_files {
	struct worker *worker;
	struct event *retry;
	uint32_t table;
	char prefix[PATH_MAX - 32]; /* the path up to the game's number */
	struct publisher_game *games;
	size_t n_games;
	struct publisher_job *running;
	int error;
};

static void
publisher_path(const struct publisher_files *publisher, size_t index, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s%zu.pgn", publisher->prefix, index + 1);
}

/* publisher_job_write: skip what the file holds already, so that a restart touches nothing. */
static void
publisher_job_write(struct publisher_job *job)
{
	char *now = malloc(job->len + 1);
	FILE *file = now ? fopen(job->path, "re") : NULL;
	bool same = file && fread(now, 1, job->len + 1, file) == job->len &&
	            memcmp(now, job->pgn, job->len) == 0;

	if (file)
		fclose(file);
	free(now);
	if (same) {
		job->result = 0;
		return;
	}
	job->result = paths_make_parents(job->path, job->error, sizeof(job->error));
	if (job->result < 0)
		return;
	/* Made again from the journal whenever adoubed starts, so a power cut may take it: syncing a
	 * file for every move of a hall would leave the disk no time for the journal. */
	job->result = paths_replace(job->path, job->pgn, job->len, false);
	if (job->result < 0)
		paths_explain(job->path, "write", -job->result, job->error, sizeof(job->error));
}

static void
publisher_job_run(struct worker_job *job)
{
	publisher_job_write((struct publisher_job *)job);
}

static struct publisher_job *
publisher_job_new(struct publisher_files *publisher, size_t index)
{
	const struct publisher_game *game = &publisher->games[index];
	struct publisher_job *job = calloc(1, sizeof(*job));

	if (!job || !(job->pgn = malloc(game->len + 1))) {
		free(job);
		return NULL;
	}
	memcpy(job->pgn, game->pgn, game->len);
	job->len = game->len;
	job->publisher = publisher;
	job->index = index;
	publisher_path(publisher, index, job->path);
	return job;
}

static void
publisher_job_free(struct publisher_job *job)
{
	free(job->pgn);
	free(job);
}

static void
publisher_report(struct publisher_files *publisher, const struct publisher_job *job)
{
	if (job->result < 0 && publisher->error != -job->result)
		log_error("table %u: %s; trying again each %d s", publisher->table, job->error,
		          PUBLISHER_FILES_RETRY_S);
	else if (job->result == 0 && publisher->error)
		log_info("table %u: %s is written again", publisher->table, job->path);
	publisher->error = -job->result;
}

static void publisher_next(struct publisher_files *publisher);

static void
publisher_job_done(struct worker_job *finished)
{
	struct publisher_job *job = (struct publisher_job *)finished;
	struct publisher_files *publisher = job->publisher;
	struct timeval retry = { .tv_sec = PUBLISHER_FILES_RETRY_S };

	publisher->running = NULL;
	publisher_report(publisher, job);
	if (job->result < 0) {
		publisher->games[job->index].due = true;
		event_add(publisher->retry, &retry);
	}
	publisher_job_free(job);
	if (!publisher->error)
		publisher_next(publisher);
}

/* publisher_next: one game at a time; several changes of one game in the meantime are one file. */
static void
publisher_next(struct publisher_files *publisher)
{
	for (size_t i = 0; i < publisher->n_games && !publisher->running; i++) {
		struct publisher_job *job;

		if (!publisher->games[i].due || !(job = publisher_job_new(publisher, i)))
			continue;
		publisher->games[i].due = false;
		publisher->running = job;
		job->job.run = publisher_job_run;
		job->job.done = publisher_job_done;
		worker_submit(publisher->worker, &job->job);
	}
}

static void
publisher_retry(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	publisher_next(ctx);
}

int
publisher_files_new(struct event_base *base, struct worker *worker, const struct config *config,
                    const struct config_table *table, struct publisher_files **ret_publisher)
{
	struct publisher_files *publisher = calloc(1, sizeof(*publisher));
	char event[SLUG_SIZE], round[SLUG_SIZE];

	if (!publisher)
		return -ENOMEM;
	publisher->worker = worker;
	publisher->table = table->number;
	publisher->retry = evtimer_new(base, publisher_retry, publisher);
	if (!publisher->retry) {
		free(publisher);
		return -ENOMEM;
	}
	slug_format(config->event.name, event);
	slug_format(config->event.round, round);
	snprintf(publisher->prefix, sizeof(publisher->prefix), "%s/games/%s/%s%s%stable-%u-game-",
	         config->daemon.state_dir, event[0] ? event : "event", round[0] ? "round-" : "",
	         round, round[0] ? "-" : "", table->number);
	*ret_publisher = publisher;
	return 0;
}

void
publisher_files_put(struct publisher_files *publisher, size_t index, const char *pgn, size_t len)
{
	struct publisher_game *games, *game;
	char *copy;

	if (index >= publisher->n_games) {
		games = realloc(publisher->games, (index + 1) * sizeof(*games));
		if (!games)
			return;
		memset(games + publisher->n_games, 0,
		       (index + 1 - publisher->n_games) * sizeof(*games));
		publisher->games = games;
		publisher->n_games = index + 1;
	}
	game = &publisher->games[index];
	if (game->pgn && game->len == len && memcmp(game->pgn, pgn, len) == 0)
		return;
	copy = malloc(len + 1);
	if (!copy)
		return;
	memcpy(copy, pgn, len);
	free(game->pgn);
	game->pgn = copy;
	game->len = len;
	game->due = true;
	if (!publisher->error)
		publisher_next(publisher);
}

int
publisher_files_error(const struct publisher_files *publisher)
{
	return publisher->error;
}

int
publisher_files_flush(struct publisher_files *publisher)
{
	for (size_t i = 0; i < publisher->n_games; i++) {
		struct publisher_job *job;

		if (!publisher->games[i].due || !(job = publisher_job_new(publisher, i)))
			continue;
		publisher_job_write(job);
		publisher_report(publisher, job);
		publisher->games[i].due = job->result < 0;
		publisher_job_free(job);
		if (publisher->error)
			return -publisher->error;
	}
	return 0;
}

void
publisher_files_free(struct publisher_files *publisher)
{
	if (!publisher)
		return;
	event_free(publisher->retry);
	for (size_t i = 0; i < publisher->n_games; i++)
		free(publisher->games[i].pgn);
	free(publisher->games);
	free(publisher);
}
