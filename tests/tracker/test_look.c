/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When the tracker would like to see the whole board: never without a reason, soon where something
 * puzzles, and until it is told.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"

#define MS UINT64_C(1000)

enum { SQ_E2 = 12 };

static struct tracker *tracker;
static uint8_t squares[64]; /* as they stand */
static uint64_t t_us;

static void
scan(void)
{
	struct board_event event = { .kind = BOARD_SCAN, .t_us = t_us };

	memcpy(event.scan, squares, sizeof(squares));
	tracker_event(tracker, &event);
}

/* The board changes after `ms`, and tells of it or not. */
static void
change(unsigned int ms, int sq, uint8_t piece, bool told)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = t_us + ms * MS };

	t_us = event.t_us;
	squares[sq] = piece;
	event.square.sq = (uint8_t)sq;
	event.square.piece = piece;
	if (told)
		tracker_event(tracker, &event);
}

static void
clock_turn(unsigned int ms, bool blacks)
{
	struct board_event event = { .kind = BOARD_CLOCK, .t_us = t_us + ms * MS };

	t_us = event.t_us;
	event.clock.connected = event.clock.running = true;
	event.clock.turn = blacks ? CLOCK_RIGHT : CLOCK_LEFT;
	event.clock.face[0].seconds = event.clock.face[1].seconds = 5400;
	tracker_event(tracker, &event);
}

/* After which time a look is due, in ms from now; negative: never, as things are. */
static int
due_ms(void)
{
	uint64_t due_us = tracker_look_due(tracker);

	if (due_us == TRACKER_NO_DEADLINE)
		return -1;
	return due_us > t_us ? (int)((due_us - t_us) / MS) : 0;
}

static void
wait_ms(unsigned int ms)
{
	t_us += ms * MS;
	tracker_advance(tracker, t_us);
}

static void
setup(void)
{
	static const struct tracker_listener nobody = { NULL, NULL, NULL };
	struct position start;

	tracker = malloc(tracker_size());
	ck_assert_ptr_nonnull(tracker);
	tracker_init(tracker, &nobody);
	ck_assert_int_eq(due_ms(), -1); /* nothing is known of a board */
	position_start(&start);
	position_placement(&start, squares);
	t_us = 1000 * MS;
	scan();
	wait_ms(2000);
	scan();
	ck_assert_int_eq(due_ms(), -1);
	clock_turn(1000, false);
}

static void
teardown(void)
{
	free(tracker);
}

START_TEST(a_ply_in_order_is_looked_at_once_when_it_is_quiet)
{
	change(500, SQ_E2, EMPTY, true);
	ck_assert_int_gt(due_ms(), 400); /* a hand at work: not so soon */
	change(200, SQ_E4, WHITE_PAWN, true);
	ck_assert_int_gt(due_ms(), 200);
	ck_assert_int_le(due_ms(), 400);
	wait_ms(400);
	scan();
	ck_assert_int_eq(due_ms(), -1);
	clock_turn(100, true);
	ck_assert_int_eq(due_ms(), -1); /* the press has its ply: nothing puzzles */
}
END_TEST

START_TEST(what_stays_unexplained_puzzles_soon_and_again_at_longer_intervals)
{
	int before, now;

	for (int file = 0; file < 4; file++)
		change(200, sq_make(file, 3), BLACK_QUEEN, true);
	before = due_ms();
	ck_assert_int_gt(before, 50);
	ck_assert_int_le(before, 200);
	for (int i = 0; i < 6; i++) {
		wait_ms((unsigned int)before);
		scan();
		now = due_ms();
		ck_assert_int_ge(now, i == 0 ? 400 : before);
		ck_assert_int_le(now, 2 * before + 500);
		before = now;
	}
	ck_assert_int_gt(before, 2000);
}
END_TEST

START_TEST(a_lost_update_is_made_good_by_the_look)
{
	change(500, SQ_E2, EMPTY, false);
	change(200, SQ_E4, WHITE_PAWN, true);
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 0);
	wait_ms((unsigned int)due_ms());
	scan();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 1);
}
END_TEST

START_TEST(a_press_without_its_ply_is_looked_at_after_a_scan)
{
	change(500, SQ_E2, EMPTY, false);
	change(200, SQ_E4, WHITE_PAWN, false);
	ck_assert_int_eq(due_ms(), -1);
	clock_turn(300, true);
	ck_assert_int_gt(due_ms(), 150); /* what was pressed must first be scanned */
	ck_assert_int_lt(due_ms(), 800);
	wait_ms((unsigned int)due_ms());
	scan();
	ck_assert_uint_eq(tracker_game(tracker)->n_plies, 1);
	ck_assert_int_eq(tracker_game(tracker)->plies[0].state, PLY_COMPLETED);
}
END_TEST

/* Another look may tell which it was. */
START_TEST(a_ply_that_may_have_been_another_puzzles)
{
	change(500, SQ_E2, EMPTY, true);
	change(200, SQ_E4, WHITE_PAWN, true);
	ck_assert_int_gt(due_ms(), 200);
	tracker->plies[0].doubtful = DOUBT_RIVAL;
	ck_assert_int_le(due_ms(), 200);
	wait_ms((unsigned int)due_ms());
	scan();
	ck_assert_int_gt(due_ms(), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("look");
	TCase *tcase = tcase_create("look");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_ply_in_order_is_looked_at_once_when_it_is_quiet);
	tcase_add_test(tcase, what_stays_unexplained_puzzles_soon_and_again_at_longer_intervals);
	tcase_add_test(tcase, a_lost_update_is_made_good_by_the_look);
	tcase_add_test(tcase, a_press_without_its_ply_is_looked_at_after_a_scan);
	tcase_add_test(tcase, a_ply_that_may_have_been_another_puzzles);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
