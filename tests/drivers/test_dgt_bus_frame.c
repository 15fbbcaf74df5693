/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bus mode's bytes: commands and replies as the protocol page works them out, and what the cutter makes
 * of them when they are whole, split, damaged or mixed.
 */
#include <check.h>
#include <string.h>

#include "drivers/dgt/dgt_bus_frame.h"
#include "drivers/dgt/dgt_log.h"
#include "tests/support.h"

static struct dgt_bus_frame frame;

static void
fresh(void)
{
	memset(&frame, 0xa5, sizeof(frame));
	dgt_bus_frame_init(&frame);
}

/* Push bytes; how many good replies they completed. */
static int
push(const char *bytes, size_t len)
{
	int n = 0;

	for (size_t i = 0; i < len; i++)
		n += dgt_bus_frame_push(&frame, (uint8_t)bytes[i]);
	return n;
}

#define PUSH(bytes) push(bytes, sizeof(bytes) - 1)

/* dgt.md 4.2 and 6. */
START_TEST(commands_are_the_worked_bytes)
{
	static const struct {
		uint8_t command;
		uint16_t address;
		const char *bytes;
	} rows[] = {
		{ DGT_BUS_PING, 0, "\x87\x00\x00\x07" },
		{ DGT_BUS_PING, 1025, "\x87\x08\x01\x10" },
		{ DGT_BUS_IGNORE_NEXT_PING, 1025, "\x8a\x08\x01\x13" },
		{ DGT_BUS_VERSION, 1025, "\x8b\x08\x01\x14" },
		{ DGT_BUS_CLK, 1025, "\x81\x08\x01\x0a" },
		{ DGT_BUS_BRD, 1025, "\x82\x08\x01\x0b" },
		{ DGT_BUS_CHANGES, 1025, "\x83\x08\x01\x0c" },
		{ DGT_BUS_REPEAT_CHANGES, 1025, "\x84\x08\x01\x0d" },
		{ DGT_BUS_SET_START_GAME, 1025, "\x85\x08\x01\x0e" },
		{ DGT_BUS_FROM_START, 1025, "\x86\x08\x01\x0f" },
		{ DGT_BUS_END_BUSMODE, 1025, "\x88\x08\x01\x11" },
		{ DGT_BUS_RESET, 1025, "\x89\x08\x01\x12" },
		{ DGT_BUS_PING, 6685, "\x87\x34\x1d\x58" },
		{ DGT_BUS_CLK, 2054, "\x81\x10\x06\x17" },
	};
	uint8_t bytes[DGT_BUS_COMMAND_LEN];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		dgt_bus_command_write(bytes, (enum dgt_bus_command)rows[i].command,
		                      rows[i].address);
		ck_assert_mem_eq(bytes, rows[i].bytes, sizeof(bytes));
	}
}
END_TEST

START_TEST(replies_are_cut_as_worked_out)
{
	size_t len;

	ck_assert_int_eq(PUSH("\x87\x00\x06\x08\x01\x16"), 1);
	ck_assert_uint_eq(dgt_bus_frame_address(&frame), 1025);
	ck_assert_int_eq(PUSH("\x87\x00\x06\x34\x1d\x5e"), 1);
	ck_assert_uint_eq(dgt_bus_frame_address(&frame), 6685);
	ck_assert_int_eq(PUSH("\x89\x00\x08\x08\x01\x01\x02\x1d"), 1);
	ck_assert_mem_eq(dgt_bus_frame_data(&frame, &len), "\x01\x02", 2);
	ck_assert_uint_eq(len, 2);
	ck_assert_int_eq(PUSH("\x84\x00\x0d\x08\x01\x01\x23\x45\x00\x59\x07\x09\x6c"), 1);
	ck_assert_int_eq(PUSH("\x85\x00\x06\x06\x50\x61"), 1); /* real */
	ck_assert_uint_eq(dgt_bus_frame_address(&frame), 848);
	ck_assert_int_eq(PUSH("\x85\x00\x0a\x06\x50\x18\x0c\x40\x30\x79"), 1); /* real */
	dgt_bus_frame_data(&frame, &len);
	ck_assert_uint_eq(len, 4);
	ck_assert_int_eq(PUSH("\x85\x00\x0d\x08\x01\x40\x34\x51\x24\x70\x04\x57\x4f"), 1);
	ck_assert_uint_eq(frame.frames, 7);
	ck_assert_uint_eq(frame.bad_frames + frame.skipped_bytes, 0);
}
END_TEST

/* Any single bit turned in a reply: either nothing comes of it, or it was in the id, which the sum
 * covers too but for bit 7. The reply after it is always good. */
START_TEST(no_damaged_bit_is_believed)
{
	static const char good[] = "\x85\x00\x0a\x06\x50\x18\x0c\x40\x30\x79";
	char bad[sizeof(good)];

	for (size_t at = 0; at < sizeof(good) - 1; at++) {
		for (int bit = 0; bit < 8; bit++) {
			memcpy(bad, good, sizeof(good));
			bad[at] = (char)(bad[at] ^ 1 << bit);
			fresh();
			ck_assert_int_eq(push(bad, sizeof(bad) - 1), 0);
			/* A longer length makes it wait for more; the next id byte ends that. */
			ck_assert_int_eq(PUSH(good), 1);
			ck_assert_uint_gt(frame.skipped_bytes, 0);
		}
	}
}
END_TEST

