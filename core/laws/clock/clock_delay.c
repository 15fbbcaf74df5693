/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A delay that nobody stated: without a time control the clock may still give each move a time of its own before the main
 * time begins to run (6.3.2, glossary). It shows in the display, which stands for as long at the beginning of each turn: its
 * first second ends so long after the press, and up to a second later. One turn gives a span, the next ones narrow it.
 *
 * A display that loses its first second before that was never such a clock's; it stood for another reason, once.
 */
#include "core/laws/clock/clock_watch_state.h"

/* The delay is at least so many seconds; 0: there is none. */
static void
set_delay(struct clock_watch *watch, int64_t low_us)
{
	struct time_period *period = &watch->no_control.periods[0];

	period->increment_s = (uint32_t)((low_us + CLOCK_SECOND_US - 1) / CLOCK_SECOND_US);
	period->mode = period->increment_s > 0 ? TIME_MODE_DELAY : TIME_MODE_NONE;
}

void
watch_delay_begin(struct clock_watch *watch)
{
	watch->delay = (struct clock_delay){ .known = false };
	set_delay(watch, 0);
}

/* Has the running display just lost its first second of this turn, or the first two? */
static bool
is_first_tick(const struct clock_watch *watch)
{
	enum color turn = (enum color)watch->sight.turn;
	int32_t gone_s = watch->before.seconds[turn] - watch->sight.seconds[turn];

	return watch->before.turn == turn &&
	       watch->before.seconds[turn] == watch->at_turn.seconds[turn] && gone_s >= 1 &&
	       gone_s <= 2;
}

bool
watch_delay_learn(struct clock_watch *watch)
{
	struct clock_delay *delay = &watch->delay;
	int64_t stood_us = (int64_t)(watch->now_us - watch->turn_us);
	int64_t age_us = watch->model.age_us;
	/* Both readings may be late, the press's and the second's. */
	int64_t low_us = stood_us - CLOCK_SECOND_US - age_us, high_us = stood_us + age_us;

	if (watch->has_control || delay->refuted || !is_first_tick(watch))
		return false;
	if (delay->known && high_us < delay->span.lo_us) {
		delay->known = false;
		delay->refuted = true;
		set_delay(watch, 0);
		return true;
	}
	if (low_us <= 0 || low_us > CLOCK_PER_MOVE_MAX_S * CLOCK_SECOND_US ||
	    (delay->known && low_us > delay->span.hi_us))
		return false;
	if (!delay->known)
		delay->span = (struct clock_span){ low_us, high_us };
	if (low_us > delay->span.lo_us)
		delay->span.lo_us = low_us;
	if (high_us < delay->span.hi_us)
		delay->span.hi_us = high_us;
	delay->known = true;
	set_delay(watch, delay->span.lo_us);
	return true;
}
