/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <event2/event.h>

#include "core/base/invariant.h"
#include "core/laws/alert/plural.h"
#include "daemon/journal_import.h"
#include "daemon/journal_salvage.h"
#include "daemon/journal_state.h"
#include "daemon/log.h"

/* --- Opening -------------------------------------------------------------------- */

static void
journal_take_epoch(struct journal *journal, uint64_t t_us, const json_t *epoch)
{
	const char *program = json_string_value(json_object_get(epoch, "program"));

	if (journal_clock_read(&journal->clock, t_us, epoch))
		snprintf(journal->before, sizeof(journal->before), "%s", program ? program : "");
}

static void
journal_take_salvage(struct journal *journal, const json_t *salvage)
{
	json_int_t used = json_integer_value(json_object_get(salvage, "streams"));

	if (used > journal->used && used < JOURNAL_STREAMS_MAX)
		journal->used = (uint32_t)used;
}

static int
journal_take_stream(struct journal *journal, const struct journal_entry *entry)
{
	struct journal_stream stream;
	int r = entry->stream < JOURNAL_STREAMS_MAX
	                ? journal_stream_read(&stream, entry->body, entry->len)
	                : -EBADMSG;

	if (r == -EBADMSG)
		return 0; /* of an adoubed that knows more */
	stream.id = entry->stream;
	stream.first = entry->seq;
	if (r == 0)
		r = journal_keep_stream(journal, &stream);
	if (r < 0)
		journal_stream_clear(&stream);
	return r;
}

static int
journal_take_rare(struct journal *journal, const struct journal_entry *entry)
{
	json_t *object;

	if (entry->kind == JOURNAL_STREAM)
		return journal_take_stream(journal, entry);
	object = json_loadb((const char *)entry->body, entry->len, 0, NULL);
	if (entry->kind == JOURNAL_EPOCH)
		journal_take_epoch(journal, entry->t_us, object);
	if (entry->kind == JOURNAL_SALVAGE)
		journal_take_salvage(journal, object);
	json_decref(object);
	return 0;
}

/* journal_read_rare: which streams there are, and what the clocks said last. */
static int
journal_read_rare(struct journal *journal)
{
	struct journal_reader *reader =
		journal_reader_new(journal->store, 1, true, &journal->fault);
	struct journal_entry entry;
	enum journal_read read = JOURNAL_READ_DAMAGE;
	int r = reader ? 0 : journal->fault.error;

	journal_forget_streams(journal);
	while (r == 0 &&
	       (read = journal_reader_next(reader, &entry, &journal->fault)) == JOURNAL_READ_ENTRY)
		r = journal_take_rare(journal, &entry);
	journal_reader_free(reader);
	if (r == 0 && read == JOURNAL_READ_DAMAGE)
		r = journal->fault.error;
	return r;
}

int
journal_orders(struct journal *journal, void *ctx,
               void (*take)(void *ctx, const struct journal_entry *entry), char *error,
               size_t error_size)
{
	struct journal_reader *reader;
	enum journal_read read = JOURNAL_READ_END;
	struct journal_entry entry;

	if (!journal->store)
		return 0; /* it begins in memory */
	reader = journal_reader_new(journal->store, 1, true, &journal->fault);
	while (reader &&
	       (read = journal_reader_next(reader, &entry, &journal->fault)) == JOURNAL_READ_ENTRY)
		if (entry.kind == JOURNAL_ORDER)
			take(ctx, &entry);
	journal_reader_free(reader);
	if (reader && read != JOURNAL_READ_DAMAGE)
		return 0;
	snprintf(error, error_size, "%s", journal->fault.text);
	return journal->fault.error;
}

/* journal_last_us: the journal's time of the last entry. */
static int
journal_last_us(struct journal *journal, uint64_t *ret_us)
{
	struct journal_reader *reader = journal_reader_new(
		journal->store, journal_store_last(journal->store), false, &journal->fault);
	struct journal_entry entry;
	int r = reader ? 0 : journal->fault.error;
	enum journal_read read = JOURNAL_READ_END;

	*ret_us = 0;
	while (r == 0 &&
	       (read = journal_reader_next(reader, &entry, &journal->fault)) != JOURNAL_READ_END) {
		int64_t zero_us = 0, at_us;

		if (read == JOURNAL_READ_DAMAGE)
			r = journal->fault.error;
		if (read != JOURNAL_READ_ENTRY)
			continue;
		for (size_t i = 0; i < journal->n_streams; i++)
			if (journal->streams[i].id == entry.stream)
				zero_us = journal->streams[i].zero_us;
		at_us = zero_us + (int64_t)entry.t_us;
		if (at_us > 0 && (uint64_t)at_us > *ret_us)
			*ret_us = (uint64_t)at_us;
	}
	journal_reader_free(reader);
	return r;
}

