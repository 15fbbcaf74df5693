/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_clock.h"

#include <check.h>
#include <string.h>

#include "tests/support.h"

#define PAYLOAD DGT_BWTIME_PAYLOAD

/* The worked bytes of dgt.md section 6, without their header. */
static const struct worked_time {
	uint8_t payload[PAYLOAD];
	struct clock_reading reading;
} worked_times[] = {
	/* right 1:23:45, left 0:59:07, running, left to move */
	{ { 0x01, 0x23, 0x45, 0x00, 0x59, 0x07, 0x09 },
	  { .connected = true,
	    .running = true,
	    .turn = CLOCK_LEFT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 5025 }, [CLOCK_LEFT] = { .seconds = 3547 } } } },
	/* right 1:30:00, left 1:29:58, running, right to move */
	{ { 0x01, 0x30, 0x00, 0x01, 0x29, 0x58, 0x13 },
	  { .connected = true,
	    .running = true,
	    .turn = CLOCK_RIGHT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 5400 }, [CLOCK_LEFT] = { .seconds = 5398 } } } },
	/* Fischer both sides */
	{ { 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09 },
	  { .connected = true,
	    .running = true,
	    .turn = CLOCK_LEFT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 182, .per_move = true },
	              [CLOCK_LEFT] = { .seconds = 181, .per_move = true } } } },
	/* right flag fell, Fischer, stopped (real) */
	{ { 0x30, 0x00, 0x00, 0x20, 0x00, 0x16, 0x12 },
	  { .connected = true,
	    .turn = CLOCK_RIGHT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 0, .flag_fallen = true, .per_move = true },
	              [CLOCK_LEFT] = { .seconds = 16, .per_move = true } } } },
	/* left flag shown, next period running */
	{ { 0x00, 0x15, 0x00, 0x40, 0x29, 0x59, 0x09 },
	  { .connected = true,
	    .running = true,
	    .turn = CLOCK_LEFT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 900 },
	              [CLOCK_LEFT] = { .seconds = 1799, .flag_shown = true } } } },
	/* stopped, battery low, 5:00 each */
	{ { 0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x0c },
	  { .connected = true,
	    .turn = CLOCK_LEFT,
	    .battery_low = true,
	    .face = { [CLOCK_RIGHT] = { .seconds = 300 }, [CLOCK_LEFT] = { .seconds = 300 } } } },
	/* no clock */
	{ { 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20 }, { .connected = false } },
	/* the most a clock shows */
	{ { 0x09, 0x59, 0x59, 0x09, 0x59, 0x59, 0x08 },
	  { .connected = true,
	    .turn = CLOCK_LEFT,
	    .face = { [CLOCK_RIGHT] = { .seconds = 35999 },
	              [CLOCK_LEFT] = { .seconds = 35999 } } } },
};

