/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readers of the stream of events, as many as there are to be, in one process: each checks that it misses
 * none; one of them reads what they say.
 */
#pragma once

#include <stdint.h>

#include <event2/event.h>
#include <jansson.h>

struct feed_readers;

struct feed_readers_options {
	struct event_base *base;
	uint16_t port;
	unsigned int n;
	/* The first reader's: the event `number` with its data, borrowed. */
	void *ctx;
	void (*event)(void *ctx, const char *name, const json_t *data, uint64_t number);
};

struct feed_readers_counts {
	unsigned int open, begun; /* connected; and have had a snapshot */
	uint64_t events;          /* heard by all together */
	uint64_t missed;          /* numbers that were not heard between two that were */
	uint64_t least, most; /* the last number each has heard: the lowest and highest of them */
};

/* feed_readers_new: connect them all, a few at a time as the loop turns. Ends the program when it cannot. */
struct feed_readers *feed_readers_new(const struct feed_readers_options *options);
void feed_readers_free(struct feed_readers *readers);

void feed_readers_count(const struct feed_readers *readers, struct feed_readers_counts *ret_counts);

/* feed_readers_last_us: when the last of them heard event `number` (the monotonic clock); 0: not known any
 * more. */
uint64_t feed_readers_last_us(const struct feed_readers *readers, uint64_t number);
