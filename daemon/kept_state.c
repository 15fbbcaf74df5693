/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/kept_state.h"

#include <errno.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/action_list.h"
#include "daemon/alert_list.h"
#include "daemon/journal.h"
#include "daemon/journal_program.h"
#include "daemon/log.h"
#include "daemon/paths.h"
#include "daemon/recorder.h"
#include "daemon/table_snapshot.h"
#include "daemon/worker.h"

/* find: its path, and the key of this program with the configuration of now. */
static void
find(const struct kept_state *kept, char path[PATH_MAX], uint8_t key[SNAPSHOT_KEY])
{
	const struct config *config = kept->config;
	struct journal_stream stream = { .table = kept->setup->number };
	struct journal_status status;
	struct sha256_ctx sha;
	char name[128];

	journal_look(kept->journal, &status);
	snprintf(stream.round, sizeof(stream.round), "%s", config->event.round);
	journal_stream_name(&stream, name, sizeof(name));
	snprintf(path, PATH_MAX, "%s.snapshots/%s", status.path, name);
	sha256_init(&sha);
	sha256_update(&sha, strlen(journal_program()) + 1, (const uint8_t *)journal_program());
	sha256_update(&sha, sizeof(config->event), (const uint8_t *)&config->event);
	sha256_update(&sha, sizeof(config->time_control), (const uint8_t *)config->time_control);
	sha256_update(&sha, sizeof(config->rules), (const uint8_t *)&config->rules);
	sha256_update(&sha, sizeof(config->today), (const uint8_t *)config->today);
	sha256_update(&sha, sizeof(*kept->setup), (const uint8_t *)kept->setup);
	sha256_digest(&sha, SNAPSHOT_KEY, key);
}

/* What it is, first in the snapshot. */
struct kept_head {
	struct journal_anchor anchor;
	uint64_t t_us; /* of the recorder */
};

/* --- Writing --------------------------------------------------------------------------------- */

struct write_job {
	struct worker_job job; /* first: the worker gives it back */
	uint8_t *bytes;
	size_t len;
	char path[];
};

static void
write_job_run(struct worker_job *job)
{
	struct write_job *own = (struct write_job *)job;
	char error[256];

	if (paths_make_parents(own->path, error, sizeof(error)) == 0)
		paths_replace(own->path, (const char *)own->bytes, own->len);
}

static void
write_job_done(struct worker_job *job)
{
	struct write_job *own = (struct write_job *)job;

	free(own->bytes);
	free(own);
}

static void
submit(const struct kept_state *kept, const char *path, uint8_t *bytes, size_t len)
{
	struct write_job *job = calloc(1, sizeof(*job) + strlen(path) + 1);

	if (!job) {
		free(bytes);
		return;
	}
	job->job.run = write_job_run;
	job->job.done = write_job_done;
	memcpy(job->path, path, strlen(path) + 1);
	job->bytes = bytes;
	job->len = len;
	worker_submit(kept->worker, &job->job);
}

bool
kept_state_write(struct kept_state *kept)
{
	struct recorder_status status;
	struct kept_head head = { .t_us = recorder_now(kept->recorder) };
	struct snapshot_writer writer;
	char path[PATH_MAX];
	uint8_t key[SNAPSHOT_KEY], *bytes;
	size_t len;
	int saved;

	recorder_look(kept->recorder, &status);
	if (status.lost_lines > 0) /* the table knows what no fold will */
		return true;
	if (!recorder_is_durable(kept->recorder, recorder_mark(kept->recorder)))
		return false;
	journal_look_anchor(kept->journal, &head.anchor);
	find(kept, path, key);
	snapshot_begin(&writer, key);
	snapshot_put(&writer, &head, sizeof(head));
	saved = table_save(kept->table, &writer);
	alert_list_save(kept->alerts, &writer);
	action_list_save(kept->actions, &writer);
	recorder_save(kept->recorder, &writer);
	if (snapshot_end(&writer, &bytes, &len) < 0)
		return true;
	if (saved == 0) {
		submit(kept, path, bytes, len);
		return true;
	}
	log_debug("%s: not now: %s", path, strerror(-saved));
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
take(const struct kept_state *kept, const struct kept_head *head, struct snapshot_reader *reader)
{
	int r = table_restore(kept->table, reader);

	if (r < 0)
		return r;
	alert_list_restore(kept->alerts, reader);
	action_list_restore(kept->actions, reader);
	return recorder_restore(kept->recorder, head->anchor.seq, reader);
}

int
kept_state_read(struct kept_state *kept, uint64_t min_age_us, uint64_t *ret_us)
{
	struct kept_head head = { 0 };
	struct snapshot_reader reader;
	char path[PATH_MAX];
	uint8_t key[SNAPSHOT_KEY], *bytes;
	size_t len;
	int r = -ENOENT;

	find(kept, path, key);
	bytes = read_file(path, &len);
	if (bytes && snapshot_open(&reader, key, bytes, len))
		snapshot_take_exactly(&reader, &head, sizeof(head));
	if (head.anchor.seq > 0 && journal_has(kept->journal, &head.anchor) &&
	    (min_age_us == 0 || head.t_us + min_age_us < recorder_now(kept->recorder)))
		r = take(kept, &head, &reader);
	if (r == 0)
		*ret_us = head.t_us;
	else if (r != -ENOENT)
		log_warn("%s is of no use", path);
	free(bytes);
	return r;
}
