/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the board's log goes on from what was told.
 */
#include "drivers/dgt/dgt_recover.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "drivers/dgt/dgt_log.h"
#include "tests/support.h"

enum { N_TOLD = 8 };

#define NOW_US UINT64_C(3600000000) /* an hour later */

/* Squares as on the wire: a knight and a bishop come, the bishop takes on 0x2a. */
static const uint8_t told[N_TOLD][2] = {
	{ 0x3e, 0 }, { 0x2d, 0x9 }, { 0x06, 0 }, { 0x15, 0x3 },
	{ 0x1b, 0 }, { 0x23, 0x1 }, { 0x21, 0 }, { 0x2a, 0xa },
};

static struct dgt_recover recover;
static uint8_t bytes[128];
static size_t len;

static void
append(uint8_t index, uint8_t code)
{
	bytes[len++] = DGT_LOG_PIECE | code;
	bytes[len++] = index;
}

static void
setup(void)
{
	dgt_recover_init(&recover);
	len = 0;
	for (size_t i = 0; i < N_TOLD; i++) {
		dgt_recover_told(&recover, told[i][0], told[i][1], 1000 * i);
		append(told[i][0], told[i][1]);
	}
}

START_TEST(recover_nothing_is_missed)
{
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), len);
}
END_TEST

