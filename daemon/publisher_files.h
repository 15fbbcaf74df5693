/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Publisher: texts in files, each replaced in one step when its text changes.
 *
 * Texts are made when their file's turn comes, the newest only, and written on the worker's thread, one at a
 * time. What fails is said once and tried again each PUBLISHER_FILES_RETRY_S seconds.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PUBLISHER_FILES_RETRY_S 5
#define PUBLISHER_FILES_BIG     (1 << 18) /* each so many bytes of a file are one more pause */

struct event_base;
struct publisher_files;
struct worker;

/* Makes a file's text: from malloc, with its length; NULL when memory is out. An empty text is not written. */
typedef char *(*publisher_make_fn)(void *ctx, size_t *ret_len);

/* publisher_files_new: no files yet. `name` says whose they are (static), for the log. base and worker are
 * borrowed for its life. 0 or -ENOMEM. */
int publisher_files_new(struct event_base *base, struct worker *worker, const char *name,
                        struct publisher_files **ret_publisher);

/* publisher_files_add: a file at `path` (copied) whose text make(ctx) gives; not more often than each pause_ms
 * milliseconds, a big file more rarely. Returns its number, or -ENOMEM. */
int publisher_files_add(struct publisher_files *publisher, const char *path, publisher_make_fn make,
                        void *ctx, unsigned int pause_ms);

/* publisher_files_stale: the file's text may have changed. One that has not is not written. */
void publisher_files_stale(struct publisher_files *publisher, int number);

/* publisher_files_error: errno of what keeps it from writing, 0: nothing does. */
int publisher_files_error(const struct publisher_files *publisher);

/* publisher_files_flush: write now what waits. The worker must have been drained. 0 or a negative
 * errno. */
int publisher_files_flush(struct publisher_files *publisher);

/* publisher_files_free: the worker must have been drained. NULL is fine. */
void publisher_files_free(struct publisher_files *publisher);
