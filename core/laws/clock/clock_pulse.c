/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How old readings are. Clocks and boards tell of a change at once, or ask each other a few times a
 * second, or are up to one second late (dgt.md 1.4). When a second of a side's should end follows
 * from its last one, the presses since and what they brought; how far from there it is heard to end
 * is what this line is late by. And nothing is newer than the clock is asked.
 */
#include "core/laws/clock/clock_watch_state.h"

/* Seconds whose end was foretold before their arrival says how old readings are, and what is
 * allowed beside the worst of them: half as much again and a little. */
#define PULSE_MIN       4
#define PULSE_MARGIN_US INT64_C(100000)

/* A turn costs what it takes, and a press brings what it brings. */
static bool
has_plain_turns(const struct clock_watch *watch)
{
	enum time_mode mode = watch->model.control->periods[0].mode;

	return mode == TIME_MODE_NONE || mode == TIME_MODE_FISCHER;
}

static void
pulse_spread(struct clock_pulse *pulse, int64_t off_us)
{
	if (off_us < 0)
		off_us = -off_us;
	/* More is an event of the clock's, not of the line's. */
	if (off_us > CLOCK_AGE_MAX_US)
		return;
	pulse->n++;
	if (off_us > pulse->spread_us)
		pulse->spread_us = off_us;
}

/* A second of side's has just ended. The turn's first one ends when it should if start, press
 * and display are all equally old when we hear of them; the others follow evenly. */
void
watch_pulse_tick(struct clock_watch *watch, enum color side)
{
	struct clock_second *second = &watch->pulse.second[side];
	int64_t left_us = watch->sight.seconds[side] * CLOCK_SECOND_US;

	if (!has_plain_turns(watch))
		return;
	if (second->known)
		pulse_spread(&watch->pulse,
		             second->left_us - (int64_t)(watch->now_us - second->at_us) - left_us);
	second->known = true;
	second->left_us = left_us;
	second->at_us = watch->now_us;
}

/* side has pressed and was given gain_us; the other side's time runs. */
void
watch_pulse_press(struct clock_watch *watch, enum color side, int64_t gain_us)
{
	struct clock_second *second = &watch->pulse.second[side];

	second->left_us += gain_us - (int64_t)(watch->now_us - second->at_us);
	watch->pulse.second[color_other(side)].at_us = watch->now_us;
}

void
watch_pulse_lose(struct clock_watch *watch)
{
	watch->pulse.second[WHITE].known = watch->pulse.second[BLACK].known = false;
}

int64_t
watch_pulse_age_us(const struct clock_watch *watch)
{
	const struct clock_pulse *pulse = &watch->pulse;
	int64_t age_us = pulse->spread_us * 3 / 2 + PULSE_MARGIN_US;
	int64_t pace_us = (int64_t)clock_pace_us(&watch->pace);

	if (pulse->n < PULSE_MIN || age_us > CLOCK_AGE_MAX_US)
		return CLOCK_AGE_MAX_US;
	return age_us > pace_us ? age_us : pace_us;
}
