/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One thread for what waits on a disk, so that a slow disk never keeps the loop from a board.
 *
 * Jobs run one after the other in the order given. Everything but worker_job.run is called on the
 * loop's thread.
 */
#pragma once

#include <stdbool.h>

struct event_base;
struct worker;

struct worker_job {
	void (*run)(struct worker_job *job); /* on the worker's thread */
	void (*done)(
		struct worker_job *job); /* on the loop's thread, once, after run; may free job */
	struct worker_job *next;         /* the worker's own */
};

/* worker_new: start the thread. Returns 0, or a negative errno. */
int worker_new(struct event_base *base, struct worker **ret_worker);

/* worker_submit: run the job, borrowed until its done. */
void worker_submit(struct worker *worker, struct worker_job *job);

/* worker_drain: wait until every job submitted has run, and call their done. */
void worker_drain(struct worker *worker);

/* worker_wait: the same, but wait_ms at the longest. Returns whether nothing waits and nothing runs. */
bool worker_wait(struct worker *worker, unsigned int wait_ms);

/* worker_free: drain, end the thread, free. NULL is fine. */
void worker_free(struct worker *worker);
