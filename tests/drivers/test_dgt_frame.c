/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_frame.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/drivers/record.h"
#include "tests/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define START_DUMP "86 00 43 08 09 0a 0c 0b 0a 09 08 07*8 00*32 01*8 02 03 04 06 05 04 03 02"

/* Good messages of every kind, each of which must survive damage before it. */
static const char *const good[] = {
	START_DUMP,
	"8e 00 05 34 00",
	"8e 00 05 24 01",
	"8d 00 0a 20 03 02 20 03 01 09",
	"8d 00 0a 0a 10 09 0a 20 00 00",
	"93 00 05 01 02",
	"91 00 08 30 31 30 32 35",
	"91 00 0c 30 31 30 32 35 20 31 2e 30",
	"a2 00 0d 33 30 30 30 31 34 37 37 34 30",
	"92 01 27 44*164",
	"90 00 05 34 1d",
	"96 00 05 01 00",
	"a0 00 0c 50 0c 1e 01 05 02 03 04 02",
	"8f 00 10 7f 7f 7f 6a 6f 40 34 51 24 70 04 57 6b",
	"94 00 35 00*50",
	"80 00 03",
	"b7 00 06 01 02 03", /* an id nobody knows */
	"8e 00 05 04 0b",
};

static struct dgt_frame frame;

/* The frames seen, each as "<id>:<payload in hex>,". */
struct seen {
	char text[4096];
	size_t len;
	size_t n_bytes; /* of good messages, headers included */
	int n;
};

static void
seen_add(struct seen *seen, const struct dgt_frame *f)
{
	int wrote = snprintf(seen->text + seen->len, sizeof(seen->text) - seen->len,
	                     "%02x:%u:", f->id, f->len);

	seen->len += (size_t)wrote;
	/* Long payloads are told apart well enough by their first bytes and a sum. */
	for (unsigned int i = 0, sum = 0; i < f->len; i++) {
		sum = sum * 31 + f->payload[i];
		if (i < 8 || i + 1u == f->len)
			seen->len += (size_t)snprintf(seen->text + seen->len,
			                              sizeof(seen->text) - seen->len, "%02x",
			                              i < 8 ? f->payload[i] : sum & 0xff);
	}
	seen->len += (size_t)snprintf(seen->text + seen->len, sizeof(seen->text) - seen->len, ",");
	ck_assert_uint_lt(seen->len, sizeof(seen->text) - 64);
	seen->n++;
	seen->n_bytes += f->len + 3u;
}

static void
seen_clear(struct seen *seen)
{
	seen->text[0] = '\0';
	seen->len = 0;
	seen->n_bytes = 0;
	seen->n = 0;
}

static void
push_all(const uint8_t *bytes, size_t len, uint64_t now_us, struct seen *seen)
{
	for (size_t i = 0; i < len; i++) {
		if (dgt_frame_push(&frame, bytes[i], now_us))
			seen_add(seen, &frame);
	}
}

/* No byte may vanish from the books: it is in a good message, skipped, or still pending. */
static void
assert_books(const struct seen *seen, size_t n_bytes)
{
	ck_assert_uint_eq(frame.frames, (uint64_t)seen->n);
	ck_assert_uint_eq(seen->n_bytes + frame.skipped_bytes + frame.have, n_bytes);
}

static struct bytes stream;
static size_t starts[COUNT(good) + 1]; /* where each good message begins in the stream */

static void
build_stream(void)
{
	stream.len = 0;
	for (int i = 0; i < COUNT(good); i++) {
		starts[i] = stream.len;
		bytes_hex(&stream, good[i]);
	}
	starts[COUNT(good)] = stream.len;
}

/* What the good messages from `first` on must look like. */
static void
expect_from(int first, struct seen *ret_seen)
{
	seen_clear(ret_seen);
	dgt_frame_init(&frame);
	push_all(stream.b + starts[first], stream.len - starts[first], 0, ret_seen);
	ck_assert_int_eq(ret_seen->n, COUNT(good) - first);
}

static bool
ends_with(const struct seen *seen, const struct seen *tail)
{
	return seen->len >= tail->len &&
	       strcmp(seen->text + seen->len - tail->len, tail->text) == 0;
}

static void
setup(void)
{
	dgt_frame_init(&frame);
	build_stream();
}

START_TEST(frame_good_stream_has_no_skipped_byte)
{
	struct seen seen = { 0 };

	push_all(stream.b, stream.len, 0, &seen);
	ck_assert_int_eq(seen.n, COUNT(good));
	ck_assert_uint_eq(frame.skipped_bytes, 0);
	ck_assert_uint_eq(frame.bad_frames, 0);
	assert_books(&seen, stream.len);
}
END_TEST

