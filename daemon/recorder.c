/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal_clock.h"
#include "daemon/journal_line.h"
#include "daemon/log.h"
#include "daemon/raised.h"
#include "daemon/revision.h"

struct recorder {
	struct recorder_options options;
	uint32_t stream;
	uint32_t table;
	int64_t zero_us; /* the journal's time at the stream's 0 */
	uint64_t last_us, mark;
	bool holding; /* the fold is on: alerts wait for what it meets */
	struct revisions published;
	bool heard; /* in the fold: something since the last of that, as far as is known */
	struct raised raised;                 /* not in the journal yet */
	uint64_t other_alerts;                /* raised otherwise than before */
	uint64_t lost, lost_bytes, lost_ever; /* lost: since the last "lost" fact */
	uint64_t odd;
};

/* --- Time ----------------------------------------------------------------------------------- */

uint64_t
recorder_now(const struct recorder *recorder)
{
	int64_t now_us = (int64_t)journal_now(recorder->options.journal) - recorder->zero_us;

	return now_us > (int64_t)recorder->last_us ? (uint64_t)now_us : recorder->last_us;
}

uint64_t
recorder_unix_us(const struct recorder *recorder, uint64_t t_us)
{
	return journal_unix_us(recorder->options.journal,
	                       (uint64_t)((int64_t)t_us + recorder->zero_us));
}

uint64_t
recorder_reached(const struct recorder *recorder)
{
	return recorder->last_us;
}

/* --- Appending ------------------------------------------------------------------------------ */

/* recorder_confess: once there is room again, say in the stream itself what is missing before. */
static void
recorder_confess(struct recorder *recorder)
{
	char text[120];
	uint64_t seq;

	if (recorder->lost == 0)
		return;
	snprintf(text, sizeof(text),
	         "lost %" PRIu64 " entries of %" PRIu64
	         " bytes before this one (no disk, memory full)",
	         recorder->lost, recorder->lost_bytes);
	seq = journal_append(recorder->options.journal, recorder->stream, JOURNAL_FACT,
	                     recorder->last_us, text, strlen(text));
	if (seq == 0)
		return;
	recorder->mark = seq;
	recorder->lost = 0;
	recorder->lost_bytes = 0;
}

static bool
recorder_append(struct recorder *recorder, enum journal_kind kind, uint64_t t_us, const void *body,
                size_t len)
{
	uint64_t seq = 0;

	recorder_confess(recorder);
	if (t_us > recorder->last_us)
		recorder->last_us = t_us;
	if (recorder->lost == 0)
		seq = journal_append(recorder->options.journal, recorder->stream, kind,
		                     recorder->last_us, body, len);
	if (seq == 0) {
		recorder->lost++;
		recorder->lost_ever++;
		recorder->lost_bytes += len;
		return false;
	}
	recorder->mark = seq;
	return true;
}

void
recorder_bytes(struct recorder *recorder, uint64_t t_us, char direction, const uint8_t *bytes,
               size_t len)
{
	recorder_append(recorder, direction == '<' ? JOURNAL_FROM_BOARD : JOURNAL_TO_BOARD, t_us,
	                bytes, len);
}

void
recorder_host(struct recorder *recorder, uint64_t t_us, const char *json)
{
	recorder_append(recorder, JOURNAL_HOST, t_us, json, strlen(json));
}

/* --- Alerts --------------------------------------------------------------------------------- */

void
recorder_alert(struct recorder *recorder, uint64_t t_us, const char *json)
{
	if (recorder->holding)
		raised_add(&recorder->raised, t_us, json);
	else
		recorder_append(recorder, JOURNAL_ALERT, t_us, json, strlen(json));
}

/* recorder_meet_alert: the journal has one here; the fold should have raised it. */
static void
recorder_meet_alert(struct recorder *recorder, const struct journal_entry *entry)
{
	const struct raised_alert *first = recorder->raised.first;
	bool same = first && strlen(first->json) == entry->len &&
	            memcmp(first->json, entry->body, entry->len) == 0;

	if (!same && recorder->other_alerts++ == 0)
		log_warn("table %u: this adoubed raises other alerts than the one that recorded: "
		         "entry %" PRIu64 " was %.*s%s%.200s",
		         recorder->table, entry->seq, entry->len < 200 ? (int)entry->len : 200,
		         (const char *)entry->body, first ? ", and is " : ", and is none",
		         first ? first->json : "");
	if (first)
		raised_drop(&recorder->raised);
}

void
recorder_folded(struct recorder *recorder)
{
	const struct raised_alert *first;

	recorder->holding = false;
	while ((first = recorder->raised.first)) {
		recorder_append(recorder, JOURNAL_ALERT, first->t_us, first->json,
		                strlen(first->json));
		raised_drop(&recorder->raised);
	}
	if (recorder->other_alerts > 0)
		log_warn("table %u: %" PRIu64 " alerts are others than were recorded",
		         recorder->table, recorder->other_alerts);
}

/* --- What is published ------------------------------------------------------------------------ */

