/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <string.h>

#include "core/laws/clock/clock_model.h"
#include "tests/support.h"

#define S UINT64_C(1000000)

static struct time_control
control_of(const char *text, enum time_mode mode)
{
	struct time_control control;

	ck_assert_int_eq(time_control_parse(text, strlen(text), &control), 0);
	if (mode != TIME_MODE_NONE)
		time_control_set_mode(&control, mode);
	return control;
}

/* The likeliest gain of the press just made. */
static void
give(struct clock_model *model, enum color side)
{
	int64_t gains_us[CLOCK_GAINS_MAX];

	clock_model_gains(model, model->presses[side], gains_us);
	clock_model_give(model, side, gains_us[0]);
}

static void
expect_exactly(const struct clock_model *model, enum color side, int minutes, int seconds)
{
	int64_t us = (minutes * 60 + seconds) * CLOCK_SECOND_US;

	ck_assert_int_eq(model->left[side].lo_us, us);
	ck_assert_int_eq(model->left[side].hi_us, us);
}

struct worked {
	enum time_mode mode;
	int start[2], first[2], second[2]; /* minutes, seconds */
};

/* The example of 6.3: 90 minutes and 30 seconds; White uses 20 s, then 40 s. */
static const struct worked worked_example[] = {
	{ TIME_MODE_FISCHER, { 90, 30 }, { 90, 40 }, { 90, 30 } },
	{ TIME_MODE_BRONSTEIN, { 90, 30 }, { 90, 30 }, { 90, 20 } },
	{ TIME_MODE_DELAY, { 90, 0 }, { 90, 0 }, { 89, 50 } },
};

START_TEST(model_gives_the_worked_example_of_6_3)
{
	const struct worked *w = &worked_example[_i];
	struct time_control control = control_of("5400+30", w->mode);
	struct clock_model model;

	clock_model_init(&model, &control, 0, 0);
	expect_exactly(&model, WHITE, w->start[0], w->start[1]);
	clock_model_start(&model, 0);
	clock_model_press(&model, 20 * S);
	give(&model, WHITE);
	expect_exactly(&model, WHITE, w->first[0], w->first[1]);
	clock_model_press(&model, 25 * S);
	give(&model, BLACK);
	clock_model_press(&model, 65 * S);
	give(&model, WHITE);
	expect_exactly(&model, WHITE, w->second[0], w->second[1]);
}
END_TEST

START_TEST(model_in_delay_mode_stands_still_first)
{
	struct time_control control = control_of("300+10", TIME_MODE_DELAY);
	struct clock_model model;

	clock_model_init(&model, &control, 0, 0);
	clock_model_start(&model, 0);
	clock_model_advance(&model, 10 * S);
	expect_exactly(&model, WHITE, 5, 0);
	clock_model_advance(&model, 11 * S);
	expect_exactly(&model, WHITE, 4, 59);
	/* A stop in between takes nothing of what is used; or the clock gives the delay anew. */
	clock_model_stop(&model, 12 * S);
	clock_model_start(&model, 100 * S);
	clock_model_advance(&model, 105 * S);
	ck_assert_int_eq(model.left[WHITE].lo_us, (4 * 60 + 53) * (int64_t)S);
	ck_assert_int_eq(model.left[WHITE].hi_us, (4 * 60 + 58) * (int64_t)S);
	clock_model_advance(&model, 112 * S);
	ck_assert_int_eq(model.left[WHITE].lo_us, (4 * 60 + 46) * (int64_t)S);
	ck_assert_int_eq(model.left[WHITE].hi_us, (4 * 60 + 56) * (int64_t)S);
}
END_TEST

