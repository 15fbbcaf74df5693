/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The scenarios of the clock watch: clock events to the expected alert, or silence, a test for each
 * row of the Laws about clocks, in a file for each subject. The article stands before each group.
 * test_clock_watch.c runs them all.
 */
#pragma once

#include <check.h>

#include "core/laws/alert/alert.h"
#include "tests/clock/desk.h"

/* A scenario: the articles it is about, what it shows (ALERTS: that nothing is told), how often it
 * runs. */
struct watch_row {
	const char *articles;
	enum alert_id shows, shows_too;
	const char *name;
	const TTest *const *test;
	int n;
};

struct watch_rows {
	const struct watch_row *rows;
	size_t n;
};

#define ROW(articles, shows, shows_too, test, n)                                                   \
	{                                                                                          \
		articles, shows, shows_too, #test, &(test), n                                      \
	}

extern const struct watch_rows rows_of_hidden;    /* 6.1, 6.2: what no reading tells of */
extern const struct watch_rows rows_of_presses;   /* 6.2 */
extern const struct watch_rows rows_of_setting;   /* 6.3 */
extern const struct watch_rows rows_of_start;     /* 6.5 to 6.7 */
extern const struct watch_rows rows_of_flags;     /* 6.4, 6.8, 6.9, 8.4 */
extern const struct watch_rows rows_of_defects;   /* 6.10, 6.11, what is asked of the device */
extern const struct watch_rows rows_of_penalties; /* 7.5.5, 12.9, Guideline I */

/* The four moves of both that most scenarios begin with. */
#define OPENING "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6"