START_TEST(frame_length_of_14_bits_is_read_whole)
{
	struct bytes log = { .len = 0 };
	struct seen seen = { 0 };

	bytes_hex(&log, "8f 3e 03 7f*7935 6b");
	push_all(log.b, log.len, 0, &seen);
	ck_assert_int_eq(seen.n, 1);
	ck_assert_uint_eq(frame.len, 7936);
	ck_assert_uint_eq(frame.payload[7934], 0x7f);
	ck_assert_uint_eq(frame.payload[7935], 0x6b);
}
END_TEST

/* Every id with lengths from all 14 bits: taken whole when allowed, else dropped at the header;
 * and in both cases the message behind it arrives. _i: id - 0x80. */
START_TEST(frame_any_header_never_hides_the_next_message)
{
	static const uint8_t next[] = { 0x8e, 0x00, 0x05, 0x24, 0x01 };
	uint8_t id = (uint8_t)(0x80 + _i);
	struct seen seen;

	for (unsigned int len = 0; len <= DGT_MAX_LEN; len += len < 20 ? 1 : 23) {
		const uint8_t header[3] = { id, (uint8_t)(len >> 7), (uint8_t)(len & 0x7f) };
		bool allowed = dgt_frame_length_allowed(id, len);

		seen_clear(&seen);
		push_all(header, sizeof(header), 0, &seen);
		ck_assert_int_eq(frame.have > 0 || seen.n > 0, allowed);
		if (allowed && len <= 300) {
			for (unsigned int i = 3; i < len; i++)
				push_all((const uint8_t *)"\x11", 1, 0, &seen);
			ck_assert_int_eq(seen.n, 1);
			ck_assert_uint_eq(frame.len, len - 3);
		}
		push_all(next, sizeof(next), 0, &seen);
		ck_assert_uint_eq(frame.id, 0x8e);
		ck_assert_uint_eq(frame.len, 2);
		ck_assert_uint_eq(frame.payload[0], 0x24);
		ck_assert_int_eq(seen.n, allowed && len <= 300 ? 2 : 1);
	}
}
END_TEST

static const struct fixed_length {
	uint8_t id;
	size_t len, other;
} fixed_lengths[] = {
	{ 0x80, 3, 3 },   { 0x86, 67, 103 }, { 0x8d, 10, 10 }, { 0x8e, 5, 5 },
	{ 0x90, 5, 5 },   { 0x91, 8, 12 },   { 0x93, 5, 5 },   { 0x94, 53, 53 },
	{ 0x95, 53, 53 }, { 0x96, 5, 5 },    { 0xa0, 12, 12 }, { 0xa2, 13, 13 },
};

START_TEST(frame_fixed_ids_take_their_own_lengths_only)
{
	const struct fixed_length *fixed = &fixed_lengths[_i];

	for (size_t len = 0; len <= DGT_MAX_LEN; len++) {
		if (dgt_frame_length_allowed(fixed->id, len) !=
		    (len == fixed->len || len == fixed->other))
			ck_abort_msg("id %02x, length %zu", fixed->id, len);
	}
}
END_TEST

START_TEST(frame_open_ids_have_bounds)
{
	ck_assert(dgt_frame_length_allowed(0x8f, 3));
	ck_assert(dgt_frame_length_allowed(0x8f, 7939));
	ck_assert(!dgt_frame_length_allowed(0x8f, 7940));
	ck_assert(!dgt_frame_length_allowed(0x8f, 2));
	ck_assert(dgt_frame_length_allowed(0x92, 167));
	ck_assert(!dgt_frame_length_allowed(0x92, 1025));
	ck_assert(dgt_frame_length_allowed(0x83, 256));
	ck_assert(!dgt_frame_length_allowed(0x83, 257));
}
END_TEST

/* A byte inserted anywhere: only the message it falls into may suffer. _i: which message. Of the 256
 * bytes, every kind is tried: lengths, limits, ids known and unknown. */
START_TEST(frame_byte_inserted_anywhere_spares_all_other_messages)
{
	static const uint8_t junk[] = { 0x00, 0x01, 0x03, 0x05, 0x0a, 0x43, 0x7f, 0x80,
		                        0x83, 0x86, 0x8d, 0x8e, 0x8f, 0x92, 0xb7, 0xff };
	const uint8_t *hit = stream.b + starts[_i];
	size_t len = starts[_i + 1] - starts[_i];
	struct seen tail;

	expect_from(_i + 1, &tail);
	for (size_t i = 0; i < sizeof(junk) * (len + 1); i++) {
		size_t at = i / sizeof(junk);
		uint8_t byte = junk[i % sizeof(junk)];
		struct seen seen;

		seen_clear(&seen);
		dgt_frame_init(&frame);
		push_all(hit, at, 0, &seen);
		push_all(&byte, 1, 0, &seen);
		push_all(hit + at, stream.len - starts[_i] - at, 0, &seen);
		ck_assert_msg(ends_with(&seen, &tail), "%02x inserted at %zu", byte, at);
		assert_books(&seen, stream.len - starts[_i] + 1);
		/* Between two messages it does no harm at all. */
		if (at == 0 || at == len)
			ck_assert_int_eq(seen.n, COUNT(good) - _i);
	}
}
END_TEST

