/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/day_time.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

#define SECOND INT64_C(1000000)
#define HOUR   (3600 * SECOND)

static int64_t
moment(const char *text)
{
	int64_t unix_us = -1;
	int32_t offset_s;

	ck_assert_msg(day_time_parse(text, &unix_us, &offset_s) == 0, "%s", text);
	return unix_us;
}

START_TEST(moments_are_read)
{
	int64_t unix_us;
	int32_t offset_s;

	ck_assert_int_eq(moment("1970-01-01T00:00:00Z"), 0);
	ck_assert_int_eq(moment("1969-12-31T23:59:59Z"), -SECOND);
	ck_assert_int_eq(moment("2000-02-29T12:00:00+00:00"), 951825600 * SECOND);
	ck_assert_int_eq(moment("2025-03-14T14:30:00.250001+01:00"), 1741959000250001);
	ck_assert_int_eq(moment("2025-03-14T10:00:00.25000199-03:30"), 1741959000250001);
	ck_assert_int_eq(day_time_parse("2025-03-14T14:30:00+01:00", &unix_us, &offset_s), 0);
	ck_assert_int_eq(offset_s, 3600);
	ck_assert_int_eq(day_of("1970-01-02"), 1);
	ck_assert_int_eq(day_of("0001-01-01"), -719162);
	ck_assert_int_eq(day_of("2024-12-31"), 20088);
}
END_TEST

START_TEST(what_is_no_moment_is_refused)
{
	static const char *const bad[] = { "",
		                           "2025-03-14",
		                           "2025-03-14T14:30:00",
		                           "2025-03-14 14:30:00Z",
		                           "2025-02-29T14:30:00Z",
		                           "2025-13-01T14:30:00Z",
		                           "2025-03-14T24:30:00Z",
		                           "2025-03-14T14:60:00Z",
		                           "2025-03-14T14:30:00.Z",
		                           "2025-03-14T14:30:00+1:00",
		                           "2025-03-14T14:30:00Zulu",
		                           "2025-03-14T14:30:00+01:00 " };
	int64_t unix_us = 7;
	int32_t offset_s = 7;

	ck_assert_int_eq(day_time_parse(bad[_i], &unix_us, &offset_s), -EBADMSG);
	ck_assert_int_eq(day_time_parse_offset(bad[_i], &offset_s), -EBADMSG);
	ck_assert(unix_us == 7 && offset_s == 7);
	ck_assert_int_eq(day_time_minutes(bad[_i]), -1);
	ck_assert(_i == 1 || day_of(bad[_i]) == DAY_NONE);
}
END_TEST

/* A session by its plan, for a game that begins at `now`; local times relative to the capture's start. */
struct row {
	const char *what, *start, *now; /* of the capture; of the game */
	const char *offset, *from, *to, *day;
	const char *begins, *ends; /* "": none of this game's */
};