/* journal_resume: go on behind what the file holds. */
static int
journal_resume(struct journal *journal)
{
	struct journal_moment now;
	uint64_t last_us = 0;
	int r = journal_read_rare(journal);

	if (r == 0)
		r = journal_last_us(journal, &last_us);
	if (r < 0)
		return r;
	journal_moment_now(&now);
	journal_clock_begin(&journal->clock, &now, last_us);
	journal_note_durable(journal);
	journal->next = journal->durable.seq + 1;
	return 0;
}

/* journal_open_store: open the file, or what can be saved of it. */
static int
journal_open_store(struct journal *journal)
{
	struct journal_options *options = &journal->options;
	int r = journal_salvage_finish(options->path);

	if (r == 0)
		r = journal_store_open(options->path, JOURNAL_WRITE, options->vfs, &journal->store,
		                       &journal->fault);
	if (r == 0)
		r = journal_resume(journal);
	if (r != -EBADMSG)
		return r;
	log_error("%s", journal->fault.text);
	journal_store_close(journal->store);
	journal->store = NULL;
	r = journal_salvage(options->path, options->vfs, &journal->fault);
	if (r == 0)
		r = journal_store_open(options->path, JOURNAL_WRITE, options->vfs, &journal->store,
		                       &journal->fault);
	return r == 0 ? journal_resume(journal) : r;
}

/* A new journal may begin in memory where the disk is full; one that is there must be read. */
static bool
journal_may_wait(const struct journal *journal, int r)
{
	struct stat status;

	return (r == -ENOSPC || r == -EDQUOT || r == -EFBIG || r == -EIO) && !journal->store &&
	       (stat(journal->options.path, &status) < 0 || status.st_size == 0);
}

static void
journal_import_older(struct journal *journal)
{
	struct journal_import_report report;

	if (!journal->options.captures || !journal->store)
		return;
	journal_import_folder(journal->store, journal->options.captures, &journal->clock, &report);
	if (report.n_captures > 0) {
		log_info("%zu %s of %s %s taken into the journal; the files stay as they are",
		         report.n_captures,
		         plural_english((int64_t)report.n_captures, "capture", "captures"),
		         journal->options.captures,
		         plural_english((int64_t)report.n_captures, "was", "were"));
		journal_resume(journal);
	}
	if (report.n_refused > 0)
		log_error("%zu %s of %s could not be taken into the journal: %s", report.n_refused,
		          plural_english((int64_t)report.n_refused, "capture", "captures"),
		          journal->options.captures, report.text);
}

int
journal_open(const struct journal_options *options, struct journal **ret_journal, char *error,
             size_t error_size)
{
	struct journal *journal = calloc(1, sizeof(*journal));
	struct journal_moment now;
	int r;

	snprintf(error, error_size, "out of memory");
	if (!journal || !(journal->path = strdup(options->path))) {
		free(journal);
		return -ENOMEM;
	}
	journal->options = *options;
	journal->options.path = journal->path;
	if (options->held_max == 0)
		journal->options.held_max = JOURNAL_HELD_MAX;
	if (options->stream_max == 0)
		journal->options.stream_max = JOURNAL_STREAM_MAX;
	journal->job.run = journal_job_run;
	journal->job.done = journal_job_done;
	journal->next = 1;
	journal->timer = evtimer_new(options->base, journal_commit_event, journal);
	r = journal->timer ? journal_open_store(journal) : -ENOMEM;
	if (r < 0 && journal_may_wait(journal, r)) {
		log_error("%s; the journal begins in memory", journal->fault.text);
		journal->error = -r;
		journal_moment_now(&now);
		journal_clock_begin(&journal->clock, &now, 0);
		r = 0;
	}
	if (r < 0) {
		snprintf(error, error_size, "%s", journal->fault.text);
		journal_close(journal);
		return r;
	}
	journal_import_older(journal);
	journal->options.captures = NULL;
	journal_note_epoch(journal, "begun");
	*ret_journal = journal;
	return 0;
}

