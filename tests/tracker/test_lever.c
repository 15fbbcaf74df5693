/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <string.h>

#include "core/base/clock_pair.h"
#include "core/tracker/clock/lever.h"
#include "core/tracker/seen/past.h"
#include "tests/support.h"

/* White on the left with 5:00, Black on the right with 4:00, running. */
static const struct clock_reading sane_reading = {
	.face = { { .seconds = 300 }, { .seconds = 240 } },
	.connected = true,
	.running = true,
	.turn = CLOCK_LEFT,
};

static struct lever
lever_in_play(void)
{
	struct lever lever;
	struct lever_press press;

	memset(&lever, 0, sizeof(lever));
	lever_new_game(&lever, false);
	lever_read(&lever, &sane_reading, 1000, true, &press);
	return lever;
}

START_TEST(lever_falling_left_to_right_is_a_press_by_white)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	ck_assert(!lever_read(&lever, &reading, 2000, false, &press));
	reading.turn = CLOCK_RIGHT;
	reading.face[CLOCK_LEFT].seconds = 302;
	ck_assert(lever_read(&lever, &reading, 3000, false, &press));
	ck_assert_int_eq(press.side, WHITE);
	ck_assert_int_eq(press.seconds, 302);
	ck_assert_uint_eq(press.t_us, 3000);
	ck_assert_int_eq(lever_turn(&lever), BLACK);
	ck_assert_int_eq(lever_seconds(&lever, BLACK), 240);
}
END_TEST

START_TEST(lever_falling_in_the_message_that_stops_the_clock_is_a_press)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	reading.turn = CLOCK_RIGHT;
	reading.running = false;
	ck_assert(lever_read(&lever, &reading, 3000, false, &press));
	ck_assert(lever_stands(&lever, 3001, 0));
	ck_assert(!lever_stands(&lever, 3001, LEVER_STOP_GRACE_US));
}
END_TEST

/* Black's time runs before as behind, but White's is another. */
START_TEST(lever_that_fell_twice_between_two_readings_is_two_presses)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press presses[2];

	reading.face[CLOCK_LEFT].seconds = 299;
	ck_assert(!lever_read_pair(&lever, &reading, 2000, presses));
	reading.face[CLOCK_RIGHT].seconds = 268;
	ck_assert(lever_read_pair(&lever, &reading, 2000, presses));
	ck_assert_int_eq(presses[0].side, WHITE);
	ck_assert_int_eq(presses[0].seconds, 299);
	ck_assert_uint_eq(presses[0].t_us, 1500);
	ck_assert_int_eq(presses[1].side, BLACK);
	ck_assert_int_eq(presses[1].seconds, 268);
	ck_assert_uint_eq(presses[1].t_us, 2000);
	reading.face[CLOCK_RIGHT].seconds = 70;
	ck_assert(!lever_read_pair(&lever, &reading, 2000, presses));
	reading.face[CLOCK_RIGHT].seconds = 670;
	ck_assert(!lever_read_pair(&lever, &reading, 2000, presses));
	reading.face[CLOCK_RIGHT].seconds = 268;
	reading.running = false;
	ck_assert(!lever_read_pair(&lever, &reading, 2000, presses));
	reading = sane_reading;
	reading.turn = CLOCK_RIGHT;
	reading.face[CLOCK_RIGHT].seconds = 268;
	ck_assert(!lever_read_pair(&lever, &reading, 2000, presses));
}
END_TEST

