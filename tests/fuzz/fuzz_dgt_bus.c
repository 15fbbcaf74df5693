/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes at any times from a bus: the master asks only what may be asked, one question at a time,
 * and hands on only what has a good sum; the boards' driver and the decoder of logs stay in range.
 *
 * Input: chunks, each a byte of six bits of length - 1 and two bits of time, then so many bytes.
 */
#include <stddef.h>
#include <stdint.h>

#include "drivers/dgt/dgt_bus.h"
#include "drivers/dgt/dgt_bus_board.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_recover.h"
#include "tests/fuzz/events.h"

#define STATE_MAX 16384

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Both ends of the line. */
struct hall {
	struct dgt_bus bus;
	struct listener whole, split;
	struct driver_out whole_out, split_out;
	_Alignas(max_align_t) uint8_t board[STATE_MAX], fold[STATE_MAX];
	uint64_t sent, now_us;
};

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct hall *hall = ctx;

	INVARIANT(len == DGT_BUS_COMMAND_LEN && bytes[0] >= DGT_BUS_CLK);
	INVARIANT(bytes[0] != DGT_BUS_END_BUSMODE && bytes[0] <= DGT_BUS_VERSION);
	INVARIANT(dgt_bus_checksum(bytes, 3) == bytes[3]);
	INVARIANT(dgt_bus_address_read(bytes + 1) != DGT_BUS_ALL || bytes[0] == DGT_BUS_PING);
	return hall->sent++ % 16 == 15 ? -1 : 0;
}

static void
on_reply(void *ctx, uint16_t address, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	struct hall *hall = ctx;

	INVARIANT(dgt_bus_checksum(bytes, len - 1) == bytes[len - 1]);
	INVARIANT(dgt_bus_address_read(bytes + 3) == address);
	dgt_bus_driver.feed(hall->board, &hall->whole_out, bytes, len, now_us);
	for (size_t i = 0; i < len; i++)
		dgt_bus_driver.feed(hall->fold, &hall->split_out, bytes + i, 1, now_us);
	INVARIANT(hall->whole.sum == hall->split.sum);
}

static void
on_state(void *ctx, const struct dgt_bus_unit *unit, uint64_t now_us)
{
	struct hall *hall = ctx;

	INVARIANT(unit->state < DGT_BUS_STATES && now_us == hall->now_us);
	INVARIANT(dgt_bus_advice(&hall->bus, (enum dgt_bus_state)unit->state)[0] != '\0');
}

/* The same bytes as a log, found and played by themselves. */
static void
run_log(const uint8_t *data, size_t size)
{
	struct listener listener = { 0 };
	const struct driver_out out = { .ctx = &listener, .event = on_event };
	struct dgt_recover recover;
	struct dgt_report report;
	struct dgt_tag tag;
	size_t found;

	dgt_recover_init(&recover);
	dgt_report_init(&report);
	INVARIANT(dgt_recover_find(&recover, data, size, 60000000) == SIZE_MAX);
	for (size_t at = 0; at < size;) {
		size_t len = dgt_log_next(data + at, size - at, &tag);

		INVARIANT(len >= 1 && len <= size - at);
		INVARIANT(tag.kind != DGT_TAG_PIECE || (tag.index < 64 && tag.code < 16));
		INVARIANT(tag.kind != DGT_TAG_CLOCK || (tag.seconds >= 0 && tag.seconds <= 35999));
		at += len;
	}
	dgt_recover_play(&recover, data, size, size % 2 == 1, &report, &out, 60000000);
	INVARIANT(listener.last_us <= 60000000 && report.events == listener.events);
	/* What was told is found where it ends. */
	found = dgt_recover_find(&recover, data, size, 61000000);
	INVARIANT(recover.told.n == 0 ? found == SIZE_MAX : found <= size);
	dgt_recover_play(&recover, data, size, true, &report, &out, 61000000);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint64_t pauses_us[4] = { 0, 1042, 60000, 2000000 };
	static struct hall hall;
	const struct dgt_bus_setup setup = { .discover_us = 5000000 };
	const struct dgt_bus_out out = { &hall, on_send, NULL, on_reply, on_state };
	size_t at = 0;

	INVARIANT(dgt_bus_driver.state_size <= STATE_MAX);
	memset(&hall, 0, sizeof(hall));
	hall.whole_out = (struct driver_out){ .ctx = &hall.whole, .event = on_event };
	hall.split_out = (struct driver_out){ .ctx = &hall.split, .event = on_event };
	dgt_bus_driver.init(hall.board);
	dgt_bus_driver.init(hall.fold);
	dgt_bus_init(&hall.bus, &setup);
	INVARIANT(dgt_bus_expect(&hall.bus, 1025) == 0 && dgt_bus_expect(&hall.bus, 0) < 0);
	dgt_bus_start(&hall.bus, &out, 0);
	while (at < size) {
		size_t len = 1 + (data[at] & 63u);
		uint64_t then_us = hall.now_us + pauses_us[data[at] >> 6];

		at++;
		if (len > size - at)
			len = size - at;
		while (hall.bus.deadline_us <= then_us) {
			hall.now_us = hall.bus.deadline_us;
			INVARIANT(dgt_bus_tick(&hall.bus, &out, hall.now_us) > hall.now_us);
		}
		hall.now_us = then_us;
		dgt_bus_feed(&hall.bus, &out, data + at, len, hall.now_us);
		INVARIANT(hall.bus.deadline_us != DGT_BUS_NO_DEADLINE);
		at += len;
	}
	dgt_bus_stop(&hall.bus, &out, hall.now_us);
	run_log(data, size);
	return 0;
}
