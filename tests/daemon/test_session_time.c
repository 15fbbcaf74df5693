/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Summer time, announcements, and what the machine's own zone has to say.
 */
#include "daemon/session_time.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support.h"

#define HOUR_US INT64_C(3600000000)

static struct config config;
static struct session_time session_time;

/* A capture that was begun on the Saturday evening before the clocks are put forward, at 19:00 UTC. */
static void
begin(void)
{
	char error[200];
	int64_t unix_us;
	int32_t offset_s;

	config_defaults(&config);
	ck_assert_int_eq(config_set(&config, "event", "date", "2025-03-30", error, sizeof(error)),
	                 0);
	ck_assert_int_eq(config_set(&config, "rules", "session.announce_start", "09:00", error,
	                            sizeof(error)),
	                 0);
	session_time_init(&session_time, &config);
	ck_assert_int_eq(day_time_parse("2025-03-29T19:00:00Z", &unix_us, &offset_s), 0);
	session_time_begin(&session_time, unix_us, offset_s);
}

static int
say(int (*act)(struct session_time *time, const json_t *members, char *error, size_t error_size),
    const char *json)
{
	json_t *members = json_loads(json, 0, NULL);
	char error[200] = "";
	int r = act(&session_time, members, error, sizeof(error));

	ck_assert((r < 0) == (error[0] != '\0'));
	json_decref(members);
	return r;
}

static int64_t
start_h(void)
{
	struct session session;

	session_time_find(&session_time, 0, &session);
	return session.start_us / HOUR_US;
}

START_TEST(clocks_are_put_forward_meanwhile)
{
	static const char *const zone = "CET-1CEST,M3.5.0,M10.5.0/3";
	int64_t saturday_us, sunday_us;
	char json[64], text[9];

	setenv("TZ", zone, 1);
	tzset();
	begin();
	saturday_us = session_time.day.unix_us;
	sunday_us = saturday_us + 10 * HOUR_US;
	ck_assert_int_eq(session_time_machine_offset(saturday_us), 3600);
	ck_assert_int_eq(session_time_machine_offset(sunday_us), 7200);
	ck_assert(session_time_lacks(&session_time, 3600));
	session_time_offset_event(3600, json, sizeof(json));
	ck_assert_str_eq(json, "{\"op\":\"time-of-day\",\"utc_offset\":\"+01:00\"}");
	ck_assert_int_eq(say(session_time_offset, json), 0);
	ck_assert(!session_time_lacks(&session_time, 3600));
	ck_assert_int_eq(start_h(), 13); /* 08:00 UTC, as it seems */
	session_time_offset_event(7200, json, sizeof(json));
	ck_assert(session_time_lacks(&session_time, 7200));
	ck_assert_int_eq(say(session_time_offset, json), 0);
	ck_assert_int_eq(start_h(), 12);
	session_time_text(&session_time, 12 * HOUR_US + 61000000, text);
	ck_assert_str_eq(text, "09:01:01");
}
END_TEST

START_TEST(an_event_that_states_its_offset_is_told_none)
{
	char error[200];

	begin();
	ck_assert_int_eq(config_set(&config, "event", "utc_offset", "-03:30", error, sizeof(error)),
	                 0);
	ck_assert(!session_time_lacks(&session_time, 3600));
	ck_assert_int_eq(say(session_time_offset, "{\"utc_offset\":\"+01:00\"}"), 0);
	ck_assert_int_eq(start_h(), 17); /* 12:30 UTC */
}
END_TEST

