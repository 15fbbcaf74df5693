/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The flight recorder: one capture file of one table, appended to line by line and never given up.
 *
 * Every line is written the moment it is handed over, so a killed process loses nothing. What must
 * survive a power cut is made durable by a sync, which the caller begins, runs on any thread and
 * ends; nothing derived from a line should leave the machine before that.
 *
 * A disk that is full or broken stops nothing: lines wait in memory, up to RECORDER_HELD_MAX bytes
 * a table, until the file takes them again; what does not fit there is counted, and the count is
 * written into the capture. It knows nothing of chess or of the loop.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/capture/capture.h"

#define RECORDER_HELD_MAX ((size_t)16 << 20) /* several days of one board */

/* What the recorder asks of the system; tests put a full disk in its place. NULL: the system's own.
 */
struct recorder_ops {
	ssize_t (*pwrite)(int fd, const void *bytes, size_t len, off_t at);
	int (*fdatasync)(int fd);
};

struct recorder_options {
	const char *driver;            /* name for the head; an existing file must agree */
	const char *const (*facts)[2]; /* further facts for the head of a new file: key, value; */
	size_t n_facts;
	size_t held_max;                /* 0: RECORDER_HELD_MAX */
	const struct recorder_ops *ops; /* borrowed for good */
	/* Called for each line the file already holds, in order; borrowed for the call. */
	void *ctx;
	void (*line)(void *ctx, const struct capture_line *line);
};

struct recorder_status {
	const char *path;
	uint64_t bytes;         /* in the file */
	size_t held;            /* bytes that wait for a disk that refuses them */
	uint64_t lost_lines;    /* since opening: did not fit into memory either */
	uint64_t damaged_lines; /* of the file as it was found; skipped */
	uint64_t damaged_first; /* the first of them, from 1 */
	int error;              /* errno of what ails it now, 0: it records */
};

struct recorder;

/* recorder_open: open or begin the capture at `path`, creating its folders, lock it, hand its lines
 * to options->line, and mend its end: a last line that was cut off is completed where it can be
 * read, and kept as the fact "torn" where it cannot. A line in the middle that cannot be read is
 * skipped and counted. Returns 0, or a negative errno with `error` one sentence saying what failed
 * and what to do: -EWOULDBLOCK another process records there, -EBADMSG not a capture, or another
 * driver's. */
int recorder_open(const char *path, const struct recorder_options *options,
                  struct recorder **ret_recorder, char *error, size_t error_size);

/* recorder_close: write what can be written, sync, unlock, free. NULL is fine. */
void recorder_close(struct recorder *recorder);

/* recorder_now: microseconds since the capture's "# start"; never decreases, goes on over restarts
 * and suspend. recorder_unix_us: the same moment as microseconds since 1970. */
uint64_t recorder_now(struct recorder *recorder);
uint64_t recorder_unix_us(const struct recorder *recorder, uint64_t t_us);

/* recorder_bytes, recorder_host: append one line (capture.h) and write it at once. A time before
 * the last line's is taken as the last line's. */
void recorder_bytes(struct recorder *recorder, uint64_t t_us, char direction, const uint8_t *bytes,
                    size_t len);
void recorder_host(struct recorder *recorder, uint64_t t_us, const char *json);

/* recorder_is_dirty: is there a line that might not survive a power cut? */
bool recorder_is_dirty(const struct recorder *recorder);

/* recorder_sync_begin: try again what the file refused, then say what to sync: the descriptor, and
 * a mark for recorder_sync_end. false: nothing to sync, or the disk still refuses. One sync at a
 * time. recorder_sync_run: the sync itself, on any thread; 0 or a negative errno.
 * recorder_sync_end: with what the run returned. */
bool recorder_sync_begin(struct recorder *recorder, uint64_t *ret_mark);
int recorder_sync_run(const struct recorder *recorder);
void recorder_sync_end(struct recorder *recorder, uint64_t mark, int result);

/* recorder_sync: all three. 0 when everything handed over is durable, else a negative errno. */
int recorder_sync(struct recorder *recorder);

/* recorder_look: fill *ret_status; path is borrowed from the recorder. */
void recorder_look(const struct recorder *recorder, struct recorder_status *ret_status);

/* recorder_trouble: one English sentence on what ails it and what to do, in buffer; "" when it
 * records. */
void recorder_trouble(const struct recorder *recorder, char *buffer, size_t size);
