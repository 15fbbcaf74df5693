/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "daemon/journal_moved.h"
#include "daemon/journal_state.h"
#include "daemon/log.h"
#include "daemon/slug.h"
#include "daemon/time_now.h"

/* --- Time ----------------------------------------------------------------------------------- */

uint64_t
journal_now(const struct journal *journal)
{
	struct journal_moment now;

	journal_moment_now(&now);
	return journal_clock_us(&journal->clock, &now);
}

uint64_t
journal_unix_us(const struct journal *journal, uint64_t t_us)
{
	return journal_clock_unix_us(&journal->clock, t_us);
}

void
journal_note_epoch(struct journal *journal, const char *why)
{
	char *json = journal_clock_json(&journal->clock, why, journal_program());

	if (json)
		journal_append(journal, 0, JOURNAL_EPOCH, journal->clock.epoch_us, json,
		               strlen(json));
	free(json);
}

static void
journal_watch_clock(struct journal *journal)
{
	struct journal_moment now;

	journal_moment_now(&now);
	if (!journal_clock_was_set(&journal->clock, &now))
		return;
	log_info("the clock of this machine was set; the times of the games go on undisturbed");
	journal_note_epoch(journal, "clock-set");
}

/* --- Committing ----------------------------------------------------------------------------- */

static void
journal_arm(struct journal *journal)
{
	uint64_t wait_us = journal->error ? JOURNAL_RETRY_MS * 1000 : JOURNAL_COMMIT_MS * 1000;
	uint64_t waited_us = journal_now(journal) - journal->filling.since_us;
	struct timeval delay;

	if (journal->running || event_pending(journal->timer, EV_TIMEOUT, NULL))
		return;
	if (!journal->error)
		wait_us = waited_us < wait_us ? wait_us - waited_us : 0;
	delay = (struct timeval){ .tv_sec = (time_t)(wait_us / 1000000),
		                  .tv_usec = (suseconds_t)(wait_us % 1000000) };
	event_add(journal->timer, &delay);
}

static bool
batch_reserve(struct journal_batch *batch, size_t len)
{
	size_t size = batch->size ? batch->size : 4096;
	uint8_t *bytes;

	while (size < batch->len + len)
		size *= 2;
	if (size == batch->size)
		return true;
	bytes = realloc(batch->bytes, size);
	if (!bytes)
		return false;
	batch->bytes = bytes;
	batch->size = size;
	return true;
}

static struct journal_owner *
journal_owner(struct journal *journal, uint32_t stream)
{
	return stream < journal->n_owners ? &journal->owners[stream] : NULL;
}

uint64_t
journal_append(struct journal *journal, uint32_t stream, enum journal_kind kind, uint64_t t_us,
               const void *body, size_t len)
{
	const struct journal_entry entry = { .seq = journal->next,
		                             .stream = stream,
		                             .kind = (uint8_t)kind,
		                             .t_us = t_us,
		                             .body = body,
		                             .len = len };
	struct journal_batch *batch = &journal->filling;
	struct journal_owner *owner = journal_owner(journal, stream);
	size_t size = JOURNAL_HEAD + len;

	if (len > JOURNAL_BODY_MAX ||
	    batch->len + journal->flight.len + size > journal->options.held_max ||
	    (owner && owner->held + size > journal->options.stream_max) ||
	    !batch_reserve(batch, size)) {
		if (owner)
			owner->due = true;
		return 0;
	}
	if (batch->len == 0)
		batch->since_us = journal_now(journal);
	journal_entry_pack(&entry, batch->bytes + batch->len);
	if (len > 0)
		memcpy(batch->bytes + batch->len + JOURNAL_HEAD, body, len);
	batch->len += size;
	batch->last = entry.seq;
	if (owner)
		owner->held += size;
	journal->next++;
	journal_arm(journal);
	return entry.seq;
}

