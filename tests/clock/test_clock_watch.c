/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the scenarios of watch.h, and holds that every alert about clocks has one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/clock/watch.h"
#include "tests/support.h"

static const struct watch_rows *const subjects[] = {
	&rows_of_hidden, &rows_of_presses, &rows_of_setting,   &rows_of_start,
	&rows_of_flags,  &rows_of_defects, &rows_of_penalties,
};
#define N_SUBJECTS (sizeof(subjects) / sizeof(subjects[0]))

/* What the clock watch never says: it is not about the clock, or no input tells it. */
static bool
is_of_the_clock(enum alert_id id)
{
	return (id >= ALERT_DEFAULT_TIME_APPROACHING && id <= ALERT_CLOCK_DISCONNECTED &&
	        id != ALERT_TIME_CONTROL_NOT_ALLOWED && id != ALERT_EQUIPMENT_CHANGED &&
	        id != ALERT_CLOCK_PRESSED_WITHOUT_MOVE) ||
	       id == ALERT_PROMOTION_PIECE_MISSING || id == ALERT_PENALTY_TIME_NOT_APPLIED ||
	       id == ALERT_PHOTO_WINDOW_CLOSED ||
	       (id >= ALERT_SESSION_END && id <= ALERT_PLAY_AFTER_ADJOURNMENT) ||
	       id == ALERT_RESUME_CLOCK_MISMATCH;
}

static bool
subject_shows(const struct watch_rows *subject, enum alert_id id)
{
	for (size_t i = 0; i < subject->n; i++)
		if (subject->rows[i].shows == id || subject->rows[i].shows_too == id)
			return true;
	return false;
}

START_TEST(every_alert_of_the_clock_has_a_scenario)
{
	enum alert_id id = (enum alert_id)_i;
	bool shown = false;

	for (size_t i = 0; i < N_SUBJECTS; i++)
		shown |= subject_shows(subjects[i], id);
	ck_assert_msg(shown == is_of_the_clock(id), "%s", alert_row(id)->name);
}
END_TEST

static void
print_row(const struct watch_row *row)
{
	printf("%s\t%s%s%s\t%s\n", row->articles,
	       row->shows < ALERTS ? alert_row(row->shows)->name : "(silence)",
	       row->shows_too < ALERTS ? " " : "",
	       row->shows_too < ALERTS ? alert_row(row->shows_too)->name : "", row->name);
}

/* test_clock_watch --table: articles, alert and test, a line each, as test_laws --table. */
static void
print_table(void)
{
	for (size_t i = 0; i < N_SUBJECTS; i++)
		for (size_t k = 0; k < subjects[i]->n; k++)
			print_row(&subjects[i]->rows[k]);
}

static Suite *
clock_watch_suite(void)
{
	Suite *suite = suite_create("clock_watch");
	TCase *tcase = tcase_create("watch");

	for (size_t i = 0; i < N_SUBJECTS; i++)
		for (size_t k = 0; k < subjects[i]->n; k++)
			tcase_add_loop_test(tcase, *subjects[i]->rows[k].test, 0,
			                    subjects[i]->rows[k].n);
	tcase_add_loop_test(tcase, every_alert_of_the_clock_has_a_scenario, 0, ALERTS);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--table") == 0) {
		print_table();
		return EXIT_SUCCESS;
	}
	return test_run(clock_watch_suite());
}