START_TEST(frame_junk_before_the_first_message_is_skipped)
{
	struct seen tail, seen = { 0 };
	struct bytes junk = { .len = 0 };

	expect_from(0, &tail);
	dgt_frame_init(&frame);
	bytes_hex(&junk, "45 52 52 4f 52 0d 0a ff fe 86 00 8d 00 0a 8f 3e 03 11 22 83 7f 7f 05");
	push_all(junk.b, junk.len, 0, &seen);
	push_all(stream.b, stream.len, 0, &seen);
	ck_assert_str_eq(seen.text, tail.text);
	ck_assert_uint_eq(frame.skipped_bytes, junk.len);
}
END_TEST

/* _i: the message cut short. */
START_TEST(frame_truncated_anywhere_spares_the_next)
{
	size_t len = starts[_i + 1] - starts[_i];

	for (size_t keep = 0; keep < len; keep++) {
		struct seen head = { 0 }, tail, seen = { 0 };

		expect_from(_i + 1, &tail);
		dgt_frame_init(&frame);
		push_all(stream.b, starts[_i], 0, &head);
		dgt_frame_init(&frame);
		push_all(stream.b, starts[_i] + keep, 0, &seen);
		push_all(stream.b + starts[_i + 1], stream.len - starts[_i + 1], 0, &seen);
		ck_assert_int_eq(seen.n, COUNT(good) - 1);
		ck_assert(ends_with(&seen, &tail));
		ck_assert_int_eq(strncmp(seen.text, head.text, head.len), 0);
		ck_assert_uint_eq(frame.skipped_bytes, keep);
		ck_assert_uint_eq(frame.bad_frames, keep > 0);
	}
}
END_TEST

START_TEST(frame_bit_7_flipped_spares_all_other_messages)
{
	for (int hit = 0; hit + 1 < COUNT(good); hit++) {
		struct seen tail;

		expect_from(hit + 1, &tail);
		for (size_t at = starts[hit]; at < starts[hit + 1]; at++) {
			struct seen seen = { 0 };

			dgt_frame_init(&frame);
			stream.b[at] ^= 0x80;
			push_all(stream.b, stream.len, 0, &seen);
			stream.b[at] ^= 0x80;
			ck_assert_msg(ends_with(&seen, &tail), "flipped at %zu", at);
			assert_books(&seen, stream.len);
		}
	}
}
END_TEST

START_TEST(frame_one_byte_at_a_time_with_pauses_is_the_same)
{
	struct seen whole = { 0 }, slow = { 0 };
	uint64_t now_us = 0;

	push_all(stream.b, stream.len, 0, &whole);
	dgt_frame_init(&frame);
	for (size_t i = 0; i < stream.len; i++, now_us += 1042)
		push_all(stream.b + i, 1, now_us, &slow);
	ck_assert_str_eq(slow.text, whole.text);
}
END_TEST

START_TEST(frame_hours_between_messages_break_nothing)
{
	struct seen seen = { 0 };
	uint64_t now_us = 0;

	for (int i = 0; i < COUNT(good); i++, now_us += UINT64_C(7200000000))
		push_all(stream.b + starts[i], starts[i + 1] - starts[i], now_us, &seen);
	ck_assert_int_eq(seen.n, COUNT(good));
	ck_assert_uint_eq(frame.skipped_bytes, 0);
}
END_TEST

/* However long a network sits on the second half of a message, it is that message's. */
START_TEST(frame_pause_inside_breaks_nothing)
{
	static const uint8_t update[] = { 0x8e, 0x00, 0x05, 0x24, 0x01 };

	for (size_t at = 1; at < sizeof(update); at++) {
		struct seen seen = { 0 };

		dgt_frame_init(&frame);
		push_all(update, at, 1000, &seen);
		push_all(update + at, sizeof(update) - at, UINT64_C(60000000), &seen);
		push_all(update, at, 1000, &seen); /* nor does a clock that goes back */
		push_all(update + at, sizeof(update) - at, 0, &seen);
		ck_assert_int_eq(seen.n, 2);
		ck_assert_uint_eq(frame.skipped_bytes, 0);
	}
}
END_TEST

START_TEST(frame_log_at_9600_baud_is_not_too_slow)
{
	struct bytes log = { .len = 0 };
	struct seen seen = { 0 };

	bytes_hex(&log, "8f 3e 03 7f*7935 6b");
	for (size_t i = 0; i < log.len; i++)
		push_all(log.b + i, 1, i * 1042, &seen);
	ck_assert_int_eq(seen.n, 1);
}
END_TEST