/* journal_write: the flight into the file, as one group. Any thread. */
static void
journal_write(struct journal *journal)
{
	struct journal_fault *fault = &journal->fault;
	size_t at = 0, size;
	struct journal_entry entry;
	int r = 0;

	if (!journal->store)
		r = journal_store_open(journal->options.path, JOURNAL_WRITE, journal->options.vfs,
		                       &journal->store, fault);
	if (r == 0 && journal_has_moved(journal->store)) {
		r = journal_put_back(&journal->store, journal->options.path, journal->options.vfs,
		                     fault);
		journal->put_back = r == 0;
	}
	if (r == 0)
		r = journal_store_begin(journal->store, fault);
	while (r == 0 && (size = journal_entry_unpack(journal->flight.bytes + at,
	                                              journal->flight.len - at, &entry)) > 0) {
		r = journal_store_put(journal->store, &entry, fault);
		at += size;
	}
	if (r == 0)
		r = journal_store_end(journal->store, fault);
	fault->error = r;
}

static void
journal_release_held(struct journal *journal)
{
	size_t at = 0, size;
	struct journal_entry entry;

	while ((size = journal_entry_unpack(journal->flight.bytes + at, journal->flight.len - at,
	                                    &entry)) > 0) {
		struct journal_owner *owner = journal_owner(journal, entry.stream);

		if (owner) {
			owner->held -= size < owner->held ? size : owner->held;
			owner->due = true;
		}
		at += size;
	}
}

static void
batch_clear(struct journal_batch *batch)
{
	batch->len = 0;
	if (batch->size > (1 << 20)) {
		free(batch->bytes);
		batch->bytes = NULL;
		batch->size = 0;
	}
}

static void
journal_count_commit(struct journal *journal)
{
	uint64_t us = journal_now(journal) - journal->flight.since_us;

	journal->commits++;
	journal->commit_us_sum += us;
	if (us > journal->commit_us_max)
		journal->commit_us_max = us;
}

static void
journal_report(struct journal *journal, int error)
{
	if (error != 0 && journal->error != error)
		log_error("%s; entries wait in memory, and the file is tried each second",
		          journal->fault.text);
	else if (error == 0 && journal->error != 0)
		log_info("%s takes entries again", journal->options.path);
	if (journal->put_back)
		log_error("%s was removed or moved away while it was written; all that it held is "
		          "there again",
		          journal->options.path);
	journal->put_back = false;
	journal->error = error;
}

void
journal_note_durable(struct journal *journal)
{
	journal->durable.seq = journal_store_last(journal->store);
	memcpy(journal->durable.hash, journal_store_head(journal->store), JOURNAL_HASH);
}

/* journal_tell: the owners of what was written; all of them of a disk that refuses, or takes again. */
static void
journal_tell(struct journal *journal, bool all)
{
	for (uint32_t i = 1; i < journal->n_owners; i++) {
		struct journal_owner *owner = &journal->owners[i];
		bool due = owner->due || all;

		owner->due = false;
		if (due && owner->listener.committed)
			owner->listener.committed(owner->listener.ctx);
	}
}

/* journal_ended: what was begun has ended; who has to do with it is told. */
static void
journal_ended(struct journal *journal)
{
	int error = -journal->fault.error;
	bool all = error != 0 || journal->error != 0;

	journal_report(journal, error);
	if (error == 0) {
		journal_note_durable(journal);
		journal->bytes = journal_store_bytes(journal->store);
		journal_count_commit(journal);
		journal_release_held(journal);
		batch_clear(&journal->flight);
	}
	journal_tell(journal, all);
	if (journal->flight.len > 0 || journal->filling.len > 0)
		journal_arm(journal);
}

/* journal_take_off: what waits is to be written; first what the disk refused. false: nothing waits. */
static bool
journal_take_off(struct journal *journal)
{
	struct journal_batch empty = journal->flight;

	if (journal->flight.len == 0) {
		journal->flight = journal->filling;
		journal->filling = empty;
	}
	return journal->flight.len > 0;
}

void
journal_job_run(struct worker_job *job)
{
	journal_write((struct journal *)(void *)((char *)job - offsetof(struct journal, job)));
}

void
journal_job_done(struct worker_job *job)
{
	struct journal *journal =
		(struct journal *)(void *)((char *)job - offsetof(struct journal, job));

	journal->running = false;
	journal_ended(journal);
}

void
journal_commit_event(int fd, short what, void *ctx)
{
	struct journal *journal = ctx;

	(void)fd;
	(void)what;
	journal_watch_clock(journal);
	if (journal->running || !journal_take_off(journal))
		return;
	journal->running = true;
	worker_submit(journal->options.worker, &journal->job);
}

