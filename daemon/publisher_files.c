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
#include "daemon/time_now.h"
#include "daemon/worker.h"

struct publisher_file {
	char *path;
	publisher_make_fn make;
	void *ctx;
	uint64_t pause_us, not_before_us;
	bool due; /* the file may not hold the newest text */
};

/* One file being written; owns its text. */
struct publisher_job {
	struct worker_job job; /* first: the worker gives it back */
	struct publisher_files *publisher;
	size_t index;
	char path[PATH_MAX];
	char *text;
	size_t len;
	int result;
	char error[PATH_MAX + 256];
};

struct publisher_files {
	struct worker *worker;
	struct event *timer; /* until a file may be written again, or all of them be tried */
	const char *name;
	struct publisher_file *files;
	size_t n_files, capacity;
	size_t turn; /* where the search for the next one begins */
	struct publisher_job *running;
	int error;
};

/* --- One file --------------------------------------------------------------------------------- */

/* publisher_job_write: skip what the file holds already, so that a restart touches nothing. */
static void
publisher_job_write(struct publisher_job *job)
{
	char *now = malloc(job->len + 1);
	FILE *file = now ? fopen(job->path, "re") : NULL;
	bool same = file && fread(now, 1, job->len + 1, file) == job->len &&
	            memcmp(now, job->text, job->len) == 0;

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
	job->result = paths_renew(job->path, job->text, job->len);
	if (job->result < 0)
		paths_explain(job->path, "write", -job->result, job->error, sizeof(job->error));
}

static void
publisher_job_run(struct worker_job *job)
{
	publisher_job_write((struct publisher_job *)job);
}

static void
publisher_job_free(struct publisher_job *job)
{
	if (job)
		free(job->text);
	free(job);
}

/* publisher_job_new: the file's newest text, to be written; NULL when memory is out, or there is none. */
static struct publisher_job *
publisher_job_new(struct publisher_files *publisher, size_t index)
{
	struct publisher_file *file = &publisher->files[index];
	struct publisher_job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->text = file->make(file->ctx, &job->len);
	if (!job->text || job->len == 0) {
		file->due = !job->text;
		publisher_job_free(job);
		return NULL;
	}
	file->due = false;
	job->publisher = publisher;
	job->index = index;
	snprintf(job->path, sizeof(job->path), "%s", file->path);
	return job;
}

/* --- In turn ---------------------------------------------------------------------------------- */

static void
publisher_report(struct publisher_files *publisher, const struct publisher_job *job)
{
	if (job->result < 0 && publisher->error != -job->result)
		log_error("%s: %s; trying again each %d s", publisher->name, job->error,
		          PUBLISHER_FILES_RETRY_S);
	else if (job->result == 0 && publisher->error)
		log_info("%s: %s is written again", publisher->name, job->path);
	publisher->error = -job->result;
}

static void
publisher_wait(struct publisher_files *publisher, uint64_t wait_us)
{
	struct timeval wait = { .tv_sec = (time_t)(wait_us / 1000000),
		                .tv_usec = (suseconds_t)(wait_us % 1000000) };

	event_add(publisher->timer, &wait);
}

static void publisher_next(struct publisher_files *publisher);

static void
publisher_job_done(struct worker_job *finished)
{
	struct publisher_job *job = (struct publisher_job *)finished;
	struct publisher_files *publisher = job->publisher;
	struct publisher_file *file = &publisher->files[job->index];

	publisher->running = NULL;
	publisher_report(publisher, job);
	file->due |= job->result < 0;
	file->not_before_us = time_now_us() + file->pause_us * (1 + job->len / PUBLISHER_FILES_BIG);
	publisher_job_free(job);
	if (publisher->error)
		publisher_wait(publisher, (uint64_t)PUBLISHER_FILES_RETRY_S * 1000000);
	else
		publisher_next(publisher);
}

/* publisher_find: a file that may be written now, n_files: none, and then *ret_wait_us until there is one. */
static size_t
publisher_find(const struct publisher_files *publisher, uint64_t *ret_wait_us)
{
	uint64_t now_us = time_now_us();

	*ret_wait_us = UINT64_MAX;
	for (size_t i = 0; i < publisher->n_files; i++) {
		size_t index = (publisher->turn + i) % publisher->n_files;
		const struct publisher_file *file = &publisher->files[index];

		if (!file->due)
			continue;
		if (file->not_before_us <= now_us)
			return index;
		if (file->not_before_us - now_us < *ret_wait_us)
			*ret_wait_us = file->not_before_us - now_us;
	}
	return publisher->n_files;
}

/* publisher_next: one file at a time; several changes of one text in the meantime are one file. */
static void
publisher_next(struct publisher_files *publisher)
{
	uint64_t wait_us = UINT64_MAX;
	size_t index;

	while (!publisher->running &&
	       (index = publisher_find(publisher, &wait_us)) < publisher->n_files) {
		struct publisher_job *job = publisher_job_new(publisher, index);

		publisher->turn = index + 1;
		if (!job && publisher->files[index].due) {
			wait_us = (uint64_t)PUBLISHER_FILES_RETRY_S * 1000000;
			break;
		}
		if (!job)
			continue;
		publisher->running = job;
		job->job.run = publisher_job_run;
		job->job.done = publisher_job_done;
		worker_submit(publisher->worker, &job->job);
	}
	if (!publisher->running && wait_us != UINT64_MAX)
		publisher_wait(publisher, wait_us);
}

static void
publisher_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	publisher_next(ctx);
}

/* --- Files ------------------------------------------------------------------------------------ */

int
publisher_files_new(struct event_base *base, struct worker *worker, const char *name,
                    struct publisher_files **ret_publisher)
{
	struct publisher_files *publisher = calloc(1, sizeof(*publisher));

	if (!publisher)
		return -ENOMEM;
	publisher->worker = worker;
	publisher->name = name;
	publisher->timer = evtimer_new(base, publisher_on_timer, publisher);
	if (!publisher->timer) {
		free(publisher);
		return -ENOMEM;
	}
	*ret_publisher = publisher;
	return 0;
}

int
publisher_files_add(struct publisher_files *publisher, const char *path, publisher_make_fn make,
                    void *ctx, unsigned int pause_ms)
{
	size_t capacity = publisher->capacity ? 2 * publisher->capacity : 16;
	struct publisher_file *files = publisher->files;

	if (publisher->n_files == publisher->capacity) {
		files = realloc(files, capacity * sizeof(*files));
		if (!files)
			return -ENOMEM;
		publisher->files = files;
		publisher->capacity = capacity;
	}
	files[publisher->n_files] = (struct publisher_file){
		.path = strdup(path),
		.make = make,
		.ctx = ctx,
		.pause_us = (uint64_t)pause_ms * 1000,
	};
	if (!files[publisher->n_files].path)
		return -ENOMEM;
	return (int)publisher->n_files++;
}

void
publisher_files_stale(struct publisher_files *publisher, int number)
{
	publisher->files[number].due = true;
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
	for (size_t i = 0; i < publisher->n_files; i++) {
		struct publisher_job *job;

		if (!publisher->files[i].due || !(job = publisher_job_new(publisher, i)))
			continue;
		publisher_job_write(job);
		publisher_report(publisher, job);
		publisher->files[i].due = job->result < 0;
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
	event_free(publisher->timer);
	for (size_t i = 0; i < publisher->n_files; i++)
		free(publisher->files[i].path);
	free(publisher->files);
	free(publisher);
}
