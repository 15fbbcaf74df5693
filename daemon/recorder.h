/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one table records: its stream in the journal, begun or gone on with, folded when the daemon starts,
 * appended to, never given up.
 *
 * Nothing derived from an entry may leave the machine before the entry is durable: take recorder_mark()
 * with what is to be shown, and show it when recorder_is_durable() says so.
 *
 * While the disk refuses, entries wait in memory within the journal's bounds; what does not fit there is
 * counted, and the count becomes an entry of the stream as soon as there is room (the fact "lost").
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/capture/capture.h"
#include "daemon/journal.h"
#include "daemon/snapshot.h"

struct recorder_options {
	struct journal *journal; /* borrowed */
	const char *round;
	uint32_t table;
	const char *driver;            /* a stream that is there must agree */
	const char *const (*facts)[2]; /* of a new stream: key, value; */
	size_t n_facts;
	/* While the stream is opened: the fact "start", of its time 0; while the journal is folded: each
	 * entry. As lines of a capture, borrowed for the call. */
	void *ctx;
	void (*line)(void *ctx, const struct capture_line *line);
	/* While the journal is folded: it is so late that an alert was raised, or something published, with no
	 * entry before it. May be NULL. */
	void (*until)(void *ctx, uint64_t t_us);
	/* A commit has ended, well or not. */
	void (*committed)(void *ctx);
};

struct recorder_status {
	const char *path;
	uint64_t bytes;      /* of the journal on the disk */
	size_t held;         /* bytes of the journal that wait for a disk that refuses them */
	uint64_t lost_lines; /* since the start: entries that did not fit into memory either */
	uint64_t odd;        /* entries folded that this program could not read */
	int error;           /* errno of what ails it now, 0: it records */
	/* Commits of the journal, and how long they took from the first entry on, the longest and all. */
	uint64_t commits, commit_us_max, commit_us_sum;
};

struct recorder;

/* recorder_open: the table's stream, begun when there is none; journal_fold() hands over what it holds.
 * Returns 0, or a negative errno with `error` one sentence saying what failed and what to do: -EBADMSG
 * another driver's. */
int recorder_open(const struct recorder_options *options, struct recorder **ret_recorder,
                  char *error, size_t error_size);

/* recorder_close: free; what is not written yet stays the journal's. NULL is fine. */
void recorder_close(struct recorder *recorder);

/* recorder_now: microseconds since the stream's start; never decreases, goes on over restarts and suspend,
 * whatever is done to the wall clock. recorder_unix_us: the same moment as microseconds since 1970. */
uint64_t recorder_now(const struct recorder *recorder);
uint64_t recorder_unix_us(const struct recorder *recorder, uint64_t t_us);

/* recorder_bytes, recorder_host: append bytes from ('<') or to ('>') the board, or a host event as JSON. A
 * time before the last entry's is taken as the last entry's. */
void recorder_bytes(struct recorder *recorder, uint64_t t_us, char direction, const uint8_t *bytes,
                    size_t len);
void recorder_host(struct recorder *recorder, uint64_t t_us, const char *json);

/* recorder_alert: an alert was raised, JSON. While the journal is folded, and for what it raises then:
 * known ones are recognised, and told when they are others than before. */
void recorder_alert(struct recorder *recorder, uint64_t t_us, const char *json);

/* recorder_save: what it has come to, as parts of a snapshot. recorder_restore: before the fold, which hands over
 * what comes behind entry `after` then. 0, or -EBADMSG: it can only be closed. */
void recorder_save(const struct recorder *recorder, struct snapshot_writer *writer);
int recorder_restore(struct recorder *recorder, uint64_t after, struct snapshot_reader *reader);

/* recorder_folded: the fold is over: alerts that were not in the journal yet are now. */
void recorder_folded(struct recorder *recorder);

/* recorder_reached: the last entry's time: whoever recorded it listened until then at least. */
uint64_t recorder_reached(const struct recorder *recorder);

/* recorder_publish: game `index` (from 0) is to be shown as pgn[len]: a revision, when it is one. False:
 * there is no room for it, it must not be shown. recorder_published: as last published, NULL: never. */
bool recorder_publish(struct recorder *recorder, size_t index, const char *pgn, size_t len);
const char *recorder_published(const struct recorder *recorder, size_t index);
size_t recorder_n_published(const struct recorder *recorder);

/* recorder_heard_since: after a fold: may the board or the host have said something since a revision was last
 * published? A daemon that is killed has no time to publish what came of it. */
bool recorder_heard_since(const struct recorder *recorder);

/* recorder_mark: the last entry appended. recorder_is_durable: with everything before it? */
uint64_t recorder_mark(const struct recorder *recorder);
bool recorder_is_durable(const struct recorder *recorder, uint64_t mark);

/* recorder_look: fill *ret_status; path is borrowed. */
void recorder_look(const struct recorder *recorder, struct recorder_status *ret_status);

/* recorder_trouble: one English sentence on what ails it and what to do, in buffer; "" when it records. */
void recorder_trouble(const struct recorder *recorder, char *buffer, size_t size);
