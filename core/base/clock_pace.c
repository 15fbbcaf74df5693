/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/clock_pace.h"

#include <string.h>

/* What a host reads late comes at once. */
#define TOGETHER_US UINT64_C(20000)

void
clock_pace_note(struct clock_pace *pace, uint64_t apart_us)
{
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
clock_pace_us(const struct clock_pace *pace)
{
	uint64_t nearest_us = pace->nearest_us[CLOCK_PACE_NEAREST - 1];

	return nearest_us == 0 || nearest_us > CLOCK_PACE_SLOWEST_US ? CLOCK_PACE_SLOWEST_US
	                                                             : nearest_us;
}