START_TEST(recover_goes_on_behind_the_last_told)
{
	size_t end = len;

	append(0x31, 0);
	append(0x22, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* The bishop is taken at once: his square changes again, before anything else and after. */
START_TEST(recover_square_changes_again_and_again)
{
	size_t end = len;

	append(0x2a, 0);
	append(0x31, 0);
	append(0x2a, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* The man is taken up, goes elsewhere, and another comes where he stood. */
START_TEST(recover_square_changes_again_later)
{
	size_t end = len;

	append(0x31, 0);
	append(0x22, 0x1);
	append(0x2a, 0);
	append(0x33, 0xa);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* Old boards keep of one square's changes in a row the last only. */
START_TEST(recover_last_told_is_replaced)
{
	size_t end = len - 2;

	bytes[end] = DGT_LOG_PIECE;
	append(0x33, 0xa);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

START_TEST(recover_update_was_lost_before)
{
	struct dgt_recover without;
	size_t end = len;

	dgt_recover_init(&without);
	for (size_t i = 0; i < N_TOLD; i++)
		if (i != 4)
			dgt_recover_told(&without, told[i][0], told[i][1], 1000 * i);
	append(0x31, 0);
	ck_assert_uint_eq(dgt_recover_find(&without, bytes, len, NOW_US), end);
}
END_TEST

/* Noise that looked like an update: told, and never made. */
START_TEST(recover_false_update_was_told)
{
	size_t end = len;

	dgt_recover_told(&recover, 0x10, 0x5, 9000);
	append(0x31, 0);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
	dgt_recover_told(&recover, 0x31, 0, 10000);
	dgt_recover_told(&recover, 0x11, 0x3, 11000);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), len);
}
END_TEST

/* What the board's position contradicts is forgotten, however much of it there was; and so is what was
 * taken back untold. */
START_TEST(recover_position_contradicts_what_was_told)
{
	uint8_t codes[DGT_SQUARES] = { 0 };
	size_t end;

	for (size_t i = 0; i < N_TOLD; i++)
		codes[told[i][0]] = told[i][1];
	for (uint8_t i = 0; i < 8; i++)
		dgt_recover_told(&recover, 0x10 + i % 4, 0x5 + i, 9000);
	append(0x2a, 0);
	codes[0x2a] = 0;
	dgt_recover_position(&recover, codes, 10000);
	append(0x31, 0);
	dgt_recover_told(&recover, 0x31, 0, 11000);
	end = len;
	append(0x22, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* The log begins with the men as they stood when it was begun: after all that was told, or before some of it. */
START_TEST(recover_log_was_begun_in_mid_game)
{
	uint8_t codes[DGT_SQUARES] = { 0 };

	for (size_t i = 0; i < N_TOLD; i++)
		codes[told[i][0]] = told[i][1];
	codes[0x31] = 0x1;
	dgt_recover_position(&recover, codes, 10000);
	for (int n_before = 0; n_before <= 4; n_before += 2) {
		size_t end;

		len = 0;
		bytes[len++] = DGT_LOG_GAME;
		append(0x31, 0x1);
		for (int i = 0; i < N_TOLD - n_before; i++)
			if (told[i][1] != 0)
				append(told[i][0], told[i][1]);
		for (int i = N_TOLD - n_before; i < N_TOLD; i++)
			append(told[i][0], told[i][1]);
		end = len;
		append(0x31, 0);
		append(0x22, 0x1);
		ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
	}
}
END_TEST

/* The man whom it told of last is lifted, and that is written over it. */
START_TEST(recover_last_man_of_a_log_is_replaced)
{
	uint8_t codes[DGT_SQUARES] = { 0 };
	size_t end;

	codes[0x15] = 0x3;
	codes[0x31] = 0x1;
	dgt_recover_position(&recover, codes, 10000);
	len = 0;
	bytes[len++] = DGT_LOG_GAME;
	append(0x15, 0x3);
	end = len;
	append(0x31, 0);
	append(0x22, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* The log begins anew where six squares read otherwise; with a seventh it is another board's. */
START_TEST(recover_goes_on_from_six_other_squares)
{
	uint8_t codes[DGT_SQUARES] = { [0x38] = 5, [0x39] = 5, [0x3a] = 5, [0x3b] = 5, [0x3c] = 5 };
	uint8_t stood[DGT_SQUARES];

	len = 0;
	bytes[len++] = DGT_LOG_GAME;
	append(0x00, 0x1);
	dgt_recover_position(&recover, codes, 10000);
	ck_assert_uint_eq(dgt_recover_near(&recover, bytes, len, stood), len);
	ck_assert_uint_eq(stood[0x00], 0x1);
	ck_assert_uint_eq(stood[0x38], DGT_CODE_EMPTY);
	codes[0x3d] = 5;
	dgt_recover_position(&recover, codes, 11000);
	ck_assert_uint_eq(dgt_recover_near(&recover, bytes, len, stood), SIZE_MAX);
}
END_TEST

/* What stands there is a position when the last of the men is listed, not before. */
START_TEST(recover_half_a_list_of_men_is_no_position)
{
	uint8_t codes[DGT_SQUARES] = { [0x15] = 0x3, [0x31] = 0x1 };
	uint8_t stood[DGT_SQUARES];

	dgt_recover_init(&recover);
	dgt_recover_position(&recover, codes, 10000);
	len = 0;
	bytes[len++] = DGT_LOG_WATCHDOG;
	bytes[len++] = DGT_LOG_FILLER;
	bytes[len++] = DGT_LOG_POWER_UP;
	append(0x15, 0x3);
	append(0x31, 0x1);
	for (uint8_t i = 0x32; i < 0x3a; i++)
		append(i, 0x7);
	append(0x31, 0);
	append(0x22, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), SIZE_MAX);
	ck_assert_uint_eq(dgt_recover_near(&recover, bytes, len, stood), SIZE_MAX);
}
END_TEST

/* The one man who was told of stands in a list as well; but where he is the last of them he may have been listed. */
START_TEST(recover_one_man_told_is_not_looked_for_in_a_list)
{
	size_t end;

	dgt_recover_init(&recover);
	dgt_recover_told(&recover, 0x31, 0x1, 1000);
	len = 0;
	bytes[len++] = DGT_LOG_GAME;
	append(0x15, 0x3);
	append(0x31, 0x1);
	append(0x32, 0x7);
	bytes[len++] = DGT_LOG_FILLER;
	append(0x15, 0);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), SIZE_MAX);
	append(0x31, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), len);
	len = 0;
	bytes[len++] = DGT_LOG_GAME;
	append(0x15, 0x3);
	append(0x31, 0x1);
	end = len;
	bytes[len++] = DGT_LOG_FILLER;
	append(0x15, 0);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

/* A man who is put down by hand behind the list is none of it: before him it stood as told. */
START_TEST(recover_man_behind_the_list_is_news)
{
	uint8_t codes[DGT_SQUARES] = { [0x15] = 0x3, [0x31] = 0x1, [0x32] = 0x1 };
	size_t end;

	dgt_recover_init(&recover);
	dgt_recover_position(&recover, codes, 10000);
	len = 0;
	bytes[len++] = DGT_LOG_POWER_UP;
	append(0x15, 0x3);
	append(0x31, DGT_LOG_PIECE_SOON | 0x1);
	append(0x32, DGT_LOG_PIECE_SOON | 0x1);
	end = len;
	append(0x33, 0x1);
	append(0x34, 0x1);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), end);
}
END_TEST

static void
append_press(uint8_t halted, uint8_t minutes)
{
	bytes[len++] = halted;
	bytes[len++] = minutes;
	bytes[len++] = 0;
}

/* The game before ends, the men are set up, and the next begins as it did. Where that comes. */
static size_t
append_alike(bool presses)
{
	size_t first;

	if (presses)
		append_press(DGT_LOG_CLOCK_LEFT, 0x30);
	first = len;
	for (uint8_t i = 0x30; i < 0x38; i++) {
		append(i, 0);
		append(i - 0x10, 0x1);
	}
	bytes[len++] = DGT_LOG_START;
	for (size_t i = 0; i < N_TOLD; i++)
		append(told[i][0], told[i][1]);
	if (presses)
		append_press(DGT_LOG_CLOCK_LEFT, 0x29);
	return first;
}

/* Both are news, where the log's end has room for them in the time that nobody listened. */
START_TEST(recover_next_game_begins_alike)
{
	size_t first = append_alike(false), end = len;

	append(0x33, 0xa);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), first);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, 4000), end);
}
END_TEST

