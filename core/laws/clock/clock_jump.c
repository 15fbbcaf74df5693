/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a display shows too much, and why that may be right.
 */
#include "core/laws/clock/clock_watch_state.h"

int64_t
watch_middle_us(struct clock_span span)
{
	return span.lo_us + (span.hi_us - span.lo_us) / 2;
}

bool
watch_is_within(struct clock_span span, int64_t us, int64_t margin_us)
{
	return span.lo_us - margin_us <= us && us <= span.hi_us + margin_us;
}

bool
watch_take_penalty(struct clock_watch *watch, enum color side, struct clock_span seen)
{
	struct clock_player *player = &watch->player[side];

	if (player->penalty_us == TIME_UNKNOWN ||
	    !watch_is_within(seen, player->penalty_s * CLOCK_SECOND_US, watch_tolerance_us(watch)))
		return false;
	player->penalty_us = TIME_UNKNOWN;
	return true;
}

void
watch_note_jump(struct clock_watch *watch, enum color side, int32_t jumped_s)
{
	watch->player[side].jumped_s = jumped_s;
	watch->player[side].jumped_us = watch->now_us;
}

bool
watch_is_jump_back(const struct clock_watch *watch, enum color side, struct clock_span off)
{
	const struct clock_player *player = &watch->player[side];

	return player->jumped_s != 0 && player->jumped_us == watch->sight_us &&
	       watch_is_within(off, -player->jumped_s * CLOCK_SECOND_US, watch_tolerance_us(watch));
}
