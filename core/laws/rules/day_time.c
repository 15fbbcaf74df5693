/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/day_time.h"

#include <errno.h>
#include <stddef.h>

#define SECOND_US INT64_C(1000000)
#define MINUTE_US (60 * SECOND_US)
#define DAY_US    (24 * 60 * MINUTE_US)

/* A text being read; bad once something else was found than expected. */
struct day_cursor {
	const char *at;
	bool bad;
};

static int32_t
read_number(struct day_cursor *cursor, int digits, int32_t most)
{
	int32_t number = 0;

	for (; digits > 0 && !cursor->bad; digits--, cursor->at++) {
		if (*cursor->at < '0' || *cursor->at > '9') {
			cursor->bad = true;
			return 0;
		}
		number = 10 * number + (*cursor->at - '0');
	}
	cursor->bad = cursor->bad || number > most;
	return number;
}

static void
read_char(struct day_cursor *cursor, char c)
{
	if (!cursor->bad && *cursor->at == c)
		cursor->at++;
	else
		cursor->bad = true;
}

static bool
is_leap(int32_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int32_t
days_in(int32_t year, int32_t month)
{
	static const uint8_t days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return days[month - 1] + (month == 2 && is_leap(year));
}

static int64_t
days_since_1970(int32_t year, int32_t month, int32_t day)
{
	int32_t before = year - 1;
	int64_t days = (int64_t)before * 365 + before / 4 - before / 100 + before / 400 - 719162;

	for (int32_t i = 1; i < month; i++)
		days += days_in(year, i);
	return days + day - 1;
}

static int64_t
read_date(struct day_cursor *cursor)
{
	int32_t year, month, day;

	year = read_number(cursor, 4, 9999);
	read_char(cursor, '-');
	month = read_number(cursor, 2, 12);
	read_char(cursor, '-');
	day = read_number(cursor, 2, 31);
	if (cursor->bad || year < 1 || month < 1 || day < 1 || day > days_in(year, month)) {
		cursor->bad = true;
		return 0;
	}
	return days_since_1970(year, month, day);
}

static int32_t
read_minutes(struct day_cursor *cursor)
{
	int32_t hours = read_number(cursor, 2, 23);

	read_char(cursor, ':');
	return 60 * hours + read_number(cursor, 2, 59);
}

static int32_t
read_offset(struct day_cursor *cursor)
{
	char sign = *cursor->at;

	if (sign == 'Z' && !cursor->bad) {
		cursor->at++;
		return 0;
	}
	cursor->bad = cursor->bad || (sign != '+' && sign != '-');
	if (cursor->bad)
		return 0;
	cursor->at++;
	return (sign == '-' ? -60 : 60) * read_minutes(cursor);
}

/* ".25", or nothing. */
static int64_t
read_fraction(struct day_cursor *cursor)
{
	int64_t unit_us = SECOND_US, fraction_us = 0;

	if (cursor->bad || *cursor->at != '.')
		return 0;
	cursor->at++;
	cursor->bad = *cursor->at < '0' || *cursor->at > '9';
	for (; *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++) {
		unit_us /= 10;
		fraction_us += unit_us * (*cursor->at - '0');
	}
	return fraction_us;
}

int
day_time_parse(const char *text, int64_t *ret_unix_us, int32_t *ret_offset_s)
{
	struct day_cursor cursor = { .at = text };
	int64_t unix_us = read_date(&cursor) * DAY_US;
	int32_t offset_s;

	read_char(&cursor, 'T');
	unix_us += read_minutes(&cursor) * MINUTE_US;
	read_char(&cursor, ':');
	/* 60: a leap second. */
	unix_us += read_number(&cursor, 2, 60) * SECOND_US;
	unix_us += read_fraction(&cursor);
	offset_s = read_offset(&cursor);
	if (cursor.bad || *cursor.at != '\0')
		return -EBADMSG;
	*ret_unix_us = unix_us - offset_s * SECOND_US;
	*ret_offset_s = offset_s;
	return 0;
}

int
day_time_parse_offset(const char *text, int32_t *ret_offset_s)
{
	struct day_cursor cursor = { .at = text };
	int32_t offset_s = read_offset(&cursor);

	if (cursor.bad || *cursor.at != '\0')
		return -EBADMSG;
	*ret_offset_s = offset_s;
	return 0;
}

int64_t
day_of(const char *date)
{
	struct day_cursor cursor = { .at = date };
	int64_t day = read_date(&cursor);

	return cursor.bad || *cursor.at != '\0' ? DAY_NONE : day;
}

int32_t
day_time_minutes(const char *text)
{
	struct day_cursor cursor = { .at = text };
	int32_t minutes = read_minutes(&cursor);

	return cursor.bad || *cursor.at != '\0' ? -1 : minutes;
}

/* --- sessions ------------------------------------------------------------------------------------------ */

/* Microseconds of local time since 1970, at the capture's start. */
static int64_t
local_start(const struct day_time *day)
{
	return day->unix_us + day->offset_s * SECOND_US;
}

/* Rounded down, also before 1970. */
static int64_t
day_at(int64_t local_us)
{
	return local_us / DAY_US - (local_us % DAY_US < 0);
}

int32_t
day_time_of_day(const struct day_time *day, uint64_t now_us)
{
	int64_t local_us = local_start(day) + (int64_t)now_us;

	return (int32_t)((local_us - day_at(local_us) * DAY_US) / SECOND_US);
}

/* The plan's session of one day, in local time. */
static struct session
session_on(const struct session_plan *plan, int64_t day)
{
	struct session session = { DAY_TIME_NONE, DAY_TIME_NONE };
	bool over_midnight = plan->start_min >= 0 && plan->end_min <= plan->start_min;

	if (plan->start_min >= 0)
		session.start_us = day * DAY_US + plan->start_min * MINUTE_US;
	if (plan->end_min >= 0)
		session.end_us = (day + over_midnight) * DAY_US + plan->end_min * MINUTE_US;
	return session;
}

static bool
is_over(const struct session *session, int64_t local_us)
{
	return session->end_us != DAY_TIME_NONE && session->end_us <= local_us;
}

static struct session
session_at(const struct session_plan *plan, int64_t local_us)
{
	int64_t today = day_at(local_us);
	bool is_ahead = plan->day != DAY_NONE && plan->day > today;
	struct session session = session_on(plan, is_ahead ? plan->day : today);
	struct session yesterdays = session_on(plan, today - 1);

	/* One that began yesterday and goes on past midnight. */
	if (!is_ahead && plan->start_min >= 0 && yesterdays.end_us != DAY_TIME_NONE &&
	    !is_over(&yesterdays, local_us))
		return yesterdays;
	if (!is_over(&session, local_us))
		return session;
	if (plan->start_min < 0)
		return session_on(plan, today + 1);
	return (struct session){ DAY_TIME_NONE, DAY_TIME_NONE };
}

void
day_time_session(const struct day_time *day, const struct session_plan *plan, uint64_t now_us,
                 struct session *ret_session)
{
	*ret_session = (struct session){ DAY_TIME_NONE, DAY_TIME_NONE };
	if (!day->known)
		return;
	*ret_session = session_at(plan, local_start(day) + (int64_t)now_us);
	if (ret_session->start_us != DAY_TIME_NONE)
		ret_session->start_us -= local_start(day);
	if (ret_session->end_us != DAY_TIME_NONE)
		ret_session->end_us -= local_start(day);
}