/* Both have more time than before: White has pressed, Black, and White again. */
START_TEST(lever_that_fell_three_times_between_two_readings_is_two_presses_more)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press presses[2];

	reading.turn = CLOCK_RIGHT;
	reading.face[CLOCK_LEFT].seconds = 325;
	reading.face[CLOCK_RIGHT].seconds = 239;
	ck_assert(!lever_read_pair(&lever, &reading, 4000, presses));
	reading.face[CLOCK_LEFT].seconds = 295;
	reading.face[CLOCK_RIGHT].seconds = 265;
	ck_assert(!lever_read_pair(&lever, &reading, 4000, presses));
	reading.face[CLOCK_LEFT].seconds = 355;
	ck_assert(lever_read_pair(&lever, &reading, 4000, presses));
	ck_assert_int_eq(presses[0].side, WHITE);
	ck_assert_int_eq(presses[0].seconds, CLOCK_UNKNOWN);
	ck_assert_uint_eq(presses[0].t_us, 2000);
	ck_assert_int_eq(presses[1].side, BLACK);
	ck_assert_int_eq(presses[1].seconds, 265);
	ck_assert_uint_eq(presses[1].t_us, 3000);
	ck_assert(lever_read(&lever, &reading, 4000, false, presses));
	ck_assert_int_eq(presses[0].side, WHITE);
	ck_assert_int_eq(presses[0].seconds, 355);
}
END_TEST

START_TEST(lever_that_fell_twice_is_kept_in_the_past)
{
	static struct past past;
	const uint8_t raw[64] = { EMPTY };
	struct board_event event = { .kind = BOARD_CLOCK, .clock = sane_reading };
	struct clock_reading before = sane_reading, again;

	past_note(&past, &event, 2000, 1, raw, &sane_reading);
	ck_assert_uint_eq(past.n, 0);
	event.clock.face[CLOCK_RIGHT].seconds = 268;
	past_note(&past, &event, 5000, 1, raw, &sane_reading);
	ck_assert_uint_eq(past.n, 1);
	ck_assert_uint_eq(past_at(&past, 0)->since_ms, 3);
	again = past_read_clock(&before, past_at(&past, 0));
	ck_assert(clock_hides_pair(&before, &again));
	ck_assert_int_eq(again.face[CLOCK_RIGHT].seconds, 268);
	again = past_reading(&sane_reading, past_at(&past, 0)->was, 299);
	ck_assert(!clock_hides_pair(&sane_reading, &again));
}
END_TEST

/* What White had before, and what he used of it, nobody knows any more when the clock is heard again. */
START_TEST(lever_that_fell_three_times_is_kept_in_the_past)
{
	static struct past past;
	const uint8_t raw[64] = { EMPTY };
	struct board_event event = { .kind = BOARD_CLOCK, .clock = sane_reading };
	struct clock_reading before = sane_reading, again;

	event.clock.turn = CLOCK_RIGHT;
	event.clock.face[CLOCK_LEFT].seconds = 355;
	event.clock.face[CLOCK_RIGHT].seconds = 268;
	past_note(&past, &event, 2000, 1, raw, &sane_reading);
	ck_assert_uint_eq(past.n, 1);
	before.face[CLOCK_LEFT].seconds = 1000;
	before.face[CLOCK_RIGHT].seconds = 30;
	again = past_read_clock(&before, past_at(&past, 0));
	ck_assert(clock_hides_pair(&before, &again));
	ck_assert_int_eq(again.turn, CLOCK_RIGHT);
	ck_assert_int_eq(again.face[CLOCK_LEFT].seconds, 355);
	ck_assert_int_eq(again.face[CLOCK_RIGHT].seconds, 268);
}
END_TEST

/* It tells how many plies there were while the link was lost, also when the lever lies as it did. */
START_TEST(first_reading_behind_a_lost_link_is_kept_in_the_past)
{
	static struct past past;
	const uint8_t raw[64] = { EMPTY };
	const struct board_event read = { .kind = BOARD_CLOCK, .clock = sane_reading },
				 lost = { .kind = BOARD_LOST }, back = { .kind = BOARD_BACK };

	past_note(&past, &read, 1000, 1, raw, &sane_reading);
	past_note(&past, &lost, 2000, 1, raw, &sane_reading);
	past_note(&past, &back, 5000, 1, raw, &sane_reading);
	past_note(&past, &read, 6000, 1, raw, &sane_reading);
	past_note(&past, &read, 7000, 1, raw, &sane_reading);
	ck_assert_uint_eq(past.n, 3);
	ck_assert_int_eq(past_at(&past, 2)->kind, PAST_CLOCK);
	ck_assert_uint_eq(past_at(&past, 2)->t_us, 6000);
}
END_TEST