static const struct worked_ack {
	uint8_t payload[PAYLOAD];
	uint8_t ack[4];
} worked_acks[] = {
	{ { 0x0a, 0x10, 0x01, 0x0a, 0x00, 0x00, 0x00 }, { 0x10, 0x01, 0x00, 0x00 } }, /* display */
	{ { 0x0a, 0x10, 0x02, 0x0a, 0x00, 0x00, 0x00 }, { 0x10, 0x02, 0x00, 0x00 } }, /* icons */
	{ { 0x0a, 0x10, 0x03, 0x0a, 0x00, 0x00, 0x00 }, { 0x10, 0x03, 0x00, 0x00 } }, /* end */
	{ { 0x0a, 0x10, 0x09, 0x0a, 0x20, 0x00, 0x00 }, { 0x10, 0x09, 0x20, 0x00 } }, /* 2.0 */
	{ { 0x0a, 0x10, 0x09, 0x0a, 0x1e, 0x00, 0x00 }, { 0x10, 0x09, 0x1e, 0x00 } }, /* 1.14 */
	{ { 0x0a, 0x10, 0x0a, 0x0a, 0x00, 0x00, 0x00 }, { 0x10, 0x0a, 0x00, 0x00 } }, /* setnrun */
	{ { 0x0a, 0x40, 0x0a, 0x0a, 0x00, 0x00, 0x00 }, { 0x40, 0x0a, 0x00, 0x00 } }, /* refused */
	{ { 0x0a, 0x10, 0x08, 0x2a, 0x05, 0x31, 0x00 }, { 0x10, 0x88, 0x05, 0x31 } }, /* back */
	{ { 0x0a, 0x10, 0x08, 0x2a, 0x21, 0x34, 0x00 }, { 0x10, 0x88, 0x21, 0x34 } }, /* minus */
	{ { 0x0a, 0x10, 0x08, 0x2a, 0x11, 0x33, 0x00 }, { 0x10, 0x88, 0x11, 0x33 } }, /* run */
	{ { 0x0a, 0x10, 0x08, 0x2a, 0x09, 0x32, 0x00 }, { 0x10, 0x88, 0x09, 0x32 } }, /* plus */
	{ { 0x0a, 0x10, 0x08, 0x2a, 0x41, 0x35, 0x00 }, { 0x10, 0x88, 0x41, 0x35 } }, /* ok */
	{ { 0x0a, 0x10, 0x01, 0x2a, 0x00, 0x00, 0x00 }, { 0x10, 0x81, 0x00, 0x00 } }, /* ready */
	{ { 0x3a, 0x10, 0x08, 0x3a, 0x00, 0x31, 0x00 }, { 0x90, 0x88, 0x80, 0xb1 } },
	{ { 0x0a, 0x20, 0x00, 0x0a, 0x00, 0x00, 0x00 }, { 0x20, 0x00, 0x00, 0x00 } }, /* XL 1.14 */
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void
assert_reading(const struct clock_reading *is, const struct clock_reading *want)
{
	ck_assert_int_eq(is->connected, want->connected);
	ck_assert_int_eq(is->running, want->running);
	ck_assert_int_eq(is->turn, want->turn);
	ck_assert_int_eq(is->battery_low, want->battery_low);
	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++) {
		ck_assert_int_eq(is->face[side].seconds, want->face[side].seconds);
		ck_assert_int_eq(is->face[side].flag_fallen, want->face[side].flag_fallen);
		ck_assert_int_eq(is->face[side].flag_shown, want->face[side].flag_shown);
		ck_assert_int_eq(is->face[side].per_move, want->face[side].per_move);
	}
}

START_TEST(clock_worked_time_decodes)
{
	const struct worked_time *worked = &worked_times[_i];
	struct clock_reading reading;

	memset(&reading, 0x55, sizeof(reading));
	ck_assert_int_eq(dgt_clock_decode(worked->payload, &reading), DGT_CLOCK_TIME);
	assert_reading(&reading, &worked->reading);
}
END_TEST

START_TEST(clock_worked_time_encodes_to_the_same_bytes)
{
	const struct worked_time *worked = &worked_times[_i];
	uint8_t payload[PAYLOAD];

	dgt_clock_encode_time(&worked->reading, payload);
	ck_assert_mem_eq(payload, worked->payload, PAYLOAD);
}
END_TEST

START_TEST(clock_worked_ack_unfolds)
{
	const struct worked_ack *worked = &worked_acks[_i];
	struct clock_reading reading;
	uint8_t ack[4];

	ck_assert_int_eq(dgt_clock_decode(worked->payload, &reading), DGT_CLOCK_ACK);
	dgt_ack_decode(worked->payload, ack);
	ck_assert_mem_eq(ack, worked->ack, 4);
}
END_TEST

START_TEST(clock_worked_ack_folds)
{
	const struct worked_ack *worked = &worked_acks[_i];
	uint8_t payload[PAYLOAD];

	dgt_ack_encode(worked->ack, payload);
	ck_assert_mem_eq(payload, worked->payload, PAYLOAD);
}
END_TEST

