/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table on a line that loses an update: it asks its board, and the game is right within a second.
 * The same bytes folded without a board give the same.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "daemon/table.h"
#include "drivers/sim/sim_board.h"
#include "tests/support.h"

#define MS UINT64_C(1000)

/* A message of the board's, or a part of one. */
struct piece_of_line {
	uint64_t t_us;
	size_t len;
	uint8_t bytes[SIM_BOARD_PACKET];
};

static struct config config;
static struct sim_board board;
static struct table *table;
static struct piece_of_line heard[256], sent[64];
static size_t n_heard, n_sent, n_told;
static unsigned int n_sent_before;
static uint64_t now_us, due_us;
static int losing; /* the index of the square whose next update gets lost; -1: none */

static void
put(struct piece_of_line *list, size_t *n, size_t size, const uint8_t *bytes, size_t len)
{
	ck_assert_uint_lt(*n, size);
	ck_assert_uint_le(len, SIM_BOARD_PACKET);
	list[*n].t_us = now_us;
	list[*n].len = len;
	memcpy(list[(*n)++].bytes, bytes, len);
}

static void
board_says(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	(void)t_us;
	if (bytes[0] == DGT_FIELD_UPDATE && bytes[3] == losing) {
		losing = -1;
		return;
	}
	put(heard, &n_heard, sizeof(heard) / sizeof(heard[0]), bytes, len);
}

static int
table_sends(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	put(sent, &n_sent, sizeof(sent) / sizeof(sent[0]), bytes, len);
	return 0;
}

static void
nothing_changed(void *ctx, enum tracker_update what)
{
	(void)ctx;
	(void)what;
}

/* Board and table for so long, a millisecond at a time. */
static void
run_ms(unsigned int ms)
{
	static size_t n_received;

	for (; ms > 0; ms--, now_us += MS) {
		sim_board_advance(&board, now_us);
		for (; n_told < n_heard; n_told++) {
			table_from_board(table, now_us, heard[n_told].bytes, heard[n_told].len);
			due_us = now_us;
		}
		if (due_us <= now_us)
			due_us = table_advance(table, now_us);
		if (n_received > n_sent)
			n_received = 0;
		for (; n_received < n_sent; n_received++)
			sim_board_receive(&board, sent[n_received].bytes, sent[n_received].len,
			                  now_us);
	}
}

static struct table *
new_table(int (*send)(void *ctx, const uint8_t *bytes, size_t len))
{
	const struct table_listener listener = { .changed = nothing_changed, .send = send };
	struct table *made;

	ck_assert_int_eq(table_new(board_driver_find("dgt"), &config, NULL, &listener, &made), 0);
	return made;
}

static unsigned int
positions_asked_for(void)
{
	unsigned int n = 0;

	for (size_t i = 0; i < n_sent; i++)
		n += sent[i].bytes[0] == DGT_SEND_BRD;
	return n;
}

static void
setup(void)
{
	const struct sim_board_output output = { .bytes = board_says };
	struct sim_board_setup setup;
	struct position start;
	uint8_t squares[64];
	char error[256];

	config_defaults(&config);
	n_heard = n_sent = n_told = 0;
	now_us = 0;
	due_us = 0;
	losing = -1;
	position_start(&start);
	position_placement(&start, squares);
	sim_board_setup_default(&setup);
	sim_board_init(&board, &setup, &output, squares, 0);
	table = new_table(table_sends);
	ck_assert_int_eq(table_host(table, 0, "{\"op\":\"plugged\"}", error, sizeof(error)), 0);
	run_ms(4000);
	n_sent_before = positions_asked_for();
	ck_assert_uint_le(n_sent_before, 2);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

/* e2 to e4, and one of the two updates is lost. */
static void
play_with_loss(int lost)
{
	losing = lost;
	sim_board_put(&board, sq_make(4, 1), EMPTY, now_us);
	run_ms(400);
	sim_board_put(&board, SQ_E4, WHITE_PAWN, now_us);
	run_ms(1500);
	ck_assert_int_eq(losing, -1);
}

START_TEST(what_a_lost_update_hid_is_asked_for)
{
	static const int lost[] = { 52, 36 }; /* e2, e4 as the wire counts */
	char live[1024], folded[1024];
	struct table *fold;
	size_t len;

	play_with_loss(lost[_i]);
	ck_assert_uint_gt(positions_asked_for(), n_sent_before);
	ck_assert_uint_le(positions_asked_for(), n_sent_before + 4);
	ck_assert_uint_eq(table_games(table), 1);
	snprintf(live, sizeof(live), "%s", table_pgn(table, 0, &len));
	ck_assert_msg(strstr(live, "1. e4 *") != NULL, "%s", live);
	fold = new_table(NULL);
	for (size_t i = 0; i < n_heard; i++) {
		table_advance(fold, heard[i].t_us);
		table_from_board(fold, heard[i].t_us, heard[i].bytes, heard[i].len);
	}
	table_advance(fold, now_us);
	ck_assert_uint_eq(table_games(fold), 1);
	snprintf(folded, sizeof(folded), "%s", table_pgn(fold, 0, &len));
	ck_assert_str_eq(live, folded);
	table_free(fold);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("table_look");
	TCase *tcase = tcase_create("table");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, what_a_lost_update_hid_is_asked_for, 0, 2);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
