/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

struct worker_queue {
	struct worker_job *first, **last;
};

struct worker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake; /* a job waits, or the end has come */
	pthread_cond_t idle; /* nothing waits and nothing runs */
	struct worker_queue waiting, finished;
	bool busy, stop;
	int event_fd; /* tells the loop that something has finished */
	struct event *event;
};

static void
worker_queue_init(struct worker_queue *queue)
{
	queue->first = NULL;
	queue->last = &queue->first;
}

static void
worker_queue_put(struct worker_queue *queue, struct worker_job *job)
{
	job->next = NULL;
	*queue->last = job;
	queue->last = &job->next;
}

static struct worker_job *
worker_queue_take(struct worker_queue *queue)
{
	struct worker_job *job = queue->first;

	if (job) {
		queue->first = job->next;
		if (!queue->first)
			queue->last = &queue->first;
	}
	return job;
}

static void *
worker_thread(void *argument)
{
	struct worker *worker = argument;
	struct worker_job *job;

	pthread_mutex_lock(&worker->lock);
	for (;;) {
		while (!(job = worker_queue_take(&worker->waiting)) && !worker->stop)
			pthread_cond_wait(&worker->wake, &worker->lock);
		if (!job)
			break;
		worker->busy = true;
		pthread_mutex_unlock(&worker->lock);
		job->run(job);
		pthread_mutex_lock(&worker->lock);
		worker->busy = false;
		worker_queue_put(&worker->finished, job);
		/* Full (it counts to 2^64) cannot be; and the loop looks at the queue, not at the
		 * count. */
		(void)!write(worker->event_fd, &(uint64_t){ 1 }, sizeof(uint64_t));
		if (!worker->waiting.first)
			pthread_cond_signal(&worker->idle);
	}
	pthread_mutex_unlock(&worker->lock);
	return NULL;
}

static void
worker_finish(struct worker *worker)
{
	struct worker_job *job;

	for (;;) {
		pthread_mutex_lock(&worker->lock);
		job = worker_queue_take(&worker->finished);
		pthread_mutex_unlock(&worker->lock);
		if (!job)
			return;
		job->done(job);
	}
}

static void
worker_event(evutil_socket_t fd, short what, void *argument)
{
	uint64_t count;

	(void)what;
	(void)!read(fd, &count, sizeof(count));
	worker_finish(argument);
}

static int
worker_start_thread(struct worker *worker)
{
	sigset_t all, before;
	int error;

	/* Signals are the loop's business. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&worker->thread, NULL, worker_thread, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -error;
}

int
worker_new(struct event_base *base, struct worker **ret_worker)
{
	struct worker *worker = calloc(1, sizeof(*worker));
	pthread_condattr_t monotonic;
	int result = -ENOMEM;

	if (!worker)
		return -ENOMEM;
	worker_queue_init(&worker->waiting);
	worker_queue_init(&worker->finished);
	pthread_mutex_init(&worker->lock, NULL);
	pthread_cond_init(&worker->wake, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&worker->idle, &monotonic);
	pthread_condattr_destroy(&monotonic);
	worker->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (worker->event_fd < 0) {
		result = -errno;
		goto fail;
	}
	worker->event =
		event_new(base, worker->event_fd, EV_READ | EV_PERSIST, worker_event, worker);
	if (!worker->event || event_add(worker->event, NULL) < 0)
		goto fail;
	result = worker_start_thread(worker);
	if (result < 0)
		goto fail;
	*ret_worker = worker;
	return 0;
fail:
	if (worker->event)
		event_free(worker->event);
	if (worker->event_fd >= 0)
		close(worker->event_fd);
	free(worker);
	return result;
}

void
worker_submit(struct worker *worker, struct worker_job *job)
{
	pthread_mutex_lock(&worker->lock);
	worker_queue_put(&worker->waiting, job);
	pthread_cond_signal(&worker->wake);
	pthread_mutex_unlock(&worker->lock);
}

void
worker_drain(struct worker *worker)
{
	bool more;

	do { /* a done may submit another job */
		pthread_mutex_lock(&worker->lock);
		while (worker->waiting.first || worker->busy)
			pthread_cond_wait(&worker->idle, &worker->lock);
		pthread_mutex_unlock(&worker->lock);
		worker_finish(worker);
		pthread_mutex_lock(&worker->lock);
		more = worker->waiting.first || worker->busy;
		pthread_mutex_unlock(&worker->lock);
	} while (more);
}

bool
worker_wait(struct worker *worker, unsigned int wait_ms)
{
	struct timespec end;
	bool busy;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += (time_t)(wait_ms / 1000);
	end.tv_nsec += (long)(wait_ms % 1000) * 1000000;
	if (end.tv_nsec >= 1000000000) {
		end.tv_sec++;
		end.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&worker->lock);
	while ((busy = worker->waiting.first || worker->busy) &&
	       pthread_cond_timedwait(&worker->idle, &worker->lock, &end) == 0)
		;
	pthread_mutex_unlock(&worker->lock);
	if (!busy)
		worker_finish(worker);
	return !busy;
}

void
worker_free(struct worker *worker)
{
	if (!worker)
		return;
	worker_drain(worker);
	pthread_mutex_lock(&worker->lock);
	worker->stop = true;
	pthread_cond_signal(&worker->wake);
	pthread_mutex_unlock(&worker->lock);
	pthread_join(worker->thread, NULL);
	event_free(worker->event);
	close(worker->event_fd);
	pthread_cond_destroy(&worker->idle);
	pthread_cond_destroy(&worker->wake);
	pthread_mutex_destroy(&worker->lock);
	free(worker);
}