/* Every value of every pair of neighbouring bytes, so every fold meets every other. */
START_TEST(clock_any_ack_survives_folding_in_seven_bits)
{
	uint8_t seven = 0;

	for (unsigned int pair = 0; pair < 3 * 65536; pair++) {
		uint8_t ack[4] = { 0x90, 0x88, 0x80, 0xb1 };
		uint8_t payload[PAYLOAD], back[4];
		struct clock_reading reading;

		ack[pair / 65536] = (uint8_t)pair;
		ack[pair / 65536 + 1] = (uint8_t)(pair >> 8);
		dgt_ack_encode(ack, payload);
		for (int i = 0; i < PAYLOAD; i++)
			seven |= payload[i];
		dgt_ack_decode(payload, back);
		if (dgt_clock_decode(payload, &reading) != DGT_CLOCK_ACK ||
		    memcmp(back, ack, 4) != 0)
			ck_abort_msg("%02x %02x %02x %02x", ack[0], ack[1], ack[2], ack[3]);
	}
	ck_assert_uint_lt(seven, 0x80);
}
END_TEST

START_TEST(clock_ack_mark_on_either_side_is_enough)
{
	const uint8_t right[PAYLOAD] = { 0x0a, 0x10, 0x01, 0x00, 0, 0, 0 };
	const uint8_t left[PAYLOAD] = { 0x00, 0x10, 0x01, 0x0a, 0, 0, 0 };
	struct clock_reading reading;

	ck_assert_int_eq(dgt_clock_decode(right, &reading), DGT_CLOCK_ACK);
	ck_assert_int_eq(dgt_clock_decode(left, &reading), DGT_CLOCK_ACK);
}
END_TEST

START_TEST(clock_all_zero_says_nothing)
{
	const uint8_t payload[PAYLOAD] = { 0 };
	struct clock_reading reading = { .running = true };

	ck_assert_int_eq(dgt_clock_decode(payload, &reading), DGT_CLOCK_NO_INFO);
	ck_assert(reading.running); /* untouched */
}
END_TEST

START_TEST(clock_zero_times_with_a_status_are_a_reading)
{
	const uint8_t payload[PAYLOAD] = { 0, 0, 0, 0, 0, 0, 0x08 };
	struct clock_reading reading;

	ck_assert_int_eq(dgt_clock_decode(payload, &reading), DGT_CLOCK_TIME);
	ck_assert(reading.connected);
}
END_TEST

START_TEST(clock_absent_hides_times_and_lever)
{
	/* Hours of 12, minutes of 80, and a lever: all of it is noise. */
	const uint8_t payload[PAYLOAD] = { 0x0c, 0x7f, 0x7f, 0x2c, 0x7f, 0x7f, 0x23 };
	struct clock_reading reading;
	const struct clock_reading none = { .connected = false };

	memset(&reading, 0x55, sizeof(reading));
	ck_assert_int_eq(dgt_clock_decode(payload, &reading), DGT_CLOCK_TIME);
	assert_reading(&reading, &none);
}
END_TEST

START_TEST(clock_turn_follows_the_lever_and_not_bits_3_and_4)
{
	struct clock_reading reading;

	for (unsigned int status = 0; status < 0x20; status++) {
		const uint8_t payload[PAYLOAD] = { 0, 5, 0, 0, 5, 0, (uint8_t)status };

		ck_assert_int_eq(dgt_clock_decode(payload, &reading), DGT_CLOCK_TIME);
		ck_assert_int_eq(reading.turn, status & 2 ? CLOCK_RIGHT : CLOCK_LEFT);
		ck_assert_int_eq(reading.running, (status & 1) != 0);
		ck_assert_int_eq(reading.battery_low, (status & 4) != 0);
	}
}
END_TEST

static bool
is_bcd_sixty(unsigned int byte)
{
	return byte < 0x60 && (byte & 0x0f) < 0x0a;
}