bool
recorder_publish(struct recorder *recorder, size_t index, const char *pgn, size_t len)
{
	size_t size;
	uint8_t *body = revisions_make(&recorder->published, index, pgn, len, &size);
	bool done;

	if (!body)
		return size == 0;
	done = recorder_append(recorder, JOURNAL_PUBLISHED, recorder_now(recorder), body, size);
	free(body);
	if (!done)
		revisions_forget(&recorder->published, index);
	return done;
}

const char *
recorder_published(const struct recorder *recorder, size_t index)
{
	return index < recorder->published.n_games ? recorder->published.games[index].text : NULL;
}

size_t
recorder_n_published(const struct recorder *recorder)
{
	return recorder->published.n_games;
}

bool
recorder_heard_since(const struct recorder *recorder)
{
	return recorder->heard;
}

/* --- The fold ---------------------------------------------------------------------------------- */

/* recorder_line: hand an entry over as the line of a capture it would be. */
static void
recorder_line(struct recorder *recorder, const struct journal_entry *entry)
{
	struct capture_line line;
	void *body = journal_line(entry, &line);

	if (!body)
		return;
	if (recorder->options.line)
		recorder->options.line(recorder->options.ctx, &line);
	free(body);
}

static void
recorder_entry(void *ctx, const struct journal_entry *entry)
{
	struct recorder *recorder = ctx;

	recorder->mark = entry->seq;
	if (entry->t_us > recorder->last_us)
		recorder->last_us = entry->t_us;
	switch (entry->kind) {
	case JOURNAL_FROM_BOARD:
	case JOURNAL_TO_BOARD:
	case JOURNAL_HOST:
		recorder->heard = true;
		recorder_line(recorder, entry);
		break;
	case JOURNAL_ALERT:
		if (recorder->options.until)
			recorder->options.until(recorder->options.ctx, entry->t_us);
		recorder_meet_alert(recorder, entry);
		break;
	case JOURNAL_PUBLISHED:
		/* What time had brought by then was in it. */
		if (recorder->options.until)
			recorder->options.until(recorder->options.ctx, entry->t_us);
		recorder->odd += revisions_take(&recorder->published, entry->body, entry->len) < 0;
		recorder->heard = false;
		break;
	default:
		break;
	}
}

static void
recorder_committed(void *ctx)
{
	const struct recorder *recorder = ctx;

	if (recorder->options.committed)
		recorder->options.committed(recorder->options.ctx);
}

/* recorder_listen: to the entries behind `after`. */
static int
recorder_listen(struct recorder *recorder, uint64_t after)
{
	const struct journal_listener listener = { .ctx = recorder,
		                                   .after = after,
		                                   .entry = recorder_entry,
		                                   .committed = recorder_committed };

	return journal_listen(recorder->options.journal, recorder->stream, &listener);
}

/* --- Snapshots ---------------------------------------------------------------------------------- */

struct recorder_numbers {
	uint64_t last_us, mark, odd, other_alerts, n_published;
};

void
recorder_save(const struct recorder *recorder, struct snapshot_writer *writer)
{
	const struct revisions *published = &recorder->published;
	const struct recorder_numbers numbers = { recorder->last_us, recorder->mark, recorder->odd,
		                                  recorder->other_alerts, published->n_games };

	snapshot_put(writer, &numbers, sizeof(numbers));
	for (size_t i = 0; i < published->n_games; i++)
		snapshot_put(writer, published->games[i].text, published->games[i].len);
}

static void
recorder_restore_published(struct recorder *recorder, size_t n, struct snapshot_reader *reader)
{
	for (size_t i = 0; i < n && !reader->failed; i++) {
		size_t len, made = 0;
		const uint8_t *text = snapshot_take(reader, &len);
		uint8_t *body = NULL;

		if (text && len > 0)
			body = revisions_make(&recorder->published, i, (const char *)text, len,
			                      &made);
		reader->failed |= !body && len > 0;
		free(body);
	}
}

int
recorder_restore(struct recorder *recorder, uint64_t after, struct snapshot_reader *reader)
{
	struct recorder_numbers numbers = { 0 };

	snapshot_take_exactly(reader, &numbers, sizeof(numbers));
	recorder_restore_published(recorder, (size_t)numbers.n_published, reader);
	recorder->last_us = numbers.last_us;
	recorder->mark = numbers.mark;
	recorder->heard = true;
	recorder->odd = numbers.odd;
	recorder->other_alerts = numbers.other_alerts;
	return reader->failed ? -EBADMSG : recorder_listen(recorder, after);
}

/* --- Life --------------------------------------------------------------------------------------- */

/* recorder_begin: a new stream, with the facts a capture of it begins with. */
static int
recorder_begin(struct recorder *recorder, const struct recorder_options *options)
{
	struct journal_stream stream = { .table = options->table };
	char start[64];
	int r;

	snprintf(stream.round, sizeof(stream.round), "%s", options->round);
	snprintf(stream.driver, sizeof(stream.driver), "%s", options->driver);
	recorder->zero_us = (int64_t)journal_now(options->journal);
	journal_time_format(journal_unix_us(options->journal, (uint64_t)recorder->zero_us), start);
	r = journal_stream_add(&stream, "start", start);
	for (size_t i = 0; r == 0 && i < options->n_facts; i++)
		r = journal_stream_add(&stream, options->facts[i][0], options->facts[i][1]);
	if (r == 0)
		r = journal_begin(options->journal, &stream);
	if (r < 0) {
		journal_stream_clear(&stream);
		return r;
	}
	recorder->stream = stream.id;
	recorder->zero_us = stream.zero_us;
	recorder->mark = stream.first;
	return 0;
}

