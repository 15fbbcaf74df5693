/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/session_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void
session_time_init(struct session_time *time, const struct config *config)
{
	*time = (struct session_time){ .config = config,
		                       .announced_min = { SESSION_UNSAID, SESSION_UNSAID } };
}

void
session_time_begin(struct session_time *time, int64_t unix_us, int32_t offset_s)
{
	time->day.known = true;
	time->day.unix_us = unix_us;
	if (!time->offset_told)
		time->day.offset_s = offset_s;
}

/* With the offset that the event file states, if it does. */
static struct day_time
day_of_event(const struct session_time *time)
{
	struct day_time day = time->day;

	(void)day_time_parse_offset(time->config->event.utc_offset, &day.offset_s);
	return day;
}

int
session_time_offset(struct session_time *time, const json_t *members, char *error,
                    size_t error_size)
{
	const char *offset = json_string_value(json_object_get(members, "utc_offset"));

	if (!offset || day_time_parse_offset(offset, &time->day.offset_s) != 0) {
		snprintf(error, error_size,
		         "\"utc_offset\" must be local time less UTC, as \"+01:00\"");
		return -EBADMSG;
	}
	time->offset_told = true;
	return 0;
}

int
session_time_announce(struct session_time *time, const json_t *members, char *error,
                      size_t error_size)
{
	static const char *const keys[2] = { "start", "end" };
	int32_t minutes[2];

	for (int i = 0; i < 2; i++) {
		const json_t *member = json_object_get(members, keys[i]);
		const char *text = json_string_value(member);

		if (!member)
			minutes[i] = time->announced_min[i];
		else if (text && strcmp(text, "none") == 0)
			minutes[i] = -1;
		else if (text && strcmp(text, "file") == 0)
			minutes[i] = SESSION_UNSAID;
		else if ((minutes[i] = day_time_minutes(text ? text : "")) < 0) {
			snprintf(error, error_size,
			         "\"%s\" must be a time of day as \"15:15\", \"none\", or \"file\" "
			         "for the event file's",
			         keys[i]);
			return -EBADMSG;
		}
	}
	memcpy(time->announced_min, minutes, sizeof(minutes));
	return 0;
}

void
session_time_announced(const struct session_time *time, int which, char ret_text[6])
{
	int32_t minutes = time->announced_min[which];

	if (minutes < 0)
		snprintf(ret_text, 6, "%s", minutes == SESSION_UNSAID ? "file" : "none");
	else
		snprintf(ret_text, 6, "%02u:%02u", (unsigned int)minutes / 60 % 24,
		         (unsigned int)minutes % 60);
}

bool
session_time_lacks(const struct session_time *time, int32_t offset_s)
{
	return time->config->event.utc_offset[0] == '\0' &&
	       (!time->offset_told || time->day.offset_s != offset_s);
}

void
session_time_find(const struct session_time *time, uint64_t now_us, struct session *ret_session)
{
	static const enum rule rules[2] = { RULE_SESSION_START, RULE_SESSION_END };
	const struct config_event *event = &time->config->event;
	struct day_time day = day_of_event(time);
	struct session_plan plan;
	int32_t minutes[2];

	for (int i = 0; i < 2; i++)
		minutes[i] = time->announced_min[i] != SESSION_UNSAID
		                     ? time->announced_min[i]
		                     : time->config->rules.value[rules[i]];
	plan.start_min = minutes[0];
	plan.end_min = minutes[1];
	plan.day = event->date_is_found ? DAY_NONE : day_of(event->date);
	day_time_session(&day, &plan, now_us, ret_session);
}

int32_t
session_time_of_day(const struct session_time *time, uint64_t now_us)
{
	struct day_time day = day_of_event(time);

	return day.known ? day_time_of_day(&day, now_us) : 0;
}

void
session_time_text(const struct session_time *time, uint64_t now_us, char ret_text[9])
{
	unsigned int seconds = (unsigned int)session_time_of_day(time, now_us);

	ret_text[0] = '\0';
	if (time->day.known)
		snprintf(ret_text, 9, "%02u:%02u:%02u", seconds / 3600 % 24, seconds / 60 % 60,
		         seconds % 60);
}

bool
session_time_date(const struct session_time *time, uint64_t now_us, bool is_local,
                  char ret_date[11], char ret_time[9])
{
	struct day_time day = day_of_event(time);
	int64_t unix_us = day.unix_us + (int64_t)now_us, unix_s;
	time_t seconds;
	struct tm tm;

	if (is_local)
		unix_us += (int64_t)day.offset_s * 1000000;
	unix_s = unix_us / 1000000 - (unix_us % 1000000 < 0);
	seconds = (time_t)unix_s;
	/* Where the machine counts seconds in 32 bits it knows no day before 1902 or after 2037. */
	if (!day.known || seconds != unix_s || !gmtime_r(&seconds, &tm) || tm.tm_year < 1 - 1900 ||
	    tm.tm_year > 9999 - 1900)
		return false;
	snprintf(ret_date, 11, "%04u.%02u.%02u", (unsigned int)(tm.tm_year + 1900) % 10000,
	         (unsigned int)(tm.tm_mon + 1) % 100, (unsigned int)tm.tm_mday % 100);
	snprintf(ret_time, 9, "%02u:%02u:%02u", (unsigned int)tm.tm_hour % 100,
	         (unsigned int)tm.tm_min % 100, (unsigned int)tm.tm_sec % 100);
	return true;
}

int32_t
session_time_machine_offset(int64_t unix_us)
{
	time_t seconds = (time_t)(unix_us / 1000000);
	struct tm tm;

	return localtime_r(&seconds, &tm) ? (int32_t)tm.tm_gmtoff : 0;
}

void
session_time_offset_event(int32_t offset_s, char *buffer, size_t size)
{
	unsigned int minutes = (unsigned int)abs(offset_s) / 60;

	snprintf(buffer, size, "{\"op\":\"time-of-day\",\"utc_offset\":\"%c%02u:%02u\"}",
	         offset_s < 0 ? '-' : '+', minutes / 60 % 24, minutes % 60);
}