START_TEST(lever_falling_while_the_clock_stands_is_no_press)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	reading.running = false;
	lever_read(&lever, &reading, 3000, false, &press);
	reading.turn = CLOCK_RIGHT;
	ck_assert(!lever_read(&lever, &reading, 4000, false, &press));
}
END_TEST

START_TEST(lever_falling_with_a_blocked_flag_is_a_press)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	reading.running = false;
	reading.face[CLOCK_RIGHT].flag_fallen = true;
	lever_read(&lever, &reading, 3000, false, &press);
	reading.turn = CLOCK_RIGHT;
	ck_assert(lever_read(&lever, &reading, 4000, false, &press));
}
END_TEST

START_TEST(lever_without_clock_knows_no_times)
{
	struct lever lever = lever_in_play();
	struct clock_reading reading = { .connected = false, .turn = CLOCK_RIGHT };
	struct lever_press press;

	ck_assert(!lever_read(&lever, &reading, 3000, false, &press));
	ck_assert_int_eq(lever_seconds(&lever, WHITE), CLOCK_UNKNOWN);
	/* Its first reading after it came back tells no press: we do not know what was missed. */
	reading = sane_reading;
	reading.turn = CLOCK_RIGHT;
	ck_assert(!lever_read(&lever, &reading, 4000, false, &press));
}
END_TEST

START_TEST(lever_side_started_first_is_white)
{
	struct lever lever;
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	memset(&lever, 0, sizeof(lever));
	lever_new_game(&lever, false);
	reading.running = false;
	lever_read(&lever, &reading, 1000, true, &press);
	reading.running = true;
	reading.turn = CLOCK_RIGHT;
	lever_read(&lever, &reading, 2000, true, &press);
	ck_assert_int_eq(lever_seconds(&lever, WHITE), 240);
	ck_assert_int_eq(lever_turn(&lever), WHITE);
}
END_TEST

/* The clock was started for the right side; when it is heard again the left side's runs, and the right one got 2 s. */
START_TEST(lever_started_and_pressed_between_two_readings_is_a_press)
{
	struct lever lever;
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	memset(&lever, 0, sizeof(lever));
	lever_new_game(&lever, false);
	reading.running = false;
	reading.turn = CLOCK_RIGHT;
	lever_read(&lever, &reading, 1000, true, &press);
	reading.running = true;
	reading.turn = CLOCK_LEFT;
	reading.face[CLOCK_RIGHT].seconds = 242;
	ck_assert(lever_read(&lever, &reading, 2000, true, &press));
	ck_assert_int_eq(press.side, WHITE);
	ck_assert_int_eq(press.seconds, 242);
	ck_assert_int_eq(lever_turn(&lever), BLACK);
}
END_TEST

START_TEST(lever_laid_over_while_the_clock_is_set_is_no_press)
{
	struct lever lever;
	struct clock_reading reading = sane_reading;
	struct lever_press press;

	memset(&lever, 0, sizeof(lever));
	lever_new_game(&lever, false);
	reading.running = false;
	reading.turn = CLOCK_RIGHT;
	lever_read(&lever, &reading, 1000, true, &press);
	reading.running = true;
	reading.turn = CLOCK_LEFT;
	reading.face[CLOCK_LEFT].seconds = 60;
	reading.face[CLOCK_RIGHT].seconds = 60;
	ck_assert(!lever_read(&lever, &reading, 2000, true, &press));
	ck_assert_int_eq(lever_turn(&lever), WHITE);
}
END_TEST