START_TEST(frame_refused_message_moves_to_the_skipped)
{
	struct seen seen = { 0 };

	push_all(stream.b + starts[1], 5, 0, &seen);
	dgt_frame_refuse(&frame);
	ck_assert_uint_eq(frame.frames, 0);
	ck_assert_uint_eq(frame.bad_frames, 1);
	ck_assert_uint_eq(frame.skipped_bytes, 5);
}
END_TEST

START_TEST(frame_arriving_means_past_the_header_and_in_time)
{
	struct seen seen = { 0 };

	ck_assert(!dgt_frame_is_arriving(&frame, 0));
	push_all(stream.b, 2, 0, &seen);
	ck_assert(!dgt_frame_is_arriving(&frame, 0));
	push_all(stream.b + 2, 1, 0, &seen);
	ck_assert(dgt_frame_is_arriving(&frame, DGT_FRAME_GAP_US));
	ck_assert(!dgt_frame_is_arriving(&frame, DGT_FRAME_GAP_US + 1));
	push_all(stream.b + 3, 64, 0, &seen);
	ck_assert(!dgt_frame_is_arriving(&frame, 0));
}
END_TEST

/* Random bytes, half of them looking like headers: never more frames than bytes allow, the books
 * are right, and a good message at the end is found. */
START_TEST(frame_random_bytes_keep_the_books)
{
	static const uint8_t likely[] = {
		0x86, 0x8d, 0x8e, 0x8f, 0x00, 0x00, 0x05, 0x0a, 0x43, 0x92
	};
	static const uint8_t last[] = { 0x93, 0x00, 0x05, 0x03, 0x0a };
	uint64_t random = test_seed() + (uint64_t)_i;
	struct seen seen = { 0 };
	uint64_t now_us = 0;
	size_t n = 400;

	for (size_t i = 0; i < n; i++) {
		uint8_t byte = (uint8_t)random_below(&random, 256);

		if (random_below(&random, 2) == 0)
			byte = likely[random_below(&random, sizeof(likely))];
		now_us += random_below(&random, 50) == 0 ? 600000 : 1042;
		push_all(&byte, 1, now_us, &seen);
	}
	assert_books(&seen, n);
	push_all(last, sizeof(last), now_us, &seen);
	ck_assert_uint_eq(frame.id, 0x93);
	ck_assert_uint_eq(frame.payload[1], 0x0a);
	assert_books(&seen, n + sizeof(last));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_frame");
	TCase *lengths = tcase_create("lengths");
	TCase *damage = tcase_create("damage");
	TCase *time = tcase_create("time");

	test_seed(); /* before the tests fork: one seed for all */
	tcase_add_checked_fixture(lengths, setup, NULL);
	tcase_add_test(lengths, frame_good_stream_has_no_skipped_byte);
	tcase_add_test(lengths, frame_length_of_14_bits_is_read_whole);
	tcase_add_loop_test(lengths, frame_any_header_never_hides_the_next_message, 0, 0x80);
	tcase_add_loop_test(lengths, frame_fixed_ids_take_their_own_lengths_only, 0,
	                    COUNT(fixed_lengths));
	tcase_add_test(lengths, frame_open_ids_have_bounds);
	suite_add_tcase(suite, lengths);
	tcase_add_checked_fixture(damage, setup, NULL);
	tcase_set_timeout(damage, 60);
	tcase_set_timeout(lengths, 60);
	tcase_add_loop_test(damage, frame_byte_inserted_anywhere_spares_all_other_messages, 0,
	                    COUNT(good));
	tcase_add_test(damage, frame_junk_before_the_first_message_is_skipped);
	tcase_add_loop_test(damage, frame_truncated_anywhere_spares_the_next, 0, COUNT(good) - 1);
	tcase_add_test(damage, frame_bit_7_flipped_spares_all_other_messages);
	tcase_add_test(damage, frame_refused_message_moves_to_the_skipped);
	tcase_add_loop_test(damage, frame_random_bytes_keep_the_books, 0, 100);
	suite_add_tcase(suite, damage);
	tcase_add_checked_fixture(time, setup, NULL);
	tcase_add_test(time, frame_one_byte_at_a_time_with_pauses_is_the_same);
	tcase_add_test(time, frame_hours_between_messages_break_nothing);
	tcase_add_test(time, frame_pause_inside_breaks_nothing);
	tcase_add_test(time, frame_log_at_9600_baud_is_not_too_slow);
	tcase_add_test(time, frame_arriving_means_past_the_header_and_in_time);
	suite_add_tcase(suite, time);
	return test_run(suite);
}
