/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_date.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define YEARS_AHEAD 50 /* a year of two digits is further ahead only when it is past */

static const char days[7][10] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
	                          "Thursday", "Friday", "Saturday" };
static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
	                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

void
http_date_format(int64_t unix_s, char ret_text[HTTP_DATE_SIZE])
{
	time_t when = (time_t)unix_s;
	struct tm tm = { 0 };

	gmtime_r(&when, &tm);
	snprintf(ret_text, HTTP_DATE_SIZE, "%.3s, %02d %s %04d %02d:%02d:%02d GMT",
	         days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour,
	         tm.tm_min, tm.tm_sec);
}

/* Each form, letter by letter: a small letter stands for a part of the date, anything else for itself.
 * w, W: a day of the week, short and long; d: a day, e: the same with a blank for its first 0; m: a month;
 * y, Y: a year of two and of four digits; h, i, s: the time. */
static const char *const forms[] = {
	"w, d m Y h:i:s GMT",
	"W, d-m-y h:i:s GMT",
	"w m e h:i:s Y",
};

static bool
read_digits(const char **text, int n, int *ret_number)
{
	*ret_number = 0;
	for (; n > 0; n--, (*text)++) {
		if (**text < '0' || **text > '9')
			return false;
		*ret_number = 10 * *ret_number + (**text - '0');
	}
	return true;
}

/* read_name: one of `count` names in a table of rows of `size` bytes; of each its first `len`, 0: all. */
static bool
read_name(const char **text, const char *names, int count, size_t size, size_t len, int *ret_index)
{
	for (int i = 0; i < count; i++) {
		const char *name = names + (size_t)i * size;
		size_t n = len ? len : strlen(name);

		if (strncmp(*text, name, n) != 0)
			continue;
		*text += n;
		*ret_index = i;
		return true;
	}
	return false;
}

static bool
read_day(const char **text, bool blank, int *ret_day)
{
	if (!blank || **text != ' ')
		return read_digits(text, 2, ret_day);
	(*text)++;
	return read_digits(text, 1, ret_day);
}

static bool
read_part(const char **text, char part, struct tm *tm)
{
	int day_of_week;

	switch (part) {
	case 'w':
		return read_name(text, days[0], 7, sizeof(days[0]), 3, &day_of_week);
	case 'W':
		return read_name(text, days[0], 7, sizeof(days[0]), 0, &day_of_week);
	case 'd':
	case 'e':
		return read_day(text, part == 'e', &tm->tm_mday);
	case 'm':
		return read_name(text, months[0], 12, sizeof(months[0]), 3, &tm->tm_mon);
	case 'y':
		return read_digits(text, 2, &tm->tm_year);
	case 'Y':
		return read_digits(text, 4, &tm->tm_year);
	case 'h':
		return read_digits(text, 2, &tm->tm_hour);
	case 'i':
		return read_digits(text, 2, &tm->tm_min);
	case 's':
		return read_digits(text, 2, &tm->tm_sec);
	default:
		return *(*text)++ == part;
	}
}

static bool
read_form(const char *text, const char *form, struct tm *ret_tm)
{
	memset(ret_tm, 0, sizeof(*ret_tm));
	for (; *form; form++)
		if (!*text || !read_part(&text, *form, ret_tm))
			return false;
	return *text == '\0';
}

/* The year in full, of two digits that were read. */
static int
full_year(int two_digits, int64_t now_s)
{
	time_t now = (time_t)now_s;
	struct tm today = { 0 };
	int year;

	gmtime_r(&now, &today);
	year = (today.tm_year + 1900) / 100 * 100 + 100 + two_digits;
	while (year > today.tm_year + 1900 + YEARS_AHEAD)
		year -= 100;
	return year;
}

/* A day that the month does not have becomes another one in timegm()'s hands. The 60th second is a leap one. */
static bool
is_calendar(const struct tm *tm, int64_t *ret_unix_s)
{
	struct tm minute = *tm;

	minute.tm_sec = 0;
	minute.tm_year -= 1900;
	*ret_unix_s = (int64_t)timegm(&minute) + tm->tm_sec;
	return minute.tm_mday == tm->tm_mday && minute.tm_mon == tm->tm_mon &&
	       minute.tm_hour == tm->tm_hour && minute.tm_min == tm->tm_min && tm->tm_sec <= 60;
}

bool
http_date_parse(const char *text, int64_t now_s, int64_t *ret_unix_s)
{
	struct tm tm;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (!read_form(text, forms[i], &tm))
			continue;
		if (strchr(forms[i], 'y'))
			tm.tm_year = full_year(tm.tm_year, now_s);
		return is_calendar(&tm, ret_unix_s);
	}
	return false;
}
