/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How often the clock is asked. Boards ask it a few times a second, or once (dgt.md 1.4), and a board may tell of what has
 * changed only. No two readings come nearer together than it asks, and those around a press come as near.
 */
#include "core/laws/clock/clock_watch_state.h"

#include <string.h>

/* What a host reads late comes at once. */
#define TOGETHER_US UINT64_C(20000)

void
watch_pace_note(struct clock_watch *watch)
{
	struct clock_pace *pace = &watch->pace;
	uint64_t apart_us = watch->now_us - watch->sight_us;
	int i = CLOCK_PACE_NEAREST;

	if (apart_us < TOGETHER_US)
		return;
	while (i > 0 && (pace->nearest_us[i - 1] == 0 || pace->nearest_us[i - 1] > apart_us))
		i--;
	if (i == CLOCK_PACE_NEAREST)
		return;
	memmove(&pace->nearest_us[i + 1], &pace->nearest_us[i],
	        (size_t)(CLOCK_PACE_NEAREST - 1 - i) * sizeof(pace->nearest_us[0]));
	pace->nearest_us[i] = apart_us;
}

uint64_t
watch_pace_us(const struct clock_watch *watch)
{
	uint64_t nearest_us = watch->pace.nearest_us[CLOCK_PACE_NEAREST - 1];

	return nearest_us == 0 || nearest_us > CLOCK_AGE_MAX_US ? CLOCK_AGE_MAX_US : nearest_us;
}
