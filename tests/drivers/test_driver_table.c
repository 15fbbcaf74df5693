/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every driver in the table promises, whatever board it is for.
 */
#include "drivers/driver.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/drivers/record.h"
#include "tests/support.h"

static size_t n_sent;

static int
count_sent(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	ck_assert_ptr_nonnull(bytes);
	ck_assert_uint_gt(len, 0);
	n_sent += len;
	return 0;
}

static int
refuse_to_send(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	(void)bytes;
	(void)len;
	return -1;
}

static void *
new_state(const struct board_driver *driver)
{
	void *state = malloc(driver->state_size);

	ck_assert_ptr_nonnull(state);
	memset(state, 0xa5, driver->state_size); /* init must not count on zeroed memory */
	driver->init(state);
	return state;
}

START_TEST(driver_row_keeps_the_contract)
{
	const struct board_driver *d = board_drivers[_i];

	ck_assert_msg(d->name && d->name[0] && d->title && d->title[0], "row %d: no name", _i);
	ck_assert_msg(strspn(d->name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(d->name),
	              "%s: not a plain name", d->name);
	ck_assert_msg(d->init && d->start && d->feed && d->tick && d->deadline && d->link &&
	                      d->advice && d->stats,
	              "%s: hook missing", d->name);
	ck_assert_uint_gt(d->state_size, 0);
	ck_assert_ptr_eq(board_driver_find(d->name), d);
	if (_i > 0)
		ck_assert_str_lt(board_drivers[_i - 1]->name, d->name);
}
END_TEST

/* What a port is asked about leads back to a driver that claims it, and nothing else does. */
START_TEST(driver_ports_are_found)
{
	const struct board_driver *d = board_drivers[_i];
	const struct board_port *found;
	char kernel[32];

	ck_assert_ptr_nonnull(d->ports);
	for (const struct board_port *port = d->ports; port->title; port++) {
		ck_assert(port->kernel ? port->vendor == 0 && port->product == 0
		                       : port->vendor != 0);
		snprintf(kernel, sizeof(kernel), "%s17", port->kernel ? port->kernel : "ttyUSB");
		ck_assert_ptr_nonnull(board_port_find(port->vendor, port->product, kernel, &found));
		ck_assert_ptr_nonnull(found->title);
	}
}
END_TEST

START_TEST(driver_ports_of_others_are_not_found)
{
	ck_assert_ptr_null(board_port_find(0x1d6b, 0x0002, "ttyUSB0", NULL));
	ck_assert_ptr_null(board_port_find(0, 0, "ttyS0", NULL));
	ck_assert_ptr_null(board_port_find(0, 0, "rfcomm", NULL));
	ck_assert_ptr_null(board_port_find(0, 0, "rfcommander0", NULL));
	ck_assert_ptr_nonnull(board_port_find(0, 0, "rfcomm0", NULL));
}
END_TEST

START_TEST(driver_name_unknown_is_not_found)
{
	ck_assert_ptr_null(board_driver_find("no-such-board"));
	ck_assert_ptr_null(board_driver_find(""));
}
END_TEST

START_TEST(driver_fresh_state_listens_and_waits_for_nothing)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct driver_stats stats;

	ck_assert_int_eq(d->link(state), DRIVER_LISTENING);
	ck_assert(d->deadline(state) == DRIVER_NO_DEADLINE);
	ck_assert_uint_gt(strlen(d->advice(state)), 0);
	d->stats(state, &stats);
	ck_assert_uint_eq(stats.bytes + stats.frames + stats.events + stats.skipped_bytes +
	                          stats.bad_frames,
	                  0);
	free(state);
}
END_TEST

/* No driver may find a board in noise. _i counts drivers. */
START_TEST(driver_noise_is_consumed_and_never_live)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct record record;
	struct driver_out out = { .ctx = &record, .event = record_event };
	struct driver_stats stats;
	uint8_t zeros[4096] = { 0 };

	record_begin(&record);
	d->feed(state, &out, zeros, sizeof(zeros), 0);
	d->stats(state, &stats);
	ck_assert_uint_eq(stats.bytes, sizeof(zeros));
	ck_assert_uint_eq(stats.skipped_bytes, sizeof(zeros));
	ck_assert_uint_eq(record.n, 0);
	ck_assert_int_ne(d->link(state), DRIVER_LIVE);
	record_end(&record);
	free(state);
}
END_TEST