START_TEST(lever_two_misses_in_a_row_exchange_the_sides)
{
	struct lever lever = lever_in_play();
	struct lever_press press = { .side = BLACK };

	lever_wait(&lever, &press);
	ck_assert(!lever_give_up(&lever, false, true));
	lever_wait(&lever, &press);
	ck_assert(lever_give_up(&lever, false, true));
	ck_assert_int_eq(lever_seconds(&lever, WHITE), 240);
}
END_TEST

START_TEST(lever_confirmed_in_between_keeps_the_sides)
{
	struct lever lever = lever_in_play();
	struct lever_press press = { .side = BLACK };

	lever_wait(&lever, &press);
	ck_assert(!lever_give_up(&lever, false, true));
	lever_confirmed(&lever);
	lever_wait(&lever, &press);
	ck_assert(!lever_give_up(&lever, false, true));
}
END_TEST

START_TEST(lever_may_have_swung_back_at_once)
{
	struct lever lever = lever_in_play();
	struct lever_press press = { .side = BLACK, .t_us = 1000 };
	struct lever_press back = { .side = WHITE, .t_us = 1001 + LEVER_BOUNCE_US };

	ck_assert(!lever_may_have_swung(&lever));
	lever_wait(&lever, &press);
	ck_assert(!lever_may_have_swung(&lever));
	lever_wait(&lever, &back);
	ck_assert(!lever_may_have_swung(&lever));
	lever.waiting[1].t_us--;
	ck_assert(lever_may_have_swung(&lever));
	lever_forget_swing(&lever);
	ck_assert_int_eq(lever.n_waiting, 0);
}
END_TEST

START_TEST(lever_waiting_presses_are_bounded)
{
	struct lever lever = lever_in_play();

	for (int i = 0; i < 3 * LEVER_WAITING_MAX; i++) {
		struct lever_press press = { .side = i & 1 ? BLACK : WHITE, .seconds = i };

		lever_wait(&lever, &press);
	}
	ck_assert_int_eq(lever.n_waiting, LEVER_WAITING_MAX);
	ck_assert_int_eq(lever.waiting[LEVER_WAITING_MAX - 1].seconds, 3 * LEVER_WAITING_MAX - 1);
}
END_TEST

static Suite *
lever_suite(void)
{
	Suite *suite = suite_create("lever");
	TCase *tcase = tcase_create("lever");

	tcase_add_test(tcase, lever_falling_left_to_right_is_a_press_by_white);
	tcase_add_test(tcase, lever_falling_in_the_message_that_stops_the_clock_is_a_press);
	tcase_add_test(tcase, lever_that_fell_twice_between_two_readings_is_two_presses);
	tcase_add_test(tcase, lever_that_fell_twice_is_kept_in_the_past);
	tcase_add_test(tcase, lever_that_fell_three_times_is_kept_in_the_past);
	tcase_add_test(tcase, first_reading_behind_a_lost_link_is_kept_in_the_past);
	tcase_add_test(tcase, lever_that_fell_three_times_between_two_readings_is_two_presses_more);
	tcase_add_test(tcase, lever_falling_while_the_clock_stands_is_no_press);
	tcase_add_test(tcase, lever_falling_with_a_blocked_flag_is_a_press);
	tcase_add_test(tcase, lever_without_clock_knows_no_times);
	tcase_add_test(tcase, lever_side_started_first_is_white);
	tcase_add_test(tcase, lever_started_and_pressed_between_two_readings_is_a_press);
	tcase_add_test(tcase, lever_laid_over_while_the_clock_is_set_is_no_press);
	tcase_add_test(tcase, lever_two_misses_in_a_row_exchange_the_sides);
	tcase_add_test(tcase, lever_confirmed_in_between_keeps_the_sides);
	tcase_add_test(tcase, lever_may_have_swung_back_at_once);
	tcase_add_test(tcase, lever_waiting_presses_are_bounded);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(lever_suite());
}
