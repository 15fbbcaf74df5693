/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/lapse.h"

#include "core/tracker/tracker_state.h"

#define LAPSE_US 3000000

/* A second, and what the line takes. */
#define BEAT_US 1500000

/* So many readings make it known that the clock is told of every second; some boards ask it less often. */
#define BEATS_MIN 8

/* Whole seconds are shown: a clock that ran has lost no less than what has passed, but for so much. */
#define SHOWN_US 2000000

/* A square may begin to read wrongly at any time, and a man be in the air; a ply changes as many as this at least. */
#define PLY_SQUARES_MIN 2

/* Has the link been said to be lost, and not to be back? Then nobody expects to hear anything. */
static bool
is_known_lost(const struct tracker *tracker)
{
	return tracker->was_away && !tracker->link_up;
}

static bool
is_reading(const struct board_event *event)
{
	return event->kind == BOARD_CLOCK && !event->recovered;
}

/* Since it was read last the same player's time runs, but has run for less than has passed: it stood meanwhile. */
static bool
has_stood(const struct tracker *tracker, const struct clock_reading *reading)
{
	const struct clock_reading *before = &tracker->lever.now;
	uint64_t passed_us = tracker->now_us - tracker->lever.now_us;
	int32_t lost_s = before->face[before->turn].seconds - reading->face[before->turn].seconds;

	return passed_us >= LAPSE_US && reading->connected && reading->running &&
	       reading->turn == before->turn &&
	       reading->face[before->turn ^ 1].seconds == before->face[before->turn ^ 1].seconds &&
	       lost_s >= 0 && (uint64_t)lost_s * 1000000 + SHOWN_US <= passed_us;
}

/* Within a second of the last reading only a second has passed on it, and nobody has pressed. */
static bool
is_beat(const struct tracker *tracker, const struct clock_reading *reading)
{
	return reading->turn == tracker->lever.now.turn &&
	       tracker->now_us - tracker->lever.now_us <= BEAT_US;
}

static bool
is_silence(const struct tracker *tracker)
{
	const struct lapse *lapse = &tracker->lapse;

	return lapse->word_us > 0 && tracker->now_us - lapse->word_us >= LAPSE_US &&
	       lever_runs(&tracker->lever) && !is_known_lost(tracker);
}

/* Not of what is heard again: of readings of the clock only the lever's are kept, and what came of it is kept as well. */
void
lapse_note(struct tracker *tracker, const struct board_event *event)
{
	struct lapse *lapse = &tracker->lapse;

	if (tracker->past.frozen)
		return;
	lapse->is_first = is_silence(tracker);
	lapse->was_mute = lapse->was_mute || lapse->is_first;
	lapse->word_us = tracker->now_us;
	if (is_reading(event) && lever_runs(&tracker->lever)) {
		lapse->n_beats += is_beat(tracker, &event->clock);
		lapse->stands = lapse->stands || has_stood(tracker, &event->clock);
	}
}

static bool
has_news(const struct tracker *tracker, const struct board_event *event)
{
	int n_squares = 0;

	for (int sq = 0; sq < 64; sq++)
		n_squares += tracker->raw[sq] != event->scan[sq];
	return n_squares >= PLY_SQUARES_MIN;
}

/* A man is told of, or the clock, for the first time behind a silence that says something. */
static bool
is_first_word(const struct tracker *tracker, const struct board_event *event)
{
	const struct lapse *lapse = &tracker->lapse;

	return (event->kind == BOARD_SQUARE || is_reading(event)) && lapse->is_first &&
	       lapse->n_beats >= BEATS_MIN && !lapse->stands && tracker->games > 0 &&
	       tracker->game.result == RESULT_NONE && !tracker->past.frozen;
}

bool
lapse_is_over(struct tracker *tracker, const struct board_event *event)
{
	struct lapse *lapse = &tracker->lapse;
	bool over = is_first_word(tracker, event) ||
	            (lapse->was_mute && event->kind == BOARD_SCAN && has_news(tracker, event));

	if (over || event->kind == BOARD_SCAN)
		lapse->was_mute = false;
	return over;
}

void
lapse_assume(struct tracker *tracker)
{
	tracker->lapse.assumed = true;
	tracker->lapse.entry = tracker->past.n - 2;
}

bool
lapse_is_refuted(struct tracker *tracker, const struct board_event *event)
{
	return tracker->lapse.assumed && tracker->was_away && !tracker->past.frozen &&
	       is_reading(event) && has_stood(tracker, &event->clock);
}

void
lapse_withdraw(struct tracker *tracker)
{
	tracker->lapse.assumed = tracker->was_away = false;
	past_withdraw(&tracker->past, tracker->lapse.entry, 2);
}