START_TEST(the_announced_hour_counts)
{
	begin();
	ck_assert_int_eq(start_h(), 14);
	ck_assert_int_eq(say(session_time_announce, "{\"start\":\"10:30\",\"end\":\"16:00\"}"), 0);
	ck_assert_int_eq(start_h(), 15);
	/* What is missing stays, and a word that is wrong changes nothing. */
	ck_assert_int_eq(say(session_time_announce, "{\"end\":\"none\"}"), 0);
	ck_assert_int_eq(start_h(), 15);
	ck_assert_int_eq(say(session_time_announce, "{\"start\":\"9\"}"), -EBADMSG);
	ck_assert_int_eq(say(session_time_announce, "{\"start\":\"11:00\",\"end\":7}"), -EBADMSG);
	ck_assert_int_eq(say(session_time_offset, "{\"utc_offset\":\"CET\"}"), -EBADMSG);
	ck_assert_int_eq(say(session_time_offset, "{}"), -EBADMSG);
	ck_assert_int_eq(start_h(), 15);
}
END_TEST

/* The date of a recording is that of UTC, and no statement. */
START_TEST(a_date_that_was_found_is_not_waited_for)
{
	begin();
	config.event.date_is_found = true;
	ck_assert_int_eq(start_h(), -10);
}
END_TEST

START_TEST(the_day_is_local_and_utc)
{
	char date[11] = "", time[9] = "", error[200];

	session_time_init(&session_time, &config);
	ck_assert(!session_time_date(&session_time, 0, true, date, time));
	ck_assert_str_eq(date, "");
	begin();
	ck_assert(session_time_date(&session_time, 5 * HOUR_US - 1000001, true, date, time));
	ck_assert_str_eq(date, "2025.03.29");
	ck_assert_str_eq(time, "23:59:58");
	ck_assert_int_eq(say(session_time_offset, "{\"utc_offset\":\"+02:00\"}"), 0);
	ck_assert(session_time_date(&session_time, 5 * HOUR_US - 1, true, date, time));
	ck_assert_str_eq(date, "2025.03.30");
	ck_assert_str_eq(time, "01:59:59");
	ck_assert(session_time_date(&session_time, 5 * HOUR_US - 1, false, date, time));
	ck_assert_str_eq(date, "2025.03.29");
	ck_assert_str_eq(time, "23:59:59");
	/* The event's word goes before the recording's. */
	ck_assert_int_eq(config_set(&config, "event", "utc_offset", "-03:30", error, sizeof(error)),
	                 0);
	ck_assert(session_time_date(&session_time, 5 * HOUR_US, true, date, time));
	ck_assert_str_eq(date, "2025.03.29");
	ck_assert_str_eq(time, "20:30:00");
}
END_TEST

/* Games of long ago are recorded, too; no year has five digits. */
START_TEST(days_of_long_ago)
{
	static const struct {
		const char *start, *date;
	} days[] = { { "1851-06-21T12:00:00Z", "1851.06.21" },
		     { "1969-12-31T23:59:59Z", "1969.12.31" },
		     { "0001-01-01T00:00:00Z", "0001.01.01" },
		     { "9999-12-31T23:59:59Z", "9999.12.31" } };
	char date[11], time[9];
	int64_t unix_us;
	int32_t offset_s;

	session_time_init(&session_time, &config);
	for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
		ck_assert_int_eq(day_time_parse(days[i].start, &unix_us, &offset_s), 0);
		session_time_begin(&session_time, unix_us, offset_s);
		ck_assert(session_time_date(&session_time, 0, true, date, time));
		ck_assert_str_eq(date, days[i].date);
	}
	ck_assert(!session_time_date(&session_time, 1000000, true, date, time));
}
END_TEST

static Suite *
session_time_suite(void)
{
	Suite *suite = suite_create("session_time");
	TCase *tcase = tcase_create("session_time");

	tcase_add_test(tcase, clocks_are_put_forward_meanwhile);
	tcase_add_test(tcase, an_event_that_states_its_offset_is_told_none);
	tcase_add_test(tcase, the_announced_hour_counts);
	tcase_add_test(tcase, a_date_that_was_found_is_not_waited_for);
	tcase_add_test(tcase, the_day_is_local_and_utc);
	tcase_add_test(tcase, days_of_long_ago);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(session_time_suite());
}