/* Asked on a port where nothing is: says so, in bounded time, and does not flood the port. */
START_TEST(driver_silent_port_becomes_wrong)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct record record;
	struct driver_out out = { .ctx = &record, .event = record_event, .send = count_sent };
	uint64_t now_us = 1000;
	int ticks = 0;

	if (d->is_asked_for) {
		free(state);
		return;
	}
	record_begin(&record);
	n_sent = 0;
	d->start(state, &out, now_us);
	while (d->link(state) != DRIVER_WRONG && now_us < 60000000) {
		uint64_t deadline_us = d->deadline(state);

		ck_assert_int_eq(d->link(state), DRIVER_PROBING);
		ck_assert_msg(deadline_us > now_us, "%s: a deadline in the past", d->name);
		ck_assert(deadline_us != DRIVER_NO_DEADLINE);
		now_us = deadline_us;
		ck_assert(d->tick(state, &out, now_us) == d->deadline(state));
		ck_assert_int_lt(++ticks, 1000);
	}
	ck_assert_int_eq(d->link(state), DRIVER_WRONG);
	ck_assert_uint_gt(n_sent, 0);
	ck_assert_uint_lt(n_sent, 256);
	ck_assert_uint_gt(strlen(d->advice(state)), 20);
	record_end(&record);
	free(state);
}
END_TEST

START_TEST(driver_full_queue_neither_hangs_nor_goes_live)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct record record;
	struct driver_out out = { .ctx = &record, .event = record_event, .send = refuse_to_send };
	uint64_t now_us = 0;

	if (d->is_asked_for) {
		free(state);
		return;
	}
	record_begin(&record);
	d->start(state, &out, now_us);
	for (int i = 0; i < 100; i++) {
		ck_assert(d->deadline(state) > now_us);
		now_us = d->deadline(state);
		d->tick(state, &out, now_us);
		ck_assert_int_ne(d->link(state), DRIVER_LIVE);
	}
	record_end(&record);
	free(state);
}
END_TEST

/* Whom others ask for says nothing and waits for nothing. */
START_TEST(driver_that_is_asked_for_never_sends)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct record record;
	struct driver_out out = { .ctx = &record, .event = record_event, .send = count_sent };

	record_begin(&record);
	n_sent = 0;
	if (d->is_asked_for) {
		d->start(state, &out, 5);
		ck_assert(d->deadline(state) == DRIVER_NO_DEADLINE);
		ck_assert(d->tick(state, &out, 60000000) == DRIVER_NO_DEADLINE);
		ck_assert_int_eq(d->link(state), DRIVER_LISTENING);
	}
	ck_assert_uint_eq(n_sent, 0);
	record_end(&record);
	free(state);
}
END_TEST

START_TEST(driver_early_tick_changes_nothing)
{
	const struct board_driver *d = board_drivers[_i];
	void *state = new_state(d);
	struct record record;
	struct driver_out out = { .ctx = &record, .event = record_event, .send = count_sent };
	uint64_t deadline_us;

	if (d->is_asked_for) {
		free(state);
		return;
	}
	record_begin(&record);
	d->start(state, &out, 5);
	deadline_us = d->deadline(state);
	n_sent = 0;
	ck_assert(d->tick(state, &out, deadline_us - 1) == deadline_us);
	ck_assert_uint_eq(n_sent, 0);
	record_end(&record);
	free(state);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("driver_table");
	TCase *rows = tcase_create("rows");
	int n = 0;

	while (board_drivers[n])
		n++;
	tcase_add_loop_test(rows, driver_row_keeps_the_contract, 0, n);
	tcase_add_loop_test(rows, driver_ports_are_found, 0, n);
	tcase_add_test(rows, driver_ports_of_others_are_not_found);
	tcase_add_test(rows, driver_name_unknown_is_not_found);
	tcase_add_loop_test(rows, driver_fresh_state_listens_and_waits_for_nothing, 0, n);
	tcase_add_loop_test(rows, driver_noise_is_consumed_and_never_live, 0, n);
	tcase_add_loop_test(rows, driver_silent_port_becomes_wrong, 0, n);
	tcase_add_loop_test(rows, driver_full_queue_neither_hangs_nor_goes_live, 0, n);
	tcase_add_loop_test(rows, driver_that_is_asked_for_never_sends, 0, n);
	tcase_add_loop_test(rows, driver_early_tick_changes_nothing, 0, n);
	suite_add_tcase(suite, rows);
	return test_run(suite);
}
