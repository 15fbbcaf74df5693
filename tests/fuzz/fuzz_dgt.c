/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes at any times from a board: events stay in range, the books balance, and neither the
 * chunks nor the conversation make a difference.
 *
 * Input: chunks, each a byte of six bits of length - 1 and two bits of time, then so many bytes. A chunk
 * that begins with 2b is none of the board's: it gives the clock a command.
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

	INVARIANT(len == 1 || (bytes[0] == 0x2b && len == 2 + (size_t)bytes[1] && len <= 14 &&
	                       bytes[len - 1] == 0));
	for (size_t i = 0; i < len; i++)
		INVARIANT(bytes[i] != 0x4e && bytes[i] != 0x51 && bytes[i] != 0x53 &&
		          (bytes[i] != 0x54 || i > 0));
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

/* data[len], from 2b on: the kind, the text's length or who runs, the rest of it. */
static void
command_clock(void *state, const uint8_t *data, size_t len, uint64_t now_us)
{
	struct clock_command command = { .kind = CLOCK_COMMAND_TEXT };
	struct clock_device before, after;
	const char *why, *told;

	for (size_t i = 0; i + 3 < len && i < CLOCK_TEXT_MAX; i++)
		command.text[i] = (char)data[i + 3];
	if (len > 2) {
		command.kind = data[1] % CLOCK_COMMANDS;
		command.runs = data[2] % (CLOCK_NEITHER + 1);
		command.beeps = data[2] >= 0x80;
		command.seconds[CLOCK_LEFT] = data[2] * 140;
		command.seconds[CLOCK_RIGHT] = data[1] * 140;
	}
	dgt_driver.clock(state, &before);
	told = dgt_driver.check_clock(state, &command);
	why = dgt_driver.command_clock(state, &command, now_us);
	dgt_driver.clock(state, &after);
	INVARIANT(told == why);
	INVARIANT(why ? why[0] != '\0' && after.answer == before.answer
	              : after.answer == CLOCK_ANSWER_PENDING);
}

static void
check_clocks(const void *talking, const void *passive)
{
	struct clock_device live, folded;

	dgt_driver.clock(talking, &live);
	dgt_driver.clock(passive, &folded);
	INVARIANT(live.connected == folded.connected && live.button == folded.button &&
	          live.n_buttons == folded.n_buttons && live.n_acks == folded.n_acks &&
	          live.version[0] == folded.version[0] && live.version[1] == folded.version[1]);
	INVARIANT(folded.answer == CLOCK_ANSWER_NONE && folded.n_resent == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint64_t pauses_us[4] = { 0, 1042, 250000, 700000 };
	static _Alignas(max_align_t) uint8_t talking[STATE_MAX], passive[STATE_MAX];
	struct listener heard = { 0 }, folded = { 0 };
	const struct driver_out live = { .ctx = &heard, .event = on_event, .send = on_send };
	const struct driver_out fold = { .ctx = &folded, .event = on_event };
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
		if (len > 0 && data[at] == 0x2b) {
			command_clock(talking, data + at, len, now_us);
			at += len;
			continue;
		}
		dgt_driver.feed(talking, &live, data + at, len, now_us);
		for (size_t i = 0; i < len; i++)
			dgt_driver.feed(passive, &fold, data + at + i, 1, now_us);
		at += len;
		n_bytes += len;
		INVARIANT(heard.events == folded.events && heard.sum == folded.sum);
		INVARIANT(dgt_driver.deadline(talking) != DRIVER_NO_DEADLINE);
		INVARIANT(dgt_driver.deadline(passive) == DRIVER_NO_DEADLINE);
		check_clocks(talking, passive);
	}
	check_books(talking, &heard, n_bytes);
	check_books(passive, &folded, n_bytes);
	return 0;
}
