/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Five lines: when a capture began, when its session starts and ends, the date, microseconds. What is read
 * as a time is one, and a session begins before it ends, within two days of the game or of its date.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/laws/rules/day_time.h"

#define DAY_US INT64_C(86400000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_session(const struct day_time *day, const struct session_plan *plan, uint64_t now_us)
{
	struct session session;

	day_time_session(day, plan, now_us, &session);
	INVARIANT(plan->start_min >= 0 || session.start_us == DAY_TIME_NONE);
	INVARIANT(plan->end_min >= 0 || session.end_us == DAY_TIME_NONE);
	if (session.end_us == DAY_TIME_NONE)
		return;
	INVARIANT(session.end_us > (int64_t)now_us);
	INVARIANT(plan->day != DAY_NONE || session.end_us <= (int64_t)now_us + 2 * DAY_US);
	INVARIANT(session.start_us == DAY_TIME_NONE || session.start_us < session.end_us);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[256], *lines[5] = { 0 }, *next = text;
	size_t len = size < sizeof(text) - 1 ? size : sizeof(text) - 1;
	struct day_time day = { .known = true };
	struct session_plan plan;

	memcpy(text, data, len);
	text[len] = '\0';
	for (int i = 0; i < 5; i++) {
		lines[i] = next;
		next += strcspn(next, "\n");
		if (*next)
			*next++ = '\0';
	}
	if (day_time_parse(lines[0], &day.unix_us, &day.offset_s) != 0)
		return 0;
	plan.start_min = day_time_minutes(lines[1]);
	plan.end_min = day_time_minutes(lines[2]);
	plan.day = day_of(lines[3]);
	INVARIANT(plan.start_min < 24 * 60 && plan.end_min < 24 * 60);
	INVARIANT(day.offset_s > -86400 && day.offset_s < 86400);
	check_session(&day, &plan, strtoul(lines[4], NULL, 10) % (1000 * DAY_US));
	return 0;
}
