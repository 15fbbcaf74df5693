/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a table knows of the time of day: when its capture began, the offset of local time, and when its
 * session starts and ends, by the event file or as announced since. No clock is read but by
 * session_time_machine_offset().
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "core/laws/rules/day_time.h"
#include "daemon/config.h"

struct session_time {
	const struct config *config;
	struct day_time day;
	bool offset_told;         /* by the capture, for good or until it tells another */
	int32_t announced_min[2]; /* start, end; SESSION_UNSAID: as the event file says */
};

#define SESSION_UNSAID (-2)

/* session_time_init: nothing known; *config is borrowed and read anew each time. */
void session_time_init(struct session_time *time, const struct config *config);

/* session_time_begin: the capture's time 0. offset_s is taken where neither the event file nor the
 * capture says one. */
void session_time_begin(struct session_time *time, int64_t unix_us, int32_t offset_s);

/* session_time_offset: {"op":"time-of-day","utc_offset":"+01:00"}: local time from here on, unless the
 * event file states its own. 0, or -EBADMSG with error saying what is wrong. */
int session_time_offset(struct session_time *time, const json_t *members, char *error,
                        size_t error_size);

/* session_time_announce: {"op":"session","start":"15:15","end":"19:00"}: the arbiter's word, local time;
 * "none": there is none; "file": as the event file says; what is missing stays. Errors as above.
 * session_time_announced: what is so said of the start (0) or the end (1), such a word. */
int session_time_announce(struct session_time *time, const json_t *members, char *error,
                          size_t error_size);
void session_time_announced(const struct session_time *time, int which, char ret_text[6]);

/* session_time_lacks: would the event be better told that local time is offset_s from UTC? */
bool session_time_lacks(const struct session_time *time, int32_t offset_s);

/* session_time_find: the session of a game whose men were set up at now_us. */
void session_time_find(const struct session_time *time, uint64_t now_us,
                       struct session *ret_session);

/* session_time_of_day: seconds after local midnight; 0 where the time of day is not known. */
int32_t session_time_of_day(const struct session_time *time, uint64_t now_us);

/* session_time_text: local time of day, "HH:MM:SS", "" where it is not known. */
void session_time_text(const struct session_time *time, uint64_t now_us, char ret_text[9]);

/* session_time_date: the date and the time of day at now_us as PGN has them, "2025.03.14" and "15:02:07", in local
 * time or in UTC. false, with nothing written: they are not known, or beyond the years 1 to 9999. */
bool session_time_date(const struct session_time *time, uint64_t now_us, bool is_local,
                       char ret_date[11], char ret_time[9]);

/* session_time_machine_offset: local time less UTC of this machine at that moment. */
int32_t session_time_machine_offset(int64_t unix_us);

/* session_time_offset_event: the host event that tells an offset, as JSON text. */
void session_time_offset_event(int32_t offset_s, char *buffer, size_t size);