/* _i: the payload byte tried with each of its 128 values. */
START_TEST(clock_impossible_times_are_refused)
{
	for (unsigned int value = 0; value < 0x80; value++) {
		uint8_t payload[PAYLOAD] = { 0x01, 0x23, 0x45, 0x02, 0x34, 0x56, 0x09 };
		struct clock_reading reading = { .battery_low = true };
		enum dgt_clock_kind kind;
		bool is_hours = _i == 0 || _i == 3;
		bool good = is_hours ? (value & 0x0f) <= 9 : is_bcd_sixty(value);

		if (is_hours && (value & 0x0f) == 0x0a)
			continue; /* an ACK */
		payload[_i] = (uint8_t)value;
		kind = dgt_clock_decode(payload, &reading);
		ck_assert_msg(kind == (good ? DGT_CLOCK_TIME : DGT_CLOCK_BAD), "byte %d: %02x", _i,
		              value);
		ck_assert_int_eq(reading.battery_low, !good); /* untouched when refused */
	}
}
END_TEST

START_TEST(clock_time_logged_after_an_ack_is_refused)
{
	/* A real board once showed 0:00:00 and 12:08:08. */
	const uint8_t payload[PAYLOAD] = { 0x0c, 0x08, 0x08, 0x00, 0x00, 0x00, 0x08 };
	struct clock_reading reading;

	ck_assert_int_eq(dgt_clock_decode(payload, &reading), DGT_CLOCK_BAD);
}
END_TEST

START_TEST(clock_every_second_survives_the_wire)
{
	for (int seconds = 0; seconds <= 35999; seconds++) {
		struct clock_reading reading = {
			.connected = true,
			.running = seconds % 2 == 0,
			.turn = seconds % 3 == 0 ? CLOCK_RIGHT : CLOCK_LEFT,
			.battery_low = seconds % 5 == 0,
			.face = { { .seconds = seconds,
			            .flag_fallen = seconds % 7 == 0,
			            .per_move = seconds % 11 == 0 },
			          { .seconds = 35999 - seconds, .flag_shown = seconds % 13 == 0 } },
		};
		struct clock_reading back;
		uint8_t payload[PAYLOAD];

		dgt_clock_encode_time(&reading, payload);
		ck_assert_int_eq(dgt_clock_decode(payload, &back), DGT_CLOCK_TIME);
		assert_reading(&back, &reading);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_clock");
	TCase *times = tcase_create("times");
	TCase *acks = tcase_create("acks");

	tcase_set_timeout(times, 60);
	tcase_set_timeout(acks, 60); /* every value, under sanitizers too */

	tcase_add_loop_test(times, clock_worked_time_decodes, 0, COUNT(worked_times));
	tcase_add_loop_test(times, clock_worked_time_encodes_to_the_same_bytes, 0,
	                    COUNT(worked_times));
	tcase_add_test(times, clock_all_zero_says_nothing);
	tcase_add_test(times, clock_zero_times_with_a_status_are_a_reading);
	tcase_add_test(times, clock_absent_hides_times_and_lever);
	tcase_add_test(times, clock_turn_follows_the_lever_and_not_bits_3_and_4);
	tcase_add_loop_test(times, clock_impossible_times_are_refused, 0, 6);
	tcase_add_test(times, clock_time_logged_after_an_ack_is_refused);
	tcase_add_test(times, clock_every_second_survives_the_wire);
	suite_add_tcase(suite, times);
	tcase_add_loop_test(acks, clock_worked_ack_unfolds, 0, COUNT(worked_acks));
	tcase_add_loop_test(acks, clock_worked_ack_folds, 0, COUNT(worked_acks));
	tcase_add_test(acks, clock_any_ack_survives_folding_in_seven_bits);
	tcase_add_test(acks, clock_ack_mark_on_either_side_is_enough);
	suite_add_tcase(suite, acks);
	return test_run(suite);
}