void
journal_close(struct journal *journal)
{
	if (!journal)
		return;
	INVARIANT(!journal->running);
	for (uint32_t i = 0; i < journal->n_owners; i++)
		journal->owners[i].listener.committed = NULL;
	journal_sync(journal);
	journal_store_close(journal->store);
	journal_forget_streams(journal);
	free(journal->streams);
	free(journal->owners);
	free(journal->filling.bytes);
	free(journal->flight.bytes);
	free(journal->path);
	if (journal->timer)
		event_free(journal->timer);
	free(journal);
}

/* journal_first: the first entry that stream's owner wants; UINT64_MAX: none. */
static uint64_t
journal_first(const struct journal *journal, const struct journal_stream *stream)
{
	const struct journal_listener *listener;
	uint64_t first;

	if (stream->id >= journal->n_owners)
		return UINT64_MAX;
	listener = &journal->owners[stream->id].listener;
	first = listener->after < stream->first ? stream->first : listener->after + 1;
	return listener->entry && first <= journal->durable.seq ? first : UINT64_MAX;
}

/* journal_fold_from: the first entry somebody wants. */
static uint64_t
journal_fold_from(const struct journal *journal)
{
	uint64_t from = UINT64_MAX;

	for (size_t i = 0; i < journal->n_streams; i++) {
		uint64_t first = journal_first(journal, &journal->streams[i]);

		from = first < from ? first : from;
	}
	return from;
}

static void
journal_hand_over(struct journal *journal, const struct journal_entry *entry)
{
	const struct journal_listener *listener;

	if (entry->stream >= journal->n_owners)
		return;
	listener = &journal->owners[entry->stream].listener;
	if (listener->entry && entry->seq > listener->after)
		listener->entry(listener->ctx, entry);
}

/* journal_pass: read from `from` on; verify only, or hand over. 0, or what is wrong. */
static int
journal_pass(struct journal *journal, uint64_t from, bool hand_over)
{
	struct journal_reader *reader =
		journal_reader_new(journal->store, from, false, &journal->fault);
	struct journal_entry entry;
	enum journal_read read;
	int r = reader ? 0 : journal->fault.error;

	while (r == 0 &&
	       (read = journal_reader_next(reader, &entry, &journal->fault)) != JOURNAL_READ_END) {
		if (journal->options.reading)
			journal->options.reading(journal->options.ctx);
		if (read == JOURNAL_READ_ENTRY && hand_over)
			journal_hand_over(journal, &entry);
		if (read == JOURNAL_READ_DAMAGE || read == JOURNAL_READ_BROKEN)
			r = journal->fault.error;
	}
	journal_reader_free(reader);
	return r;
}

/* journal_save: salvage; what was appended since the start goes into the damaged file first, so that the new
 * one's numbers go on behind it. */
static int
journal_save(struct journal *journal)
{
	int r = journal_sync(journal);

	if (r < 0)
		return r;
	journal_store_close(journal->store);
	journal->store = NULL;
	r = journal_salvage(journal->options.path, journal->options.vfs, &journal->fault);
	if (r == 0)
		r = journal_store_open(journal->options.path, JOURNAL_WRITE, journal->options.vfs,
		                       &journal->store, &journal->fault);
	if (r == 0) {
		journal_note_durable(journal);
		journal->next = journal->durable.seq + 1;
	}
	return r;
}

int
journal_fold(struct journal *journal, char *error, size_t error_size)
{
	uint64_t from;
	int r;

	/* What is in memory only belongs to streams that begin. */
	if (!journal->store)
		return 0;
	from = journal_fold_from(journal);
	if (from == UINT64_MAX)
		return 0;
	r = journal_pass(journal, from, false);
	if (r == -EBADMSG) {
		log_error("%s", journal->fault.text);
		r = journal_save(journal);
	}
	if (r == 0)
		r = journal_pass(journal, from, true);
	if (r < 0)
		snprintf(error, error_size, "%s", journal->fault.text);
	return r;
}
