/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long an entry takes to be durable: so many tables, each with a clock message a second and two changes
 * of squares, as boards send them, into one journal in FOLDER for so many seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/journal.h"
#include "daemon/worker.h"

struct sent {
	uint64_t seq, at_us;
};

static struct journal *journal;
static struct sent *waiting;
static uint32_t *latency_us;
static size_t n_waiting, n_latencies, n_max;

static uint64_t
now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Entries become durable in their order. */
static void
committed(void *ctx)
{
	size_t n = 0;

	(void)ctx;
	while (n < n_waiting && journal_is_durable(journal, waiting[n].seq) && n_latencies < n_max)
		latency_us[n_latencies++] = (uint32_t)(now_us() - waiting[n++].at_us);
	n_waiting -= n;
	memmove(waiting, waiting + n, n_waiting * sizeof(*waiting));
}

static int
by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void
send_some(uint32_t table, size_t len)
{
	static const uint8_t bytes[10] = { 0x8d, 0, 10, 0x18, 0x42, 0x55, 0x12, 0x37, 0x20, 0x01 };
	uint64_t seq = n_waiting < n_max ? journal_append(journal, table, JOURNAL_FROM_BOARD,
	                                                  now_us(), bytes, len)
	                                 : 0;

	if (seq)
		waiting[n_waiting++] = (struct sent){ seq, now_us() };
}

static int
run(struct event_base *base, unsigned int n_tables, unsigned int seconds)
{
	const struct journal_listener listener = { .committed = committed };
	uint64_t begin_us = now_us(), n_due = 0, n_sent = 0;

	if (journal_listen(journal, 1, &listener) < 0)
		return EXIT_FAILURE;
	while (now_us() - begin_us < (uint64_t)seconds * 1000000) {
		n_due = (now_us() - begin_us) * n_tables * 3 / 1000000;
		for (; n_sent < n_due; n_sent++)
			send_some((uint32_t)(n_sent % n_tables) + 1, n_sent % 3 ? 5 : 10);
		event_base_loop(base, EVLOOP_NONBLOCK);
		usleep(500);
	}
	while (n_waiting > 0 && now_us() - begin_us < (uint64_t)(seconds + 20) * 1000000) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		usleep(500);
	}
	return n_latencies > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
main(int argc, char **argv)
{
	unsigned int n_tables = argc == 4 ? (unsigned int)strtoul(argv[1], NULL, 10) : 0;
	unsigned int seconds = argc == 4 ? (unsigned int)strtoul(argv[2], NULL, 10) : 0;
	struct journal_options options = { 0 };
	struct journal_status status;
	char path[4096], error[512];
	int result;

	if (n_tables < 1 || seconds < 1) {
		fputs("usage: bench_journal TABLES SECONDS FOLDER\n", stderr);
		return 2;
	}
	n_max = (size_t)n_tables * 3 * (seconds + 1);
	waiting = malloc(n_max * sizeof(*waiting));
	latency_us = malloc(n_max * sizeof(*latency_us));
	snprintf(path, sizeof(path), "%s/bench.journal", argv[3]);
	options.base = event_base_new();
	options.path = path;
	if (!waiting || !latency_us || worker_new(options.base, &options.worker) < 0 ||
	    journal_open(&options, &journal, error, sizeof(error)) < 0)
		return EXIT_FAILURE;
	result = run(options.base, n_tables, seconds);
	worker_drain(options.worker);
	journal_look(journal, &status);
	qsort(latency_us, n_latencies, sizeof(*latency_us), by_value);
	if (result == EXIT_SUCCESS)
		printf("%u tables: %zu entries in %llu commits; durable after p50 %.1f ms, p99 "
		       "%.1f ms, "
		       "max %.1f ms; %zu not yet\n",
		       n_tables, n_latencies, (unsigned long long)status.commits,
		       (double)latency_us[n_latencies / 2] / 1e3,
		       (double)latency_us[n_latencies * 99 / 100] / 1e3,
		       (double)latency_us[n_latencies - 1] / 1e3, n_waiting);
	journal_close(journal);
	worker_free(options.worker);
	event_base_free(options.base);
	free(waiting);
	free(latency_us);
	return result;
}
