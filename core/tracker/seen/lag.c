/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/lag.h"

#include "core/tracker/tracker_state.h"

/* A man may be told of late for other reasons, too: a square that reads him badly, a host that was busy. What happens so often
 * among LAG_TOLD is the board's way. */
#define LAG_OFTEN 2

/* Updates that follow each other so closely were sent at once: eight, on a line of 9600 baud (dgt.md 1.4). No scan is as quick. */
#define LAG_AT_ONCE_US 40000

/* The longest that is believed: a poll a second, as in dgt.md 4.6. */
#define LAG_LATE_MAX_US 1000000

/* So late, or later, it has told LAG_OFTEN times. */
static uint64_t
often_late_us(const struct lag *lag)
{
	uint32_t most[LAG_OFTEN] = { 0 };

	for (int i = 0; i < LAG_TOLD; i++) {
		uint32_t late_us = lag->late_us[i];

		for (int k = 0; k < LAG_OFTEN; k++)
			if (late_us > most[k]) {
				uint32_t less = most[k];

				most[k] = late_us;
				late_us = less;
			}
	}
	return most[LAG_OFTEN - 1];
}

static void
settle(struct tracker *tracker)
{
	uint64_t late_us = often_late_us(&tracker->lag);

	tracker->evidence.scan_us = late_us > tracker->lag.scan_us ? late_us : tracker->lag.scan_us;
}

void
lag_begin(struct tracker *tracker)
{
	tracker->lag = (struct lag){ .scan_us = SCAN_MAX_US };
	settle(tracker);
}

static void
note_late(struct tracker *tracker, uint64_t late_us)
{
	struct lag *lag = &tracker->lag;

	lag->late_us[lag->n++ % LAG_TOLD] =
		(uint32_t)(late_us < LAG_LATE_MAX_US ? late_us : LAG_LATE_MAX_US);
	settle(tracker);
}

/* When did the board last tell of anything that it does not tell of at once with this? */
static uint64_t
told_before_us(struct tracker *tracker)
{
	struct lag *lag = &tracker->lag;

	if (tracker->now_us >= lag->batch_us + SCAN_MIN_US / 2) {
		lag->before_us = lag->batch_us;
		lag->batch_us = tracker->now_us;
	}
	return lag->before_us;
}

void
lag_note_change(struct tracker *tracker, int sq)
{
	uint64_t changed_us = tracker->evidence.changed_us[sq];
	uint64_t since_us = tracker->now_us - changed_us, before_us;

	if (tracker->past.frozen)
		return;
	before_us = told_before_us(tracker);
	if (changed_us == 0)
		return;
	if (since_us < LAG_AT_ONCE_US) {
		note_late(tracker, tracker->now_us - before_us);
	} else if (since_us >= SCAN_MIN_US / 2 && since_us < tracker->lag.scan_us) {
		tracker->lag.scan_us = since_us < SCAN_MIN_US ? SCAN_MIN_US : since_us;
		settle(tracker);
	}
}

/* The second least of what has been noted. */
static uint32_t
quick_us(const struct lag *lag)
{
	uint32_t n = lag->n_presses < LAG_TOLD ? lag->n_presses : LAG_TOLD;
	uint32_t least = UINT32_MAX, second = UINT32_MAX;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t press_us = lag->press_us[i];

		if (press_us < least) {
			second = least;
			least = press_us;
		} else if (press_us < second) {
			second = press_us;
		}
	}
	return n < LAG_PRESSES ? 0 : second;
}

static void
note_quick(struct lag *lag, uint64_t press_us)
{
	lag->press_us[lag->n_presses++ % LAG_TOLD] =
		(uint32_t)(press_us < LAG_LATE_MAX_US ? press_us : LAG_LATE_MAX_US);
	lag->quick_us = quick_us(lag);
}

void
lag_note_press(struct tracker *tracker, uint64_t seen_us, uint64_t pressed_us)
{
	if (tracker->past.frozen)
		return;
	note_late(tracker, seen_us > pressed_us ? seen_us - pressed_us : 0);
	note_quick(&tracker->lag, pressed_us > seen_us ? pressed_us - seen_us : 0);
}
