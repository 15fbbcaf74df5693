/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The journal of a running daemon: what is appended here is in the file, durable, JOURNAL_COMMIT_MS and one
 * sync later, in one group with everything that was appended meanwhile. The disk is the worker's business;
 * everything here is the loop's.
 *
 * A disk that is full or broken stops nothing: entries wait in memory, JOURNAL_HELD_MAX bytes of all
 * streams and JOURNAL_STREAM_MAX of one, and the file is tried again each JOURNAL_RETRY_MS. What does not
 * fit there is refused, and the stream's owner counts it (recorder.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/journal_store.h"
#include "daemon/journal_stream.h"

#define JOURNAL_COMMIT_MS  20   /* a first entry waits so long for others */
#define JOURNAL_RETRY_MS   1000 /* between two attempts on a disk that refuses */
#define JOURNAL_ORDER_MS   2000 /* whoever gives an order waits so long for it to be durable */
#define JOURNAL_HELD_MAX   ((size_t)128 << 20)
#define JOURNAL_STREAM_MAX ((size_t)16 << 20)

struct event_base;
struct journal;
struct worker;

struct journal_options {
	struct event_base *base;
	struct worker *worker; /* for nothing else: a commit waits for no other job */
	const char *path;
	const char
		*captures; /* folder whose *.capture of older versions are taken in; NULL: none */
	const char *vfs;   /* of SQLite; NULL: the system's */
	size_t held_max;   /* 0: JOURNAL_HELD_MAX */
	size_t stream_max; /* 0: JOURNAL_STREAM_MAX */
	void *ctx;
	void (*reading)(
		void *ctx); /* journal_fold reads on: called for each entry, since it may take minutes; NULL: nobody */
};

/* A place in the chain of this file and of no other: the last link of what is durable. */
struct journal_anchor {
	uint64_t seq;
	uint8_t hash[JOURNAL_HASH];
};

/* Who owns a stream. */
struct journal_listener {
	void *ctx;
	uint64_t after; /* he knows what entries up to this one hold */
	/* While the journal is folded: the stream's further entries in order, borrowed for the call. */
	void (*entry)(void *ctx, const struct journal_entry *entry);
	/* A commit has ended that had entries of the stream, or found the disk otherwise than the one before (refusing,
	 * taking again), or there was no room for an entry of his before it: look at journal_is_durable() and
	 * journal_look(). */
	void (*committed)(void *ctx);
};

/* journal_open: open or begin the journal, and lock it. base, worker and vfs are borrowed for its life. A file that
 * is damaged is moved aside and what can be read of it taken over. A disk that is full does not keep a new
 * journal from beginning in memory. 0, or a negative errno with `error` one sentence. */
int journal_open(const struct journal_options *options, struct journal **ret_journal, char *error,
                 size_t error_size);

/* journal_close: write what can be written, free. The worker must have been drained. NULL is fine. */
void journal_close(struct journal *journal);

/* journal_find: the stream of that table in that round, NULL: there is none. Borrowed until the next
 * journal_begin or journal_fold. */
const struct journal_stream *journal_find(const struct journal *journal, const char *round,
                                          uint32_t table);

/* journal_begin: begin *stream, whose id, first and zero_us are set; its facts are taken over. 0, -ENOMEM or
 * -ENOBUFS. */
int journal_begin(struct journal *journal, struct journal_stream *stream);

/* journal_listen: one owner a stream. *listener is copied. 0 or -ENOMEM. */
int journal_listen(struct journal *journal, uint32_t stream,
                   const struct journal_listener *listener);

/* journal_fold: hand the entries of every stream that has an owner to him, in order, once verified. A damage
 * found meanwhile is treated as journal_open does. 0, or a negative errno with `error`. */
int journal_fold(struct journal *journal, char *error, size_t error_size);

/* journal_orders: hand over the entries JOURNAL_ORDER of before this start, in order, t_us being the journal's time.
 * 0, or a negative errno with `error`. They are verified with the rest, by journal_fold. */
int journal_orders(struct journal *journal, void *ctx,
                   void (*take)(void *ctx, const struct journal_entry *entry), char *error,
                   size_t error_size);

/* journal_append: one entry, body copied. Returns its seq, 0 when there is no room for it. */
uint64_t journal_append(struct journal *journal, uint32_t stream, enum journal_kind kind,
                        uint64_t t_us, const void *body, size_t len);

/* journal_is_durable: everything up to seq. */
bool journal_is_durable(const struct journal *journal, uint64_t seq);

/* journal_look_anchor: where the durable part ends now. journal_has: is that place in this journal's chain? */
void journal_look_anchor(const struct journal *journal, struct journal_anchor *ret_anchor);
bool journal_has(struct journal *journal, const struct journal_anchor *anchor);

/* journal_sync: make everything durable now. 0 or a negative errno. */
int journal_sync(struct journal *journal);

/* journal_sync_within: the same, but a disk that takes its time is waited for wait_ms at the longest: the boards are to
 * be read. 0; -EAGAIN: it is not durable yet, and will be; or the error that ails the journal. */
int journal_sync_within(struct journal *journal, unsigned int wait_ms);

/* journal_now: the journal's time; journal_unix_us: the wall clock's then. See journal_clock.h. */
uint64_t journal_now(const struct journal *journal);
uint64_t journal_unix_us(const struct journal *journal, uint64_t t_us);

struct journal_status {
	const char *path;
	uint64_t bytes; /* on the disk */
	size_t held;    /* that wait for the disk */
	int error;      /* errno of what ails it, 0: it records */
	uint64_t last;  /* seq */
	uint64_t commits, commit_us_max,
		commit_us_sum; /* of the groups made durable, from first entry on */
};

/* journal_look: fill *ret_status; path is borrowed. */
void journal_look(const struct journal *journal, struct journal_status *ret_status);

/* journal_program_before: the program that recorded last (journal_program.h), "" when none did. */
const char *journal_program_before(const struct journal *journal);
