/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line between board and host: a good one changes nothing, a bad one loses what the truth says,
 * a radio keeps bytes and order, and a broken link is silent until it is back.
 */
#include <check.h>
#include <string.h>

#include "drivers/sim/sim_line.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static struct sim_line line;
static uint8_t heard[65536];
static size_t heard_len;
static uint64_t heard_us;
static int n_calls, n_lost, n_lost_dumps, n_outages, n_turns;
static bool up;
static uint64_t turned_us;

static void
hear(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	ck_assert(up);
	ck_assert_uint_ge(t_us, heard_us);
	ck_assert_uint_le(heard_len + len, sizeof(heard));
	memcpy(heard + heard_len, bytes, len);
	heard_len += len;
	heard_us = t_us;
	n_calls++;
}

static void
turn(void *ctx, uint64_t t_us, bool is_up)
{
	(void)ctx;
	up = is_up;
	turned_us = t_us;
	n_turns++;
}

static void
note(void *ctx, const struct sim_incident *incident)
{
	(void)ctx;
	n_lost += incident->what == SIM_LOST_UPDATE;
	n_lost_dumps += incident->what == SIM_LOST_DUMP;
	n_outages += incident->what == SIM_OUTAGE;
	/* Index 52 is e2; on a rotated board it is d7. */
	if (incident->what == SIM_LOST_UPDATE)
		ck_assert_uint_eq(incident->sq, line.rotated ? 51 : 12);
}

static void
begin(const struct sim_wire *wire, bool rotated)
{
	const struct sim_line_output output = { NULL, hear, turn, note };

	heard_len = 0;
	heard_us = turned_us = 0;
	n_calls = n_lost = n_lost_dumps = n_outages = n_turns = 0;
	up = true;
	sim_line_init(&line, wire, 3, rotated, &output);
}

static const uint8_t update[] = { 0x8e, 0x00, 0x05, 0x34, 0x00 };
static const uint8_t clock_time[] = { 0x8d, 0x00, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08 };

START_TEST(good_line_hands_on_everything_at_once)
{
	static const struct sim_wire wire = { .scan = { 200, 250 } };

	begin(&wire, false);
	for (uint32_t i = 0; i < 1000; i++) {
		sim_line_ply(&line, i, i * SECOND);
		sim_line_bytes(&line, i * SECOND, update, sizeof(update));
		ck_assert_uint_eq(heard_us, i * SECOND);
	}
	ck_assert_int_eq(n_calls, 1000);
	ck_assert_int_eq(n_lost + n_turns, 0);
	ck_assert_uint_eq(sim_line_advance(&line, 1000 * SECOND), UINT64_MAX);
}
END_TEST

START_TEST(lost_updates_are_told_and_nothing_else_is_lost)
{
	static const struct sim_wire wire = { .lost = 100 };

	for (int rotated = 0; rotated < 2; rotated++) {
		begin(&wire, rotated != 0);
		for (uint64_t i = 0; i < 1000; i++) {
			sim_line_bytes(&line, i * SECOND, update, sizeof(update));
			sim_line_bytes(&line, i * SECOND, clock_time, sizeof(clock_time));
		}
		ck_assert_int_gt(n_lost, 60);
		ck_assert_int_lt(n_lost, 150);
		ck_assert_int_eq(n_calls, 2000 - n_lost);
		ck_assert_uint_eq(heard_len, (size_t)(1000 - n_lost) * sizeof(update) +
		                                     1000 * sizeof(clock_time));
	}
}
END_TEST

