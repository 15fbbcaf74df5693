/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes at any times from a board: events stay in range, the books balance, and neither the
 * chunks nor the conversation make a difference.
 *
 * Input: chunks, each a byte of six bits of length - 1 and two bits of time, then so many bytes.
 */
#include <stddef.h>
#include <stdint.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt.h"
#include "tests/fuzz/events.h"

#define STATE_MAX 16384

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct listener *listener = ctx;

	INVARIANT(len > 0 && len <= 10);
	for (size_t i = 0; i < len; i++)
		INVARIANT(bytes[i] != 0x4e && bytes[i] != 0x51 && bytes[i] != 0x53 &&
		          bytes[i] != 0x54);
	listener->sent++;
	return listener->sent % 8 == 7 ? -1 : 0; /* the queue is full now and then */
}

static void
check_books(const void *state, const struct listener *listener, uint64_t n_bytes)
{
	struct driver_stats stats;

	dgt_driver.stats(state, &stats);
	INVARIANT(stats.bytes == n_bytes);
	INVARIANT(stats.events == listener->events);
	INVARIANT(stats.skipped_bytes + 3 * stats.frames <= n_bytes);
	INVARIANT(dgt_driver.advice(state)[0] != '\0');
	INVARIANT(dgt_driver.link(state) <= DRIVER_WRONG);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint64_t pauses_us[4] = { 0, 1042, 250000, 700000 };
	static _Alignas(max_align_t) uint8_t talking[STATE_MAX], passive[STATE_MAX];
	struct listener heard = { 0 }, folded = { 0 };
	const struct driver_out live = { &heard, on_event, on_send };
	const struct driver_out fold = { &folded, on_event, NULL };
	uint64_t now_us = 0, n_bytes = 0;
	size_t at = 0;

	INVARIANT(dgt_driver.state_size <= STATE_MAX);
	dgt_driver.init(talking);
	dgt_driver.init(passive);
	dgt_driver.start(talking, &live, now_us);
	while (at < size) {
		size_t len = 1 + (data[at] & 63u);
		uint64_t then_us = now_us + pauses_us[data[at] >> 6];

		at++;
		if (len > size - at)
			len = size - at;
		while (dgt_driver.deadline(talking) <= then_us) {
			now_us = dgt_driver.deadline(talking);
			INVARIANT(dgt_driver.tick(talking, &live, now_us) > now_us);
		}
		now_us = then_us;
		dgt_driver.feed(talking, &live, data + at, len, now_us);
		for (size_t i = 0; i < len; i++)
			dgt_driver.feed(passive, &fold, data + at + i, 1, now_us);
		at += len;
		n_bytes += len;
		INVARIANT(heard.events == folded.events && heard.sum == folded.sum);
		INVARIANT(dgt_driver.deadline(talking) != DRIVER_NO_DEADLINE);
		INVARIANT(dgt_driver.deadline(passive) == DRIVER_NO_DEADLINE);
	}
	check_books(talking, &heard, n_bytes);
	check_books(passive, &folded, n_bytes);
	return 0;
}