static const struct row rows[] = {
	{ "the round of the day", "2025-03-14T13:30:00Z", "2025-03-14T13:55:00Z", "+01:00", "15:00",
	  "20:00", "2025-03-14", "2025-03-14T14:00:00Z", "2025-03-14T19:00:00Z" },
	{ "the capture began after the round", "2025-03-14T14:20:00Z", "2025-03-14T14:20:05Z",
	  "+01:00", "15:00", "20:00", "2025-03-14", "2025-03-14T14:00:00Z",
	  "2025-03-14T19:00:00Z" },
	{ "set up the evening before", "2025-03-13T20:00:00Z", "2025-03-13T20:01:00Z", "+01:00",
	  "15:00", "20:00", "2025-03-14", "2025-03-14T14:00:00Z", "2025-03-14T19:00:00Z" },
	{ "a date long past is not waited for", "2025-03-14T13:30:00Z", "2025-03-14T13:55:00Z",
	  "+01:00", "15:00", "20:00", "2025-03-01", "2025-03-14T14:00:00Z",
	  "2025-03-14T19:00:00Z" },
	{ "every day where no date is stated", "2025-03-14T13:30:00Z", "2025-03-16T13:55:00Z",
	  "+01:00", "15:00", "20:00", "", "2025-03-16T14:00:00Z", "2025-03-16T19:00:00Z" },
	{ "past midnight", "2025-03-14T18:00:00Z", "2025-03-14T18:30:00Z", "+01:00", "20:00",
	  "01:00", "", "2025-03-14T19:00:00Z", "2025-03-15T00:00:00Z" },
	{ "a game that begins past midnight", "2025-03-14T18:00:00Z", "2025-03-14T23:30:00Z",
	  "+01:00", "20:00", "01:00", "", "2025-03-14T19:00:00Z", "2025-03-15T00:00:00Z" },
	{ "a game after the session", "2025-03-14T13:30:00Z", "2025-03-14T19:00:01Z", "+01:00",
	  "15:00", "20:00", "2025-03-14", "", "" },
	{ "an end alone is the next one", "2025-03-14T13:30:00Z", "2025-03-14T13:55:00Z", "-05:00",
	  "", "08:00", "", "", "2025-03-15T13:00:00Z" },
	{ "a start alone", "2025-03-14T13:30:00Z", "2025-03-14T13:55:00Z", "Z", "14:00", "", "",
	  "2025-03-14T14:00:00Z", "" },
	/* Local midnight is not that of UTC. */
	{ "the day is the local one", "2025-03-14T23:30:00Z", "2025-03-14T23:30:00Z", "+02:00",
	  "02:00", "06:00", "", "2025-03-15T00:00:00Z", "2025-03-15T04:00:00Z" },
};

static int64_t
since(const char *moment_text, int64_t unix_us)
{
	return moment_text[0] ? moment(moment_text) - unix_us : DAY_TIME_NONE;
}

START_TEST(sessions_are_found)
{
	const struct row *row = &rows[_i];
	const struct session_plan plan = { .start_min = day_time_minutes(row->from),
		                           .end_min = day_time_minutes(row->to),
		                           .day = day_of(row->day) };
	struct day_time day = { .known = true, .unix_us = moment(row->start) };
	struct session session;

	ck_assert_int_eq(day_time_parse_offset(row->offset, &day.offset_s), 0);
	day_time_session(&day, &plan, (uint64_t)since(row->now, day.unix_us), &session);
	ck_assert_msg(session.start_us == since(row->begins, day.unix_us), "%s", row->what);
	ck_assert_msg(session.end_us == since(row->ends, day.unix_us), "%s", row->what);
	/* Nothing is told by who does not know the time. */
	day.known = false;
	day_time_session(&day, &plan, 0, &session);
	ck_assert(session.start_us == DAY_TIME_NONE && session.end_us == DAY_TIME_NONE);
}
END_TEST

START_TEST(time_of_day_is_local)
{
	struct day_time day = { .known = true, .unix_us = moment("2025-03-14T23:30:00Z") };

	day.offset_s = 7200;
	ck_assert_int_eq(day_time_of_day(&day, 0), 90 * 60);
	ck_assert_int_eq(day_time_of_day(&day, 90 * 60 * 1000000ull), 3 * 3600);
	day.unix_us = moment("1969-12-31T23:59:59.5Z");
	day.offset_s = 0;
	ck_assert_int_eq(day_time_of_day(&day, 0), 86399);
}
END_TEST

static Suite *
day_time_suite(void)
{
	Suite *suite = suite_create("day_time");
	TCase *tcase = tcase_create("day_time");

	tcase_add_test(tcase, moments_are_read);
	tcase_add_loop_test(tcase, what_is_no_moment_is_refused, 0, 12);
	tcase_add_loop_test(tcase, sessions_are_found, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(tcase, time_of_day_is_local);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(day_time_suite());
}