/* Two portions, as a board sends it; what follows a lost one is whole. */
START_TEST(positions_are_lost_as_a_whole_or_from_some_byte_on)
{
	static const struct sim_wire wire = { .lost_dumps = 300 };
	uint8_t dump[67] = { 0x86, 0x00, 0x43 };
	int n_whole = 0, n_gone = 0, n_cut = 0;

	begin(&wire, false);
	sim_line_bytes(&line, 0, dump, sizeof(dump));
	ck_assert_uint_eq(heard_len, sizeof(dump)); /* before the first ply none is lost */
	sim_line_ply(&line, 0, 0);
	for (uint64_t i = 1; i <= 500; i++) {
		heard_len = 0;
		sim_line_bytes(&line, i * SECOND, dump, 62);
		sim_line_bytes(&line, i * SECOND, dump + 62, 5);
		n_whole += heard_len == sizeof(dump);
		n_gone += heard_len == 0;
		n_cut += heard_len > 0 && heard_len < sizeof(dump);
		ck_assert_int_eq(memcmp(heard, dump, heard_len), 0);
		sim_line_bytes(&line, i * SECOND, clock_time, sizeof(clock_time));
		ck_assert_int_eq(memcmp(heard + heard_len - sizeof(clock_time), clock_time,
		                        sizeof(clock_time)),
		                 0);
	}
	ck_assert_int_eq(n_whole, 500 - n_lost_dumps);
	ck_assert_int_gt(n_lost_dumps, 100);
	ck_assert_int_lt(n_lost_dumps, 200);
	ck_assert_int_gt(n_gone, n_lost_dumps / 4);
	ck_assert_int_gt(n_cut, n_lost_dumps / 4);
}
END_TEST

START_TEST(radio_delivers_late_but_whole_and_in_order)
{
	static const struct sim_wire wire = { .burst = { 30, 400 } };
	size_t said = 0;

	begin(&wire, false);
	for (uint64_t i = 0; i < 2000; i++) {
		uint8_t byte = (uint8_t)(i * 7);

		sim_line_bytes(&line, i * 5000, &byte, 1);
		said++;
		/* Nothing is held for longer than the longest burst. */
		ck_assert_uint_le(said - heard_len, 400000 / 5000 + 1);
	}
	sim_line_advance(&line, 20 * SECOND);
	ck_assert_uint_eq(heard_len, said);
	for (size_t i = 0; i < said; i++)
		ck_assert_uint_eq(heard[i], (uint8_t)(i * 7));
	ck_assert_int_lt(n_calls, 300);
}
END_TEST

START_TEST(broken_link_is_silent_and_comes_back)
{
	static const struct sim_wire wire = { .outage = 1000, .outage_length = { 2000, 3000 } };
	uint64_t due, down_us;
	size_t before;

	begin(&wire, false);
	sim_line_ply(&line, 4, SECOND);
	due = sim_line_advance(&line, SECOND);
	ck_assert_uint_lt(due, 6 * SECOND);
	sim_line_advance(&line, due);
	ck_assert(!up && turned_us == due);
	down_us = due;
	before = heard_len;
	sim_line_bytes(&line, due + 1, update, sizeof(update));
	ck_assert_uint_eq(heard_len, before);
	due = sim_line_advance(&line, due + 1);
	ck_assert_uint_ge(due - down_us, 2 * SECOND);
	ck_assert_uint_le(due - down_us, 3 * SECOND);
	sim_line_bytes(&line, due + 1, update, sizeof(update));
	ck_assert(up && turned_us == due);
	ck_assert_uint_eq(heard_len, before + sizeof(update));
	ck_assert_int_eq(n_outages, 1);
}
END_TEST

static Suite *
sim_line_suite(void)
{
	Suite *suite = suite_create("sim_line");
	TCase *tcase = tcase_create("line");

	tcase_add_test(tcase, good_line_hands_on_everything_at_once);
	tcase_add_test(tcase, lost_updates_are_told_and_nothing_else_is_lost);
	tcase_add_test(tcase, positions_are_lost_as_a_whole_or_from_some_byte_on);
	tcase_add_test(tcase, radio_delivers_late_but_whole_and_in_order);
	tcase_add_test(tcase, broken_link_is_silent_and_comes_back);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(sim_line_suite());
}