START_TEST(model_of_several_periods_adds_them_with_the_move)
{
	struct time_control control = control_of("40/5400+30:1800+30", TIME_MODE_NONE);
	struct clock_model model;
	int64_t gains_us[CLOCK_GAINS_MAX];

	clock_model_init(&model, &control, 0, 0);
	ck_assert_int_eq(clock_model_gains(&model, 39, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 30 * CLOCK_SECOND_US);
	ck_assert_int_eq(clock_model_gains(&model, 40, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 1830 * CLOCK_SECOND_US);
	ck_assert_int_eq(clock_model_gains(&model, 41, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 30 * CLOCK_SECOND_US);
	control.period_add = TIME_ADD_AT_ZERO;
	ck_assert_int_eq(clock_model_gains(&model, 40, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 30 * CLOCK_SECOND_US);
	control.period_add = TIME_ADD_AUTO;
	ck_assert_int_eq(clock_model_gains(&model, 40, gains_us), 2);
}
END_TEST

/* Armageddon: 3 s from move 60 (Q17 8.1). */
START_TEST(model_adds_increments_from_their_move_on)
{
	struct time_control control = control_of("240+3", TIME_MODE_NONE);
	struct clock_model model;
	int64_t gains_us[CLOCK_GAINS_MAX];

	control.increment_from = 60;
	control.first_increment = TIME_FIRST_AFTER;
	clock_model_init(&model, &control, 0, 0);
	expect_exactly(&model, WHITE, 4, 0);
	ck_assert_int_eq(clock_model_gains(&model, 58, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 0);
	/* With move 59 nothing or, on a clock that gives it for the move to come, three seconds. */
	ck_assert_int_eq(clock_model_gains(&model, 59, gains_us), 2);
	ck_assert_int_eq(gains_us[0], 0);
	ck_assert_int_eq(clock_model_gains(&model, 60, gains_us), 1);
	ck_assert_int_eq(gains_us[0], 3 * CLOCK_SECOND_US);
}
END_TEST

START_TEST(model_knows_how_little_a_reading_says)
{
	struct time_control control = control_of("300", TIME_MODE_NONE);
	struct clock_model model;

	clock_model_init(&model, &control, CLOCK_AGE_MAX_US, 0);
	clock_model_start(&model, 0);
	clock_model_advance(&model, 10 * S);
	/* White has 4:49 to 4:50: the start was seen up to a second late. His display, up to a
	 * second old, may show anything from 4:49 to 4:52. */
	ck_assert_int_lt(clock_model_gap(&model, WHITE, 288), 0);
	ck_assert_int_eq(clock_model_gap(&model, WHITE, 289), 0);
	ck_assert_int_eq(clock_model_gap(&model, WHITE, 292), 0);
	ck_assert_int_eq(clock_model_gap(&model, WHITE, 293), CLOCK_SECOND_US);
	/* Black's stands: no age. */
	ck_assert_int_eq(clock_model_gap(&model, BLACK, 300), 0);
	ck_assert_int_eq(clock_model_gap(&model, BLACK, 299), -CLOCK_SECOND_US);
	ck_assert_int_eq(clock_model_gap(&model, BLACK, 303), 2 * CLOCK_SECOND_US);
}
END_TEST

START_TEST(model_learns_from_readings)
{
	struct time_control control = control_of("300", TIME_MODE_NONE);
	struct clock_model model;

	clock_model_init(&model, &control, CLOCK_SECOND_US / 10, 0);
	clock_model_set(&model, WHITE, 300, 0);
	ck_assert_int_eq(model.left[WHITE].lo_us, 299 * CLOCK_SECOND_US);
	clock_model_start(&model, 0);
	clock_model_advance(&model, 1 * S);
	clock_model_learn(&model, WHITE, 299);
	/* Between 298 s, when it had 299 to go at the start, and 299: less than a tenth may be
	 * gone. */
	ck_assert_int_ge(model.left[WHITE].lo_us, 298 * CLOCK_SECOND_US - CLOCK_SECOND_US / 10);
	ck_assert_int_le(model.left[WHITE].hi_us, 299 * CLOCK_SECOND_US);
	/* The display changes half a second later: now the phase is known. */
	clock_model_advance(&model, 1 * S + S / 2);
	clock_model_learn(&model, WHITE, 298);
	ck_assert_int_le(model.left[WHITE].hi_us, 298 * CLOCK_SECOND_US);
	/* What cannot be is believed, as a new beginning. */
	clock_model_learn(&model, WHITE, 600);
	ck_assert_int_eq(model.left[WHITE].hi_us, 600 * CLOCK_SECOND_US);
}
END_TEST

static Suite *
clock_model_suite(void)
{
	Suite *suite = suite_create("clock_model");
	TCase *tcase = tcase_create("model");

	tcase_add_loop_test(tcase, model_gives_the_worked_example_of_6_3, 0, 3);
	tcase_add_test(tcase, model_in_delay_mode_stands_still_first);
	tcase_add_test(tcase, model_of_several_periods_adds_them_with_the_move);
	tcase_add_test(tcase, model_adds_increments_from_their_move_on);
	tcase_add_test(tcase, model_knows_how_little_a_reading_says);
	tcase_add_test(tcase, model_learns_from_readings);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(clock_model_suite());
}
