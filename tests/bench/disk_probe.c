/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/disk_probe.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PROBE_PAUSE_MS 250.0
#define PROBE_MAX      (4 * 3600)

struct disk_probe {
	pthread_t thread;
	atomic_bool ending;
	int fd;
	char path[256];
	size_t n;
	double ms[PROBE_MAX];
};

static double
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The disk that lets one write wait for two seconds makes all wait that come meanwhile: they are counted, too. */
static void
keep_times(struct disk_probe *probe, double ms)
{
	for (; ms > 0 && probe->n < PROBE_MAX; ms -= PROBE_PAUSE_MS)
		probe->ms[probe->n++] = ms;
}

static void *
probe_main(void *arg)
{
	static const char page[4096] = "probe";
	const struct timespec pause = { .tv_nsec = (long)(PROBE_PAUSE_MS * 1e6) };
	struct disk_probe *probe = arg;

	while (!probe->ending && probe->n < PROBE_MAX) {
		double from = now_ms();

		if (pwrite(probe->fd, page, sizeof(page), 0) < 0 || fdatasync(probe->fd) < 0) {
			perror(probe->path);
			break;
		}
		keep_times(probe, now_ms() - from);
		nanosleep(&pause, NULL);
	}
	return NULL;
}

struct disk_probe *
disk_probe_start(const char *folder)
{
	struct disk_probe *probe = calloc(1, sizeof(*probe));

	if (!probe)
		abort();
	snprintf(probe->path, sizeof(probe->path), "%s/disk-probe", folder);
	probe->fd = open(probe->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (probe->fd < 0 || pthread_create(&probe->thread, NULL, probe_main, probe) != 0) {
		perror(probe->path);
		exit(1);
	}
	return probe;
}

static int
by_time(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double
disk_probe_end(struct disk_probe *probe)
{
	double p99;

	probe->ending = true;
	pthread_join(probe->thread, NULL);
	qsort(probe->ms, probe->n, sizeof(*probe->ms), by_time);
	p99 = probe->n ? probe->ms[probe->n * 99 / 100] : 0;
	close(probe->fd);
	unlink(probe->path);
	free(probe);
	return p99;
}
