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
static struct driver_out out = { .ctx = &record, .event = record_event };
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
	static uint8_t frame[DGT_BUS_MAX_LEN];

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

static size_t
list_men(uint8_t *ret_log)
{
	size_t len = 0;

	ret_log[len++] = DGT_LOG_GAME;
	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		if (codes[i] != DGT_CODE_EMPTY) {
			ret_log[len++] = DGT_LOG_PIECE | codes[i];
			ret_log[len++] = i;
		}
	return len;
}

static size_t
add_change(uint8_t *log, size_t len, uint8_t index, uint8_t code)
{
	log[len] = DGT_LOG_PIECE | code;
	log[len + 1] = index;
	return len + 2;
}

static unsigned int n_untold;
static uint64_t untold_since_us;

static void
on_untold(void *ctx, uint64_t since_us)
{
	(void)ctx;
	n_untold++;
	untold_since_us = since_us;
}

/* A packet as long as the ring: what was in it before is overwritten, and told nowhere. */
START_TEST(bus_board_full_ring_has_lost_what_was_before)
{
	const struct driver_out before = out;
	static uint8_t log[8000];
	const size_t len = _i == 0 ? 7000 : 7934;
	uint64_t heard_us;

	n_untold = 0;
	tell_position();
	heard_us = now_us;
	tell_change(0x34, DGT_CODE_EMPTY);
	out.untold = on_untold;
	for (size_t i = 0; i < len; i += 2)
		add_change(log, i, (uint8_t)(i / 2 % 41), i % 3 == 0);
	now_us += 60 * S_US;
	reply(DGT_BUS_LOG, log, len);
	ck_assert_uint_eq(n_untold, (unsigned int)_i);
	ck_assert(n_untold == 0 || untold_since_us == heard_us);
	out = before;
}
END_TEST

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
	size_t len;

	tell_position();
	tell_change(0x34, DGT_CODE_EMPTY);
	codes[0x34] = DGT_CODE_EMPTY;
	len = add_change(log, list_men(log), 0x24, DGT_CODE_WHITE_PAWN);
	reply(DGT_BUS_GAME_LOG, log, len);
	ck_assert_str_eq(record_lines(&record), START_SCAN "square e2 .\nsquare e4 P\n");
}
END_TEST

/* What CHANGES told was lost on its way: the game's log has it, and asked for again it comes once more. */
START_TEST(bus_board_packet_that_the_game_has_is_told_once)
{
	uint8_t log[128];
	size_t men = list_men(log), len;

	tell_position();
	len = add_change(log, men, 0x34, DGT_CODE_EMPTY);
	len = add_change(log, len, 0x24, DGT_CODE_WHITE_PAWN);
	now_us += 60 * S_US;
	reply(DGT_BUS_GAME_LOG, log, len);
	reply(DGT_BUS_LOG, log + men, len - men);
	ck_assert_str_eq(record_lines(&record), START_SCAN "square e2 .\nsquare e4 P\n");
	/* The same once more is news: the pawn was lifted and put down. */
	reply(DGT_BUS_LOG, (const uint8_t[]){ 0 }, 0);
	reply(DGT_BUS_LOG, log + men, len - men);
	ck_assert_str_eq(record_lines(&record),
	                 START_SCAN "square e2 .\nsquare e4 P\nsquare e2 .\nsquare e4 P\n");
}
END_TEST

/* A game's tag with its men may stand in what CHANGES tells: of what was missed before it they say the outcome. */
START_TEST(bus_board_men_behind_a_tag_tell_what_was_missed)
{
	uint8_t log[128];
	size_t len;

	tell_position();
	codes[0x0c] = DGT_CODE_EMPTY;
	codes[0x1c] = DGT_CODE_BLACK_PAWN;
	len = list_men(log);
	len = add_change(log, len, 0x3e, DGT_CODE_EMPTY);
	now_us += 60 * S_US;
	reply(DGT_BUS_LOG, log, len);
	ck_assert_str_eq(record_lines(&record),
	                 START_SCAN "square e7 .\nsquare e5 p\nsquare g1 .\n");
}
END_TEST

/* Noise with a good checksum told of two men, and the game was given a new beginning after a ply that nobody heard of. */
START_TEST(bus_board_log_goes_on_from_nearly_the_same_position)
{
	uint8_t log[128];
	size_t len;

	tell_position();
	tell_change(0x20, DGT_CODE_BLACK_PAWN);
	tell_change(0x2b, DGT_CODE_WHITE_PAWN);
	codes[0x34] = DGT_CODE_EMPTY;
	codes[0x24] = DGT_CODE_WHITE_PAWN;
	len = list_men(log);
	len = add_change(log, len, 0x0c, DGT_CODE_EMPTY);
	now_us += 60 * S_US;
	reply(DGT_BUS_GAME_LOG, log, len);
	ck_assert_str_eq(record_lines(&record), START_SCAN
	                 "square a4 p\nsquare d3 P\nsquare a4 .\nsquare d3 .\nsquare e2 .\n"
	                 "square e4 P\nsquare e7 .\n");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_bus_board");
	TCase *tcase = tcase_create("replies");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, bus_board_full_ring_has_lost_what_was_before, 0, 2);
	tcase_add_test(tcase, bus_board_result_piece_is_believed_when_a_position_shows_it);
	tcase_add_test(tcase, bus_board_result_piece_that_nobody_put_there_is_none);
	tcase_add_test(tcase, bus_board_log_begun_in_mid_game_fills_the_gap);
	tcase_add_test(tcase, bus_board_packet_that_the_game_has_is_told_once);
	tcase_add_test(tcase, bus_board_men_behind_a_tag_tell_what_was_missed);
	tcase_add_test(tcase, bus_board_log_goes_on_from_nearly_the_same_position);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