/* With delays it is known how long ago the first was. */
START_TEST(recover_game_before_was_too_long_ago)
{
	const uint8_t delay[] = { 0x20, 0x00, 0x02 }; /* two minutes */
	size_t first = append_alike(false), end = len;

	memcpy(bytes + len, delay, sizeof(delay));
	len += sizeof(delay);
	append(0x33, 0xa);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, 150000000), first);
	memmove(bytes + first + sizeof(delay), bytes + first, len - first);
	memcpy(bytes + first, delay, sizeof(delay));
	len += sizeof(delay);
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, 150000000), end + sizeof(delay));
}
END_TEST

/* What the clock was read to show for the side that stands is in one of the two. */
START_TEST(recover_clock_tells_games_apart)
{
	struct clock_reading reading = { .connected = true, .running = true, .turn = CLOCK_RIGHT };
	size_t first = append_alike(true), end = len;

	append(0x33, 0xa);
	for (int32_t minutes = 28; minutes <= 30; minutes++) {
		reading.face[CLOCK_LEFT].seconds = 60 * minutes;
		dgt_recover_clock(&recover, &reading, 4000);
		ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US),
		                  minutes == 29 ? end - 3 : first - 3);
	}
}
END_TEST

/* Nobody plays a thousand games that begin alike: a log made to be slow to read is not read through for each of them. */
START_TEST(recover_log_of_beginnings_is_not_read_through_for_each)
{
	static uint8_t many[3000];

	for (size_t at = 0; at < sizeof(many); at += 3) {
		many[at] = DGT_LOG_START;
		many[at + 1] = DGT_LOG_PIECE | told[0][1];
		many[at + 2] = told[0][0];
	}
	dgt_recover_init(&recover);
	dgt_recover_told(&recover, told[0][0], told[0][1], 1000);
	ck_assert_uint_lt(dgt_recover_find(&recover, many, sizeof(many), 1000), sizeof(many) / 2);
}
END_TEST

static char heard[256];
static uint64_t first_us, last_us, least_apart_us;

static void
on_event(void *ctx, const struct board_event *event)
{
	size_t n = strlen(heard);

	(void)ctx;
	if (event->kind != BOARD_SQUARE)
		return;
	ck_assert(event->recovered);
	snprintf(heard + n, sizeof(heard) - n, "%c%c%c ", 'a' + sq_file(event->square.sq),
	         '1' + sq_rank(event->square.sq), piece_letter(event->square.piece));
	first_us = n == 0 ? event->t_us : first_us;
	if (n > 0 && event->t_us - last_us < least_apart_us)
		least_apart_us = event->t_us - last_us;
	last_us = event->t_us;
}

/* What is told of the log, in a minute without the board. */
static const char *
play(void)
{
	const struct driver_out out = { .event = on_event };
	struct dgt_report report;

	dgt_report_init(&report);
	heard[0] = '\0';
	least_apart_us = UINT64_MAX;
	dgt_recover_play(&recover, bytes, len, true, &report, &out,
	                 recover.heard_us + UINT64_C(60000000));
	return heard;
}

