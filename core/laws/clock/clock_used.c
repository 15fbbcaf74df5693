/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/clock/clock_watch_state.h"

/* Did the clock show the first time per move before move 1? As it was seen to start, else as the event says. */
static bool
shows_first(const struct clock_watch *watch, enum color side)
{
	const struct time_control *control = &watch->setup.control;
	uint32_t without_s = control->main_s[side];

	if (watch->ran_us == TIME_UNKNOWN)
		return control->first_increment != TIME_FIRST_AFTER;
	return watch->at_start.seconds[side] > (int32_t)without_s;
}

/* All that side has been given by the time it has completed n moves. */
static int32_t
given_s(const struct clock_watch *watch, enum color side, uint32_t n)
{
	const struct time_control *control = &watch->setup.control;
	bool ahead = shows_first(watch, side);
	uint32_t seconds = control->main_s[side];
	enum time_mode mode;

	for (uint32_t move = 1; move <= n + 1; move++) {
		uint32_t increment_s = time_control_increment(control, move, &mode);
		uint32_t more_s;

		/* Bronstein gives back what was used: once, ahead, it is time of one's own. */
		if (mode == TIME_MODE_FISCHER ? move <= n || ahead
		                              : mode == TIME_MODE_BRONSTEIN && move == 1 && ahead)
			seconds += increment_s;
		if (move <= n && time_control_begins_period(control, move, &more_s))
			seconds += more_s;
	}
	return (int32_t)seconds;
}

bool
clock_watch_used(const struct clock_watch *watch, const struct game *game, const int32_t left_s[2],
                 int32_t ret_used_s[2])
{
	if (!watch->has_control)
		return false;
	for (int side = WHITE; side <= BLACK; side++)
		ret_used_s[side] =
			given_s(watch, (enum color)side, watch_completed(game, (enum color)side)) -
			left_s[side];
	return true;
}
