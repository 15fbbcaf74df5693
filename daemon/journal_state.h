/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of journal.h, shared by its files: journal.c takes entries and commits them, journal_open.c
 * opens the file and folds it.
 */
#pragma once

#include <stdbool.h>

#include "daemon/journal.h"
#include "daemon/journal_clock.h"
#include "daemon/journal_program.h"
#include "daemon/worker.h"

struct event;

/* Packed entries, one behind the other. */
struct journal_batch {
	uint8_t *bytes;
	size_t len, size;
	uint64_t last;     /* seq */
	uint64_t since_us; /* when the first came */
};

struct journal_owner {
	struct journal_listener listener; /* entry NULL: nobody */
	size_t held;
	bool due; /* to be told when a commit has ended: it had entries of his, or there was no room for one */
};

struct journal {
	struct journal_options options; /* path is our own */
	char *path;
	struct journal_store *store; /* NULL: the disk was full when it was to begin */
	struct journal_clock clock;
	char before[JOURNAL_PROGRAM];   /* what recorded last */
	struct journal_stream *streams; /* in the order of their ids */
	size_t n_streams;
	uint32_t used;                /* no stream that begins gets an id up to this one */
	struct journal_owner *owners; /* by stream id; [0] is nobody's */
	uint32_t n_owners;
	struct event *timer;
	struct journal_batch filling, flight; /* flight: being written, or refused by the disk */
	uint64_t next;                        /* seq */
	struct journal_anchor durable;        /* and its link */
	int error;                            /* errno */
	struct worker_job job;
	bool running;
	bool put_back;              /* by the job: its file was not there any more */
	struct journal_fault fault; /* of the job */
	uint64_t bytes;             /* on the disk after the last commit */
	uint64_t commits, commit_us_max, commit_us_sum;
};

/* journal.c: what the file holds is durable; an epoch entry for the clock as it is now; a stream that is known from now on, its facts taken
 * over (0 or -ENOMEM); and all forgotten. */
void journal_note_durable(struct journal *journal);
void journal_note_epoch(struct journal *journal, const char *why);
int journal_keep_stream(struct journal *journal, const struct journal_stream *stream);
void journal_forget_streams(struct journal *journal);

/* journal.c: the timer's and the job's callbacks. */
void journal_commit_event(int fd, short what, void *ctx);
void journal_job_run(struct worker_job *job);
void journal_job_done(struct worker_job *job);