int
journal_sync(struct journal *journal)
{
	if (journal->running)
		worker_drain(journal->options.worker);
	while (!journal->running && journal_take_off(journal)) {
		journal_write(journal);
		journal_ended(journal);
		if (journal->error)
			return -journal->error;
	}
	return -journal->error;
}

int
journal_sync_within(struct journal *journal, unsigned int wait_ms)
{
	uint64_t wanted = journal->next - 1, end_us = time_now_us() + wait_ms * UINT64_C(1000);

	while (!journal_is_durable(journal, wanted) && !journal->error) {
		uint64_t now_us = time_now_us();

		if (!journal->running && !journal_take_off(journal))
			break;
		if (!journal->running) {
			journal->running = true;
			worker_submit(journal->options.worker, &journal->job);
		}
		if (now_us >= end_us || !worker_wait(journal->options.worker,
		                                     (unsigned int)((end_us - now_us) / 1000 + 1)))
			return -EAGAIN;
	}
	return -journal->error;
}

bool
journal_is_durable(const struct journal *journal, uint64_t seq)
{
	return seq <= journal->durable.seq;
}

void
journal_look_anchor(const struct journal *journal, struct journal_anchor *ret_anchor)
{
	*ret_anchor = journal->durable;
}

bool
journal_has(struct journal *journal, const struct journal_anchor *anchor)
{
	uint8_t hash[JOURNAL_HASH];

	return journal->store && journal_store_link(journal->store, anchor->seq, hash) &&
	       memcmp(hash, anchor->hash, JOURNAL_HASH) == 0;
}

void
journal_look(const struct journal *journal, struct journal_status *ret_status)
{
	*ret_status = (struct journal_status){
		.path = journal->options.path,
		.bytes = journal->bytes,
		.held = journal->flight.len + journal->filling.len,
		.error = journal->error,
		.last = journal->next - 1,
		.commits = journal->commits,
		.commit_us_max = journal->commit_us_max,
		.commit_us_sum = journal->commit_us_sum,
	};
}

const char *
journal_program_before(const struct journal *journal)
{
	return journal->before;
}

/* --- Streams -------------------------------------------------------------------------------- */

const struct journal_stream *
journal_find(const struct journal *journal, const char *round, uint32_t table)
{
	char wanted[SLUG_SIZE], slug[SLUG_SIZE];

	slug_format(round, wanted);
	for (size_t i = journal->n_streams; i-- > 0;) {
		slug_format(journal->streams[i].round, slug);
		if (journal->streams[i].table == table && strcmp(slug, wanted) == 0)
			return &journal->streams[i];
	}
	return NULL;
}

int
journal_keep_stream(struct journal *journal, const struct journal_stream *stream)
{
	struct journal_stream *streams =
		realloc(journal->streams, (journal->n_streams + 1) * sizeof(*streams));

	if (!streams)
		return -ENOMEM;
	journal->streams = streams;
	streams[journal->n_streams++] = *stream;
	if (stream->id > journal->used)
		journal->used = stream->id;
	return 0;
}

int
journal_begin(struct journal *journal, struct journal_stream *stream)
{
	char *json;

	if (journal->used + 1 >= JOURNAL_STREAMS_MAX)
		return -ENOBUFS;
	stream->id = journal->used + 1;
	stream->zero_us = (int64_t)journal_now(journal);
	json = journal_stream_json(stream);
	if (!json)
		return -ENOMEM;
	stream->first = journal_append(journal, stream->id, JOURNAL_STREAM, 0, json, strlen(json));
	free(json);
	return stream->first ? journal_keep_stream(journal, stream) : -ENOBUFS;
}

int
journal_listen(struct journal *journal, uint32_t stream, const struct journal_listener *listener)
{
	struct journal_owner *owners;

	if (stream >= journal->n_owners) {
		owners = realloc(journal->owners, (stream + 1) * sizeof(*owners));
		if (!owners)
			return -ENOMEM;
		memset(owners + journal->n_owners, 0,
		       (stream + 1 - journal->n_owners) * sizeof(*owners));
		journal->owners = owners;
		journal->n_owners = stream + 1;
	}
	journal->owners[stream].listener = *listener;
	return 0;
}

void
journal_forget_streams(struct journal *journal)
{
	for (size_t i = 0; i < journal->n_streams; i++)
		journal_stream_clear(&journal->streams[i]);
	journal->n_streams = 0;
}
