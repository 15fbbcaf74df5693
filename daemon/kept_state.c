/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/kept_state.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/alert_list.h"
#include "daemon/journal.h"
#include "daemon/journal_program.h"
#include "daemon/log.h"
#include "daemon/paths.h"
#include "daemon/recorder.h"
#include "daemon/table_snapshot.h"
#include "daemon/worker.h"

void
kept_state_name(struct kept_state *kept, const struct config *config,
                const struct config_table *setup)
{
	struct journal_stream stream = { .table = setup->number };
	struct journal_status status;
	struct sha256_ctx sha;
	char name[128];

	journal_look(kept->journal, &status);
	snprintf(stream.round, sizeof(stream.round), "%s", config->event.round);
	journal_stream_name(&stream, name, sizeof(name));
	snprintf(kept->path, sizeof(kept->path), "%s.snapshots/%s", status.path, name);
	sha256_init(&sha);
	sha256_update(&sha, strlen(journal_program()) + 1, (const uint8_t *)journal_program());
	sha256_update(&sha, sizeof(config->event), (const uint8_t *)&config->event);
	sha256_update(&sha, sizeof(config->time_control), (const uint8_t *)config->time_control);
	sha256_update(&sha, sizeof(config->rules), (const uint8_t *)&config->rules);
	sha256_update(&sha, sizeof(config->today), (const uint8_t *)config->today);
	sha256_update(&sha, sizeof(*setup), (const uint8_t *)setup);
	sha256_digest(&sha, SNAPSHOT_KEY, kept->key);
}

/* --- Writing --------------------------------------------------------------------------------- */

struct write_job {
	struct worker_job job; /* first: the worker gives it back */
	char path[PATH_MAX];
	uint8_t *bytes;
	size_t len;
};

static void
write_job_run(struct worker_job *job)
{
	struct write_job *own = (struct write_job *)job;
	char error[256];

	if (paths_make_parents(own->path, error, sizeof(error)) == 0)
		paths_replace(own->path, (const char *)own->bytes, own->len, false);
}

static void
write_job_done(struct worker_job *job)
{
	struct write_job *own = (struct write_job *)job;

	free(own->bytes);
	free(own);
}

static void
submit(const struct kept_state *kept, uint8_t *bytes, size_t len)
{
	struct write_job *job = calloc(1, sizeof(*job));

	if (!job) {
		free(bytes);
		return;
	}
	job->job.run = write_job_run;
	job->job.done = write_job_done;
	memcpy(job->path, kept->path, sizeof(job->path));
	job->bytes = bytes;
	job->len = len;
	worker_submit(kept->worker, &job->job);
}

bool
kept_state_write(const struct kept_state *kept)
{
	struct recorder_status status;
	struct journal_anchor anchor;
	struct snapshot_writer writer;
	uint8_t *bytes;
	size_t len;
	int saved;

	recorder_look(kept->recorder, &status);
	if (status.lost_lines > 0) /* the table knows what no fold will */
		return true;
	if (!recorder_is_durable(kept->recorder, recorder_mark(kept->recorder)))
		return false;
	journal_look_anchor(kept->journal, &anchor);
	snapshot_begin(&writer, kept->key);
	snapshot_put(&writer, &anchor, sizeof(anchor));
	saved = table_save(kept->table, &writer);
	alert_list_save(kept->alerts, &writer);
	recorder_save(kept->recorder, &writer);
	if (snapshot_end(&writer, &bytes, &len) < 0)
		return true;
	if (saved == 0) {
		submit(kept, bytes, len);
		return true;
	}
	log_debug("%s: not now: %s", kept->path, strerror(-saved));
	free(bytes);
	return true;
}

/* --- Reading --------------------------------------------------------------------------------- */

static uint8_t *
read_file(const char *path, size_t *ret_len)
{
	FILE *file = fopen(path, "re");
	uint8_t *bytes = NULL;
	long size = -1;

	*ret_len = 0;
	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	rewind(file);
	if (size > 0)
		bytes = malloc((size_t)size);
	if (bytes)
		*ret_len = fread(bytes, 1, (size_t)size, file);
	fclose(file);
	return bytes;
}

static int
take(const struct kept_state *kept, const uint8_t *bytes, size_t len)
{
	struct snapshot_reader reader;
	struct journal_anchor anchor = { 0 };
	int r;

	if (!snapshot_open(&reader, kept->key, bytes, len))
		return -ENOENT;
	snapshot_take_exactly(&reader, &anchor, sizeof(anchor));
	if (reader.failed || !journal_has(kept->journal, &anchor))
		return -ENOENT;
	r = table_restore(kept->table, &reader);
	if (r < 0)
		return r;
	alert_list_restore(kept->alerts, &reader);
	return recorder_restore(kept->recorder, anchor.seq, &reader);
}

int
kept_state_read(const struct kept_state *kept)
{
	size_t len;
	uint8_t *bytes = read_file(kept->path, &len);
	int r = bytes ? take(kept, bytes, len) : -ENOENT;

	free(bytes);
	return r;
}