static int
recorder_resume(struct recorder *recorder, const struct recorder_options *options, char *error,
                size_t error_size)
{
	const struct journal_stream *stream =
		journal_find(options->journal, options->round, options->table);
	struct journal_status status;
	int r;

	if (!stream) {
		r = recorder_begin(recorder, options);
		if (r < 0)
			snprintf(error, error_size, "table %u: cannot be recorded: %s",
			         options->table, strerror(-r));
		return r;
	}
	if (strcmp(stream->driver, options->driver) != 0) {
		journal_look(options->journal, &status);
		snprintf(error, error_size,
		         "table %u was recorded to %s with driver %s, and the board is now said "
		         "to speak %s; correct the configuration, or give the round another name",
		         options->table, status.path, stream->driver, options->driver);
		return -EBADMSG;
	}
	recorder->stream = stream->id;
	recorder->zero_us = stream->zero_us;
	return 0;
}

/* recorder_tell_start: when the stream's time 0 was, as a capture of it says. */
static void
recorder_tell_start(const struct recorder *recorder)
{
	const struct recorder_options *options = &recorder->options;
	const struct journal_stream *stream =
		journal_find(options->journal, options->round, options->table);
	const char *start = stream ? journal_stream_fact(stream, "start") : NULL;
	struct capture_line line = { .kind = CAPTURE_FACT };
	char key[] = "start", value[JOURNAL_TIME];

	if (start)
		snprintf(value, sizeof(value), "%s", start);
	else
		journal_time_format(recorder_unix_us(recorder, 0), value);
	line.key = key;
	line.value = value;
	if (options->line)
		options->line(options->ctx, &line);
}

int
recorder_open(const struct recorder_options *options, struct recorder **ret_recorder, char *error,
              size_t error_size)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));
	int r;

	snprintf(error, error_size, "out of memory");
	if (!recorder)
		return -ENOMEM;
	recorder->options = *options;
	recorder->table = options->table;
	recorder->holding = true;
	raised_begin(&recorder->raised);
	r = recorder_resume(recorder, options, error, error_size);
	if (r == 0)
		r = recorder_listen(recorder, 0);
	if (r < 0) {
		recorder_close(recorder);
		return r;
	}
	*ret_recorder = recorder;
	recorder_tell_start(recorder);
	return 0;
}

void
recorder_close(struct recorder *recorder)
{
	static const struct journal_listener nobody;

	if (!recorder)
		return;
	if (recorder->stream)
		journal_listen(recorder->options.journal, recorder->stream, &nobody);
	while (recorder->raised.first)
		raised_drop(&recorder->raised);
	revisions_free(&recorder->published);
	free(recorder);
}

/* --- Looking ------------------------------------------------------------------------------------ */

uint64_t
recorder_mark(const struct recorder *recorder)
{
	return recorder->mark;
}

bool
recorder_is_durable(const struct recorder *recorder, uint64_t mark)
{
	return journal_is_durable(recorder->options.journal, mark);
}

void
recorder_look(const struct recorder *recorder, struct recorder_status *ret_status)
{
	struct journal_status journal;

	journal_look(recorder->options.journal, &journal);
	*ret_status = (struct recorder_status){
		.path = journal.path,
		.bytes = journal.bytes,
		.held = journal.error ? journal.held : 0,
		.lost_lines = recorder->lost_ever,
		.odd = recorder->odd,
		.error = journal.error,
		.commits = journal.commits,
		.commit_us_max = journal.commit_us_max,
		.commit_us_sum = journal.commit_us_sum,
	};
}

static const char *
recorder_advice(int error)
{
	switch (error) {
	case ENOSPC:
	case EDQUOT:
		return "the disk is full; free space there";
	case EFBIG:
		return "the file is as large as this system allows; move it away and restart";
	case EROFS:
		return "the disk is read-only, as after an error; check it";
	case EIO:
		return "the disk reports an error; check it, or record to another";
	case EEXIST:
		return "another file lies in its place; move that away";
	case EBADMSG:
		return "the file is damaged; restart adoubed, it saves what can be read";
	default:
		return strerror(error);
	}
}

void
recorder_trouble(const struct recorder *recorder, char *buffer, size_t size)
{
	struct recorder_status status;
	int n;

	recorder_look(recorder, &status);
	buffer[0] = '\0';
	if (!status.error)
		return;
	n = snprintf(buffer, size, "cannot record to %s: %s; %zu bytes wait in memory", status.path,
	             recorder_advice(status.error), status.held);
	if (recorder->lost > 0 && n > 0 && (size_t)n < size)
		snprintf(buffer + n, size - (size_t)n, ", %" PRIu64 " entries are lost",
		         recorder->lost);
}
