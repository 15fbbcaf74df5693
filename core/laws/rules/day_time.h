/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The time of day beside a capture's own time: sessions begin and end by the arbiter's watch (6.6, 6.7,
 * guideline I.14), and events are stamped in microseconds since the capture's start.
 *
 * The time of day is the start's plus what has passed since, by a clock that nobody sets: a wall clock
 * that jumps meanwhile changes nothing. Local time is UTC plus an offset, which is told anew when it
 * changes (summer time).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A time nobody stated; a day nobody stated. */
#define DAY_TIME_NONE INT64_MAX
#define DAY_NONE      INT64_MIN

/* What is known of the time of day. */
struct day_time {
	bool known;
	int64_t unix_us;  /* microseconds since 1970, UTC, at the capture's start */
	int32_t offset_s; /* local time less UTC */
};

/* day_time_parse: an RFC 3339 date and time: "2025-03-14T14:00:00.25+01:00", "...Z". Microseconds are
 * kept, finer digits dropped. 0, or -EBADMSG with nothing written. */
int day_time_parse(const char *text, int64_t *ret_unix_us, int32_t *ret_offset_s);

/* day_time_parse_offset: "+01:00", "-03:30" or "Z", less than a day. 0, or -EBADMSG. */
int day_time_parse_offset(const char *text, int32_t *ret_offset_s);

/* day_of: the days since 1-1-1970 of a date YYYY-MM-DD of the calendar, DAY_NONE for anything else. */
int64_t day_of(const char *date);

/* day_time_minutes: "HH:MM" as minutes after midnight, or -1. */
int32_t day_time_minutes(const char *text);

/* day_time_of_day: local seconds after midnight at now_us of the capture. */
int32_t day_time_of_day(const struct day_time *day, uint64_t now_us);

/* What the event says of a session. */
struct session_plan {
	int32_t start_min, end_min; /* after midnight, or -1 */
	int64_t day;                /* not before this day (day_of), DAY_NONE: any */
};

/* When it is, in microseconds of the capture: negative where it was before the capture's start. */
struct session {
	int64_t start_us, end_us; /* DAY_TIME_NONE: not stated, or not of this game */
};

/* day_time_session: the session of a game whose men were set up at now_us: the one that is on then, else
 * the next one of that day, or of the plan's day where that comes later. An end that is not after the
 * start is the next day's. A game that begins after the day's session belongs to none. Without a start,
 * the session ends the next time it is end_min. */
void day_time_session(const struct day_time *day, const struct session_plan *plan, uint64_t now_us,
                      struct session *ret_session);