/* Nf6+ gxf6 exf6: knight and pawn were taken where they had just come, and on an old board the square's last tag says
 * that it is empty. Whoever was taken up last, elsewhere, stood there. */
START_TEST(recover_man_who_was_taken_at_once_is_told)
{
	uint8_t codes[DGT_SQUARES] = { [0x24] = 0x3, [0x0e] = 0x7, [0x1c] = 0x1 };

	dgt_recover_init(&recover);
	dgt_recover_position(&recover, codes, 10000);
	len = 0;
	append(0x24, 0);
	append(0x15, 0);
	append(0x0e, 0);
	append(0x15, 0);
	append(0x1c, 0);
	append(0x15, 0x1);
	ck_assert_str_eq(play(), "e4. f6N f6. g7. f6p f6. e5. f6P ");
	ck_assert_uint_gt(least_apart_us, 500000); /* each of them stood there for a while */
}
END_TEST

/* With delays nothing is written over; and where nobody was taken up, nobody stood there. */
START_TEST(recover_nobody_is_told_who_was_not_taken_up)
{
	uint8_t codes[DGT_SQUARES] = { [0x24] = 0x3 };

	dgt_recover_init(&recover);
	dgt_recover_position(&recover, codes, 10000);
	len = 0;
	append(0x15, 0);
	ck_assert_str_eq(play(), "f6. ");
	append(0x24, 0);
	bytes[len++] = 0x08;
	append(0x15, 0);
	ck_assert_str_eq(play(), "f6. e4. f6. ");
}
END_TEST

/* Without a clock the changes lie two seconds apart, with one half a second; no more than there is time for. */
START_TEST(recover_changes_are_laid_apart)
{
	const struct clock_reading reading = { .connected = true,
		                               .face[CLOCK_LEFT].seconds = 30 * 60 };

	len = 0;
	for (uint8_t i = 0x30; i < 0x38; i++)
		append(i, 0);
	play();
	ck_assert_uint_eq(last_us - first_us, 14000000);
	dgt_recover_clock(&recover, &reading, recover.heard_us);
	append_press(DGT_LOG_CLOCK_LEFT, 0x30);
	play();
	ck_assert_uint_eq(last_us - first_us, 3500000);
}
END_TEST

START_TEST(recover_other_log_says_nothing)
{
	for (size_t i = 0; i < len; i += 2)
		bytes[i + 1] ^= 0x07;
	ck_assert_uint_eq(dgt_recover_find(&recover, bytes, len, NOW_US), SIZE_MAX);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dgt_recover");
	TCase *tcase = tcase_create("dgt_recover");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, recover_nothing_is_missed);
	tcase_add_test(tcase, recover_goes_on_behind_the_last_told);
	tcase_add_test(tcase, recover_square_changes_again_and_again);
	tcase_add_test(tcase, recover_square_changes_again_later);
	tcase_add_test(tcase, recover_last_told_is_replaced);
	tcase_add_test(tcase, recover_update_was_lost_before);
	tcase_add_test(tcase, recover_false_update_was_told);
	tcase_add_test(tcase, recover_position_contradicts_what_was_told);
	tcase_add_test(tcase, recover_log_was_begun_in_mid_game);
	tcase_add_test(tcase, recover_last_man_of_a_log_is_replaced);
	tcase_add_test(tcase, recover_goes_on_from_six_other_squares);
	tcase_add_test(tcase, recover_half_a_list_of_men_is_no_position);
	tcase_add_test(tcase, recover_one_man_told_is_not_looked_for_in_a_list);
	tcase_add_test(tcase, recover_man_behind_the_list_is_news);
	tcase_add_test(tcase, recover_next_game_begins_alike);
	tcase_add_test(tcase, recover_game_before_was_too_long_ago);
	tcase_add_test(tcase, recover_clock_tells_games_apart);
	tcase_add_test(tcase, recover_log_of_beginnings_is_not_read_through_for_each);
	tcase_add_test(tcase, recover_man_who_was_taken_at_once_is_told);
	tcase_add_test(tcase, recover_nobody_is_told_who_was_not_taken_up);
	tcase_add_test(tcase, recover_changes_are_laid_apart);
	tcase_add_test(tcase, recover_other_log_says_nothing);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
