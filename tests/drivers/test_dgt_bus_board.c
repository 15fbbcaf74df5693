/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One board of a bus as the daemon sees it: replies in, events out.
 */
#include "drivers/dgt/dgt_bus_board.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "drivers/dgt/dgt_bus_frame.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_wire.h"
#include "tests/drivers/record.h"

#define S_US UINT64_C(1000000)

static void *state;
static struct record record;
static struct driver_out out = { &record, record_event, NULL };
static uint8_t codes[DGT_SQUARES]; /* what stands there */
static uint64_t now_us;

static void
setup(void)
{
	state = malloc(dgt_bus_driver.state_size);
	ck_assert_ptr_nonnull(state);
	dgt_bus_driver.init(state);
	record_begin(&record);
	for (int i = 0; i < DGT_SQUARES; i++)
		codes[i] = dgt_code_at_start(i);
	now_us = S_US;
}

static void
teardown(void)
{
	record_end(&record);
	free(state);
}

static void
reply(enum dgt_bus_reply id, const uint8_t *data, size_t len)
{
	uint8_t frame[256];

	dgt_bus_reply_begin(frame, id, 1025, len);
	memcpy(frame + DGT_BUS_HEADER_LEN, data, len);
	len += DGT_BUS_OVERHEAD;
	frame[len - 1] = dgt_bus_checksum(frame, len - 1);
	dgt_bus_driver.feed(state, &out, frame, len, now_us);
	now_us += S_US / 10;
}

static void
tell_position(void)
{
	reply(DGT_BUS_BOARD, codes, sizeof(codes));
}

static void
tell_change(uint8_t index, uint8_t code)
{
	const uint8_t tag[] = { (uint8_t)(DGT_LOG_PIECE | code), index };

	reply(DGT_BUS_LOG, tag, sizeof(tag));
}

#define START_SCAN "scan rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"

START_TEST(bus_board_result_piece_is_believed_when_a_position_shows_it)
{
	tell_position();
	tell_change(0x24, DGT_CODE_WHITE_WINS);
	ck_assert_str_eq(record_lines(&record), START_SCAN "square e4 .\n");
	codes[0x24] = DGT_CODE_WHITE_WINS;
	tell_position();
	ck_assert_str_eq(record_lines(&record),
	                 START_SCAN "square e4 .\nmagic white-wins e4\n" START_SCAN);
	tell_position();
	ck_assert_str_eq(record_lines(&record),
	                 START_SCAN "square e4 .\nmagic white-wins e4\n" START_SCAN START_SCAN);
}
END_TEST

/* A damaged reply whose checksum is right by chance. */
START_TEST(bus_board_result_piece_that_nobody_put_there_is_none)
{
	codes[0x24] = DGT_CODE_DRAW;
	tell_position();
	codes[0x24] = DGT_CODE_EMPTY;
	tell_position();
	tell_position();
	ck_assert_str_eq(record_lines(&record), START_SCAN START_SCAN START_SCAN);
}
END_TEST

/* The host was killed before it had written down what CHANGES told; its game log begins with the men as they stood in
 * mid-game, and goes on with that. */
START_TEST(bus_board_log_begun_in_mid_game_fills_the_gap)
{
	uint8_t log[128];
	size_t len = 0;

	tell_position();
	tell_change(0x34, DGT_CODE_EMPTY);
	codes[0x34] = DGT_CODE_EMPTY;
	log[len++] = DGT_LOG_GAME;
	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		if (codes[i] != DGT_CODE_EMPTY) {
			log[len++] = DGT_LOG_PIECE | codes[i];
			log[len++] = i;
		}
	log[len++] = DGT_LOG_PIECE | DGT_CODE_WHITE_PAWN;
	log[len++] = 0x24;
	reply(DGT_BUS_GAME_LOG, log, len);
	ck_assert_str_eq(record_lines(&record), START_SCAN "square e2 .\nsquare e4 P\n");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_bus_board");
	TCase *tcase = tcase_create("replies");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, bus_board_result_piece_is_believed_when_a_position_shows_it);
	tcase_add_test(tcase, bus_board_result_piece_that_nobody_put_there_is_none);
	tcase_add_test(tcase, bus_board_log_begun_in_mid_game_fills_the_gap);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