START_TEST(lengths_nobody_sends_are_refused_at_once)
{
	ck_assert(!dgt_bus_length_allowed(DGT_BUS_PONG, 7));
	ck_assert(!dgt_bus_length_allowed(DGT_BUS_BOARD, 67));
	ck_assert(dgt_bus_length_allowed(DGT_BUS_BOARD, 70));
	ck_assert(!dgt_bus_length_allowed(DGT_BUS_LOG, 5));
	ck_assert(dgt_bus_length_allowed(DGT_BUS_LOG, DGT_BUS_MAX_LEN));
	ck_assert(!dgt_bus_length_allowed(DGT_BUS_LOG, DGT_BUS_MAX_LEN + 1));
	/* The echo of a command to board 1025 would be a reply of 1025 bytes. */
	ck_assert_int_eq(PUSH("\x83\x08\x01\x0c"), 0);
	ck_assert_uint_eq(frame.skipped_bytes, 4);
	ck_assert_int_eq(PUSH("\x87\x00\x06\x08\x01\x16"), 1);
}
END_TEST

START_TEST(what_was_begun_can_be_dropped)
{
	ck_assert_int_eq(PUSH("\x85\x00\x0a\x06\x50"), 0);
	dgt_bus_frame_drop(&frame);
	ck_assert_uint_eq(frame.bad_frames, 1);
	ck_assert_uint_eq(frame.skipped_bytes, 5);
	dgt_bus_frame_drop(&frame);
	ck_assert_uint_eq(frame.bad_frames, 1);
	ck_assert_int_eq(PUSH("\x85\x00\x06\x06\x50\x61"), 1);
	dgt_bus_frame_refuse(&frame);
	ck_assert_uint_eq(frame.frames, 0);
	ck_assert_uint_eq(frame.skipped_bytes, 11);
}
END_TEST

/* The log */

static struct dgt_tag tag;

static size_t
next(const char *bytes, size_t len)
{
	return dgt_log_next((const uint8_t *)bytes, len, &tag);
}

#define NEXT(bytes) next(bytes, sizeof(bytes) - 1)

START_TEST(tags_have_their_lengths_and_meanings)
{
	ck_assert_uint_eq(NEXT("\x40\x34"), 2);
	ck_assert_int_eq(tag.kind, DGT_TAG_PIECE);
	ck_assert(tag.index == 0x34 && tag.code == 0 && !tag.soon);
	ck_assert_uint_eq(NEXT("\x51\x24"), 2);
	ck_assert(tag.kind == DGT_TAG_PIECE && tag.code == 1 && tag.soon);
	ck_assert_uint_eq(NEXT("\x70\x04\x57"), 3);
	ck_assert(tag.kind == DGT_TAG_CLOCK && tag.side == CLOCK_LEFT && tag.seconds == 297);
	ck_assert_uint_eq(NEXT("\x69\x59\x59"), 3);
	ck_assert(tag.kind == DGT_TAG_CLOCK && tag.side == CLOCK_RIGHT && tag.seconds == 35999);
	ck_assert_uint_eq(NEXT("\x6a"), 1);
	ck_assert_int_eq(tag.kind, DGT_TAG_RESTART);
	ck_assert_uint_eq(NEXT("\x6f"), 1);
	ck_assert_int_eq(tag.kind, DGT_TAG_START);
	ck_assert_uint_eq(NEXT("\x7a"), 1);
	ck_assert_int_eq(tag.kind, DGT_TAG_START);
	ck_assert_uint_eq(NEXT("\x7b"), 1);
	ck_assert_int_eq(tag.kind, DGT_TAG_GAME);
	ck_assert_uint_eq(NEXT("\x7f"), 1);
	ck_assert_int_eq(tag.kind, DGT_TAG_NOTHING);
	/* Real: 12 seconds and 8 sixteenths, 3 minutes 9 seconds and 10 sixteenths. */
	ck_assert_uint_eq(NEXT("\x18\x0c\x40\x30"), 2);
	ck_assert(tag.kind == DGT_TAG_DELAY && tag.delay_us == 12500000);
	ck_assert_uint_eq(NEXT("\x2a\x09\x03\x41"), 3);
	ck_assert(tag.kind == DGT_TAG_DELAY && tag.delay_us == 189625000);
}
END_TEST

START_TEST(tags_that_cannot_be_are_skipped_by_one)
{
	static const char *const bad[] = { "\x40",         "\x40\x40", "\x70\x60\x00",
		                           "\x70\x0a\x00", "\x70\x04", "\x3f\x01\x02",
		                           "\x10" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		size_t len = i == 2 || i == 3 ? 3 : strlen(bad[i]);

		ck_assert_uint_eq(next(bad[i], len), 1);
		ck_assert_int_eq(tag.kind == DGT_TAG_PIECE || tag.kind == DGT_TAG_CLOCK, 0);
	}
}
END_TEST

START_TEST(delays_come_back_as_they_went)
{
	static const uint64_t delays[] = { 0,        62500,      937500,     1000000,    59937500,
		                           60000000, 3599937500, 3600000000, 86400000000 };
	uint8_t bytes[4];

	for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		size_t len = dgt_log_delay_write(delays[i], bytes);

		ck_assert_uint_eq(dgt_log_next(bytes, len, &tag), len);
		ck_assert_uint_eq(tag.delay_us, delays[i]);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_bus_frame");
	TCase *tcase = tcase_create("bytes");

	tcase_add_checked_fixture(tcase, fresh, NULL);
	tcase_add_test(tcase, commands_are_the_worked_bytes);
	tcase_add_test(tcase, replies_are_cut_as_worked_out);
	tcase_add_test(tcase, no_damaged_bit_is_believed);
	tcase_add_test(tcase, lengths_nobody_sends_are_refused_at_once);
	tcase_add_test(tcase, what_was_begun_can_be_dropped);
	tcase_add_test(tcase, tags_have_their_lengths_and_meanings);
	tcase_add_test(tcase, tags_that_cannot_be_are_skipped_by_one);
	tcase_add_test(tcase, delays_come_back_as_they_went);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
