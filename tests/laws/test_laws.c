/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every tale is told, and the arbiter must hear what it says and nothing else; every alert has a tale, or a reason
 * why there is none. With --table: articles, alerts and tests.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/alert/catalogue.h"
#include "tests/laws/story.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

static const struct tales *const groups[] = { &tales_of_ends,        &tales_of_draws,
	                                      &tales_of_conduct,     &tales_of_illegal_moves,
	                                      &tales_of_haste,       &tales_of_what_is_around,
	                                      &tales_of_unknown_men, &tales_of_regulations };

#define N_GROUPS (sizeof(groups) / sizeof(groups[0]))

static size_t
count_tales(void)
{
	size_t n = 0;

	for (size_t i = 0; i < N_GROUPS; i++)
		n += groups[i]->n;
	return n;
}

static const struct tale *
tale_at(size_t i)
{
	size_t group = 0;

	while (i >= groups[group]->n)
		i -= groups[group++]->n;
	return &groups[group]->tales[i];
}

START_TEST(laws_tale)
{
	const struct tale *tale = tale_at((size_t)_i);

	story_begin(tale->fen, !tale->fen || strstr(tale->script, "sensors") != NULL);
	story_tell(tale->script);
	ck_assert_msg(strcmp(story.told, tale->told) == 0, "%s, %s:\n%s\ninstead of\n%s",
	              tale->article, tale->name, story.told, tale->told);
	story_end();
}
END_TEST

/* Alerts that no tale here shows, and why. */
static const struct {
	enum alert_id first, last;
	const char *reason;
} elsewhere[] = {
	{ ALERT_DEFAULT_TIME_APPROACHING, ALERT_CLOCK_SETTING_MISMATCH,
	  "test_clock_watch --table" },
	{ ALERT_CLOCK_BATTERY_LOW, ALERT_CLOCK_BATTERY_LOW, "test_clock_watch --table" },
	{ ALERT_CLOCK_NOT_PRESSED, ALERT_CLOCK_DISCONNECTED, "test_clock_watch --table" },
	{ ALERT_PENALTY_TIME_NOT_APPLIED, ALERT_PENALTY_TIME_NOT_APPLIED,
	  "test_clock_watch --table" },
	{ ALERT_PROMOTION_PIECE_MISSING, ALERT_PROMOTION_PIECE_MISSING,
	  "test_clock_watch --table" },
	{ ALERT_MOVE_AMBIGUOUS, ALERT_MOVE_AMBIGUOUS, "the tracker marks such plies itself" },
	{ ALERT_DEAD_POSITION_SUSPECTED, ALERT_DEAD_POSITION_SUSPECTED,
	  "no position of ten men is known that the verdict does not settle" },
	{ ALERT_SESSION_END, ALERT_PLAY_AFTER_ADJOURNMENT, "test_clock_watch --table" },
	{ ALERT_RESUME_CLOCK_MISMATCH, ALERT_RESUME_CLOCK_MISMATCH, "test_clock_watch --table" },
	{ ALERT_LOG_WRITE_FAILED, ALERT_LOG_WRITE_FAILED, "the daemon's" },
	{ ALERT_PHOTO_WINDOW_CLOSED, ALERT_PHOTO_WINDOW_CLOSED, "test_clock_watch --table" },
};

static const char *
reason_of(enum alert_id id)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		if (id >= elsewhere[i].first && id <= elsewhere[i].last)
			return elsewhere[i].reason;
	return NULL;
}

static const struct tale *
tale_of(enum alert_id id)
{
	char name[64];

	snprintf(name, sizeof(name), "%s@", alert_row(id)->name);
	for (size_t i = 0; i < count_tales(); i++) {
		const char *at = strstr(tale_at(i)->told, name);

		if (at && (at == tale_at(i)->told || at[-1] == ' '))
			return tale_at(i);
	}
	return NULL;
}

START_TEST(every_alert_has_a_tale_or_a_reason)
{
	const struct tale *tale = tale_of((enum alert_id)_i);
	const char *reason = reason_of((enum alert_id)_i);

	ck_assert_msg((tale != NULL) != (reason != NULL), "%s: %s",
	              alert_row((enum alert_id)_i)->name, tale ? "both" : "neither");
}
END_TEST

/* test_laws --table: articles, alert and test, a line each. */
static void
print_table(void)
{
	for (size_t i = 0; i < count_tales(); i++)
		printf("%s\t%s\t%s\n", tale_at(i)->article,
		       tale_at(i)->told[0] ? tale_at(i)->told : "(silence)", tale_at(i)->name);
	for (int id = 0; id < ALERTS; id++)
		if (reason_of((enum alert_id)id))
			printf("%s\t%s\tnot here: %s\n",
			       alert_row((enum alert_id)id)->articles[EDITION_FIDE_2018],
			       alert_row((enum alert_id)id)->name, reason_of((enum alert_id)id));
	for (size_t i = 0; i < n_uncovered; i++)
		printf("%s\t-\tnot here: %s\n", uncovered[i].articles, uncovered[i].reason);
}

static Suite *
laws_suite(void)
{
	Suite *suite = suite_create("laws");
	TCase *tcase = tcase_create("laws");

	tcase_add_loop_test(tcase, laws_tale, 0, (int)count_tales());
	tcase_add_loop_test(tcase, every_alert_has_a_tale_or_a_reason, 0, ALERTS);
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
	return test_run(laws_suite());
}
